import FixedRaster

// Stage: render. Input: a layer's shadow. Output: its coverage in memory of the pool, made when it changes: of a path
// or an outline at once, of what a layer and those below it show before the frame is drawn.

/// A shadow as the composer draws it.
struct RenderShadow {
  /// Where the coverage lies in the pool; −1 for no shadow.
  var start = -1
  /// Device pixels of the coverage, each a byte.
  var bounds = PixelRect.empty
  var color = Color.clear

  var byteCount: Int { bounds.width * bounds.height }
}

extension RenderTree {
  /// Brings a layer's shadow up to date, once the layers below it are.
  ///
  /// - Parameter isChanged: whether something below has changed, or the layer but for its place.
  mutating func refreshShadow(
    _ i: Int, _ layer: Layer, _ above: Inherited, isChanged: Bool, _ damage: inout Damage
  ) {
    let before = nodes[i].hasShadow ? shadows[i] : RenderShadow()
    nodes[i].hasShadow = false
    guard nodes[i].castsShadow, let (shape, color) = shadow(i, layer) else {
      damage.add(before.bounds)
      return dropShadow(i)
    }
    let needed = space.shadows.bounds(of: shape).intersection(above.needed)
    let isShown = if case .shown = shape.silhouette { true } else { false }
    var isKept = false
    if shadows[i].start >= 0, !(isShown && isChanged), let distance = shadowShapes[i].flatMap(shape.distance(from:)) {
      let moved = shadows[i].bounds.offsetBy(distance)
      isKept = moved.contains(needed)
      if isKept { shadows[i].bounds = moved }
    }
    if !isKept && !makeShadow(i, shape, needed, isLater: isShown) { return damage.add(before.bounds) }
    shadowShapes[i] = shape
    shadows[i].color = color
    nodes[i].hasShadow = true
    if !isKept || before.bounds != shadows[i].bounds || before.color != color {
      damage.add(before.bounds)
      damage.add(needed)
    }
    nodes[i].extent = nodes[i].extent.union(shadows[i].bounds.intersection(above.needed))
    nodes[i].subtree = nodes[i].subtree.union(nodes[i].extent)
  }

  /// Whether a layer with all below it may look different wherever it lies, none below having changed.
  func looksChanged(_ i: Int, from former: RenderNode, _ changes: LayerChanges) -> Bool {
    if !changes.isDisjoint(with: [.drawing, .contents, .children]) || !nodes[i].isPainted(like: former) { return true }
    // In a picture the transform is the same however it is turned over.
    if nodes[i].isFlipped != former.isFlipped || nodes[i].showsBack != former.showsBack { return true }
    return changes.contains(.geometry) && (nodes[i].turnsSublayers || former.turnsSublayers)
  }

  /// Takes memory for a shadow's coverage and fills it; of what is shown, before the frame is drawn. Answers whether
  /// there is any to be shown.
  private mutating func makeShadow(_ i: Int, _ shape: ShadowShape, _ bounds: PixelRect, isLater: Bool) -> Bool {
    dropShadow(i)
    if bounds.isEmpty { return false }
    guard let start = space.pool.take(width: bounds.width, height: bounds.height, bytesPerPixel: 1) else {
      return false
    }
    (shadows[i].start, shadows[i].bounds) = (start, bounds)
    if isLater {
      stale.append((Int32(truncatingIfNeeded: i), .shadow))
    } else if !space.shadows.make(shape, into: space.pool.mask(at: start, bounds: bounds), using: space.pool, { _ in })
    {
      dropShadow(i)
      return false
    }
    return true
  }

  /// Makes the coverage of what a layer and those below it show.
  mutating func makeShadow(_ i: Int, with composer: inout TileComposer) {
    guard let shape = shadowShapes[i] else { return }
    let target = space.pool.mask(at: shadows[i].start, bounds: shadows[i].bounds)
    showChildren(of: i, nodes[i].subtree)
    // It throws none itself meanwhile.
    nodes[i].hasShadow = false
    let isMade = space.shadows.make(shape, into: target, using: space.pool) { mask in
      composer.drawSilhouette(of: Int32(truncatingIfNeeded: i), scene, into: mask)
    }
    nodes[i].hasShadow = isMade
    if !isMade { dropShadow(i) }
  }

  /// Gives a shadow's memory back.
  mutating func dropShadow(_ i: Int) {
    if shadows[i].start >= 0 { space.pool.release(start: shadows[i].start, byteCount: shadows[i].byteCount) }
    shadows[i] = RenderShadow()
    shadowShapes[i] = nil
  }

  /// What a layer's shadow is made from, and its colour; `nil` for none.
  private mutating func shadow(_ i: Int, _ layer: Layer) -> (ShadowShape, Color)? {
    let (node, shadow) = (nodes[i], layer.effects.shadow)
    guard let color = shadow.color, let (silhouette, alpha) = silhouette(i, layer) else { return nil }
    // The shadow of something translucent is fainter by as much.
    let strength = (shadow.opacity * Fixed(Int(scaled255(UInt32(color.alpha), by: UInt32(alpha))))).rounded
    if strength == 0 { return nil }
    let shape = ShadowShape(
      silhouette: silhouette, toDevice: node.toDevice, homography: node.isProjective ? homographies[i] : nil,
      offset: shadow.offset, sigma: shadow.sigma(node.toDevice))
    return (shape, color.withAlpha(UInt8(truncatingIfNeeded: strength)))
  }

  /// What throws the shadow, and with what alpha: the background or a path where they say all that there is to say,
  /// since they are made of fewer steps; else all that shows.
  private mutating func silhouette(_ i: Int, _ layer: Layer) -> (Silhouette, UInt8)? {
    let node = nodes[i]
    if let path = layer.effects.shadow.path { return (.path(path.storage, .nonZero), 255) }
    let drawing = layer.drawing()
    let below = gatheredBelow(i)
    let isAlone = !node.hasContents && below.isEmpty
    switch node.background.alpha {
    case 255:
      var inside = below
      if node.hasContents { inside = inside.union(pixels(PreciseBox(contents[i].target), node, i, isUpright: true)) }
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
    return node.subtree.isEmpty ? nil : (.shown(node.subtree, node.bounds), 255)
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
