import FixedRaster

// Stage: render. One node from one layer.

extension RenderTree {
  /// Copies the layer's properties across. Answers whether the layers below it must be looked at again.
  @_optimize(speed)
  mutating func refresh(_ i: Int, _ layer: Layer, _ above: Inherited) -> Bool {
    var node = nodes[i]
    let changes = layer.changes
    // What those below are clipped by, and whether they may hide what lies behind.
    let wasGroup = node.isGroup
    let look = (node.masksToBounds, node.opacity, node.isHidden, node.outline.radii, node.outline.curve, node.mask)
    node.picture = above.picture
    node.bounds = layer.bounds.standardized
    let isMirrored = lay(&node, i, above.mapping(of: layer))
    node.isFlipped = layer.isGeometryFlipped != above.isFlipped
    node.showsBack = above.showsBack(of: layer, isMirrored: isMirrored)
    let hidesBack = !layer.isDoubleSided && node.showsBack
    let mapping = node.mapping(homographies[i])
    // Of a picture its front is hidden, or translucent. A plane that is seen from its edge shows nothing, nor does
    // one behind the viewer.
    let isUnseen = layer.isHidden || above.isHidden || hidesBack || !mapping.showsPlane
    node.isHidden = !above.hasFront && isUnseen
    node.opacity = !above.hasFront ? UInt8(truncatingIfNeeded: (layer.opacity * 255).rounded) : 255
    node.mode = !above.hasFront ? layer.compositingFilter ?? .sourceOver : .sourceOver
    node.masksToBounds = layer.masksToBounds
    node.turnsSublayers = !layer.sublayerTransform.isIdentity
    setPattern(i, layer.backgroundPattern.flatMap { $0.image.isEmpty ? nil : $0 })
    node.hasPattern = patterns[i] != nil
    node.background = node.hasPattern ? .clear : layer.backgroundColor ?? .clear
    node.borderWidth = Swift.max(layer.borderWidth, 0)
    node.border = node.borderWidth > 0 ? layer.borderColor ?? .clear : .clear
    node.outline = layer.outline
    if layer.mask == nil { node.mask = -1 }
    if isSnapshot || !changes.isDisjoint(with: [.contents, .geometry]) { refreshContents(&node, i, layer) }
    let drawing = layer.drawing()
    let isSameDrawing = drawingOwners[i] === drawing.owner && drawings[i].covers(as: drawing.drawing)
    refreshDrawing(&node, i, drawing)
    node.castsShadow = layer.effects.shadow.isSeen && !node.masksToBounds && !node.isHidden && node.opacity > 0
    let primitives =
      (node.hasBackground ? 1 : 0) + (node.border.alpha > 0 ? 1 : 0) + (node.hasContents ? 1 : 0)
      + (node.hasDrawing ? 1 : 0) + (node.castsShadow ? 1 : 0)
    let isMany = primitives > 1 || !layer.children.isEmpty || (node.hasDrawing && drawing.needsGroup)
    node.isGroup =
      layer.mask != nil || node.mode != .sourceOver || (node.opacity < 255 && isMany && layer.allowsGroupOpacity)
    node.needed = area(lookedAt: node, layer, above)
    place(&node, i, drawing, mapping, above)
    refreshCoverage(i, node, isSameDrawing: isSameDrawing)
    nodes[i] = node
    let now = (node.masksToBounds, node.opacity, node.isHidden, node.outline.radii, node.outline.curve, node.mask)
    return changes.contains(.geometry) || look != now || wasGroup != node.isGroup
      || (layer.mask != nil) != (node.mask >= 0)
  }

  /// Answers whether the layer is seen from behind, or mirrored.
  mutating func lay(_ node: inout RenderNode, _ i: Int, _ mapping: Mapping) -> Bool {
    switch mapping {
    case .affine(let transform):
      node.isProjective = false
      node.toDevice = transform
    case .projective(let homography):
      node.isProjective = true
      homographies[i] = homography
      node.toDevice = homography.affine(near: node.bounds.middle) ?? .identity
    }
    return mapping.isMirrored
  }

  private mutating func refreshContents(_ node: inout RenderNode, _ i: Int, _ layer: Layer) {
    let shown = layer.showsContents ? RenderContents(layer, node.bounds) : nil
    contents[i] = shown ?? RenderContents()
    setContentsOwner(i, shown == nil ? nil : layer.content.image?.owner)
    node.hasContents = shown != nil
  }

