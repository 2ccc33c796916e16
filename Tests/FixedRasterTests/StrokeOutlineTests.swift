import Glibc
import TestSupport
import Testing

@testable import FixedRaster

@Suite struct StrokeOutlineTests {
  private func arc(radius: Double, from: Double = -2.2, to: Double = 2.2) -> [PathElement] {
    var path = PathRecorder()
    path.addArc(
      center: Point(240, 240), radius: Fixed(nearest: radius), startAngle: Fixed(nearest: from),
      endAngle: Fixed(nearest: to))
    return path.elements
  }

  @Test("R33 a gauge's arc costs a line for each chord and side, and its area is that of the ring")
  func gauge() {
    for (radius, width) in [(220.0, 8.0), (60, 20), (30, 2), (900, 30)] {
      let path = arc(radius: radius)
      let chords = flattened(path).pointCount - 1
      let result = stroked(path, StrokeStyle(width: Fixed(nearest: width)))
      // Two points for each chord, four at the ends, four more for every 64 chords.
      #expect(result.pointCount <= 2 * chords + 8 + chords / 8, "\(result.pointCount) points for \(chords) chords")
      // Chords at most 1/32 pixel inside make it less by two thirds of that along either edge, which the edges share.
      let exact = 4.4 * radius * width
      #expect(abs(result.area - exact) < 4.4 * radius / 40 + 1, "\(result.area) instead of \(exact)")
    }
  }

