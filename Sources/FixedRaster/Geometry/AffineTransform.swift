/// A transform of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable {
  public var a, b, c, d: Coefficient
  /// The translation, in points.
  public var tx, ty: Coefficient

  @inlinable
  public init(a: Coefficient, b: Coefficient, c: Coefficient, d: Coefficient, tx: Coefficient, ty: Coefficient) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static var identity: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// A rotation in radians; positive turns clockwise as seen on the display (y grows downwards).
  public init(rotationAngle radians: Fixed) {
    let turn = sineCosine(radians)
    self.init(a: turn.cosine, b: turn.sine, c: -turn.sine, d: turn.cosine, tx: 0, ty: 0)
  }

  public init(scaleX x: Coefficient, y: Coefficient) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  public init(translationX x: Fixed, y: Fixed) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: Coefficient(x), ty: Coefficient(y))
  }

  public var isIdentity: Bool { self == .identity }

  /// The transform that does this one first, then `next`.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// This transform after a move by (`x`, `y`): what a point goes through first.
  public func translatedBy(x: Fixed, y: Fixed) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// The transform that undoes this one; `nil` where the determinant is zero.
  public func inverted() -> AffineTransform? {
    let determinant = a * d - b * c
    if determinant == .zero { return nil }
    let inverse = AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant, tx: 0, ty: 0)
    return AffineTransform(
      a: inverse.a, b: inverse.b, c: inverse.c, d: inverse.d,
      tx: -(tx * inverse.a + ty * inverse.c), ty: -(tx * inverse.b + ty * inverse.d))
  }
}

extension Point {
  /// The point moved by the transform, rounded to the nearest step of ``Fixed``, saturated.
  public func applying(_ transform: AffineTransform) -> Point {
    let (px, py) = (Coefficient(x), Coefficient(y))
    return Point(
      x: (transform.a * px + transform.c * py + transform.tx).fixed,
      y: (transform.b * px + transform.d * py + transform.ty).fixed)
  }
}

extension Rect {
  /// The smallest upright rectangle that holds the four corners moved by the transform.
  public func applying(_ transform: AffineTransform) -> Rect {
    let corners = (
      Point(x: minX, y: minY).applying(transform), Point(x: maxX, y: minY).applying(transform),
      Point(x: minX, y: maxY).applying(transform), Point(x: maxX, y: maxY).applying(transform)
    )
    let left = Swift.min(Swift.min(corners.0.x, corners.1.x), Swift.min(corners.2.x, corners.3.x))
    let right = Swift.max(Swift.max(corners.0.x, corners.1.x), Swift.max(corners.2.x, corners.3.x))
    let top = Swift.min(Swift.min(corners.0.y, corners.1.y), Swift.min(corners.2.y, corners.3.y))
    let bottom = Swift.max(Swift.max(corners.0.y, corners.1.y), Swift.max(corners.2.y, corners.3.y))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
