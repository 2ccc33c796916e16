// Stage: layout. Its simplest kind: the parts of a layer's place that give way when its superlayer's size changes.

import FixedRaster

/// Which of its margins and sizes a layer lets go when its superlayer is resized; those that are not named stay.
///
/// Along each axis one part takes all of the change, two margins take half of it each, and a margin, the size and the
/// other margin a third each. Of one margin and the size the margin takes two thirds, as on `CALayer`; where there are
/// thirds the frame's edges go outwards to whole points. A size that would become negative is standardised.
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

/// Where a layer lies along an axis of its superlayer.
struct ResizedAxis {
  private(set) var origin, size: Fixed

  /// The shares are those of `CALayer`, as measured: one part takes all of the growth, two margins take half each; of a
  /// margin and the size the margin takes two thirds and the size one; of all three each takes a third. Where there are
  /// thirds, both edges then go outwards to whole points, so that the size may be a point more than its share.
  ///
  /// - Parameters:
  ///   - parts: which give way: 1 the first margin, 2 the size, 4 the other margin.
  ///   - growth: of the superlayer's length, in steps of 1/65536 point; below 2^32 either way.
  init(origin: Fixed, size: Fixed, parts: UInt8, growth: Int64) {
    (self.origin, self.size) = (origin, size)
    if growth == 0 { return }
    let low = Int64(origin.rawValue)
    let high = low + Int64(size.rawValue)
    switch parts {
    case 1: place(low + growth, high + growth)
    case 2: place(low, high + growth)
    case 3: place(thirds: 3 * low + 2 * growth, 3 * (high + growth))
    case 5: place(low + growth >> 1, high + growth >> 1)
    case 6: place(thirds: 3 * low, 3 * high + growth)
    case 7: place(thirds: 3 * low + growth, 3 * high + 2 * growth)
    default: break
    }
  }

  /// The size is negative where the edges have changed sides: for ``Layer/frame`` to standardise.
  private mutating func place(_ low: Int64, _ high: Int64) {
    origin = Layer.saturated(low)
    size = Layer.saturated(high - low)
  }

  /// Sets the edges, given in thirds of a step.
  private mutating func place(thirds low: Int64, _ high: Int64) {
    let point: Int64 = 3 << 16
    func floor(_ edge: Int64) -> Int64 { edge >= 0 ? edge / point : -((point - 1 - edge) / point) }
    let (first, last) = (Swift.min(low, high), Swift.max(low, high))
    place(floor(first) << 16, -floor(-last) << 16)
  }
}

extension AutoresizingMask {
  var keepsSize: Bool { isDisjoint(with: [.widthSizable, .heightSizable]) }
}

extension Layer {
  static func saturated(_ value: Int64) -> Fixed {
    Fixed(rawValue: Int32(truncatingIfNeeded: max(Int64(Int32.min), min(Int64(Int32.max), value))))
  }

  /// The frame that the layer's mask gives it when its superlayer had another size.
  final func autoresizedFrame(oldSize: Size, in superlayer: Layer) -> Rect {
    let (frame, size, mask) = (frame, superlayer.resizing ?? superlayer.bounds.size, autoresizingMask)
    let x = ResizedAxis(
      origin: frame.origin.x, size: frame.size.width, parts: mask.horizontal,
      growth: Int64(size.width.rawValue) - Int64(oldSize.width.rawValue))
    let y = ResizedAxis(
      origin: frame.origin.y, size: frame.size.height, parts: mask.vertical,
      growth: Int64(size.height.rawValue) - Int64(oldSize.height.rawValue))
    return Rect(x: x.origin, y: y.origin, width: x.size, height: y.size)
  }
}
