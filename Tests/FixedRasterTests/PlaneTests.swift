import TestSupport
import Testing

@testable import FixedRaster

private let planeColors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]

@Suite struct PlaneTests {
  /// A plane turned by `angle` about the y axis through (`x`, 20), before an eye 200 above the display.
  private func makePlane(_ angle: Fixed, x: Coefficient, z: Coefficient = 0, eye: Coefficient = 200) -> SpacePlane {
    var plane = SpacePlane()
    plane.move(x: -20, y: -20, z: 0)
    plane.apply(Transform3D(rotationAngle: angle, x: 0, y: 1, z: 0))
    plane.move(x: x, y: 20, z: z)
    var view = Transform3D()
    view.m34 = -1 / eye
    plane.apply(view)
    return plane
  }

  @Test("R3A a mapping's inverse leads back, affine or projective; what is seen from its edge has none")
  func inverse() throws {
    var random = SplitMix(seed: 7)
    var projective = 0
    for _ in 0..<200 {
      var transform = Transform3D(
        rotationAngle: Fixed(rawValue: Int32(random.next(in: -80_000...80_000))), x: 1,
        y: Fixed(random.next(in: -2...2)), z: Fixed(random.next(in: 0...3)))
      (transform.m41, transform.m42) = (Coefficient(random.next(in: -50...50)), Coefficient(random.next(in: -50...50)))
      if random.next(in: 0...1) == 0 {
        transform = transform.concatenating(Transform3D(AffineTransform(scaleX: 2, y: 0.5)))
        transform.m14 = Coefficient(1) / 900
      }
      let mapping = Mapping(transform)
      guard let back = mapping.inverse else { continue }
      if mapping.affine == nil { projective += 1 }
      let place = PrecisePoint(x: Coefficient(random.next(in: -30...30)), y: Coefficient(random.next(in: -30...30)))
      guard let there = place.applying(mapping) else { continue }
      let here = try #require(there.applying(back))
      #expect((here.x - place.x).magnitude < 0.001 && (here.y - place.y).magnitude < 0.001)
      // The same on the way through both at once.
      let both = try #require(place.applying(mapping.concatenating(back)))
      #expect((both.x - place.x).magnitude < 0.001 && (both.y - place.y).magnitude < 0.001)
    }
    #expect(projective > 50)
    #expect(Mapping(AffineTransform(scaleX: 0, y: 1)).inverse == nil)
    #expect(Homography(Transform3D(scaleX: 1, y: 0, z: 1)).inverse == nil)
  }

  @Test("R3A the depth of a plane is z / w at each place, before and after a mapping of the plane it is seen on")
  func depth() throws {
    // Turned by an angle a about x = 40: z = −(x' − 20)·sin a, seen at x = 40 + (x' − 20)·cos a without an eye.
    var plane = SpacePlane()
    plane.move(x: -20, y: -20, z: 0)
    plane.apply(Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0))
    plane.move(x: 40, y: 20, z: 3)
    let depth = try #require(PlaneDepth(plane))
    for x in [Coefficient(30), 40, 47] {
      let exact = 3 - 0.5463024898 * (x.double - 40)
      let value = depth.value(at: PrecisePoint(x: x, y: 11)).double
      #expect(abs(value - exact) < 0.0001, "\(value) \(exact)")
      // Twice as large and 7 to the right.
      let mapping = Mapping(AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 7, ty: 0))
      let seen = try #require(depth.applying(mapping)).value(at: PrecisePoint(x: 2 * x + 7, y: 22)).double
      #expect(abs(seen - exact) < 0.0001)
      let pixel = DepthPlane(try #require(depth.applying(mapping))).depth(Int32((2 * x + 7).double), 22)
      #expect(abs(Double(pixel) / 65536 - (exact - 0.5463 / 4)) < 0.001)
    }
    // Seen from its edge it has none.
    var edge = SpacePlane()
    edge.apply(Transform3D(scaleX: 0, y: 1, z: 1))
    #expect(PlaneDepth(edge) == nil && depth.applying(Mapping(AffineTransform(scaleX: 1, y: 0))) == nil)
    // In perspective two planes compare as they do without the second view.
    let (near, far) = (makePlane(0.3, x: 40, z: 12), makePlane(-0.4, x: 44, z: 2))
    var tilted = Transform3D()
    tilted.m14 = Coefficient(1) / 700
    let view = Mapping(tilted)
    let first = try #require(PlaneDepth(near)), second = try #require(PlaneDepth(far))
    let mapped = (try #require(first.applying(view)), try #require(second.applying(view)))
    for x in [Coefficient(20), 35, 45, 60] {
      let place = PrecisePoint(x: x, y: 15)
      let seen = try #require(place.applying(view))
      let isNearer = first.value(at: place) > second.value(at: place)
      #expect((mapped.0.value(at: seen) > mapped.1.value(at: seen)) == isNearer)
    }
  }

