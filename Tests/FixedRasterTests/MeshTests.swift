import TestSupport
import Testing

@testable import FixedRaster

let planeColors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF]

@Suite struct MeshTests {
  @Test("R3A triangles that share edges cover each pixel between them exactly once, by the top-left rule")
  func sharedEdges() {
    var random = SplitMix(seed: 3_101)
    let band = PixelRect(width: 80, height: 70)
    var (once, onEdges) = (0, 0)
    for round in 0..<24 {
      // A grid whose inner corners are moved about, so little that it does not fold over; often onto pixel centres.
      let step = round % 2 == 0 ? 128 : 1
      func place(_ k: Int, _ size: Int, _ isOuter: Bool) -> Int {
        k * size * 256 + (isOuter ? 0 : random.next(in: -3 * 256 / step...3 * 256 / step) * step)
      }
      var grid: [[(x: Int, y: Int)]] = []
      for j in 0...6 {
        grid.append(
          (0...7).map { i in
            (x: place(i, 10, i % 7 == 0), y: place(j, 11, j % 6 == 0))
          })
      }
      var counter = PixelCounter(band)
      var wrong = 0
      for j in 0..<6 {
        for i in 0..<7 {
          let quad = [grid[j][i], grid[j][i + 1], grid[j + 1][i + 1], grid[j + 1][i]]
          let isTurned = random.next() & 1 == 0
          for corners in isTurned ? [[0, 1, 2], [2, 3, 0]] : [[1, 3, 0], [3, 1, 2]] {
            let points = corners.map { quad[$0] }
            let vertices = points.map {
              MeshVertex(x: Fixed(rawValue: Int32($0.x * 256)), y: Fixed(rawValue: Int32($0.y * 256)))
            }
            guard let triangle = MeshTriangle(vertices[0], vertices[1], vertices[2], .identity) else { continue }
            let before = counter.counts
            triangle.sweep(band, into: &counter)
            // No corner is farther than 3 pixels from its place in the grid.
            for y in max(0, j * 11 - 4)..<min(band.height, j * 11 + 16) {
              for x in max(0, i * 10 - 4)..<min(band.width, i * 10 + 15) {
                let isNew = counter.counts[y * band.width + x] > before[y * band.width + x]
                if isNew != isCovered(x, y, points) { wrong += 1 }
              }
            }
          }
        }
      }
      for y in 0..<66 { for x in 0..<70 where counter.counts[y * 80 + x] == 1 { once += 1 } }
      #expect(wrong == 0)
      #expect(counter.counts.reduce(0, +) == 66 * 70 && counter.counts.max() == 1)
      if step == 128 { onEdges += 1 }
    }
    print("R3A: \(once) pixels covered once, \(onEdges) meshes with corners on pixel centres")
    #expect(once == 24 * 66 * 70 && onEdges == 12)
  }

  @Test("R3A which of planes that intersect shows is decided for each pixel as exact rational arithmetic does")
  func intersections() {
    var random = SplitMix(seed: 3_102)
    var (decided, undecided, behind, near) = (0, 0, 0, 0)
    for _ in 0..<12 {
      let triangles = (0..<5).map { _ in random.exactTriangle() }
      let memory = TestMemory(ARGB8888.self, width: 96, height: 80)
      let depth = TestDepth(96, 80)
      withCanvas(memory.surface) { canvas in
        canvas.clear(PixelRect(width: 96, height: 80), to: .black)
        for (k, triangle) in triangles.enumerated() {
          let (mesh, v) = (TestMesh(capacity: 4), triangle.vertices)
          mesh.mesh.append(v[0], v[1], v[2], transform: ExactTriangle.transform)
          canvas.fill(mesh.mesh, paint: .color(Color(argb: planeColors[k])), depth: depth.buffer)
        }
      }
      for y in 0..<80 {
        for x in 0..<96 {
          switch shown(triangles, x, y) {
          case .some(let k):
            decided += 1
            if k.shown < triangles.count - 1 && k.covering.contains(where: { $0 > k.shown }) { behind += 1 }
            #expect(memory[x, y] == (k.shown < 0 ? 0xFF00_0000 : planeColors[k.shown]), "\(x), \(y)")
            if k.isNear { near += 1 }
          case .none: undecided += 1
          }
        }
      }
    }
    print("R3A: \(decided) pixels decided, \(undecided) not, \(behind) with a later plane behind, \(near) close")
    #expect(decided > 80_000 && undecided < decided / 50 && behind > 5000 && near > 30)
  }

