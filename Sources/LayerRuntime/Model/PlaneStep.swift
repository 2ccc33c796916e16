import FixedRaster

/// How a layer's plane lies in its superlayer's.
enum PlaneStep {
  case flat(AffineTransform)
  /// Tilted and seen in perspective, or behind the viewer.
  case tilted(Homography)

  init(_ homography: Homography) { self = homography.affine.map { .flat($0) } ?? .tilted(homography) }

  /// `nil` where it is tilted.
  var affine: AffineTransform? {
    if case .flat(let transform) = self { return transform }
    return nil
  }

  /// What comes closest about a place of the layer; `nil` where that lies behind the viewer.
  func affine(near place: PrecisePoint) -> AffineTransform? {
    switch self {
    case .flat(let transform): transform
    case .tilted(let homography): homography.affine(near: place)
    }
  }

  var homography: Homography {
    switch self {
    case .flat(let transform): Homography(transform)
    case .tilted(let homography): homography
    }
  }

  /// Whether the plane is seen from behind.
  var isMirrored: Bool {
    switch self {
    case .flat(let transform): transform.isMirrored
    case .tilted(let homography): homography.isMirrored
    }
  }
}

extension PrecisePoint {
  /// Where the place lies in the superlayer; `nil` behind the viewer.
  func applying(_ step: PlaneStep) -> PrecisePoint? {
    switch step {
    case .flat(let transform): applying(transform)
    case .tilted(let homography): applying(homography)
    }
  }

  /// The place of the layer that lies here; `nil` where there is none.
  func unapplying(_ step: PlaneStep) -> PrecisePoint? {
    switch step {
    case .flat(let transform): unapplying(transform)
    case .tilted(let homography): unapplying(homography)
    }
  }
}