  @Test(
    "R04 R3A any planes and mappings: depths are held to their ends, nothing traps, all that is opaque is composed so")
  func extremes() {
    var random = SplitMix(seed: 3_113)
    func anyTransform() -> Transform3D {
      var transform = Transform3D()
      for path in [
        \Transform3D.m11, \.m12, \.m13, \.m14, \.m21, \.m22, \.m23, \.m24, \.m31, \.m33, \.m34, \.m41, \.m42, \.m43,
        \.m44,
      ] where random.next(in: 0...2) > 0 {
        transform[keyPath: path] = Coefficient(rawValue: Int64(bitPattern: random.next()) >> Int64(random.next() & 63))
      }
      return transform
    }
    var (depths, mapped, ends) = (0, 0, 0)
    for _ in 0..<600 {
      var planes: [DepthPlane] = []
      for _ in 0..<3 {
        var plane = SpacePlane()
        plane.apply(anyTransform())
        plane.move(x: Coefficient(random.extreme().x), y: 3, z: Coefficient(random.extreme().y))
        if random.next(in: 0...1) == 0 { plane.apply(anyTransform()) }
        guard var depth = PlaneDepth(plane) else { continue }
        depths += 1
        if random.next(in: 0...1) == 0, let other = depth.applying(Mapping(anyTransform())) {
          depth = other
          mapped += 1
        }
        _ = depth.value(at: PrecisePoint(x: Coefficient(random.extreme().x), y: Coefficient(random.extreme().y)))
        planes.append(DepthPlane(depth))
        for (x, y) in [(0, 0), (16383, -16384), (-16384, 16383), (40, 30)] as [(Int32, Int32)] {
          let value = planes[planes.count - 1].depth(x, y)
          if value == .max || value == .min { ends += 1 }
        }
      }
      if planes.isEmpty { continue }
      let area = PixelRect(minX: 36, minY: 4, maxX: 44, maxY: 8)
      var picture = [UInt32](repeating: 0, count: 32)
      withStack { stack in
        let outer = stack.begin(area)
        for (k, plane) in planes.enumerated() {
          unsafe stack.add(plane).update(repeating: planeColors[k], count: 32)
        }
        unsafe picture.withUnsafeMutableBytes { bytes in
          if let base = bytes.baseAddress { unsafe stack.compose(into: base, bytesPerRow: 32) }
        }
        stack.end(outer)
      }
      #expect(picture.allSatisfy { $0 >> 24 == 255 })
    }
    print("R04: \(depths) depths of planes, \(mapped) mapped, \(ends) held to the ends of their numbers")
    #expect(depths > 500 && mapped > 100 && ends > 100)
  }

