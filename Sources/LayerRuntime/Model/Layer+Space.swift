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
      if here.replicator != nil { return true }
      layer = here.superlayer
    }
    return false
  }

  /// From the space of this layer's sublayers to the plane that they are seen on: the steps after a sublayer's own
  /// transform and position.
  @inline(never)  // likewise
  final func spaceOfSublayers() -> Transform3D {
    var (count, layer) = (1, self)
    while layer.keepsDepth, let above = layer.superlayer { (count, layer) = (count + 1, above) }
    var space = Transform3D.identity
    while count > 0 {
      // From the top, as many by calls within calls as the stack surely holds.
      let part = Swift.min(count, Layer.depthLimit)
      count -= part
      layer = self
      for _ in 0..<count { layer = layer.superlayer ?? layer }
      space = layer.spaceOfSublayers(space, part)
    }
    return space
  }

  /// - Parameters:
  ///   - outer: the steps after the topmost of `count` layers, of which this is the lowest.
  private func spaceOfSublayers(_ outer: Transform3D, _ count: Int) -> Transform3D {
    guard count > 1, let above = superlayer else { return spaceOfSublayers(after: .identity, outer) }
    return spaceOfSublayers(after: .identity, above.spaceOfSublayers(outer, count - 1))
  }

  /// - Parameters:
  ///   - copy: comes before all: where a copy of the sublayers lies.
  ///   - outer: the steps after this layer's own transform and position, if it keeps depth.
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
  /// By the picture, of the layers in this layer's space, the nearest one first.
  ///
  /// - Parameter place: on the plane that shows them.
  @inline(never)  // or its memory is on the stack for each layer above
  final func seenLayerInSpace(at place: PrecisePoint, _ level: Int) -> Layer? {
    var front: Coefficient?
    // Those that lie as near as the nearest one are asked from the last one on; then those behind all of them.
    while true {
      var search = SpaceSearch(place: place)
      if let front { search.farthest = front - Coefficient(DepthPlane.tolerance) }
      find(&search, level)
      guard let nearest = search.found else { return nil }
      front = nearest.depth
      search = SpaceSearch(place: place, range: nearest.depth - Coefficient(DepthPlane.tolerance)...nearest.depth)
      find(&search, level)
      while let found = search.found {
        if let hit = found.layer.ask(HitTestStep(place: place, level: found.level), .drawing) { return hit }
        (search.last, search.found, search.order) = (found.order, nil, 0)
        find(&search, level)
      }
    }
  }

  /// A layer in space under a place.
  struct SpaceHit {
    let layer: Layer
    let level: Int
    let depth: Coefficient
    /// Among all layers of the space in drawing order.
    let order: Int
  }

  /// The input and the result of a walk through a space.
  struct SpaceSearch {
    let place: PrecisePoint
    /// The last layer whose depth lies in it; `nil`: the nearest one.
    var range: ClosedRange<Coefficient>?
    /// Only before this one.
    var last = Int.max
    /// Only behind this depth.
    var farthest: Coefficient?
    /// Layers that the walk has come by.
    var order = 0
    var found: SpaceHit?

    mutating func look(at layer: Layer, _ level: Int, _ depth: Coefficient) {
      if let range {
        if order >= last || !range.contains(depth) { return }
      } else {
        if let farthest, depth >= farthest { return }
        if let found, depth <= found.depth { return }
      }
      found = SpaceHit(layer: layer, level: level, depth: depth, order: order)
    }
  }

  private func find(_ search: inout SpaceSearch, _ level: Int) {
    if isHidden || opacity == 0 || level + 1 >= Layer.depthLimit { return }
    let space = spaceOfSublayers()
    let (layers, drawingOrder) = sublayersAndOrder()
    for i in layers.indices {
      let layer = drawingOrder.isEmpty ? layers[i] : layers[Int(drawingOrder[i])]
      if layer.keepsDepth {
        layer.find(&search, level + 1)
        continue
      }
      search.order += 1
      if let depth = layer.depth(in: space) { search.look(at: layer, level + 1, depth.value(at: search.place)) }
    }
  }
}
