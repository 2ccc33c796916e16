import TestSupport
import Testing

@testable import FixedRaster

/// A plane through the picture's middle, turned about an axis, seen from 300 points away.
func projectivePlane(_ angle: Fixed, x: Fixed, y: Fixed, z: Fixed = 0, at depth: Fixed = 0) -> Transform3D {
  var view = Transform3D()
  view.m34 = Coefficient(Fixed(-1, over: 300))
  return Transform3D(translationX: -40, y: -30, z: depth)
    .concatenating(Transform3D(rotationAngle: angle, x: x, y: y, z: z))
    .concatenating(view).concatenating(Transform3D(translationX: 64, y: 44, z: 0))
}

/// Planes and meshes that intersect, with each kind of paint.
func drawSpace(_ canvas: inout Canvas, _ image: Image, _ mesh: Mesh, _ depth: DepthBuffer) {
  depth.clear()
  canvas.clear(canvas.clip, to: Color(argb: 0xFF08_1018))
  canvas.fill(
    Rect(x: 0, y: 0, width: 80, height: 60), transform: projectivePlane(0.9, x: 0, y: 1),
    color: Color(argb: 0xFF20_60A0),
    depth: depth)
  canvas.draw(image, transform: projectivePlane(-0.7, x: 1, y: 2), opacity: 210, depth: depth)
  canvas.draw(mesh, depth: depth)
  canvas.draw(mesh, image: image, sampling: .trilinear, wrap: .repeat, opacity: 90, depth: depth)
  canvas.fill(
    Rect(x: 5, y: 5, width: 70, height: 20.5), transform: projectivePlane(1.4, x: 3, y: 1, z: 1),
    color: Color(argb: 0xC0F0_A020), depth: depth)
}

func spaceMesh() -> TestMesh {
  let mesh = TestMesh(capacity: 16)
  func vertex(_ x: Fixed, _ y: Fixed, _ z: Fixed, _ argb: UInt32) -> MeshVertex {
    MeshVertex(x: x, y: y, z: z, u: x, v: y, color: Color(argb: argb))
  }
  mesh.mesh.append(
    vertex(-10, 40, 60, 0xFFFF_0000), vertex(90, 35, 60, 0xFF00_FF00), vertex(95, 30, -400, 0xFF00_00FF),
    vertex(-15, 50, -400, 0xFFFF_FFFF), transform: projectivePlane(0.1, x: 1, y: 0))
  // Through the viewer's eye and beyond.
  mesh.mesh.append(
    vertex(0, 0, -50, 0x80FF_0000), vertex(40, 80, 20, 0xFF00_FFFF), vertex(60, 10, 900, 0x4000_00FF),
    transform: projectivePlane(0.3, x: 1, y: 1))
  return mesh
}

@Suite struct MeshLimitTests {
  @Test("R3A meshes and planes with depth are byte for byte the same in bands and in tiles")
  func tiles() {
    var random = SplitMix(seed: 3_111)
    let image = TestImage(.argb8888, 80, 60, &random)
    let levels = image.withLevels()
    let (mesh, depth) = (spaceMesh(), TestDepth(130, 90))
    #expect(mesh.mesh.count == 3)
    func check() {
      expectSameInTiles(130, 90) { drawSpace(&$0, levels, mesh.mesh, depth.buffer) }
      let whole = TestMemory(ARGB8888.self, width: 130, height: 90)
      withCanvas(whole.surface) { drawSpace(&$0, levels, mesh.mesh, depth.buffer) }
      for (width, rows) in [(130, 1), (16, 90), (7, 3)] {
        let banded = TestMemory(ARGB8888.self, width: 130, height: 90)
        withCanvas(banded.surface, rows: rows, width: width) { drawSpace(&$0, levels, mesh.mesh, depth.buffer) }
        #expect(banded.bytes == whole.bytes)
      }
    }
    check()
  }

