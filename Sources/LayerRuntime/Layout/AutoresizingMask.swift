// Stage: layout. The simplest of it: what of a layer's place gives way when its superlayer's size changes.

import FixedRaster

/// Which of its margins and sizes a layer lets go when its superlayer is resized; those that are not named stay.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The margin on the left.
  public static var minXMargin: AutoresizingMask { AutoresizingMask(rawValue: 1) }
  public static var widthSizable: AutoresizingMask { AutoresizingMask(rawValue: 2) }
  /// The margin on the right.
  public static var maxXMargin: AutoresizingMask { AutoresizingMask(rawValue: 4) }
  /// The margin at the top.
  public static var minYMargin: AutoresizingMask { AutoresizingMask(rawValue: 8) }
  public static var heightSizable: AutoresizingMask { AutoresizingMask(rawValue: 16) }
  /// The margin at the bottom.
  public static var maxYMargin: AutoresizingMask { AutoresizingMask(rawValue: 32) }

  var horizontal: UInt8 { rawValue & 7 }
  var vertical: UInt8 { (rawValue &>> 3) & 7 }
}

/// A margin, a size and a margin, that together are as long as the superlayer.
struct ResizedAxis {
  private(set) var margin, size: Fixed

  /// - Parameters:
  ///   - parts: which of the three give way: 1 the first margin, 2 the size, 4 the other margin.
  ///   - old, new: the superlayer's lengths.
  init(margin: Fixed, size: Fixed, parts: UInt8, old: Fixed, new: Fixed) {
    (self.margin, self.size) = (margin, size)
    let delta = Int64(new.rawValue) - Int64(old.rawValue)
    if parts == 0 || delta == 0 { return }
    // They share the difference as their lengths are to each other; evenly where there is none. What lies outside has
    // none.
    let far = Int64(old.rawValue) - Int64(margin.rawValue) - Int64(size.rawValue)
    func length(_ part: UInt8, _ value: Int64) -> Int64 { parts & part == 0 ? 0 : max(0, value) }
    var (a, b, c) = (length(1, Int64(margin.rawValue)), length(2, Int64(size.rawValue)), length(4, far))
    if a + b + c == 0 { (a, b, c) = (parts & 1 == 0 ? 0 : 1, parts & 2 == 0 ? 0 : 1, parts & 4 == 0 ? 0 : 1) }
    // Lengths are below 2^33, the difference below 2^32: products fit 64 bits only once halved.
    func share(_ length: Int64) -> Int64 {
      let (whole, rest) = delta.quotientAndRemainder(dividingBy: a + b + c)
      return whole * length + Layer.rounded(rest, length, a + b + c)
    }
    self.margin = Layer.saturated(Int64(margin.rawValue) + share(a))
    self.size = Layer.saturated(max(0, Int64(size.rawValue) + share(b)))
  }
}

extension Layer {
  /// `a · b / c` to the nearest, halves away from zero; |a| < c and 0 ≤ b ≤ c, c at most 2^34.
  fileprivate static func rounded(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 {
    let product = a.magnitude.multipliedFullWidth(by: b.magnitude)
    let (low, carry) = product.low.addingReportingOverflow(c.magnitude / 2)
    let quotient = c.magnitude.dividingFullWidth((product.high + (carry ? 1 : 0), low)).quotient
    return a < 0 ? -Int64(quotient) : Int64(quotient)
  }

  fileprivate static func saturated(_ value: Int64) -> Fixed {
    Fixed(rawValue: Int32(truncatingIfNeeded: max(Int64(Int32.min), min(Int64(Int32.max), value))))
  }

  /// The frame that the layer's mask gives it when its superlayer had another size.
  final func autoresizedFrame(oldSize: Size, in superlayer: Layer) -> Rect {
    let (frame, bounds, mask) = (frame, superlayer.bounds, autoresizingMask)
    let x = ResizedAxis(
      margin: frame.origin.x - bounds.origin.x, size: frame.size.width, parts: mask.horizontal,
      old: oldSize.width, new: bounds.size.width)
    let y = ResizedAxis(
      margin: frame.origin.y - bounds.origin.y, size: frame.size.height, parts: mask.vertical,
      old: oldSize.height, new: bounds.size.height)
    return Rect(x: x.margin + bounds.origin.x, y: y.margin + bounds.origin.y, width: x.size, height: y.size)
  }
}
