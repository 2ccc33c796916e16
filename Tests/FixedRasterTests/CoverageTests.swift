import TestSupport
import Testing

@testable import FixedRaster

/// Coverage as a picture: what the accumulator emits, and proof that it emits each pixel once.
struct CoveragePicture: SpanSink {
  let width: Int, height: Int
  var values: [UInt8]
  var visits: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = Array(repeating: 0, count: width * height)
    visits = values
  }

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    #expect(coverage >= 1 && coverage <= 255)
    for i in 0..<count { set(x + i, y, coverage) }
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    for i in 0..<count {
      let c = unsafe coverage[i]
      #expect(c >> 16 == c & 0xFFFF && c & 0xFFFF <= 255)
      set(x + i, y, c & 0xFF)
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ coverage: UInt32) {
    values[y * width + x] = UInt8(coverage)
    visits[y * width + x] += 1
  }
}

typealias Polygon = [SubpixelPoint]

func point(_ x: Int, _ y: Int) -> SubpixelPoint {
  SubpixelPoint(x: Subpixel(rawValue: Int32(x)), y: Subpixel(rawValue: Int32(y)))
}

/// Accumulates polygons over `clip` and answers its coverage.
func coverage(_ polygons: [Polygon], clip: PixelRect, rule: FillRule = .nonZero) -> CoveragePicture {
  let workspace = CoverageWorkspace(width: clip.width, rows: clip.height)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var accumulator = unsafe CoverageAccumulator(memory: memory, workspace: workspace)
  var picture = CoveragePicture(width: clip.width, height: clip.height)
  // Twice: the second time shows that the first left nothing behind.
  for _ in 0..<2 {
    picture = CoveragePicture(width: clip.width, height: clip.height)
    accumulator.begin(clip: clip)
    for polygon in polygons where !polygon.isEmpty {
      accumulator.move(to: polygon[0])
      for p in polygon.dropFirst() { accumulator.line(to: p) }
    }
    accumulator.sweep(rule, into: &picture)
  }
  return picture
}

/// The signed area of a polygon inside one pixel, in floating point: cut against the four sides, then summed.
func exactArea(_ polygon: Polygon, x: Int, y: Int) -> Double {
  var points = polygon.map { (Double($0.x.rawValue) / 256, Double($0.y.rawValue) / 256) }
  func cut(_ inside: ((Double, Double)) -> Double) {
    var result: [(Double, Double)] = []
    for i in points.indices {
      let (a, b) = (points[i], points[(i + 1) % points.count])
      let (da, db) = (inside(a), inside(b))
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) {
        let t = da / (da - db)
        result.append((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t))
      }
    }
    points = result
  }
  cut { $0.0 - Double(x) }
  cut { Double(x + 1) - $0.0 }
  cut { $0.1 - Double(y) }
  cut { Double(y + 1) - $0.1 }
  var area = 0.0
  for i in points.indices {
    let (a, b) = (points[i], points[(i + 1) % points.count])
    area += a.0 * b.1 - b.0 * a.1
  }
  return area / 2
}

@Test("R31 the coverage of random triangles is their exact area in each pixel, within 2/255")
func coverageIsExactArea() {
  var random = SplitMix(seed: 31)
  var partial = 0, full = 0, beyond = 0
  for _ in 0..<400 {
    let polygon = (0..<3).map { _ in point(random.next(in: -1500...4500), random.next(in: -1500...4500)) }
    if polygon.contains(where: { $0.x.rawValue < 0 || $0.y.rawValue > 12 * 256 }) { beyond += 1 }
    let picture = coverage([polygon], clip: PixelRect(width: 12, height: 12))
    for y in 0..<12 {
      for x in 0..<12 {
        let exact = min(abs(exactArea(polygon, x: x, y: y)), 1) * 255
        let got = Double(picture.values[y * 12 + x])
        // Up to one step because coverage is cut to whole 256ths, up to one more because crossings are rounded to
        // 1/256.
        #expect(abs(got - exact) <= 2, "pixel \(x),\(y) of \(polygon)")
        if got == 255 { full += 1 } else if got > 0 { partial += 1 }
        #expect(picture.visits[y * 12 + x] <= 1)
      }
    }
  }
  #expect(partial > 1000 && full > 1000 && beyond > 100)
}

