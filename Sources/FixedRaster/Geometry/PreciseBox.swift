/// An upright rectangle whose sides may lie where those of no ``Rect`` do: on the device, and of a path that is wider
/// than coordinates are large. In points or in pixels, each side within ±2^31.
public struct PreciseBox: Hashable, Sendable {
  public var minX, minY, maxX, maxY: Coefficient

  @inlinable
  public init(minX: Coefficient, minY: Coefficient, maxX: Coefficient, maxY: Coefficient) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// All of a rectangle, also where its far sides lie beyond the last coordinate.
  public init(_ rect: Rect) { self = PreciseCorners(rect).preciseBox }

  public static var zero: PreciseBox { PreciseBox(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  /// With so much more on either side; less where that is negative.
  public func grown(by distance: Coefficient) -> PreciseBox {
    PreciseBox(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }

  /// The smallest upright rectangle that holds the four corners moved by the transform.
  public func applying(_ transform: AffineTransform) -> PreciseBox {
    if transform.isTranslation {
      return PreciseBox(
        minX: minX + transform.tx, minY: minY + transform.ty, maxX: maxX + transform.tx, maxY: maxY + transform.ty)
    }
    return PreciseCorners(
      topLeft: PrecisePoint(x: minX, y: minY), topRight: PrecisePoint(x: maxX, y: minY),
      bottomLeft: PrecisePoint(x: minX, y: maxY), bottomRight: PrecisePoint(x: maxX, y: maxY)
    ).applying(transform).preciseBox
  }
}

// MARK: - Whole pixels

// Sides are rounded to 1/65536 pixel first, as those of a Rect are: a side that rounding moved off a whole pixel is not
// taken for one beyond it. Pixels end at ±2^22, as device coordinates do.
extension PreciseBox {
  /// The smallest rectangle of whole pixels that holds this one, whose numbers are pixels.
  public var enclosingPixels: PixelRect {
    PixelRect(
      minX: Self.whole(minX, plus: 0), minY: Self.whole(minY, plus: 0), maxX: Self.whole(maxX, plus: 0xFFFF),
      maxY: Self.whole(maxY, plus: 0xFFFF))
  }

  /// The largest rectangle of whole pixels within this one; possibly empty.
  public var enclosedPixels: PixelRect {
    PixelRect(
      minX: Self.whole(minX, plus: 0xFFFF), minY: Self.whole(minY, plus: 0xFFFF), maxX: Self.whole(maxX, plus: 0),
      maxY: Self.whole(maxY, plus: 0))
  }

  /// The pixels between the sides, each rounded to the nearest.
  public var roundedPixels: PixelRect {
    PixelRect(
      minX: Self.whole(minX, plus: 0x8000), minY: Self.whole(minY, plus: 0x8000), maxX: Self.whole(maxX, plus: 0x8000),
      maxY: Self.whole(maxY, plus: 0x8000))
  }

  /// In 1/65536 pixel a side is within ±2^47.
  private static func whole(_ side: Coefficient, plus: Int64) -> Int32 {
    let rounded = (side.rawValue &>> 16) &+ (side.rawValue &>> 15) & 1
    return Int32(truncatingIfNeeded: Swift.max(-0x40_0000, Swift.min(0x40_0000, (rounded &+ plus) &>> 16)))
  }
}
