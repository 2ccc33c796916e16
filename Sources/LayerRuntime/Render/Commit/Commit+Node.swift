import FixedRaster

// Stage: render. One node from one layer.

extension Commit {
  /// Copies the layer's properties across. Returns which layers below it have to be copied.
  mutating func refresh(_ i: NodeIndex, _ layer: Layer, _ above: Inherited) -> Scope {
    if layer.keepsDepth { return refreshSpace(i, layer, above) }
    var node = tree.nodes[i]
    let changes = layer.changes
    // The clip of those below, and whether they may hide pixels behind.
    let wasGroup = node.isGroup
    let look = (node.masksToBounds, node.opacity, node.isHidden, node.outline.radii, node.outline.curve, node.mask)
    node.surface = above.surface
    node.bounds = layer.bounds.standardized
    let isMirrored = setTransform(&node, i, above.mapping(of: layer))
    node.isFlipped = layer.isGeometryFlipped != above.isFlipped
    node.showsBack = above.showsBack(of: layer, isMirrored: isMirrored)
    // Of a layer that is copied the planes say which of its copies show it.
    let hidesBack = !layer.isDoubleSided && node.showsBack && !above.isCopied
    let mapping = node.mapping(tree.nodes.homography(of: i))
    // A layer with a proxy leaves this to the proxy. A plane that is seen from its edge shows nothing, nor does one
    // behind the viewer.
    let isUnseen = layer.isHidden || above.isHidden || hidesBack || !mapping.showsPlane
    node.isHidden = !above.hasProxy && isUnseen
    node.opacity = !above.hasProxy ? above.opacity(of: layer) : 255
    node.mode = !above.hasProxy ? layer.compositingFilter ?? .sourceOver : .sourceOver
    node.masksToBounds = layer.masksToBounds
    node.transformsSublayers = !layer.sublayerTransform.isIdentity
    let pattern = layer.backgroundPattern.flatMap { $0.image.isEmpty ? nil : $0 }
    tree.parts.setPattern(pattern, of: i)
    node.hasPattern = pattern != nil
    node.background = node.hasPattern ? .clear : layer.backgroundColor ?? .clear
    node.borderWidth = Swift.max(layer.borderWidth, 0)
    node.border = node.borderWidth > 0 ? layer.borderColor ?? .clear : .clear
    node.outline = layer.outline
    if layer.mask == nil { node.mask = .none }
    if tree.isSnapshot || !changes.isDisjoint(with: [.contents, .geometry]) { refreshContents(&node, i, layer) }
    let drawing = layer.drawing()
    let isSameDrawing = tree.parts.hasSamePaths(i, as: drawing)
    refreshDrawing(&node, i, drawing)
    node.castsShadow = layer.effects.shadow.isSeen && !node.masksToBounds && !node.isHidden && node.opacity > 0
    let primitives =
      (node.hasBackground ? 1 : 0) + (node.border.alpha > 0 ? 1 : 0) + (node.hasContents ? 1 : 0)
      + (node.hasDrawing ? 1 : 0) + (node.castsShadow ? 1 : 0)
    let isMany = primitives > 1 || !layer.children.isEmpty || (node.hasDrawing && drawing.needsGroup)
    node.isGroup =
      layer.mask != nil || node.mode != .sourceOver || (node.opacity < 255 && isMany && layer.allowsGroupOpacity)
    node.cullRect = cullRect(of: node, layer, above)
    setExtent(of: &node, i, drawing, mapping, above)
    if layer.startsPlanes { node.reach = .anywhere }
    tree.coverage.refresh(i, node, tree.nodes, isSameDrawing: isSameDrawing)
    tree.nodes[i] = node
    let now = (node.masksToBounds, node.opacity, node.isHidden, node.outline.radii, node.outline.curve, node.mask)
    if look != now || wasGroup != node.isGroup || (layer.mask != nil) == node.mask.isNone { return .all }
    return changes.contains(.geometry) ? .inSight : .marked
  }

  /// Sets where a layer lies. Returns whether it is seen from behind, or mirrored.
  mutating func setTransform(_ node: inout RenderNode, _ i: NodeIndex, _ mapping: Mapping) -> Bool {
    switch mapping {
    case .affine(let transform):
      node.isProjective = false
      node.toDevice = transform
    case .projective(let homography):
      node.isProjective = true
      tree.nodes.setHomography(homography, of: i)
      node.toDevice = homography.affine(near: node.bounds.middle) ?? .identity
    }
    return mapping.isMirrored
  }

  private mutating func refreshContents(_ node: inout RenderNode, _ i: NodeIndex, _ layer: Layer) {
    let shown = layer.showsContents ? RenderContents(layer, node.bounds) : nil
    tree.parts.setContents(shown, owner: layer.content.image?.owner, of: i)
    node.hasContents = shown != nil
  }

  private mutating func refreshDrawing(_ node: inout RenderNode, _ i: NodeIndex, _ drawing: LayerDrawing) {
    tree.parts.setDrawing(drawing.drawing, owner: drawing.owner, of: i)
    if case .none = drawing.drawing { node.hasDrawing = false } else { node.hasDrawing = true }
  }

