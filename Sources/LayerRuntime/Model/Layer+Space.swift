// Stage: model. Layers that keep the depth of their sublayers. A layer in space is seen on the plane of the nearest layer
// above that keeps no depth; so it is with places that are converted, too.

import FixedRaster

extension Layer {
  /// The nearest layer above that has a plane of its own; `nil` for the display's.
  final var planeAbove: Layer? {
    var layer = superlayer
    while let here = layer, here.keepsDepth { layer = here.superlayer }
    return layer
  }

  /// Whether a layer above shows copies.
  final var isInCopy: Bool {
    var layer = superlayer
    while let here = layer {
      if here.copies != nil { return true }
      layer = here.superlayer
    }
    return false
  }

  /// From the space of this layer's sublayers to the plane that they are seen on: what comes after a sublayer's own transform
  /// and position.
  final func spaceOfSublayers() -> Transform3D {
    let outer = keepsDepth ? superlayer?.spaceOfSublayers() : nil
    return spaceOfSublayers(after: .identity, outer ?? .identity)
  }

  /// - Parameters:
  ///   - copy: comes before all: where a copy of the sublayers lies.
  ///   - outer: what comes after this layer's own transform and position, if it keeps depth.
  final func spaceOfSublayers(after copy: Transform3D, _ outer: Transform3D) -> Transform3D {
    var space = copy
    if !sublayerTransform.isIdentity { space = space.concatenating(sublayerTransform.about(anchor)) }
    return keepsDepth ? space.concatenating(ownTransform).concatenating(outer) : space
  }

  /// From the layer's coordinates to the plane that shows it.
  ///
  /// - Parameter space: as ``spaceOfSublayers(after:)`` of its superlayer.
  @inline(never)
  final func mapping(through space: Transform3D) -> Mapping {
    if space.isIdentity { return ownMapping() }
    if let next = space.affine, let own = ownMapping().affine { return .affine(own.concatenating(next)) }
    return Mapping(plane(in: space).flattened)
  }

  /// How near the layer's places lie, as they are seen on that plane; `nil` where the layer is seen from its edge.
  final func depth(in space: Transform3D) -> PlaneDepth? { PlaneDepth(plane(in: space)) }

  private func plane(in space: Transform3D) -> SpacePlane {
    var plane = ownPlane()
    plane.apply(space)
    return plane
  }

  /// The first four factors of ``mappingToSuperlayer()``, as one transform of space.
  private var ownTransform: Transform3D {
    let anchor = anchor
    var own = Transform3D()
    (own.m41, own.m42, own.m43) = (-anchor.x, -anchor.y, -Coefficient(anchorPointZ))
    if isGeometryFlipped { (own.m22, own.m42) = (-own.m22, -own.m42) }
    var place = Transform3D()
    (place.m41, place.m42, place.m43) = (Coefficient(position.x), Coefficient(position.y), Coefficient(zPosition))
    return own.concatenating(transform).concatenating(place)
  }
}

extension Transform3D {
  /// This transform about another place than the origin.
  func about(_ place: PrecisePoint) -> Transform3D {
    var (there, back) = (Transform3D(), Transform3D())
    (there.m41, there.m42) = (-place.x, -place.y)
    (back.m41, back.m42) = (place.x, place.y)
    return there.concatenating(self).concatenating(back)
  }
}

// MARK: - Hit testing

extension Layer {
  /// By what is seen, of the layers in this layer's space, the nearest one first.
  ///
  /// - Parameter place: on the plane that shows them.
  final func seenLayerInSpace(at place: PrecisePoint, _ level: Int) -> Layer? {
    var last: SpaceHit?
    // Each round asks the nearest of those that were not asked.
    while true {
      var (next, order): (SpaceHit?, Int) = (nil, 0)
      findNearest(at: place, level, behind: last, &next, &order)
      guard let found = next else { return nil }
      if let hit = found.layer.ask(HitTestStep(place: place, level: found.level), .drawing) { return hit }
      last = found
    }
  }

  /// A layer in space under a place.
  struct SpaceHit {
    let layer: Layer
    let level: Int
    let depth: Coefficient
    /// Among all layers of the space in drawing order.
    let order: Int

    /// Whether it lies before another one that is seen in the same place.
    func isNearer(than other: SpaceHit) -> Bool {
      let gap = depth - other.depth
      // See DepthBuffer.tolerance.
      return gap.magnitude <= Coefficient(DepthBuffer.tolerance) ? order > other.order : gap > .zero
    }
  }

  private func findNearest(
    at place: PrecisePoint, _ level: Int, behind last: SpaceHit?, _ nearest: inout SpaceHit?, _ order: inout Int
  ) {
    if isHidden || opacity == 0 || level + 1 >= Layer.depthLimit { return }
    let space = spaceOfSublayers()
    let (layers, drawingOrder) = sublayersAndOrder()
    for i in layers.indices {
      let layer = drawingOrder.isEmpty ? layers[i] : layers[Int(drawingOrder[i])]
      if layer.keepsDepth {
        layer.findNearest(at: place, level + 1, behind: last, &nearest, &order)
        continue
      }
      order += 1
      guard let depth = layer.depth(in: space) else { continue }
      let hit = SpaceHit(layer: layer, level: level + 1, depth: depth.value(at: place), order: order)
      if let last, !last.isNearer(than: hit) { continue }
      if nearest.map({ hit.isNearer(than: $0) }) ?? true { nearest = hit }
    }
  }
}