  private mutating func refreshDrawing(_ node: inout RenderNode, _ i: Int, _ drawing: LayerDrawing) {
    setDrawing(drawing.drawing, of: i)
    drawingOwners[i] = drawing.owner
    if case .none = drawing.drawing { node.hasDrawing = false } else { node.hasDrawing = true }
  }

  /// Works out which device pixels the node may draw to and which it certainly covers.
  ///
  /// - Parameter mapping: from the layer's coordinates to device pixels.
  private func place(
    _ node: inout RenderNode, _ i: Int, _ drawing: LayerDrawing, _ mapping: Mapping, _ above: Inherited
  ) {
    var extent = PixelRect.empty
    let box = PreciseBox(node.bounds).applying(node.toDevice)
    node.box = node.isProjective ? mapping.bounds(of: node.bounds) : box.enclosingPixels
    if node.hasBackground || node.border.alpha > 0 || showsOutlines { extent = node.box }
    var inner = PixelRect.empty
    if node.hasContents { inner = pixels(PreciseBox(contents[i].target), node, i, isUpright: true) }
    if node.hasDrawing { inner = inner.union(pixels(drawing, node, i)) }
    extent = extent.union(node.masksToBounds ? inner.intersection(node.box) : inner)
    let shows = !node.isHidden && node.opacity > 0
    node.extent = shows ? extent.intersection(node.needed) : .empty
    let isUpright = !node.isProjective && node.toDevice.keepsRectsUpright
    node.isPixelAligned = isUpright && !node.outline.isRounded && box.enclosedPixels == node.box
    let mayCover = shows && isUpright && node.opacity == 255 && !node.isGroup && !above.isGrouped
    node.opaque =
      mayCover ? covered(node, i, drawing).enclosedPixels.intersection(node.extent.intersection(above.visible)) : .empty
  }

  /// The device pixels that are of interest of a layer and of those below it: also those that its shadow is made from,
  /// which may fall from where nothing is seen to where something is.
  private func area(lookedAt node: RenderNode, _ layer: Layer, _ above: Inherited) -> PixelRect {
    let shadow = layer.effects.shadow
    if !node.castsShadow || shadow.path != nil { return above.needed }
    let fall = node.toDevice.pixels(of: shadow.offset)
    let thrown = above.needed.offsetBy((-fall.x, -fall.y))
      .grown(by: space.shadows.reach(sigma: shadow.sigma(node.toDevice)))
    return above.needed.union(thrown.intersection(lookedAt(node)))
  }

  /// Where what throws a shadow onto the display may lie: on it, or no farther beside it than its longer side, or 512
  /// pixels if that is more. In a picture the same about what is drawn of it.
  private func lookedAt(_ node: RenderNode) -> PixelRect {
    let area = node.picture < 0 ? device : pictures[Int(node.picture)].window
    let margin = Swift.max(512, Swift.max(area.width, area.height))
    return area.grown(by: Int32(truncatingIfNeeded: margin)).intersection(Inherited.plane)
  }

  /// The device pixels that a layer's drawing may touch.
  func pixels(_ drawing: LayerDrawing, _ node: RenderNode, _ i: Int) -> PixelRect {
    pixels(drawing.bounds, node, i, isUpright: drawing.drawing.isUpright).grown(by: drawing.reach)
  }

  /// The device pixels that a box of a layer touches.
  @_optimize(speed)
  func pixels(_ box: PreciseBox, _ node: RenderNode, _ i: Int, isUpright: Bool) -> PixelRect {
    if !node.isProjective { return box.applying(isUpright ? node.upright.toDevice : node.toDevice).enclosingPixels }
    return Mapping.projective(isUpright ? node.upright(homographies[i]) : homographies[i]).bounds(of: box)
  }

  /// What an upright layer certainly covers, in device pixels: its background, its drawing, or its image.
  private func covered(_ node: RenderNode, _ i: Int, _ drawing: LayerDrawing) -> PreciseBox {
    let isFilled = node.background.alpha == 255 || patterns[i]?.image.isOpaque ?? false
    if isFilled && !node.outline.isRounded { return PreciseBox(node.bounds).applying(node.toDevice) }
    if node.clipsToShape { return .zero }
    if node.hasDrawing && drawing.isOpaque { return drawing.bounds.applying(node.toDevice) }
    if !node.hasContents || !contents[i].image.isOpaque { return .zero }
    return PreciseBox(contents[i].target).applying(node.upright.toDevice)
  }
}