  /// Which triangle shows, drawn one after the other; `nil` where rounding decides: within 1/128 pixel of an edge, and
  /// where depths differ from the tolerance by less than two roundings to 1/65536, 2⁻¹⁵.
  private func shown(
    _ triangles: [ExactTriangle], _ x: Int, _ y: Int
  ) -> (shown: Int, covering: [Int], isNear: Bool)? {
    var front: (numerator: Int128, denominator: Int128)?
    var (result, covering, isNear) = (-1, [Int](), false)
    for (k, triangle) in triangles.enumerated() {
      guard let isCovered = triangle.covers(x, y) else { return nil }
      guard isCovered, let depth = triangle.depth(x, y) else { continue }
      covering.append(k)
      if let previous = front {
        // 2^15 · (depth − previous + 1/256), over the product of the denominators.
        let product = depth.denominator * previous.denominator
        let difference =
          32768 * (depth.numerator * previous.denominator - previous.numerator * depth.denominator) + 128 * product
        if difference.magnitude < product.magnitude { return nil }
        if difference.magnitude < 32768 * product.magnitude { isNear = true }
        if difference < 0 { continue }
      }
      (front, result) = (depth, k)
    }
    return (result, covering, isNear)
  }

  @Test("R3A an image lies on a mesh in perspective: within 1/2048 of its pixels of the exact place")
  func textures() {
    var random = SplitMix(seed: 3_103)
    let side = 128
    let map = TestMemory(ARGB8888.self, width: side, height: side, padding: 0)
    for v in 0..<side { for u in 0..<side { map[u, v] = 0xFF00_0000 | UInt32(v) << 8 | UInt32(u) } }
    let image = unsafe Image(
      .argb8888, pixels: UnsafeRawPointer(map.surface.base), width: side, height: side,
      bytesPerRow: map.surface.bytesPerRow)
    var (compared, borders) = (0, 0)
    for _ in 0..<30 {
      let triangle = random.exactTriangle()
      let (us, vs) = ((0..<3).map { _ in random.next(in: 0...side) }, (0..<3).map { _ in random.next(in: 0...side) })
      var vertices = triangle.vertices
      for k in 0..<3 { (vertices[k].u, vertices[k].v) = (Fixed(us[k]), Fixed(vs[k])) }
      let (memory, mesh) = (TestMemory(ARGB8888.self, width: 96, height: 80), TestMesh(capacity: 1))
      mesh.mesh.append(vertices[0], vertices[1], vertices[2], transform: ExactTriangle.transform)
      withCanvas(memory.surface) {
        $0.clear(PixelRect(width: 96, height: 80))
        $0.draw(mesh.mesh, image: image, sampling: .nearest)
      }
      for y in 0..<80 {
        for x in 0..<96 where triangle.covers(x, y) == true {
          guard let u = triangle.value(us, x, y), let v = triangle.value(vs, x, y) else { continue }
          /// The pixels within 1/2048 of the place.
          func pixels(_ value: (numerator: Int128, denominator: Int128)) -> ClosedRange<Int> {
            let place = Double(value.numerator) / Double(value.denominator)
            let low = Int((place - 1.0 / 2048).rounded(.down)), high = Int((place + 1.0 / 2048).rounded(.down))
            return Swift.max(0, Swift.min(side - 1, low))...Swift.max(0, Swift.min(side - 1, high))
          }
          let shown = memory[x, y]
          compared += 1
          if pixels(u).count > 1 || pixels(v).count > 1 { borders += 1 }
          #expect(pixels(u).contains(Int(shown & 0xFF)) && pixels(v).contains(Int(shown >> 8 & 0xFF)))
        }
      }
    }
    print("R3A: \(compared) places of an image, \(borders) on the border of a pixel")
    #expect(compared > 15_000 && borders < compared / 50)
  }