  @Test("R3A what lies behind the viewer is cut away: a plane shows where a ray through the pixel meets it")
  func nearPlane() {
    var random = SplitMix(seed: 3_112)
    var (shown, hidden, behind, crossing) = (0, 0, 0, 0)
    for _ in 0..<60 {
      // w is 512 − z: any of the points may be behind.
      let triangle = ExactTriangle(
        points: (0..<3).map { _ in
          (x: random.next(in: -300...300), y: random.next(in: -300...300), z: random.next(in: -600...1600))
        })
      let count = triangle.points.filter { $0.z >= 512 }.count
      let (mesh, v) = (TestMesh(capacity: 1), triangle.vertices)
      mesh.mesh.append(v[0], v[1], v[2], transform: ExactTriangle.transform)
      #expect(mesh.mesh.overflow == 0)
      if count == 3 {
        behind += 1
        #expect(mesh.mesh.count == 0 && mesh.mesh.bounds.isEmpty)
      }
      if count == 1 || count == 2 { crossing += 1 }
      var counter = PixelCounter(PixelRect(width: 96, height: 80))
      if mesh.mesh.count == 1 { mesh.mesh[0].sweep(counter.band, into: &counter) }
      for y in 0..<80 {
        for x in 0..<96 {
          guard let isMet = isMet(triangle, x, y) else { continue }
          if isMet { shown += 1 } else { hidden += 1 }
          #expect(counter.counts[y * 96 + x] == (isMet ? 1 : 0), "\(x), \(y) of \(triangle)")
        }
      }
    }
    print("R3A: \(shown) pixels met, \(hidden) not, \(behind) triangles behind the viewer, \(crossing) partly")
    #expect(shown > 30_000 && hidden > 200_000 && behind > 4 && crossing > 30)
  }

