// Stage: model. How the whole of a layer is shown: masks, corners, groups.

import FixedRaster

/// The storage of this file's properties.
struct EffectProperties {
  var mask: Layer?
  var pattern: Pattern?
  var allowsGroupOpacity = true
  var isDoubleSided = true
  var shadow = ShadowProperties()
  var picture = PictureProperties()
  var filter = FilterProperties()
}

extension Layer {
  /// Limits this layer, and everything below it, to the mask's alpha: its background, contents and sublayers count, its
  /// colours do not. The mask is placed like a sublayer and is none.
  ///
  /// A layer is the mask of one layer, or the sublayer of one: it is moved. One that would become its own descendant
  /// ends the program.
  public final var mask: Layer? {
    get { effects.mask }
    set { if newValue !== mask { replaceMask(with: newValue) } }
  }

  /// Whether ``opacity`` fades the layer and its sublayers as one picture, the default, or each by itself.
  public final var allowsGroupOpacity: Bool {
    get { effects.allowsGroupOpacity }
    set { if change(&effects.allowsGroupOpacity, to: newValue) { mark(.appearance) } }
  }

  /// Whether the layer shows from behind too, the default; if not, it and everything below it vanish where it is turned
  /// away from the viewer. A layer that is mirrored by a scale counts as turned away.
  public final var isDoubleSided: Bool {
    get { effects.isDoubleSided }
    set { if change(&effects.isDoubleSided, to: newValue) { mark(.geometry) } }
  }

  /// Whether the layer shows only its front and is seen from behind.
  final var hidesBack: Bool {
    if isDoubleSided { return false }
    var isMirrored = false
    var layer: Layer? = self
    while let here = layer {
      if !here.keepsDepth && here.mappingToSuperlayer().isMirrored { isMirrored.toggle() }
      // A flipped geometry reflects the coordinates, not the layer.
      if here.isGeometryFlipped { isMirrored.toggle() }
      layer = here.superlayer
    }
    return isMirrored
  }

  /// The outline of background, border and clip; see ``Layer/cornerRadius``, ``Layer/maskedCorners``,
  /// ``Layer/cornerCurve``.
  final var outline: LayerOutline {
    func radius(_ corner: CornerMask) -> Fixed { maskedCorners.contains(corner) ? Swift.max(cornerRadius, 0) : 0 }
    let radii = CornerRadii(
      topLeft: radius(.minXMinYCorner), topRight: radius(.maxXMinYCorner),
      bottomRight: radius(.maxXMaxYCorner), bottomLeft: radius(.minXMaxYCorner))
    return LayerOutline(bounds.standardized, radii: radii, curve: cornerCurve)
  }

  /// Stores a value. Answers whether it is another one: that is marked once this access to the layer has ended.
  final func change<Value: Equatable>(_ stored: inout Value, to value: Value) -> Bool {
    if stored == value { return false }
    stored = value
    return true
  }
}
