/// The four corners of a rectangle on their way through several transforms; boxed only at the end, so that a box is not
/// boxed again at every step.
public struct PreciseCorners: Hashable, Sendable {
  public var topLeft, topRight, bottomLeft, bottomRight: PrecisePoint

  public init(_ rect: Rect) {
    // Origin and size rather than maxX and maxY, which stop at the end of Fixed: below 2^17, so the sums fit.
    let (x, y) = (Coefficient(rect.origin.x), Coefficient(rect.origin.y))
    let (right, bottom) = (x + Coefficient(rect.size.width), y + Coefficient(rect.size.height))
    topLeft = PrecisePoint(x: x, y: y)
    topRight = PrecisePoint(x: right, y: y)
    bottomLeft = PrecisePoint(x: x, y: bottom)
    bottomRight = PrecisePoint(x: right, y: bottom)
  }

  init(topLeft: PrecisePoint, topRight: PrecisePoint, bottomLeft: PrecisePoint, bottomRight: PrecisePoint) {
    (self.topLeft, self.topRight, self.bottomLeft, self.bottomRight) = (topLeft, topRight, bottomLeft, bottomRight)
  }

  public func applying(_ transform: AffineTransform) -> PreciseCorners { map { $0.applying(transform) } }

  /// Each corner through `move`.
  @inline(__always)
  public func map(_ move: (PrecisePoint) -> PrecisePoint) -> PreciseCorners {
    PreciseCorners(
      topLeft: move(topLeft), topRight: move(topRight), bottomLeft: move(bottomLeft), bottomRight: move(bottomRight))
  }

  /// The smallest upright rectangle that holds the corners; sides rounded to nearest and saturated.
  public var box: Rect {
    let box = preciseBox
    let origin = Point(x: box.minX.fixed, y: box.minY.fixed)
    return Rect(origin: origin, size: Size(width: box.maxX.fixed - origin.x, height: box.maxY.fixed - origin.y))
  }

  /// The smallest upright rectangle that holds the corners.
  public var preciseBox: PreciseBox {
    // Pairwise: min and max of more than two allocate an array.
    PreciseBox(
      minX: Swift.min(Swift.min(topLeft.x, topRight.x), Swift.min(bottomLeft.x, bottomRight.x)),
      minY: Swift.min(Swift.min(topLeft.y, topRight.y), Swift.min(bottomLeft.y, bottomRight.y)),
      maxX: Swift.max(Swift.max(topLeft.x, topRight.x), Swift.max(bottomLeft.x, bottomRight.x)),
      maxY: Swift.max(Swift.max(topLeft.y, topRight.y), Swift.max(bottomLeft.y, bottomRight.y)))
  }
}