  /// Whether the ray through a pixel's centre meets a triangle before the eye; `nil` where one 1/64 pixel beside it
  /// differs, which is more than rounding a corner can do, at the picture or 8192 pixels away.
  private func isMet(_ triangle: ExactTriangle, _ x: Int, _ y: Int) -> Bool? {
    func meets(_ dx: Double, _ dy: Double) -> Bool {
      // The eye at (48, 40, 512) of the device, the ray to (px, py, 0); the vertices moved by (48, 40).
      let direction = [Double(x) + 0.5 + dx - 48, Double(y) + 0.5 + dy - 40, -512]
      let corners = triangle.points.map { [Double($0.x), Double($0.y), Double($0.z) - 512] }
      func cross(_ a: [Double], _ b: [Double]) -> [Double] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
      }
      func dot(_ a: [Double], _ b: [Double]) -> Double { a[0] * b[0] + a[1] * b[1] + a[2] * b[2] }
      let sides = (0..<3).map { dot(direction, cross(corners[$0], corners[($0 + 1) % 3])) }
      let volume = dot(corners[0], cross(corners[1], corners[2]))
      return volume > 0 ? sides.allSatisfy { $0 > 0 } : volume < 0 && sides.allSatisfy { $0 < 0 }
    }
    let isMet = meets(0, 0)
    let to = 1.0 / 64
    for (dx, dy) in [(to, to), (-to, to), (to, -to), (-to, -to)]
    where meets(dx, dy) != isMet { return nil }
    return isMet
  }

  @Test("R3A triangles without an area, or seen from their edge, show nothing and take no room")
  func degenerate() {
    let mesh = TestMesh(capacity: 8)
    let (a, b) = (MeshVertex(x: 3, y: 4, z: 5), MeshVertex(x: 40, y: 30, z: -7))
    mesh.mesh.append(a, a, a, transform: .identity)
    mesh.mesh.append(a, b, a, transform: ExactTriangle.transform)
    mesh.mesh.append(a, b, MeshVertex(x: 77, y: 56, z: -19), transform: ExactTriangle.transform)
    mesh.mesh.append(
      MeshVertex(x: 0, y: 5, z: 0), MeshVertex(x: 9, y: 5, z: 0), MeshVertex(x: 9, y: 5, z: 9), transform: .identity)
    mesh.mesh.append(a, b, MeshVertex(x: 1, y: 50), transform: Transform3D(scaleX: 0, y: 1, z: 1))
    #expect(mesh.mesh.count == 0 && mesh.mesh.overflow == 0 && mesh.mesh.bounds.isEmpty)
    // A sliver between pixel centres takes room and covers nothing.
    mesh.mesh.append(
      MeshVertex(x: 0, y: 5.6), MeshVertex(x: 90, y: 5.6), MeshVertex(x: 90, y: 5.8), transform: .identity)
    var counter = PixelCounter(PixelRect(width: 96, height: 80))
    mesh.mesh[0].sweep(counter.band, into: &counter)
    #expect(mesh.mesh.count == 1 && counter.counts.allSatisfy { $0 == 0 })
    // Nothing of planes either.
    let (memory, depth) = (TestMemory(ARGB8888.self, width: 96, height: 80), TestDepth(96, 80))
    let before = memory.bytes
    withCanvas(memory.surface) {
      $0.fill(
        Rect(x: 0, y: 0, width: 50, height: 50),
        transform: Transform3D(rotationAngle: 1, x: 0, y: 0, z: 0)
          .concatenating(Transform3D(scaleX: 0, y: 1, z: 1)), color: .white, depth: depth.buffer)
      $0.fill(Rect(x: 5, y: 5, width: 0, height: 9), transform: .identity, color: .white, depth: depth.buffer)
      $0.draw(mesh.mesh, depth: depth.buffer)
    }
    #expect(memory.bytes == before && depth[5, 5] == .min)
  }

  @Test("R04 R3A any vertices and matrices: nothing traps, nothing is drawn outside, tiles agree")
  func extremes() {
    var random = SplitMix(seed: 3_113)
    let image = TestImage(.rgb565, 8, 8, &random)
    let depth = TestDepth(24, 20)
    var (seen, changed) = (0, 0)
    for round in 0..<600 {
      var transform = round % 3 == 0 ? Transform3D() : ExactTriangle.transform
      if round % 3 == 2 {
        for path in [\Transform3D.m11, \.m12, \.m13, \.m14, \.m22, \.m24, \.m31, \.m33, \.m34, \.m41, \.m42, \.m44] {
          transform[keyPath: path] = Coefficient(
            rawValue: Int64(bitPattern: random.next()) >> Int64(random.next() & 63))
        }
      }
      let mesh = TestMesh(capacity: 4)
      for _ in 0..<3 {
        mesh.mesh.append(
          random.extremeVertex(), random.extremeVertex(), random.extremeVertex(), transform: transform)
      }
      seen += mesh.mesh.count
      func draw(_ canvas: inout Canvas) {
        depth.buffer.clear()
        canvas.draw(mesh.mesh, depth: depth.buffer)
        canvas.draw(mesh.mesh, image: image.image, depth: depth.buffer)
        canvas.draw(image.image, transform: transform, depth: depth.buffer)
        canvas.fill(
          Rect(x: .min, y: .min, width: .max, height: .max), transform: transform, color: Color(argb: 0x8060_4020),
          depth: depth.buffer)
      }
      let whole = TestMemory(ARGB8888.self, width: 24, height: 20)
      let tiles = TestMemory(ARGB8888.self, width: 24, height: 20)
      withCanvas(whole.surface) { draw(&$0) }
      let tile = TestMemory(ARGB8888.self, width: 8, height: 20)
      withCanvas(tile.surface) { canvas in
        for x in [0, 8, 16] {
          for y in 0..<20 { for k in 0..<8 { tile[k, y] = tiles[x + k, y] } }
          canvas.draw(into: tile.surface, x: Int32(x), y: 0)
          draw(&canvas)
          for y in 0..<20 { for k in 0..<8 { tiles[x + k, y] = tile[k, y] } }
        }
      }
      #expect(tiles.bytes == whole.bytes)
      if whole.bytes.contains(where: { $0 != whole.bytes[0] }) { changed += 1 }
    }
    print("R3A extremes: \(seen) triangles before the viewer, \(changed) of 600 pictures with something in them")
    #expect(seen > 300 && changed > 100)
  }

  @Test("R3A triangles beyond the capacity, and those whose indices lead nowhere, are counted and left out")
  func capacity() {
    let vertices = [
      MeshVertex(x: 1, y: 1), MeshVertex(x: 20, y: 1), MeshVertex(x: 20, y: 20), MeshVertex(x: 1, y: 20),
      MeshVertex(x: 50, y: 40),
    ]
    let mesh = TestMesh(capacity: 3)
    mesh.mesh.append(
      vertices.span, indices: [0, 1, 2, 0, 2, 3, 0, 1, 5, 1, 4, 2, 2, 4, 3, 0, 3, 4, 1, 2].span, transform: .identity)
    #expect(mesh.mesh.count == 3 && mesh.mesh.overflow == 3 && mesh.mesh.capacity == 3)
    var (counter, all) = (
      PixelCounter(PixelRect(width: 64, height: 48)), PixelCounter(PixelRect(width: 64, height: 48))
    )
    let kept = TestMesh(capacity: 3)
    kept.mesh.append(vertices[0], vertices[1], vertices[2], vertices[3], transform: .identity)
    kept.mesh.append(vertices[1], vertices[4], vertices[2], transform: .identity)
    for k in 0..<3 {
      mesh.mesh[k].sweep(counter.band, into: &counter)
      kept.mesh[k].sweep(all.band, into: &all)
    }
    #expect(counter.counts == all.counts && kept.mesh.bounds == mesh.mesh.bounds && kept.mesh.overflow == 0)
    mesh.mesh.removeAll()
    #expect(mesh.mesh.count == 0 && mesh.mesh.overflow == 0 && mesh.mesh.bounds.isEmpty)
    let none = TestMesh(capacity: 0)
    none.mesh.append(vertices[0], vertices[1], vertices[2], transform: .identity)
    #expect(none.mesh.count == 0 && none.mesh.overflow == 1)
  }

  @Test("R3A planes have smooth edges: alone in a buffer as without one; less than half covered they leave depth alone")
  func planes() {
    var random = SplitMix(seed: 3_114)
    let image = TestImage(.argb8888, 80, 60, &random)
    let (tested, plain) = (
      TestMemory(ARGB8888.self, width: 128, height: 90), TestMemory(ARGB8888.self, width: 128, height: 90)
    )
    let depth = TestDepth(128, 90)
    let transform = projectivePlane(0.8, x: 1, y: 2)
    withCanvas(tested.surface) { $0.draw(image.image, transform: transform, depth: depth.buffer) }
    withCanvas(plain.surface) { $0.draw(image.image, mapping: Mapping(transform)) }
    #expect(tested.bytes == plain.bytes)
    // The coverage of each pixel, in white over black, against where the depth was written.
    let shape = TestMemory(ARGB8888.self, width: 128, height: 90)
    let again = TestDepth(128, 90)
    withCanvas(shape.surface) {
      $0.clear(PixelRect(width: 128, height: 90), to: .black)
      $0.fill(Rect(x: 0, y: 0, width: 80, height: 60), transform: transform, color: .white, depth: again.buffer)
    }
    var (partly, written) = (0, 0)
    for y in 0..<90 {
      for x in 0..<128 {
        let coverage = shape[x, y] & 0xFF
        if coverage > 0 && coverage < 255 { partly += 1 }
        if coverage >= 128 { written += 1 }
        #expect((again[x, y] != .min) == (coverage >= 128))
        #expect(again[x, y] == depth[x, y])
      }
    }
    #expect(partly > 100 && written > 1000)
  }

  @Test("R3A of planes in one place the later shows, of others the nearer, in either order; the buffer bounds drawing")
  func order() {
    func draw(_ depths: [Fixed], width: Int = 128) -> TestMemory<ARGB8888> {
      let (memory, depth) = (TestMemory(ARGB8888.self, width: 128, height: 90), TestDepth(width, 90))
      withCanvas(memory.surface) {
        $0.clear(PixelRect(width: 128, height: 90), to: .black)
        for (k, z) in depths.enumerated() {
          // The same plane from other corners: its rounding differs.
          let (x, y) = (Fixed(k * 7), Fixed(k * 3))
          let transform = Transform3D(translationX: -x, y: -y, z: 0)
            .concatenating(projectivePlane(0.6, x: 1, y: 3, at: z))
          $0.fill(
            Rect(x: x, y: y, width: 80, height: 60), transform: transform, color: Color(argb: planeColors[k]),
            depth: depth.buffer)
        }
      }
      return memory
    }
    #expect(draw([0, 0, 0])[64, 44] == planeColors[2])
    #expect(draw([0, 0.001, 0])[64, 44] == planeColors[2])
    #expect(draw([1, 0, 0.5])[64, 44] == planeColors[0] && draw([0, 1, 0.5])[64, 44] == planeColors[1])
    #expect(draw([0, 0.5, 1])[64, 44] == planeColors[2] && draw([0, 0, 0.05])[64, 44] == planeColors[2])
    let narrow = draw([0], width: 60)
    #expect(narrow[59, 44] == planeColors[0] && narrow[60, 44] == 0xFF00_0000)
  }
}
