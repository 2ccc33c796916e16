import Testing

@testable import FixedRaster

@Suite struct MeshClipTests {
  /// The ways to draw in space: a mesh in its vertices' colours, in a paint, with an image; a plane in a colour, with
  /// an image.
  private static func draw(_ way: Int, on canvas: inout Canvas, _ mesh: Mesh, _ depth: DepthBuffer) {
    let space = Transform3D(rotationAngle: 0.4, x: 1, y: 2, z: 3)
    var texels: [UInt32] = (0..<16).map { 0xFF00_0000 | UInt32($0) &* 0x0010_0905 }
    unsafe texels.withUnsafeMutableBytes { bytes in
      let image = unsafe Image(
        .xrgb8888, pixels: UnsafeRawPointer(bytes.baseAddress!), width: 4, height: 4, bytesPerRow: 16)
      switch way {
      case 0: canvas.draw(mesh, depth: depth)
      case 1: canvas.fill(mesh, paint: .color(Color(argb: 0xFF40_C0F0)))
      case 2: canvas.draw(mesh, image: image, wrap: .repeat)
      case 3:
        canvas.fill(
          Rect(x: -60, y: -60, width: 140, height: 140), transform: space, color: Color(argb: 0xFFF0_8020), depth: depth
        )
      default: canvas.draw(image, transform: Transform3D(scaleX: 16, y: 12, z: 1), depth: depth)
      }
    }
  }

  @Test("R34 R3A a path clips meshes and planes, and no depth is written outside of it")
  func clipped() {
    let (width, height) = (64, 48)
    // Its sides lie between pixels: in is in, and out is out.
    var path = PathRecorder()
    path.addRect(Rect(x: 7, y: 5, width: 30, height: 20))
    path.addRect(Rect(x: 40, y: 30, width: 20, height: 15))
    func isInside(_ x: Int, _ y: Int) -> Bool {
      (7..<37).contains(x) && (5..<25).contains(y) || (40..<60).contains(x) && (30..<45).contains(y)
    }
    let mesh = TestMesh()
    let corners = [(-9, -9, 0xFFFF_0000), (90, 0, 0xFF00_FF00), (0, 70, 0xFF00_00FF)] as [(Fixed, Fixed, UInt32)]
    let vertices = corners.map { MeshVertex(x: $0.0, y: $0.1, color: Color(argb: $0.2)) }
    mesh.mesh.append(vertices[0], vertices[1], vertices[2], transform: .identity)
    for way in 0...4 {
      let (whole, part) = (
        TestMemory(ARGB8888.self, width: width, height: height), TestMemory(ARGB8888.self, width: width, height: height)
      )
      let (wholeDepth, partDepth) = (TestDepth(width, height), TestDepth(width, height))
      withCanvas(whole.surface) { Self.draw(way, on: &$0, mesh.mesh, wholeDepth.buffer) }
      withClippedCanvas(part.surface) {
        $0.pushClip(path.elements.span, mapping: Mapping(AffineTransform.identity))
        Self.draw(way, on: &$0, mesh.mesh, partDepth.buffer)
      }
      let blank = TestMemory(ARGB8888.self, width: width, height: height)
      var drawn = 0
      for y in 0..<height {
        for x in 0..<width {
          let expected = isInside(x, y) ? whole : blank
          #expect(part[x, y] == expected[x, y], "way \(way) at \(x), \(y)")
          #expect(partDepth[x, y] == (isInside(x, y) ? wholeDepth[x, y] : .min), "way \(way), depth at \(x), \(y)")
          if whole[x, y] != blank[x, y] && !isInside(x, y) { drawn += 1 }
        }
      }
      #expect(drawn > 100, "way \(way) draws nothing that is clipped")
    }
  }
}
