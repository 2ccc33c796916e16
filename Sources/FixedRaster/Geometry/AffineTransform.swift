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

  @_disfavoredOverload
  public init(a: Fixed, b: Fixed, c: Fixed, d: Fixed, tx: Fixed, ty: Fixed) {
    self.init(
      a: Coefficient(a), b: Coefficient(b), c: Coefficient(c), d: Coefficient(d), tx: Coefficient(tx),
      ty: Coefficient(ty))
  }

  /// The same as ``identity``.
  public init() { self = .identity }

  public static var identity: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// A rotation in radians; positive turns clockwise as seen on the display (y grows downwards).
  public init(rotationAngle radians: Fixed) {
    let turn = sineCosine(radians)
    self.init(a: turn.cosine, b: turn.sine, c: -turn.sine, d: turn.cosine, tx: 0, ty: 0)
  }

  public init(scaleX x: Coefficient, y: Coefficient) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  @_disfavoredOverload
  public init(scaleX x: Fixed, y: Fixed) { self.init(scaleX: Coefficient(x), y: Coefficient(y)) }

  public init(translationX x: Fixed, y: Fixed) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: Coefficient(x), ty: Coefficient(y))
  }

  public var isIdentity: Bool { self == .identity }
  /// Whether it only moves.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// The transform that does this one first, then `next`.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    // Most layers are only moved: the same sums without their products.
    if next.isTranslation { return AffineTransform(a: a, b: b, c: c, d: d, tx: tx + next.tx, ty: ty + next.ty) }
    return AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }
}

// MARK: - One more step

// As CGAffineTransform has it: the new step is the one that a point goes through first.
extension AffineTransform {
  /// This transform after a move by (`x`, `y`), which a point goes through first.
  public func translatedBy(x: Fixed, y: Fixed) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// This transform after a scale, which a point goes through first.
  public func scaledBy(x: Coefficient, y: Coefficient) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  @_disfavoredOverload
  public func scaledBy(x: Fixed, y: Fixed) -> AffineTransform { scaledBy(x: Coefficient(x), y: Coefficient(y)) }

  /// Whether it turns the plane over.
  public var isMirrored: Bool { a * d < b * c }

  /// This transform after a turn, in radians, clockwise on the display if positive, which a point goes through first.
  public func rotated(by radians: Fixed) -> AffineTransform {
    AffineTransform(rotationAngle: radians).concatenating(self)
  }

  /// The transform that undoes this one, each member rounded to nearest; this one itself where none does, as with
  /// CGAffineTransform. ``inverse`` tells the two apart.
  public func inverted() -> AffineTransform { inverse ?? self }

  /// The transform that undoes this one, each member rounded to nearest; `nil` where the determinant is zero.
  public var inverse: AffineTransform? {
    let (a, b, c, d) = (ScaledNumber(a), ScaledNumber(b), ScaledNumber(c), ScaledNumber(d))
    let (tx, ty) = (ScaledNumber(tx), ScaledNumber(ty))
    let determinant = a * d - b * c
    if determinant.isZero { return nil }
    let reciprocal = determinant.reciprocal
    return AffineTransform(
      a: (d * reciprocal).coefficient, b: (-b * reciprocal).coefficient,
      c: (-c * reciprocal).coefficient, d: (a * reciprocal).coefficient,
      tx: ((c * ty - d * tx) * reciprocal).coefficient, ty: ((b * tx - a * ty) * reciprocal).coefficient)
  }
}

extension Point {
  /// The point moved by the transform, rounded to the nearest step of ``Fixed``, saturated.
  public func applying(_ transform: AffineTransform) -> Point { PrecisePoint(self).applying(transform).point }
}

extension Size {
  /// The extent scaled and turned as the transform does it to a displacement, without its translation; a member may
  /// come out negative. Rounded to the nearest step of ``Fixed``, saturated.
  public func applying(_ transform: AffineTransform) -> Size {
    var turn = transform
    (turn.tx, turn.ty) = (.zero, .zero)
    let end = Point(x: width, y: height).applying(turn)
    return Size(width: end.x, height: end.y)
  }
}

extension Rect {
  /// The smallest upright rectangle that holds the four corners moved by the transform, saturated: sides beyond ±32768
  /// and widths above 32767.99 are held there. ``PreciseBox`` holds them all.
  public func applying(_ transform: AffineTransform) -> Rect {
    PreciseCorners(self).applying(transform).box
  }
}
