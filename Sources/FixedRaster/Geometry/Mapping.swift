// Stage: geometry. Input: where a plane lies. Output: which of its places each device pixel shows, and back. Layers,
// paths, gradients and images are drawn through it.

/// From a layer's coordinates, or those of another plane, to device pixels.
///
/// Of a plane in perspective only the part before the viewer, within ±8192 pixels, is drawn; of one that is seen from
/// its edge, or lies behind the viewer as a whole, nothing is.
public enum Mapping: Hashable, Sendable {
  case affine(AffineTransform)
  /// In perspective; parallel lines may meet.
  case projective(Homography)

  public static var identity: Mapping { .affine(.identity) }

  public init(_ transform: AffineTransform) { self = .affine(transform) }

  /// Affine where the plane is not in perspective and lies before the viewer.
  public init(_ homography: Homography) { self = homography.affine.map { .affine($0) } ?? .projective(homography) }

  /// The view of the plane z = 0 through a transform of space: affine where that is not in perspective.
  public init(_ transform: Transform3D) {
    let isAffine = transform.m14 == 0 && transform.m24 == 0 && transform.m44 > .zero
    self = isAffine ? .affine(transform.plane) : .projective(Homography(transform))
  }
}

extension Mapping {
  /// The affine transform; `nil` of a projective mapping.
  public var affine: AffineTransform? {
    if case .affine(let transform) = self { transform } else { nil }
  }

  /// The affine transform that is closest about a place of the plane; `nil` where that place lies behind the viewer.
  public func affine(near place: PrecisePoint) -> AffineTransform? {
    switch self {
    case .affine(let transform): transform
    case .projective(let homography): homography.affine(near: place)
    }
  }

  public var homography: Homography {
    switch self {
    case .affine(let transform): Homography(transform)
    case .projective(let homography): homography
    }
  }

  /// Whether the plane is seen from behind.
  public var isMirrored: Bool {
    switch self {
    case .affine(let transform): transform.isMirrored
    case .projective(let homography): homography.isMirrored
    }
  }

  /// Whether something of the plane may be seen: a projective mapping shows it neither from its edge nor behind the viewer.
  public var showsPlane: Bool {
    if case .projective(let homography) = self { PlaneProjection(homography) != nil } else { true }
  }

  /// This mapping first, then `next`.
  public func concatenating(_ next: Mapping) -> Mapping {
    if let first = affine, let last = next.affine { return .affine(first.concatenating(last)) }
    return Mapping(homography.concatenating(next.homography))
  }

  /// The mapping back; `nil` where the plane is seen from its edge.
  public var inverse: Mapping? {
    switch self {
    case .affine(let transform): transform.inverse.map { .affine($0) }
    case .projective(let homography): homography.inverse.map { Mapping($0) }
    }
  }

  /// This mapping of other coordinates: `first` leads from those to this one's.
  public func preceded(by first: AffineTransform) -> Mapping {
    switch self {
    case .affine(let transform): .affine(first.concatenating(transform))
    case .projective(let homography): .projective(Homography(first).concatenating(homography))
    }
  }

  /// The device pixels outside which nothing of a rectangle is seen; empty if none of it is.
  public func bounds(of rect: Rect) -> PixelRect { bounds(of: PreciseBox(rect)) }

  /// The device pixels outside which nothing of a box is seen.
  @inline(never)
  public func bounds(of box: PreciseBox) -> PixelRect {
    switch self {
    case .affine(let transform): box.applying(transform).enclosingPixels
    case .projective(let homography): PlaneProjection(homography)?.bounds(of: box) ?? .empty
    }
  }
}

extension PrecisePoint {
  /// Where the place is seen; `nil` behind the viewer.
  public func applying(_ mapping: Mapping) -> PrecisePoint? {
    switch mapping {
    case .affine(let transform): applying(transform)
    case .projective(let homography): applying(homography)
    }
  }

  /// The place of the plane that is seen here; `nil` where there is none.
  public func unapplying(_ mapping: Mapping) -> PrecisePoint? {
    switch mapping {
    case .affine(let transform): unapplying(transform)
    case .projective(let homography): unapplying(homography)
    }
  }
}