  @Test("R3A colours of vertices are mixed in perspective, premultiplied, within 1/255")
  func colors() {
    var random = SplitMix(seed: 3_104)
    var (compared, worst) = (0, 0.0)
    for round in 0..<20 {
      let triangle = random.exactTriangle()
      var vertices = triangle.vertices
      for k in 0..<3 {
        vertices[k].color = Color(argb: UInt32(truncatingIfNeeded: random.next()) | (round % 2 == 0 ? 0xFF00_0000 : 0))
      }
      let (memory, mesh) = (TestMemory(ARGB8888.self, width: 96, height: 80), TestMesh(capacity: 1))
      mesh.mesh.append(vertices[0], vertices[1], vertices[2], transform: ExactTriangle.transform)
      withCanvas(memory.surface) {
        $0.clear(PixelRect(width: 96, height: 80))
        $0.draw(mesh.mesh)
      }
      for y in 0..<80 {
        for x in 0..<96 where triangle.covers(x, y) == true {
          let expected = (0..<4).map { channel -> Double in
            let values = vertices.map { channelOf($0.color.premultiplied.argb, channel) }
            guard let value = triangle.value(values, x, y) else { return 0 }
            return Double(value.numerator) / Double(value.denominator)
          }
          worst = max(worst, difference(memory[x, y], expected))
          compared += 1
        }
      }
    }
    print("R3A: \(compared) mixed colours, at worst \(worst)/255")
    #expect(compared > 10_000 && worst < 1)
  }

  @Test("R3A a mesh shows paints as a path does, and an opacity")
  func paints() {
    func check() {
      let ramp = TestRamp([(0, 0xFF10_2040), (1, 0x60E0_C020)])
      let (p, q) = (Point(8, 5), Point(60, 44))
      let paints: [Paint] = [
        .color(Color(argb: 0xFF30_90C0)), .color(Color(argb: 0x8030_90C0)),
        .linear(LinearGradient(from: p, to: q, ramp: ramp.ramp)),
        .radial(RadialGradient(startCenter: p, startRadius: 2, endCenter: q, endRadius: 30, ramp: ramp.ramp)),
        .conic(ConicGradient(center: p, startAngle: 1, ramp: ramp.ramp)),
      ]
      let (mesh, area) = (TestMesh(capacity: 2), PixelRect(minX: 3, minY: 4, maxX: 70, maxY: 50))
      mesh.mesh.append(
        MeshVertex(x: 3, y: 4), MeshVertex(x: 70, y: 4), MeshVertex(x: 70, y: 50), MeshVertex(x: 3, y: 50),
        transform: .identity)
      for paint in paints {
        let depth = TestDepth(80, 60)
        for buffer in [nil, depth.buffer] {
          #expect(
            draw { $0.fill(mesh.mesh, paint: paint, depth: buffer) }
              == draw { $0.fill(area, paint: paint) })
        }
      }
      let half = draw { $0.draw(mesh.mesh, opacity: 100) }
      #expect(half == draw { $0.fill(area, color: Color(argb: 0x6400_0000)) })
    }
    func draw(_ body: (inout Canvas) -> Void) -> [UInt8] {
      let memory = TestMemory(ARGB8888.self, width: 80, height: 60)
      withCanvas(memory.surface) {
        $0.clear(PixelRect(width: 80, height: 60), to: Color(argb: 0xFF10_4070))
        body(&$0)
      }
      return memory.bytes
    }
    check()
  }
}