@Test("R31 R04 lines of up to 16384 pixels, halved until their slopes are exact, stay within 3/255 of their area")
func longLinesAreNearlyExact() {
  var random = SplitMix(seed: 3_104)
  let far = 1 << 21
  var partial = 0
  var worst = 0.0
  for _ in 0..<2000 {
    let polygon = [
      point(random.next(in: 0...12 * 256), random.next(in: 0...12 * 256)),
      point(random.next(in: -far...far), random.next(in: -far...far)),
      point(random.next(in: -far...far), random.next(in: -far...far)),
    ]
    let picture = coverage([polygon], clip: PixelRect(width: 12, height: 12))
    for y in 0..<12 {
      for x in 0..<12 {
        let exact = min(abs(exactArea(polygon, x: x, y: y)), 1) * 255
        let got = Double(picture.values[y * 12 + x])
        worst = max(worst, abs(got - exact))
        if got > 0 && got < 255 { partial += 1 }
      }
    }
  }
  print("R31 long lines: \(partial) pixels are covered in part, at most \(worst)/255 off")
  // Two as above, and one because a line is halved twice, where it moves by 1/512 pixel each: half a step.
  #expect(worst <= 3 && partial > 10_000)
}

@Test("R31 the same polygon gives the same coverage whatever the clip and its corner")
func coverageDoesNotDependOnClip() {
  var random = SplitMix(seed: 100)
  var (distant, regular) = (0, 0)
  for round in 0..<1500 {
    let reach = round % 3 == 0 ? 1 << 29 : round % 3 == 1 ? 1 << 20 : 40 * 256
    if reach > 1 << 21 { distant += 1 }
    // On a coarse grid lines cross rows and columns at whole numbers and go through pixels' corners.
    let step = reach == 40 * 256 && round % 4 < 2 ? 128 : 1
    if step > 1 { regular += 1 }
    let polygon = (0..<5).map { _ in
      point(random.next(in: -reach / step...reach / step) * step, random.next(in: -reach / step...reach / step) * step)
    }
    let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
    let whole = coverage([polygon], clip: PixelRect(width: 70, height: 40), rule: rule)
    for _ in 0..<4 {
      let x = random.next(in: 0...60), y = random.next(in: 0...30)
      let part = PixelRect(
        minX: Int32(x), minY: Int32(y), maxX: Int32(random.next(in: x + 1...70)),
        maxY: Int32(random.next(in: y + 1...40)))
      let tile = coverage([polygon], clip: part, rule: rule)
      for ty in 0..<part.height {
        for tx in 0..<part.width {
          #expect(tile.values[ty * part.width + tx] == whole.values[(y + ty) * 70 + x + tx])
        }
      }
    }
  }
  #expect(distant > 250 && regular > 200)
}

@Test("R31 two polygons that share an edge cover the plane without a seam, and opposite ones cancel to nothing")
func sharedEdgesCancel() {
  var random = SplitMix(seed: 7)
  for _ in 0..<200 {
    let a = point(random.next(in: 0...5000), random.next(in: -300...0))
    let b = point(random.next(in: 0...5000), random.next(in: 5120...5400))
    let left: Polygon = [point(0, -400), a, b, point(0, 5500)]
    let right: Polygon = [a, point(5200, -400), point(5200, 5500), b]
    let both = coverage([left, right], clip: PixelRect(minX: 0, minY: 1, maxX: 20, maxY: 20))
    #expect(both.values.allSatisfy { $0 == 255 })
    let none = coverage([left, left.reversed()], clip: PixelRect(width: 20, height: 20))
    #expect(none.values.allSatisfy { $0 == 0 })
  }
}

@Test("R31 a polygon covers the same whichever way it runs, by either rule")
func coverageDoesNotDependOnDirection() {
  var random = SplitMix(seed: 31_30)
  var partial = 0
  for round in 0..<200 {
    let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
    let polygon = (0..<9).map { _ in point(random.next(in: -500...5600), random.next(in: -500...5600)) }
    let clip = PixelRect(width: 20, height: 20)
    let (forth, back) = (
      coverage([polygon], clip: clip, rule: rule), coverage([polygon.reversed()], clip: clip, rule: rule)
    )
    #expect(forth.values == back.values)
    partial += forth.values.count { $0 > 0 && $0 < 255 }
  }
  #expect(partial > 10_000)
}

@Test("R30 non-zero fills where windings add up, even-odd leaves the doubly wound out")
func fillRules() {
  let outer: Polygon = [point(0, 0), point(2560, 0), point(2560, 2560), point(0, 2560)]
  let inner: Polygon = [point(512, 512), point(2048, 512), point(2048, 2048), point(512, 2048)]
  let clip = PixelRect(width: 10, height: 10)
  let nonZero = coverage([outer, inner], clip: clip, rule: .nonZero)
  let evenOdd = coverage([outer, inner], clip: clip, rule: .evenOdd)
  let hole = coverage([outer, inner.reversed()], clip: clip, rule: .nonZero)
  for y in 0..<10 {
    for x in 0..<10 {
      let isInner = (2..<8).contains(x) && (2..<8).contains(y)
      #expect(nonZero.values[y * 10 + x] == 255)
      #expect(evenOdd.values[y * 10 + x] == (isInner ? 0 : 255))
      #expect(hole.values[y * 10 + x] == (isInner ? 0 : 255))
    }
  }
}
