// Stage: model. The shadow that a layer throws.

import FixedRaster

/// The storage of this file's properties.
struct ShadowProperties {
  var color: Color? = .black
  var opacity: Fixed = 0
  var radius: Fixed = 3
  var offset = Size(width: 0, height: -3)
  var path: Path?
}

/// A shadow has the shape of ``shadowPath``. Without one it has that of all that shows: background, contents, text,
/// strokes, sublayers wherever they reach. It is blurred once, and again only when its shape, its size on the display
/// or its place between pixels changes; without a path, also when anything below the layer changes that an opaque
/// background does not hide. Where neither the background nor a shape layer's filled path alone is that shape, the
/// shadow falls by whole pixels. ``masksToBounds`` clips it away. In perspective it is blurred alike everywhere: as is
/// right about the middle of the bounds.
extension Layer {
  /// Black if not said; `nil` for no shadow.
  public final var shadowColor: Color? {
    get { effects.shadow.color }
    set {
      let old = shadowColor
      if change(&effects.shadow.color, to: newValue) { mark(.appearance, "shadowColor", from: old) }
    }
  }

  /// 0, no shadow, if not said … 1; held to that range.
  public final var shadowOpacity: Fixed {
    get { effects.shadow.opacity }
    set {
      let old = shadowOpacity
      if change(&effects.shadow.opacity, to: Swift.min(1, Swift.max(0, newValue))) {
        mark(.appearance, "shadowOpacity", from: old)
      }
    }
  }

  /// The standard deviation of the blur in points, 3 if not said; 0 is a sharp shadow. More than 32 pixels count as 32.
  public final var shadowRadius: Fixed {
    get { effects.shadow.radius }
    set {
      let old = shadowRadius
      if change(&effects.shadow.radius, to: Swift.max(0, newValue)) {
        mark(.appearance, "shadowRadius", from: old)
      }
    }
  }

  /// Where the shadow falls, in points of the layer; (0, −3) if not said.
  public final var shadowOffset: Size {
    get { effects.shadow.offset }
    set {
      let old = shadowOffset
      if change(&effects.shadow.offset, to: newValue) { mark(.appearance, "shadowOffset", from: old) }
    }
  }

  /// The shape of the shadow, in the layer's coordinates, instead of the layer's own.
  public final var shadowPath: Path? {
    get { effects.shadow.path }
    set {
      let old = effects.shadow.path
      if !change(&effects.shadow.path, to: newValue) { return }
      mark(.appearance)
      if looksForActions { act("shadowPath", from: old.map { .path($0) }, isImplicit: false) }
    }
  }
}
