// Stage: geometry. Input: a mapping. Output: the mapping prepared for drawing.

/// A mapping as gradients and images are drawn through it.
enum DrawnMapping {
  case affine(AffineTransform)
  case projective(PlaneProjection)
  /// Nothing of the plane is seen.
  case none

  /// A projective mapping with the effect of an affine one is drawn as affine.
  init(_ mapping: Mapping) {
    switch mapping {
    case .affine(let transform): self = .affine(transform)
    case .projective(let homography):
      guard let projection = PlaneProjection(homography) else {
        self = .none
        return
      }
      self = projection.affine.map { .affine($0) } ?? .projective(projection)
    }
  }
}

/// A mapping as paths are drawn through it: made once a call.
enum PathMapping {
  case affine(DeviceMatrix)
  case projective(PlaneProjection)
  /// Nothing of the plane is seen.
  case none

  // Not inlined: made where it stays, without copies.
  @inline(never)
  init(_ mapping: Mapping) {
    if case .affine(let transform) = mapping {
      self = .affine(DeviceMatrix(transform))
      return
    }
    switch DrawnMapping(mapping) {
    case .affine(let transform): self = .affine(DeviceMatrix(transform))
    case .projective(let projection): self = .projective(projection)
    case .none: self = .none
    }
  }
}
