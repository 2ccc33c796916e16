/// A place in points on its way through several transforms: 32.32, so that sixteen steps add up to less than a 1/1024
/// pt.
public struct PrecisePoint: Hashable, Sendable {
  public var x, y: Coefficient

  @inlinable @inline(__always)
  public init(x: Coefficient, y: Coefficient) {
    self.x = x
    self.y = y
  }

  @inlinable @inline(__always)
  public init(_ point: Point) { self.init(x: Coefficient(point.x), y: Coefficient(point.y)) }

  /// The nearest ``Point``, saturated.
  @inlinable @inline(__always)
  public var point: Point { Point(x: x.fixed, y: y.fixed) }

  /// The place the transform moves this one to; each of the four products is off by at most 2⁻³³.
  public func applying(_ transform: AffineTransform) -> PrecisePoint {
    if transform.isTranslation { return PrecisePoint(x: x + transform.tx, y: y + transform.ty) }
    return PrecisePoint(
      x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
  }

  /// The place that the transform moves to this one, off by at most 2⁻³²; `nil` where the determinant is zero.
  ///
  /// Better than applying the inverse: that one's members are themselves rounded.
  public func unapplying(_ transform: AffineTransform) -> PrecisePoint? {
    if transform.isTranslation { return PrecisePoint(x: x - transform.tx, y: y - transform.ty) }
    let (a, b) = (ScaledNumber(transform.a), ScaledNumber(transform.b))
    let (c, d) = (ScaledNumber(transform.c), ScaledNumber(transform.d))
    let determinant = a * d - b * c
    if determinant.isZero { return nil }
    let reciprocal = determinant.reciprocal
    let (dx, dy) = (ScaledNumber(x - transform.tx), ScaledNumber(y - transform.ty))
    return PrecisePoint(
      x: ((d * dx - c * dy) * reciprocal).coefficient, y: ((a * dy - b * dx) * reciprocal).coefficient)
  }
}