  @Test("R33 closed rings: the outline's parts add up to the ring, each wound around once and its hole not at all")
  func rings() {
    for (radius, width) in [(100.0, 10.0), (20, 12), (400, 3)] {
      var path = PathRecorder()
      path.addEllipse(in: Rect(x: 0, y: 0, width: Fixed(nearest: 2 * radius), height: Fixed(nearest: 2 * radius)))
      let result = stroked(path.elements, StrokeStyle(width: Fixed(nearest: width)))
      #expect(abs(result.area - 2 * .pi * radius * width) < radius / 5)
      #expect(result.polygons.count >= flattened(path.elements).pointCount / 64)
      for i in 0..<720 {
        let direction = Vec(cos(Double(i) * .pi / 360 + 0.001), sin(Double(i) * .pi / 360 + 0.001))
        func winding(_ r: Double) -> Int { result.winding(Vec(radius, radius) + r * direction) }
        #expect(
          winding(radius) == 1 && winding(radius - width / 2 + 0.05) == 1 && winding(radius + width / 2 - 0.05) == 1)
        #expect(winding(radius - width / 2 - 0.05) == 0 && winding(radius + width / 2 + 0.05) == 0)
      }
    }
  }

  @Test("R33 an upright rectangle's stroke has exact edges and no more points than it needs")
  func rectangle() {
    var path = PathRecorder()
    path.addRect(Rect(x: 10, y: 20, width: 100, height: 50))
    let result = stroked(path.elements, StrokeStyle(width: 4))
    #expect(result.area == Double(104 * 54 - 96 * 46))
    #expect(result.pointCount <= 14)
    let (xs, ys) = (Set(result.polygons.joined().map { Vec($0).x }), Set(result.polygons.joined().map { Vec($0).y }))
    #expect(xs == [8, 12, 60, 108, 112] && ys == [18, 22, 68, 72])
  }

  @Test("R33 long paths come in several polygons whose sum is the whole: no seam, no overlap on straight ground")
  func seams() {
    // 2000 pieces of a gently waving line: the area is length times width, up to the corners' slivers.
    var (path, length, last): ([PathElement], Double, Vec) = ([.move(Point(0, 100))], 0, Vec(0, 100))
    for i in 1...2000 {
      let p = Point(Double(i) / 4, 100 + 20 * sin(Double(i) / 100))
      path.append(.line(p))
      length += (Vec(p) - last).length
      last = Vec(p)
    }
    let result = stroked(path, StrokeStyle(width: 6, join: .round))
    #expect(result.polygons.count > 30)
    #expect(abs(result.area - 6 * length) < 2)
    var checked = 0
    for i in stride(from: 4.03, to: 496, by: 0.37) {
      let y = 100 + 20 * sin(i * 4 / 100)
      for offset in [-2.5, -1, 0.01, 1.5, 2.5] {
        checked += 1
        if result.winding(Vec(i, y + offset)) != 1 {
          Issue.record("at \(i), \(offset): \(result.winding(Vec(i, y + offset)))")
        }
      }
    }
    #expect(checked > 5000)
  }

  @Test("R33 all polygons wind clockwise, also where the transform mirrors or the curve is tighter than the pen")
  func orientation() {
    var random = SplitMix(seed: 337)
    var (places, wound) = (0, 0)
    for round in 0..<40 {
      let path: [PathElement] = [
        .move(random.point(10)), .cubic(control1: random.point(20), control2: random.point(20), end: random.point(10)),
        .line(random.point(10)), .quadratic(control: random.point(20), end: random.point(10)), .close,
      ]
      let transform = AffineTransform(scaleX: round & 1 == 0 ? 3 : -3, y: 2)
      let result = stroked(path, StrokeStyle(width: Fixed(nearest: random.real(1...40)), join: .round), transform)
      #expect(result.area > 0)
      for _ in 0..<100 {
        let winding = result.winding(Vec(random.real(-100...100), random.real(-70...70)))
        places += 1
        if winding > 0 { wound += 1 }
        if winding < 0 { Issue.record("wound around \(winding) times") }
      }
    }
    #expect(places == 4000 && wound > 500)
  }

  @Test("R33 a stroke drawn in bands is the same to the last bit, also where its curves reach far beyond them")
  func bands() {
    var random = SplitMix(seed: 338)
    var covered = 0
    for round in 0..<60 {
      let reach: Double = round % 3 == 0 ? 30_000 : 60
      var path: [PathElement] = [.move(random.point(60))]
      for _ in 0..<6 {
        path.append(.cubic(control1: random.point(reach), control2: random.point(60), end: random.point(reach)))
        path.append(.line(random.point(60)))
      }
      let style = StrokeStyle(width: Fixed(nearest: random.real(1...30)), join: .miter, miterLimit: 36)
      // Every band takes the whole path: fewer of them where its curves have thousands of chords.
      let smallest = reach > 60 ? (40, 30) : (7, 5)
      let pictures = [(61, 44), (28, 24), smallest].map { width, rows in
        let memory = TestMemory(ARGB8888.self, width: 61, height: 44)
        withCanvas(memory.surface, rows: rows, width: width) {
          $0.stroke(path.span, style: style, mapping: .identity, color: .white)
        }
        return memory.bytes
      }
      #expect(pictures[1] == pictures[0] && pictures[2] == pictures[0], "round \(round)")
      if pictures[0].contains(0xFF) { covered += 1 }
    }
    #expect(covered > 40)
  }

  @Test("R33 nothing traps or hangs: any raw coordinates, widths, limits and matrices")
  func anything() {
    var random = SplitMix(seed: 339)
    var (most, drawn) = (0, 0)
    for round in 0..<400 {
      func coefficient() -> Coefficient {
        Coefficient(rawValue: Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...40)))
      }
      func raw() -> Fixed {
        Fixed(rawValue: Int32(truncatingIfNeeded: random.next()) >> Int32(random.next(in: 0...31)))
      }
      var path: [PathElement] = [.move(random.extreme())]
      for _ in 0..<random.next(in: 1...4) {
        switch random.next(in: 0...4) {
        case 0: path.append(.line(random.extreme()))
        case 1: path.append(.quadratic(control: random.extreme(), end: random.extreme()))
        case 2: path.append(.cubic(control1: random.extreme(), control2: random.extreme(), end: random.extreme()))
        case 3: path.append(.close)
        default: path.append(.move(random.extreme()))
        }
      }
      let transform = AffineTransform(
        a: coefficient(), b: coefficient(), c: coefficient(), d: coefficient(), tx: coefficient(), ty: coefficient())
      let style = StrokeStyle(
        width: raw(), cap: LineCap(rawValue: UInt8(random.next(in: 0...2))) ?? .butt,
        join: LineJoin(rawValue: UInt8(random.next(in: 0...2))) ?? .miter, miterLimit: raw())
      // With a clip of a display's size, as drawing has, half of the time.
      let result = stroked(path, style, round % 3 == 0 ? .identity : transform)
      if result.pointCount > 0 { drawn += 1 }
      most = max(most, result.pointCount)
    }
    print("R33: \(drawn) drawn of 400, with up to \(most) points")
    #expect(drawn > 200 && most > 1000)
  }

  @Test("R33 the work is bounded: 100,000 pieces give at most a few points each")
  func work() {
    var random = SplitMix(seed: 340)
    var path: [PathElement] = [.move(Point(0, 0))]
    for _ in 0..<100_000 { path.append(.line(random.point(200))) }
    var counter = PointCounter()
    stroke(path.span, style: StrokeStyle(width: 3), mapping: .identity, into: &counter)
    #expect(counter.count > 200_000 && counter.count < 600_000)
  }

  @Test("R04 R33 where a transform flattens the pen to next to nothing, a curve's round joins stay below 8,192 points")
  func flattenedPens() {
    var random = SplitMix(seed: 341)
    var most = 0
    // Without a determinant, but for the rounding of half a width, 10,000 pixels.
    let transform = AffineTransform(a: 42, b: -2.96875, c: 2217.46875, d: -156.74072265625, tx: 0, ty: 0)
    for _ in 0..<20 {
      let path: [PathElement] = [
        .move(random.point(100)),
        .cubic(
          control1: Point(random.real(10_000...30_000), random.real(-80...80)), control2: random.point(80),
          end: random.point(80)),
      ]
      var counter = PointCounter()
      stroke(
        path.span, style: StrokeStyle(width: 9.171875, cap: .square, join: .round),
        mapping: Mapping(transform), into: &counter)
      most = max(most, counter.count)
    }
    print("R33: at most \(most) points of a flattened pen")
    // Six points for each of 256 · 129 chords, those of the arcs, and two where a polygon is full, after 64 of one
    // side.
    #expect(most > 20_000 && most < 256 * 129 * 6 * 33 / 32 + 8192)
  }
}

/// Counts what it is handed.
private struct PointCounter: PolygonSink {
  var count = 0
  mutating func move(to point: SubpixelPoint) { count += 1 }
  mutating func line(to point: SubpixelPoint) { count += 1 }
}
