import FixedRaster

// Stage: render. One node from one layer.

extension RenderTree {
  /// Copies the layer's properties across. Answers whether the layers below it must be looked at again.
  mutating func refresh(_ i: Int, _ layer: Layer, _ above: Inherited) -> Bool {
    var node = nodes[i]
    let changes = layer.changes
    let look = (node.masksToBounds, node.opacity, node.isHidden, node.outline.radii, node.outline.curve, node.mask)
    node.toDevice = layer.transformToSuperlayer().concatenating(above.transform)
    node.transform = DeviceTransform(node.toDevice)
    node.bounds = layer.bounds.standardized
    node.isFlipped = layer.isGeometryFlipped != above.isFlipped
    let hidesBack = !layer.isDoubleSided && node.toDevice.isMirrored != node.isFlipped
    node.isHidden = layer.isHidden || above.isHidden || hidesBack
    node.opacity = UInt8(truncatingIfNeeded: (layer.opacity * 255).rounded)
    node.masksToBounds = layer.masksToBounds
    patterns[i] = layer.backgroundPattern.flatMap { $0.image.isEmpty ? nil : $0 }
    node.hasPattern = patterns[i] != nil
    node.background = node.hasPattern ? .clear : layer.backgroundColor ?? .clear
    node.borderWidth = Swift.max(layer.borderWidth, 0)
    node.border = node.borderWidth > 0 ? layer.borderColor ?? .clear : .clear
    node.outline = layer.outline
    if layer.mask == nil { node.mask = -1 }
    if changes.contains(.contents) || changes.contains(.geometry) { refreshContents(&node, i, layer) }
    let drawing = layer.drawing()
    let isSameDrawing = drawingOwners[i] === drawing.owner && drawings[i].covers(as: drawing.drawing)
    refreshDrawing(&node, i, drawing)
    refreshShadow(&node, i, layer, above)
    let primitives =
      (node.hasBackground ? 1 : 0) + (node.border.alpha > 0 ? 1 : 0) + (node.hasContents ? 1 : 0)
      + (node.hasDrawing ? 1 : 0) + (node.hasShadow ? 1 : 0)
    let isMany = primitives > 1 || !layer.children.isEmpty || (node.hasDrawing && drawing.needsGroup)
    node.isGroup = layer.mask != nil || (node.opacity < 255 && isMany && layer.allowsGroupOpacity)
    place(&node, i, drawing, above)
    refreshCoverage(i, node, isSameDrawing: isSameDrawing)
    nodes[i] = node
    let now = (node.masksToBounds, node.opacity, node.isHidden, node.outline.radii, node.outline.curve, node.mask)
    return changes.contains(.geometry) || look != now || (layer.mask != nil) != (node.mask >= 0)
  }

  private mutating func refreshContents(_ node: inout RenderNode, _ i: Int, _ layer: Layer) {
    let shown = layer.showsContents ? RenderContents(layer, node.bounds) : nil
    contents[i] = shown ?? RenderContents()
    contentsOwners[i] = shown == nil ? nil : layer.contentsOwner
    node.hasContents = shown != nil
  }

  private mutating func refreshDrawing(_ node: inout RenderNode, _ i: Int, _ drawing: LayerDrawing) {
    drawings[i] = drawing.drawing
    drawingOwners[i] = drawing.owner
    if case .none = drawing.drawing { node.hasDrawing = false } else { node.hasDrawing = true }
  }

  /// Works out which device pixels the node may draw to and which it certainly covers.
  private func place(
    _ node: inout RenderNode, _ i: Int, _ drawing: LayerDrawing, _ above: Inherited
  ) {
    var extent = PixelRect.empty
    let box = node.bounds.applying(node.toDevice)
    node.box = box.enclosingPixels
    if node.hasBackground || node.border.alpha > 0 || showsOutlines { extent = node.box }
    var inner = PixelRect.empty
    let upright = node.upright.toDevice
    if node.hasContents { inner = contents[i].target.applying(upright).enclosingPixels }
    if node.hasDrawing { inner = inner.union(drawing.pixels(in: node)) }
    if node.hasShadow { inner = inner.union(shadows[i].bounds) }
    extent = extent.union(node.masksToBounds ? inner.intersection(node.box) : inner)
    let shows = !node.isHidden && node.opacity > 0
    node.extent = shows ? extent.intersection(above.visible) : .empty
    let isUpright = node.toDevice.keepsRectsUpright
    node.isPixelAligned = isUpright && !node.outline.isRounded && box.enclosedPixels == node.box
    let mayCover = shows && isUpright && node.opacity == 255 && !node.isGroup && !above.isGrouped
    node.opaque = mayCover ? covered(node, i, drawing).enclosedPixels.intersection(node.extent) : .empty
  }

  /// What an upright layer certainly covers, in device pixels: its background, its drawing, or its image.
  private func covered(_ node: RenderNode, _ i: Int, _ drawing: LayerDrawing) -> Rect {
    let isFilled = node.background.alpha == 255 || patterns[i]?.image.isOpaque ?? false
    if isFilled && !node.outline.isRounded { return node.bounds.applying(node.toDevice) }
    if node.clipsToShape { return .zero }
    if node.hasDrawing && drawing.isOpaque { return drawing.bounds.applying(node.toDevice) }
    return node.hasContents && contents[i].image.isOpaque ? contents[i].target.applying(node.upright.toDevice) : .zero
  }
}
