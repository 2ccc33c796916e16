// Stage: model. Layers that are drawn to a bitmap first, and the use of that.

import FixedRaster

/// The storage of this file's properties.
struct PictureProperties {
  var isRasterized = false
  var scale: Fixed = 1
}

extension Layer {
  /// Whether the layer, with everything below it, is drawn to a bitmap that is kept as long as nothing in there
  /// changes: moving, turning or fading the layer then only draws the bitmap again. False if not said.
  ///
  /// Worth its memory, four bytes a pixel of ``CompositorCapacities/bitmapBytes``, for many or costly layers that move
  /// together. Where there is no room the layer is not shown.
  public final var shouldRasterize: Bool {
    get { effects.picture.isRasterized }
    set { if change(&effects.picture.isRasterized, to: newValue) { mark(.appearance) } }
  }

  /// Pixels of that bitmap in a point of the layer; 1 if not said, whatever the display's scale. Zero and less count as
  /// 1. Less than the display's, 0.3 for instance, makes the layer look out of focus.
  public final var rasterizationScale: Fixed {
    get { effects.picture.scale }
    set { if change(&effects.picture.scale, to: newValue > 0 ? newValue : 1) { mark(.appearance) } }
  }

  /// Whether the layer is drawn to a bitmap first.
  final var hasPicture: Bool { (effects.picture.isRasterized || !effects.filter.own.isEmpty) && !keepsDepth }
}
