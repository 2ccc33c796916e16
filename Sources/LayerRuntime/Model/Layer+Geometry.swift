// Stage: model. Where a layer lies in its superlayer. Input: bounds, position, anchors, transforms. Output: a
// mapping, for conversion and for the compositor.

import FixedRaster

extension Layer {
  /// The transform as one of the plane; of a transform in space, its effect on the layer's plane seen from the front.
  public final func affineTransform() -> AffineTransform { transform.plane }

  public final func setAffineTransform(_ affine: AffineTransform) { transform = Transform3D(affine) }

  /// Whether a drawing in the layer's coordinates would be upside down on the display: where the geometry of an odd
  /// number of layers is flipped, from this one up to the root. Pictures and text are drawn upright nonetheless.
  public final func contentsAreFlipped() -> Bool {
    var isFlipped = false
    var layer: Layer? = self
    while let here = layer {
      if here.isGeometryFlipped { isFlipped.toggle() }
      layer = here.superlayer
    }
    return isFlipped
  }

  /// The place of the anchor in the layer's own coordinates; exact.
  final var anchor: PrecisePoint {
    let down = anchorPoint.y.product(bounds.size.height)
    // The anchor's unit coordinates are never flipped.
    return PrecisePoint(
      x: Coefficient(bounds.origin.x) + anchorPoint.x.product(bounds.size.width),
      y: Coefficient(bounds.origin.y) + (isGeometryFlipped ? Coefficient(bounds.size.height) - down : down))
  }

  /// From the layer's own coordinates to its superlayer's. The matrix, for row vectors, the first step on the left:
  ///
  ///     T(−anchor) · F · transform · T(position) · T(−superanchor) · sublayerTransform · T(superanchor)
  ///
  /// `anchor` is the layer's anchor in its own coordinates (`bounds.origin` + `anchorPoint` · `bounds.size`, and
  /// `anchorPointZ`), `position` includes `zPosition`, and `superanchor` and `sublayerTransform` are the superlayer's.
  /// F turns y over where ``isGeometryFlipped``, and is nothing otherwise; the unit of `anchorPoint` then runs
  /// downwards still, so that the two together reflect the bounds in themselves. The product's effect in space is
  /// flattened to the superlayer's plane at the end; where that keeps depth, to the plane of the nearest layer above
  /// that does not, after the steps of those between. A root has no superlayer: the last three factors fall away, and
  /// the result is in the space its `position` is in, the display's.
  @inline(never)
  final func mappingToSuperlayer() -> Mapping {
    guard let above = superlayer else { return ownMapping() }
    if above.keepsDepth { return mapping(through: above.spaceOfSublayers()) }
    if above.sublayerTransform.isIdentity { return ownMapping() }
    if let next = above.affineForSublayers, let own = ownMapping().affine { return .affine(own.concatenating(next)) }
    var plane = ownPlane()
    let center = above.anchor
    plane.move(x: -center.x, y: -center.y, z: 0)
    plane.apply(above.sublayerTransform)
    plane.move(x: center.x, y: center.y, z: 0)
    return Mapping(plane.flattened)
  }

  /// The first four factors of ``mappingToSuperlayer()``, which are all that ``frame`` knows of.
  @inline(never)
  final func ownMapping() -> Mapping {
    if let move = ownMove { return .affine(AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: move.x, ty: move.y)) }
    if var affine = transform.affine {
      if isGeometryFlipped { (affine.c, affine.d) = (-affine.c, -affine.d) }
      return .affine(affine.moving(anchor, to: PrecisePoint(position)))
    }
    return Mapping(ownPlane().flattened)
  }

  /// The first four factors of a layer that only lies elsewhere, as most do; `nil` of others.
  final var ownMove: PrecisePoint? {
    if isGeometryFlipped || !transform.isIdentity { return nil }
    let anchor = anchor
    return PrecisePoint(x: Coefficient(position.x) - anchor.x, y: Coefficient(position.y) - anchor.y)
  }

  /// The last three factors of ``mappingToSuperlayer()`` for this layer's sublayers, where they stay in the plane; `nil`
  /// where they do nothing or do not.
  final var affineForSublayers: AffineTransform? {
    if sublayerTransform.isIdentity { return nil }
    return sublayerTransform.affine.map { $0.moving(anchor, to: anchor) }
  }

  /// The layer's plane after the first four factors.
  final func ownPlane() -> SpacePlane {
    var plane = SpacePlane()
    plane.move(x: -anchor.x, y: -anchor.y, z: -Coefficient(anchorPointZ))
    if isGeometryFlipped { plane.flip() }
    plane.apply(transform)
    plane.move(x: Coefficient(position.x), y: Coefficient(position.y), z: Coefficient(zPosition))
    return plane
  }
}

extension AffineTransform {
  /// T(−from) · self · T(to), without rounding the members that turn and scale.
  fileprivate func moving(_ from: PrecisePoint, to: PrecisePoint) -> AffineTransform {
    let origin = PrecisePoint(x: -from.x, y: -from.y).applying(self)
    return AffineTransform(a: a, b: b, c: c, d: d, tx: origin.x + to.x, ty: origin.y + to.y)
  }
}

extension Fixed {
  /// The product, exact: 16.16 times 16.16 is 32.32.
  fileprivate func product(_ other: Fixed) -> Coefficient {
    Coefficient(rawValue: Int64(rawValue) &* Int64(other.rawValue))
  }
}