  private func withStack(_ body: (inout PlaneStack) -> Void) {
    let space = PlaneWorkspace(pixels: 4096, planes: 16)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: space.byteCount, alignment: PlaneWorkspace.alignment)
    var stack = unsafe PlaneStack(memory: memory, workspace: space)
    body(&stack)
    unsafe memory.deallocate()
  }

  @Test(
    "R3A L54 at each pixel the nearer plane is over the farther one, and where they cross within it both are in the mean"
  )
  func composing() throws {
    let area = PixelRect(minX: 36, minY: 4, maxX: 44, maxY: 8)
    var picture = [UInt32](repeating: 0, count: 32)
    let depths = try [Fixed(0.5), -0.5].map { DepthPlane(try #require(PlaneDepth(makePlane($0, x: 40, eye: 100_000)))) }
    withStack { stack in
      #expect(stack.capacity(of: area) == 8)
      let outer = stack.begin(area)
      for (depth, color) in zip(depths, [0xFFFF_0000, 0xFF00_00FF] as [UInt32]) {
        let pixels = unsafe stack.add(depth)
        for i in 0..<32 { unsafe pixels[i] = i % 8 == 7 ? 0 : color }
      }
      #expect(stack.count == 2)
      unsafe picture.withUnsafeMutableBytes { bytes in
        if let base = bytes.baseAddress { unsafe stack.compose(into: base, bytesPerRow: 32) }
      }
      stack.end(outer)
      #expect(stack.count == 0 && stack.capacity(of: area) == 8)
    }
    // The first one's left side is nearer.
    #expect(picture[8] == 0xFFFF_0000 && picture[13] == 0xFF00_00FF && picture[15] == 0)
    // They cross at x = 40, which is where two pixels meet.
    #expect(picture[11] == 0xFFFF_0000 && picture[12] == 0xFF00_00FF)
  }

  @Test("R3A L54 planes that cross in the middle of a pixel have half of it each; those in one place keep their order")
  func crossing() throws {
    let area = PixelRect(minX: 39, minY: 0, maxX: 42, maxY: 1)
    func compose(_ angles: [Fixed], x: Coefficient) throws -> [UInt32] {
      let depths = try angles.map { DepthPlane(try #require(PlaneDepth(makePlane($0, x: x, eye: 100_000)))) }
      var picture = [UInt32](repeating: 0, count: 3)
      withStack { stack in
        let outer = stack.begin(area)
        for (depth, color) in zip(depths, [0xFFC8_0000, 0xFF00_00C8] as [UInt32]) {
          unsafe stack.add(depth).update(repeating: color, count: 3)
        }
        unsafe picture.withUnsafeMutableBytes { bytes in
          if let base = bytes.baseAddress { unsafe stack.compose(into: base, bytesPerRow: 12) }
        }
        stack.end(outer)
      }
      return picture
    }
    #expect(try compose([0.5, -0.5], x: 40.5) == [0xFFC8_0000, 0xFF64_0064, 0xFF00_00C8])
    #expect(try compose([0.5, 0.5], x: 40.5) == [0xFF00_00C8, 0xFF00_00C8, 0xFF00_00C8])
  }

  @Test("L54 a space in a plane of another one has half of the memory that is left")
  func levels() {
    withStack { stack in
      let area = PixelRect(width: 8, height: 8)
      var outers: [PlaneStack.Level] = []
      for expected in [8, 4, 2, 1, 0] {
        #expect(stack.capacity(of: area) == expected)
        outers.append(stack.begin(area))
      }
      while let outer = outers.popLast() { stack.end(outer) }
      #expect(stack.capacity(of: area) == 8)
    }
  }

  @Test("L43 multiplying a surface by a colour multiplies each channel, of every value by every value")
  func multiplying() {
    var pixels = [UInt32](repeating: 0, count: 256)
    let space = CoverageWorkspace(width: 256, rows: 1)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: space.byteCount, alignment: CoverageWorkspace.alignment)
    for factor in stride(from: 0, through: 255, by: 5) {
      for value in 0..<256 { pixels[value] = 0xFF00_0000 | UInt32(value) << 16 | UInt32(value) << 8 | 0x40 }
      unsafe pixels.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let surface = unsafe Surface(base: base, width: 256, height: 1, bytesPerRow: 1024)
        var canvas = unsafe Canvas(surface, memory: memory, workspace: space)
        canvas.multiply(by: Color(red: UInt8(factor), green: 255, blue: 128, alpha: 200))
      }
      for value in 0..<256 {
        let alpha = 200.0
        let red = (Double(factor) * alpha / 255).rounded()
        let expected = UInt32((Double(value) * red / 255).rounded())
        let found = pixels[value]
        #expect(found >> 24 == 200 && found >> 16 & 255 == expected)
        #expect(found >> 8 & 255 == UInt32((Double(value) * 200 / 255).rounded()) && found & 255 == 25)
      }
    }
    unsafe memory.deallocate()
  }
}
