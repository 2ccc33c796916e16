import FixedRaster

// Stage: render. The source of a layer's shadow, and its place. Its coverage is kept while the shadow only moves, and
// is drawn by the offscreen pass otherwise.

extension Commit {
  /// Brings a layer's shadow up to date, once the layers below it are.
  ///
  /// - Parameter isChanged: whether something below has changed, or the layer but for its place.
  mutating func refreshShadow(of i: NodeIndex, _ layer: Layer, _ above: Inherited, isChanged: Bool) {
    let former = tree.nodes[i].hasShadow ? tree.shadows[i] : RenderShadow()
    tree.nodes[i].hasShadow = false
    guard tree.nodes[i].castsShadow, let (shape, color) = shadow(of: i, layer) else {
      damage.add(former.bounds)
      return tree.shadows.drop(i)
    }
    let needed = tree.shadows.maker.bounds(of: shape).intersection(above.cullRect)
    let isCached = !(shape.isOfShown && isChanged) && tree.shadows.move(i, to: shape, holding: needed)
    if !isCached {
      guard takeShadow(i, shape, needed) else { return damage.add(former.bounds) }
      tree.offscreenWork.append(.shadow(i))
    }
    tree.shadows.set(shape, color, of: i)
    tree.nodes[i].hasShadow = true
    let bounds = tree.shadows[i].bounds
    if !isCached || former.bounds != bounds || former.color != color {
      damage.add(former.bounds)
      damage.add(needed)
    }
    tree.nodes[i].extent = tree.nodes[i].extent.union(bounds.intersection(above.cullRect))
    tree.siblings.setSubtree(tree.siblings[i].subtree.union(tree.nodes[i].extent), of: i)
  }

  /// Takes memory for a shadow's coverage. Returns whether there is anything to draw to it.
  private mutating func takeShadow(_ i: NodeIndex, _ shape: ShadowShape, _ bounds: PixelRect) -> Bool {
    if !tree.shadows.take(i, bounds) { return false }
    if shape.isOfShown || !tree.shadows.maker.source(of: shape, for: bounds).isEmpty { return true }
    tree.shadows.drop(i)
    return false
  }

  /// Whether a layer with all below it may look different wherever it lies, none below having changed.
  mutating func looksChanged(_ i: NodeIndex, from former: RenderNode, _ changes: LayerChanges) -> Bool {
    let isPainted = tree.nodes[i].isPainted(like: former)
    if !changes.isDisjoint(with: [.drawing, .contents, .children]) || !isPainted { return true }
    // On an offscreen surface the transform is the same however that is turned over.
    if tree.nodes[i].isFlipped != former.isFlipped || tree.nodes[i].showsBack != former.showsBack { return true }
    // Where copies lie is a change of geometry too.
    let movesSublayers = tree.nodes[i].transformsSublayers || former.transformsSublayers || tree.nodes[i].showsCopies
    return changes.contains(.geometry) && movesSublayers
  }

  /// Returns the source of a layer's shadow, and its colour; `nil` for none.
  private mutating func shadow(of i: NodeIndex, _ layer: Layer) -> (ShadowShape, Color)? {
    let shadow = layer.effects.shadow
    guard let color = shadow.color, let (silhouette, alpha) = silhouette(of: i, layer) else { return nil }
    // The shadow of something translucent is fainter by as much.
    let strength = (shadow.opacity * Fixed(Int(scaled255(UInt32(color.alpha), by: UInt32(alpha))))).rounded
    if strength == 0 { return nil }
    let toDevice = tree.nodes[i].toDevice
    let shape = ShadowShape(
      silhouette: silhouette, toDevice: toDevice,
      homography: tree.nodes[i].isProjective ? tree.nodes.homography(of: i) : nil, offset: shadow.offset,
      sigma: shadow.sigma(toDevice))
    return (shape, color.withAlpha(UInt8(truncatingIfNeeded: strength)))
  }

  /// Returns the source of the shadow, and its alpha: the background or a path where they are all of it, since they
  /// take fewer steps; else all that shows.
  private mutating func silhouette(of i: NodeIndex, _ layer: Layer) -> (Silhouette, UInt8)? {
    if let path = layer.effects.shadow.path { return (.path(path.storage, .nonZero), 255) }
    let node = tree.nodes[i]
    let drawing = layer.drawing()
    let below = node.showsPlanes ? tree.planes.extent(node.firstPlane) : tree.siblings.subtree(below: i)
    let isAlone = !node.hasContents && below.isEmpty
    switch node.background.alpha {
    case 255:
      var inside = below
      if node.hasContents {
        inside = inside.union(pixels(tree.parts.contentsTarget(of: i), node, i, isUpright: true))
      }
      if node.hasDrawing { inside = inside.union(pixels(drawing, node, i)) }
      if inside.isEmpty || node.certainBox.contains(inside) { return (.outline(node.outline), 255) }
    case 0:
      if isAlone, !node.hasPattern, node.border.alpha == 0, case .shape(let shape) = drawing.drawing,
        let path = drawing.silhouette
      {
        return (.path(path, shape.rule), shape.fill.alpha)
      }
    case let alpha:
      if isAlone && !node.hasDrawing && node.border.alpha == 0 { return (.outline(node.outline), alpha) }
    }
    let subtree = tree.siblings[i].subtree
    return subtree.isEmpty ? nil : (.shown(subtree, node.bounds), 255)
  }
}

extension RenderNode {
  /// Device pixels that an opaque background certainly covers, its corners left out.
  fileprivate var certainBox: PixelRect {
    if isProjective || !toDevice.keepsRectsUpright { return .empty }
    // A rounded corner leaves 1 − √½ of its radius open.
    let inset = outline.largestRadius * Fixed(3, over: 10)
    return PreciseBox(bounds.insetBy(dx: inset, dy: inset)).applying(toDevice).enclosingPixels
  }
}

extension ShadowShape {
  /// Whether all that a layer shows throws the shadow.
  fileprivate var isOfShown: Bool { if case .shown = silhouette { true } else { false } }
}

extension ShadowProperties {
  var isSeen: Bool { opacity > 0 && color != nil }

  /// In device pixels.
  func sigma(_ toDevice: AffineTransform) -> Fixed {
    Swift.min(radius * toDevice.scale, ShadowMaker.maximumSigma)
  }
}

extension AffineTransform {
  /// How many times as long lengths become, in the mean of both directions.
  var scale: Fixed {
    // 32.32: the determinant's root has 16 fraction bits.
    let area = (a * d - b * c).magnitude
    return Fixed(rawValue: Int32(clamping: squareRoot(UInt64(bitPattern: area.rawValue))))
  }
}
