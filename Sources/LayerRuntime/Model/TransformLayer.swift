// Stage: model. A layer whose sublayers lie in space.

import FixedRaster

/// Holds layers in space: each keeps the depth that its ``Layer/zPosition`` and ``Layer/transform`` give it, under those of
/// this layer. Other layers flatten their sublayers to their own plane.
///
/// Which of two layers is in front is decided where they are seen, pixel by pixel where they pass through each other; of
/// two in the same plane the later one in drawing order is. A transform layer in a transform layer shares its space. A
/// perspective comes from the ``Layer/sublayerTransform`` of a layer above.
///
/// Nothing of the layer itself is drawn. Ignored are its background, contents and border, its shadow, mask, clipping,
/// rounded corners, filters and blend mode, ``Layer/shouldRasterize`` and ``Layer/isDoubleSided``. Its
/// ``Layer/opacity`` applies to each sublayer by itself. Of sublayers that pass through each other the blend mode
/// is ignored, too.
///
/// It has no plane in which a place could be looked for: ``Layer/hitTest(_:)`` answers `nil`. Touches and
/// ``Layer/hitTest(_:order:)`` by drawing order reach the nearest of its sublayers.
open class TransformLayer: Layer {
  @usableFromInline
  override var keepsDepth: Bool { true }

  @usableFromInline
  override var planeRenderer: PlaneRenderer? { SpaceRenderer.shared }
}
