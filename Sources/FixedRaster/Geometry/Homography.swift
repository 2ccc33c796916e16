// Stage: geometry. Input: where a plane lies in space. Output: where its places are seen on another plane, and back.

/// How one plane is seen on another: x' = (m11·x + m21·y + m41)/w, y' = (m12·x + m22·y + m42)/w, w = m14·x + m24·y +
/// m44.
///
/// These are nine of the members of a ``Transform3D``, those that the plane z = 0 needs. A common positive factor
/// counts nothing: they are kept as large as they fit, so that small ones have digits too. Places with w ≤ 0 lie behind
/// the viewer.
public struct Homography: Hashable, Sendable {
  private let m11, m12, m14: Coefficient
  private let m21, m22, m24: Coefficient
  private let m41, m42, m44: Coefficient

  /// - Parameters:
  ///   - x, y: the images of the directions of x and y.
  ///   - origin: the image of the origin.
  @inline(never)
  init(x: HomogeneousPoint, y: HomogeneousPoint, origin: HomogeneousPoint) {
    let unit = Swift.max(Swift.max(x.largestExponent, y.largestExponent), origin.largestExponent)
    (m11, m12, m14) = x.coefficients(unit)
    (m21, m22, m24) = y.coefficients(unit)
    (m41, m42, m44) = origin.coefficients(unit)
  }

  /// The view of the plane z = 0 through a transform of space.
  public init(_ transform: Transform3D) {
    self.init(
      x: HomogeneousPoint(transform.m11, transform.m12, transform.m14),
      y: HomogeneousPoint(transform.m21, transform.m22, transform.m24),
      origin: HomogeneousPoint(transform.m41, transform.m42, transform.m44))
  }

  /// An affine transform as one.
  public init(_ affine: AffineTransform) { self.init(Transform3D(affine)) }

  public static var identity: Homography { Homography(.identity as AffineTransform) }

  /// The members in their places; those that are none are the identity's.
  public var transform: Transform3D {
    var whole = Transform3D()
    (whole.m11, whole.m12, whole.m14) = (m11, m12, m14)
    (whole.m21, whole.m22, whole.m24) = (m21, m22, m24)
    (whole.m41, whole.m42, whole.m44) = (m41, m42, m44)
    return whole
  }

  private var x: HomogeneousPoint { HomogeneousPoint(m11, m12, m14) }
  private var y: HomogeneousPoint { HomogeneousPoint(m21, m22, m24) }
  private var origin: HomogeneousPoint { HomogeneousPoint(m41, m42, m44) }

  /// This one first, then `next`.
  public func concatenating(_ next: Homography) -> Homography {
    let (x, y, origin) = (next.x, next.y, next.origin)
    @inline(never)
    func row(_ p: HomogeneousPoint) -> HomogeneousPoint {
      HomogeneousPoint(
        x: p.x * x.x + p.y * y.x + p.w * origin.x, y: p.x * x.y + p.y * y.y + p.w * origin.y,
        w: p.x * x.w + p.y * y.w + p.w * origin.w)
    }
    return Homography(x: row(self.x), y: row(self.y), origin: row(self.origin))
  }

  /// The mapping from where the plane is seen back to the plane; `nil` where that is seen from its edge.
  public var inverse: Homography? { ProjectedPlane(transform)?.inverse }

  /// The mapping as an affine transform; `nil` where the plane is in perspective or does not lie before the viewer.
  public var affine: AffineTransform? { m14 == 0 && m24 == 0 ? affine(near: PrecisePoint(.zero)) : nil }

  /// The affine transform that is closest about a place of the plane; `nil` where that place is not seen.
  ///
  /// The derivatives of x' are (m11 − x'·m14)/w and (m21 − x'·m24)/w, those of y' likewise.
  @_optimize(size)
  public func affine(near place: PrecisePoint) -> AffineTransform? {
    guard let image = image(of: place) else { return nil }
    let one = image.w.reciprocal
    let (u, v) = (image.x * one, image.y * one)
    let (a, c) = ((x.x - u * x.w) * one, (y.x - u * y.w) * one)
    let (b, d) = ((x.y - v * x.w) * one, (y.y - v * y.w) * one)
    let (px, py) = (ScaledNumber(place.x), ScaledNumber(place.y))
    return AffineTransform(
      a: a.coefficient, b: b.coefficient, c: c.coefficient, d: d.coefficient,
      tx: (u - a * px - c * py).coefficient, ty: (v - b * px - d * py).coefficient)
  }

  /// Whether the seen side is the back.
  public var isMirrored: Bool { ProjectedPlane(transform)?.isMirrored ?? false }

  /// `nil` behind the viewer.
  fileprivate func image(of place: PrecisePoint) -> HomogeneousPoint? {
    let image = HomogeneousPoint(x: place.x, y: place.y, transform)
    return image.w.mantissa > 0 ? image : nil
  }
}

extension PrecisePoint {
  /// Where the place is seen; `nil` behind the viewer.
  public func applying(_ homography: Homography) -> PrecisePoint? {
    guard let image = homography.image(of: self) else { return nil }
    let one = image.w.reciprocal
    return PrecisePoint(x: (image.x * one).coefficient, y: (image.y * one).coefficient)
  }

  /// The place of the plane that is seen here; `nil` beyond the horizon, and where the plane is seen from its edge.
  public func unapplying(_ homography: Homography) -> PrecisePoint? {
    guard let plane = ProjectedPlane(homography.transform) else { return nil }
    let (u, v, w) = plane.weights(x: ScaledNumber(x), y: ScaledNumber(y))
    // 1/w at the place, times a positive factor.
    if w.mantissa <= 0 { return nil }
    let one = w.reciprocal
    return PrecisePoint(x: (u * one).coefficient, y: (v * one).coefficient)
  }
}

extension HomogeneousPoint {
  fileprivate init(_ x: Coefficient, _ y: Coefficient, _ w: Coefficient) {
    self.init(x: ScaledNumber(x), y: ScaledNumber(y), w: ScaledNumber(w))
  }

  /// In a unit of 2^unit in which all fit.
  @inline(never)
  fileprivate func coefficients(_ unit: Int64) -> (Coefficient, Coefficient, Coefficient) {
    // Mantissas stay below 2^62.
    func shared(_ number: ScaledNumber) -> Coefficient {
      if number.isZero || unit &- number.exponent > 62 { return .zero }
      return Coefficient(rawValue: number.mantissa &>> (unit &- number.exponent))
    }
    return (shared(x), shared(y), shared(w))
  }

  /// Exponent of the largest of the three; zero has none.
  fileprivate var largestExponent: Int64 {
    func exponent(_ number: ScaledNumber) -> Int64 { number.isZero ? -0x1000 : number.exponent }
    return Swift.max(exponent(w), Swift.max(exponent(x), exponent(y)))
  }
}
