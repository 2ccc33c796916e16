import FixedRaster

// Stage: render. Input: a layer's shadow. Output: its coverage in memory of the pool, made when it changes.

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
  mutating func refreshShadow(_ node: inout RenderNode, _ i: Int, _ layer: Layer, _ above: Inherited) {
    guard let (shape, color) = shadow(node, i, layer, above) else {
      node.hasShadow = false
      return dropShadow(i)
    }
    if shadowShapes[i] != shape {
      node.hasShadow = false
      dropShadow(i)
      let bounds = space.shadows.bounds(of: shape)
      let byteCount = bounds.width * bounds.height
      guard !bounds.isEmpty, let start = space.pool.take(byteCount) else { return }
      if !space.shadows.make(shape, into: space.pool.mask(at: start, bounds: bounds), using: space.pool) {
        return space.pool.release(start: start, byteCount: byteCount)
      }
      (shadows[i].start, shadows[i].bounds) = (start, bounds)
      shadowShapes[i] = shape
    }
    shadows[i].color = color
    node.hasShadow = true
  }

  /// Gives a shadow's memory back.
  mutating func dropShadow(_ i: Int) {
    if shadows[i].start >= 0 { space.pool.release(start: shadows[i].start, byteCount: shadows[i].byteCount) }
    shadows[i] = RenderShadow()
    shadowShapes[i] = nil
  }

  /// What a layer's shadow is made from, and its colour; `nil` for none.
  private func shadow(_ node: RenderNode, _ i: Int, _ layer: Layer, _ above: Inherited) -> (ShadowShape, Color)? {
    let shadow = layer.effects.shadow
    guard shadow.opacity > 0, let color = shadow.color, !node.masksToBounds, !node.isHidden, node.opacity > 0 else {
      return nil
    }
    var (path, rule) = (shadow.path?.storage, FillRule.nonZero)
    // The shadow of something translucent is fainter by as much.
    var alpha: UInt8 = 255
    if path == nil && node.background.alpha > 0 {
      alpha = node.background.alpha
    } else if path == nil {
      guard let shaped = layer as? ShapeLayer, let fill = shaped.fillColor else { return nil }
      (path, rule, alpha) = (shaped.path?.storage, shaped.fillRule, fill.alpha)
      if path == nil { return nil }
    }
    let strength = (shadow.opacity * Fixed(Int(scaled255(UInt32(color.alpha), by: UInt32(alpha))))).rounded
    if strength == 0 { return nil }
    let offset = AffineTransform(translationX: shadow.offset.width, y: shadow.offset.height)
    let shape = ShadowShape(
      path: path, outline: node.outline, rule: rule, toDevice: offset.concatenating(node.toDevice),
      homography: node.isTilted ? Homography(offset).concatenating(homographies[i]) : nil,
      sigma: Swift.min(shadow.radius * node.toDevice.scale, ShadowMaker.maximumSigma), visible: above.visible)
    return (shape, color.withAlpha(UInt8(truncatingIfNeeded: strength)))
  }
}

extension AffineTransform {
  /// How many times as long lengths become, in the mean of both directions.
  fileprivate var scale: Fixed {
    // 32.32: the determinant's root has 16 fraction bits.
    let area = (a * d - b * c).magnitude
    return Fixed(rawValue: Int32(clamping: squareRoot(UInt64(bitPattern: area.rawValue))))
  }
}