  /// Works out which device pixels the node may draw to and which it certainly covers.
  ///
  /// - Parameter mapping: from the layer's coordinates to device pixels.
  private mutating func setExtent(
    of node: inout RenderNode, _ i: NodeIndex, _ drawing: LayerDrawing, _ mapping: Mapping, _ above: Inherited
  ) {
    var extent = PixelRect.empty
    let box = PreciseBox(node.bounds).applying(node.toDevice)
    node.box = node.isProjective ? mapping.bounds(of: node.bounds) : box.enclosingPixels
    if node.hasBackground || node.border.alpha > 0 || tree.showsOutlines { extent = node.box }
    var inner = PixelRect.empty
    if node.hasContents { inner = pixels(tree.parts.contentsTarget(of: i), node, i, isUpright: true) }
    if node.hasDrawing { inner = inner.union(pixels(drawing, node, i)) }
    extent = extent.union(node.masksToBounds ? inner.intersection(node.box) : inner)
    let shows = !node.isHidden && node.opacity > 0
    if reaches { node.reach = reach(of: node, shows ? node.masksToBounds ? node.box : extent : .empty, above) }
    node.extent = shows ? extent.intersection(node.cullRect) : .empty
    let isUpright = !node.isProjective && node.toDevice.keepsRectsUpright
    node.isWholePixels = isUpright && box.enclosedPixels == node.box
    let mayCover = shows && isUpright && node.opacity == 255 && !node.isGroup && !above.isGrouped
    node.opaque =
      mayCover ? covered(node, i, drawing).enclosedPixels.intersection(node.extent.intersection(above.clip)) : .empty
  }

  /// Returns how far a layer reaches that draws to so many pixels.
  private mutating func reach(of node: RenderNode, _ drawn: PixelRect, _ above: Inherited) -> Reach {
    let isPlain = !node.isProjective && !node.castsShadow && !node.showsPlanes && node.backdrop.isNone
    guard isPlain, let origin = above.origin else { return .anywhere }
    return Reach(drawn, from: origin)
  }

  /// Returns the device pixels outside which nothing of a layer, or of those below it, has to be drawn. Its shadow is made
  /// from some of them, and may fall from where nothing is seen to where something is.
  private mutating func cullRect(of node: RenderNode, _ layer: Layer, _ above: Inherited) -> PixelRect {
    let shadow = layer.effects.shadow
    if !node.castsShadow || shadow.path != nil { return above.cullRect }
    let fall = node.toDevice.pixels(of: shadow.offset)
    let thrown = above.cullRect.offsetBy((-fall.x, -fall.y))
      .grown(by: tree.shadows.maker.reach(sigma: shadow.sigma(node.toDevice)))
    return above.cullRect.union(thrown.intersection(shadowArea(of: node)))
  }

  /// Returns the area in which layers may throw a shadow onto the display: on it, or no farther beside it than its
  /// longer side, or 512 pixels if that is more. On an offscreen surface it is as much about its drawn part.
  private mutating func shadowArea(of node: RenderNode) -> PixelRect {
    let area = node.surface.isNone ? tree.device : tree.surfaces[node.surface].window
    let margin = Swift.max(512, Swift.max(area.width, area.height))
    return area.grown(by: Int32(truncatingIfNeeded: margin)).intersection(Inherited.plane)
  }

  /// Returns the device pixels that a layer's drawing may touch.
  mutating func pixels(_ drawing: LayerDrawing, _ node: RenderNode, _ i: NodeIndex) -> PixelRect {
    pixels(drawing.bounds, node, i, isUpright: drawing.drawing.isUpright).grown(by: drawing.reach)
  }

  /// Returns the device pixels that a box of a layer touches.
  mutating func pixels(_ box: PreciseBox, _ node: RenderNode, _ i: NodeIndex, isUpright: Bool) -> PixelRect {
    if !node.isProjective { return box.applying(isUpright ? node.upright.toDevice : node.toDevice).enclosingPixels }
    let homography = tree.nodes.homography(of: i)
    return Mapping.projective(isUpright ? node.upright(homography) : homography).bounds(of: box)
  }

  /// Returns the pixels that an upright layer certainly covers: its background, its drawing, or its image.
  private mutating func covered(_ node: RenderNode, _ i: NodeIndex, _ drawing: LayerDrawing) -> PreciseBox {
    let isFilled = node.background.alpha == 255 || tree.parts.pattern(of: i)?.image.isOpaque ?? false
    // Between its upper and its lower corners. Of a continuous one the curve is longer than the radius, and shorter than two.
    let corner = node.outline.isRounded ? Swift.min(node.outline.largestRadius, 8191) * 2 : 0
    if isFilled && corner + corner < node.bounds.height {
      return PreciseBox(node.bounds.insetBy(dx: 0, dy: corner)).applying(node.toDevice)
    }
    if node.clipsToShape { return .zero }
    if node.hasDrawing && drawing.isOpaque { return drawing.bounds.applying(node.toDevice) }
    if !node.hasContents || !tree.parts.hasOpaqueContents(i) { return .zero }
    return tree.parts.contentsTarget(of: i).applying(node.upright.toDevice)
  }
}
