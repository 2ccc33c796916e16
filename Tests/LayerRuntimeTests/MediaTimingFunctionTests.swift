import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct MediaTimingFunctionTests {
  /// The curve's parameter, x by x, by halving in whole numbers: nothing is rounded but the result.
  private struct ExactCurve {
    let x1, y1, x2, y2: Int64

    init(_ x1: Fixed, _ y1: Fixed, _ x2: Fixed, _ y2: Fixed) {
      (self.x1, self.y1) = (Int64(x1.rawValue), Int64(y1.rawValue))
      (self.x2, self.y2) = (Int64(x2.rawValue), Int64(y2.rawValue))
    }

    func value(at progress: Coefficient) -> Double {
      let one = Int128(1) << 24
      // x in 2^-(16 + 72).
      let sought = Int128(progress.rawValue) << 56
      func x(_ t: Int128) -> Int128 {
        let u = one - t
        return 3 * u * u * t * Int128(x1) + 3 * u * t * t * Int128(x2) + (t * t * t) << 16
      }
      var (low, high) = (Int128(0), one)
      while high - low > 1 {
        let middle = (low + high) / 2
        if x(middle) <= sought { low = middle } else { high = middle }
      }
      // Between the last two the line does: their ys differ by less than 100 · 2^-24.
      func y(_ t: Int128) -> Double {
        let t = Double(t) / Double(one)
        let u = 1 - t
        return 3 * u * u * t * (Double(y1) / 65536) + 3 * u * t * t * (Double(y2) / 65536) + t * t * t
      }
      let part = Double(sought - x(low)) / Double(x(high) - x(low))
      return y(low) + (y(high) - y(low)) * part
    }
  }

  private func largestError(_ x1: Fixed, _ y1: Fixed, _ x2: Fixed, _ y2: Fixed, _ progresses: [Coefficient]) -> Double {
    let curve = MediaTimingFunction(controlPoints: x1, y1, x2, y2)
    let exact = ExactCurve(x1, y1, x2, y2)
    return progresses.map { abs(curve.value(at: $0).double - exact.value(at: $0)) }.max() ?? 0
  }

  /// Even steps, and close by the middle and the ends, where steep curves change most.
  private var progresses: [Coefficient] {
    var all = (0...32).map { Coefficient(rawValue: Int64($0) << 27) }
    for bits in stride(from: 0, through: 30, by: 3) {
      let near = Int64(1) << Int64(bits)
      all += [near, 1 << 31 - near, 1 << 31 + near, 1 << 32 - near].map { Coefficient(rawValue: $0) }
    }
    return all
  }

  @Test("L82 a timing function is within 2^-14 of its curve, over the grid of control points")
  func grid() {
    let xs: [Fixed] = [0, 0.1, 0.25, 0.42, 0.5, 0.58, 0.75, 1]
    let ys: [Fixed] = [-16, -1, 0, 0.1, 0.5, 1, 2, 16]
    var (worst, modest) = (0.0, 0.0)
    for x1 in xs {
      for x2 in xs {
        for y1 in ys {
          for y2 in ys {
            let error = largestError(x1, y1, x2, y2, progresses)
            #expect(error < 1 / 16384, "(\(x1), \(y1)), (\(x2), \(y2)): \(error)")
            worst = max(worst, error)
            if y1 >= 0 && y1 <= 1 && y2 >= 0 && y2 <= 1 { modest = max(modest, error) }
          }
        }
      }
    }
    print("timing functions: largest error 1/\(Int(1 / worst)), with ys within 0...1 1/\(Int(1 / modest))")
    // One halving less doubles the error.
    #expect(worst < 1 / 131_072 && modest < 1 / 131_072)
  }

  @Test(
    "L82 the named functions are within 2^-24 of their curves: lines between points of a smooth curve are that near")
  func named() {
    var worst = 0.0
    for curve in [MediaTimingFunction.easeIn, .easeOut, .easeInEaseOut, .default] {
      let (first, second) = (curve.controlPoint(at: 1), curve.controlPoint(at: 2))
      let even = (0...5000).map { Coefficient(rawValue: Int64($0) * 858_993) }
      worst = max(worst, largestError(first.x, first.y, second.x, second.y, even + progresses))
    }
    print("timing functions: the named ones at most \(worst * 4_294_967_296) · 2^-32 off")
    #expect(worst < 1 / 16_777_216)
  }

  @Test("L82 a timing function of any control points is within 2^-14 of its curve")
  func anyPoints() {
    var random = SplitMix(seed: 82)
    for _ in 0..<2000 {
      let (x1, x2) = (
        Fixed(rawValue: .random(in: 0...65536, using: &random)), Fixed(rawValue: .random(in: 0...65536, using: &random))
      )
      let (y1, y2) = (
        Fixed(rawValue: .random(in: -131072...131072, using: &random)),
        Fixed(rawValue: .random(in: -131072...131072, using: &random))
      )
      let places = (0..<40).map { _ in Coefficient(rawValue: .random(in: 0...1 << 32, using: &random)) }
      let error = largestError(x1, y1, x2, y2, places)
      #expect(error < 1 / 16384, "(\(x1), \(y1)), (\(x2), \(y2)): \(error)")
    }
  }

  @Test("L82 every timing function begins at exactly 0 and ends at exactly 1, and holds these beyond")
  func ends() {
    let curves: [MediaTimingFunction] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .default, .init(controlPoints: 0, 16, 1, -16),
      .init(controlPoints: 1, 0, 0, 1),
    ]
    for curve in curves {
      for early in [Coefficient.min, -1, 0] { #expect(curve.value(at: early) == 0) }
      for late in [Coefficient.one, 2, .max] { #expect(curve.value(at: late) == 1) }
      #expect(curve.value(at: Fixed.zero) == 0 && curve.value(at: Fixed.one) == 1)
    }
  }

  @Test("L82 the linear function is the progress itself, at every one; so is each whose points lie on the line")
  func linear() {
    let other = MediaTimingFunction(controlPoints: 0.3, 0.3, 0.9, 0.9)
    for raw in Int32(0)...65536 {
      let progress = Fixed(rawValue: raw)
      #expect(MediaTimingFunction.linear.value(at: progress) == progress && other.value(at: progress) == progress)
    }
    for raw in stride(from: Int64(0), through: 1 << 32, by: 999_983) {
      #expect(MediaTimingFunction.linear.value(at: Coefficient(rawValue: raw)).rawValue == raw)
    }
  }

  @Test("L82 a curve that rises rises at every step of 1/65536, the steep and the level ones too")
  func monotone() {
    let curves: [MediaTimingFunction] = [
      .easeIn, .easeOut, .easeInEaseOut, .default, .init(controlPoints: 1, 0, 0, 1), .init(controlPoints: 0, 1, 1, 0),
      .init(controlPoints: 0, 0, 0, 1), .init(controlPoints: 1, 0, 1, 1), .init(controlPoints: 0, 0, 0, 0),
      .init(controlPoints: 1, 1, 1, 1), .init(controlPoints: 0, 1, 0, 1), .init(controlPoints: 0.5, 0.5, 0.5, 0.5),
    ]
    for curve in curves {
      var last = Coefficient(0)
      for raw in Int32(0)...65536 {
        let value = curve.value(at: Coefficient(Fixed(rawValue: raw)))
        #expect(value >= last && value <= 1, "\(curve) at \(raw)")
        last = value
      }
    }
  }

  @Test("L82 the named functions have Core Animation's control points; beyond 0...1 and ±16 points are held")
  func points() {
    func points(_ curve: MediaTimingFunction) -> [Point] { (0...3).map(curve.controlPoint) }
    func middle(_ curve: MediaTimingFunction) -> [Point] { Array(points(curve)[1...2]) }
    for curve in [MediaTimingFunction.linear, .default] {
      #expect(points(curve).first == Point(x: 0, y: 0) && points(curve).last == Point(x: 1, y: 1))
    }
    #expect(middle(.linear) == [Point(x: 0, y: 0), Point(x: 1, y: 1)])
    #expect(middle(.easeIn) == [Point(x: 0.42, y: 0), Point(x: 1, y: 1)])
    #expect(middle(.easeOut) == [Point(x: 0, y: 0), Point(x: 0.58, y: 1)])
    #expect(middle(.easeInEaseOut) == [Point(x: 0.42, y: 0), Point(x: 0.58, y: 1)])
    #expect(middle(.default) == [Point(x: 0.25, y: 0.1), Point(x: 0.25, y: 1)])
    #expect(middle(.init(controlPoints: -3, -300, 7, 20)) == [Point(x: 0, y: -16), Point(x: 1, y: 16)])
    #expect(MediaTimingFunction.default.controlPoint(at: -1) == Point(x: 0, y: 0))
    #expect(MediaTimingFunction.default.controlPoint(at: 4) == Point(x: 1, y: 1))
    // Values known of the curve: CSS's "ease" is 0.8024 half way.
    #expect((MediaTimingFunction.default.value(at: 0.5 as Fixed) - 0.8024).magnitude < 0.0001)
    #expect(MediaTimingFunction.easeInEaseOut.value(at: 0.5 as Fixed) == 0.5)
  }
}
