import FixedRaster
import Foundation
import TestSupport
import Testing

/// A rectangle's functions against those of Foundation's CGRect, which are Core Graphics'.
@Suite struct RectTests {
  private func cg(_ r: Rect) -> CGRect {
    r.isNull
      ? .null
      : CGRect(
        x: Double(r.origin.x), y: Double(r.origin.y), width: Double(r.size.width), height: Double(r.size.height))
  }

  private func isSame(_ a: Rect, _ b: CGRect) -> Bool {
    if a.isNull || b.isNull { return a.isNull == b.isNull }
    return cg(a) == b
  }

  /// Rectangles of few different sides, so that they touch, hold each other and are empty often.
  private func rect(_ random: inout SplitMix) -> Rect {
    func number(_ range: ClosedRange<Int>) -> Fixed { Fixed(random.next(in: range), over: 2) }
    if random.next(in: 0...30) == 0 { return .null }
    return Rect(x: number(-6...6), y: number(-6...6), width: number(-6...6), height: number(-6...6))
  }

  @Test("R10 union, intersection, contains, insetBy, offsetBy and integral answer as CGRect does")
  func asCoreGraphics() {
    var random = SplitMix(seed: 5)
    var counts = (null: 0, touching: 0, held: 0, collapsed: 0, empty: 0)
    for _ in 0..<40_000 {
      let (a, b) = (rect(&random), rect(&random))
      let (ca, cb) = (cg(a), cg(b))
      let common = a.intersection(b)
      #expect(isSame(common, ca.intersection(cb)))
      #expect(a.intersects(b) == ca.intersects(cb) && a.isEmpty == ca.isEmpty && a.isNull == ca.isNull)
      #expect(isSame(a.union(b), ca.union(cb)))
      #expect(isSame(a.standardized, ca.standardized) && isSame(a.integral, ca.integral))
      #expect(a.contains(b) == ca.contains(cb))
      let (dx, dy) = (Fixed(random.next(in: -6...6), over: 4), Fixed(random.next(in: -6...6), over: 4))
      let inset = a.insetBy(dx: dx, dy: dy)
      #expect(isSame(inset, ca.insetBy(dx: Double(dx), dy: Double(dy))))
      #expect(isSame(a.offsetBy(dx: dx, dy: dy), ca.offsetBy(dx: Double(dx), dy: Double(dy))))
      let point = Point(x: Fixed(random.next(in: -6...6), over: 2), y: Fixed(random.next(in: -6...6), over: 2))
      #expect(a.contains(point) == ca.contains(CGPoint(x: Double(point.x), y: Double(point.y))))
      if !a.isNull {
        #expect(Double(a.minX) == ca.minX && Double(a.maxY) == ca.maxY && Double(a.midX) == ca.midX)
        #expect(Double(a.width) == ca.width && Double(a.height) == ca.height && Double(a.midY) == ca.midY)
      }
      if common.isNull { counts.null += 1 } else if common.isEmpty { counts.touching += 1 }
      if a.contains(b) { counts.held += 1 }
      if inset.isNull && !a.isNull { counts.collapsed += 1 }
      if a.isEmpty { counts.empty += 1 }
    }
    #expect(min(counts.null, counts.touching, counts.held, counts.collapsed, counts.empty) > 500)
  }

  @Test("R10 an empty rectangle adds its place to a union, null adds nothing")
  func unions() {
    let box = Rect(x: 10, y: 10, width: 5, height: 5)
    #expect(box.union(.zero) == Rect(x: 0, y: 0, width: 15, height: 15) && Rect.zero.union(box) == box.union(.zero))
    #expect(box.union(.null) == box && Rect.null.union(box) == box && Rect.null.union(.null).isNull)
    #expect(Rect.null.isEmpty && !Rect.zero.isNull)
  }

  @Test("R10 sides beyond the ends of the numbers do not move the others")
  func ends() {
    let right = Rect(x: 30000, y: 0, width: 10000, height: 10)
    #expect(right.insetBy(dx: 100, dy: 0) == Rect(x: 30100, y: 0, width: 9800, height: 10))
    #expect(right.union(Rect(x: 29000, y: 0, width: 1, height: 1)) == Rect(x: 29000, y: 0, width: 11000, height: 10))
    #expect(
      right.intersection(Rect(x: 31000, y: 5, width: 20000, height: 5)) == Rect(x: 31000, y: 5, width: 9000, height: 5))
    let left = Rect(x: -32000, y: 0, width: 5000, height: 10)
    #expect(left.insetBy(dx: -2000, dy: 0) == Rect(x: -32768, y: 0, width: 7768, height: 10))
    #expect(Rect(x: 0, y: 0, width: 10, height: 10).insetBy(dx: .max, dy: .min).isNull)
    let all = Rect(x: .min, y: .min, width: .max, height: .max).union(Rect(x: 0, y: 0, width: .max, height: .max))
    #expect(all == Rect(x: .min, y: .min, width: .max, height: .max))
    #expect(Rect(x: .max, y: 0.5, width: 10, height: 1).integral == Rect(x: 32767, y: 0, width: 11, height: 2))
    #expect(Rect(x: .min, y: 0, width: .max, height: 1).integral == Rect(x: -32768, y: 0, width: 32767, height: 1))
    #expect(Rect(x: -30000, y: 0, width: -10000, height: 1).integral == Rect(x: -32768, y: 0, width: 2768, height: 1))
  }
}
