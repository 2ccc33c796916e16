// Stage: model. Filters of a layer, and its blend mode.

import FixedRaster

/// The storage of this file's properties.
struct FilterProperties {
  var own: [Filter] = []
  var background: [Filter] = []
  var compositing: BlendMode?
}

extension Layer {
  /// The filters, one after the other, of the picture of the layer with everything below it, its mask and shadow
  /// included; opacity fades the result. `nil`, the default, or an empty list: nothing.
  ///
  /// The picture is kept as a rasterized layer's is, and filtered again as a whole when anything in it changes. It is as
  /// fine as the display, unless ``shouldRasterize`` says otherwise; a layer that is turned is filtered upright, and
  /// then turned. Where there is no room in the pool the layer is not shown; where there is none for a second bitmap,
  /// which blurs of squares, gaussians and pinches take while they work, such a filter is left out.
  public final var filters: [Filter]? {
    get { effects.filter.own.isEmpty ? nil : effects.filter.own }
    set { if change(&effects.filter.own, to: newValue ?? []) { mark(.appearance) } }
  }

  /// The filters, one after the other, of the picture behind the layer, within its bounds and rounded corners: frosted
  /// glass, where the layer's background is translucent. `nil`, the default, or an empty list: nothing.
  ///
  /// Behind lies the earlier drawing on the display or, below a rasterized or filtered layer, in its picture; nothing
  /// in masks. It is drawn and filtered again, and all of the layer with it, when something changes there or in the
  /// layer: as far as the filters reach. The ``opacity`` fades it. Where there is no room in the pool, nothing is
  /// filtered.
  public final var backgroundFilters: [Filter]? {
    get { effects.filter.background.isEmpty ? nil : effects.filter.background }
    set { if change(&effects.filter.background, to: newValue ?? []) { mark(.appearance) } }
  }

  /// The blend mode of the layer with everything below it over the pixels behind it; `nil`, the default, means
  /// source-over.
  ///
  /// A mode that changes pixels behind a clear one, as ``FixedRaster/BlendMode/copy``, does so in the smallest upright
  /// rectangle of pixels that holds all of the layer.
  public final var compositingFilter: BlendMode? {
    get { effects.filter.compositing }
    set { if change(&effects.filter.compositing, to: newValue) { mark(.appearance) } }
  }

  /// The filters of a key path that begins with a property of filters; `nil` for another one.
  final func filterList(_ key: ValueKey) -> [Filter]? {
    switch key {
    case "filters": effects.filter.own
    case "backgroundFilters": effects.filter.background
    default: nil
    }
  }

  /// Sets the value of a key path that begins with such a property; returns `nil` for another one.
  final func setFilterValue(_ value: Value?, _ key: ValueKey, _ rest: ValueKey) -> Bool? {
    // Where they lie: a copy would take memory in every frame that animates them.
    let outcome: [Filter].Outcome
    switch key {
    case "filters": outcome = effects.filter.own.setValue(value, rest)
    case "backgroundFilters": outcome = effects.filter.background.setValue(value, rest)
    default: return nil
    }
    if outcome == .changed { mark(.appearance) }
    return outcome != .refused
  }
}
