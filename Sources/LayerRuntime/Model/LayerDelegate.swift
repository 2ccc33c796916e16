// Stage: model. Who answers for a layer without being a subclass of it.

import FixedRaster

/// Acts for layers: inherit from it and override methods of interest.
///
/// A layer does not keep its delegate alive. When the delegate goes away its layers have none; a layer that goes away
/// is forgotten by its delegate.
@safe
open class LayerDelegate {
  public init() {}

  deinit {
    for i in unsafe layers.indices { unsafe layers[i].takeUnretainedValue().delegateLink = nil }
  }

  /// Those whose delegate this is. Not owned: each takes itself off the list.
  private final var layers: [Unmanaged<Layer>] = unsafe []

  /// Places the sublayers of a layer whose size has changed or that asked for it. The default leaves it to the layer's
  /// ``Layer/layoutManager``.
  open func layoutSublayers(of layer: Layer) { layer.layoutManager?.layoutSublayers(of: layer) }

  /// Makes a layer's contents, by assigning them for instance. The default has the layer draw.
  open func display(_ layer: Layer) { layer.drawContents() }

  /// Draws a layer's contents, if neither the layer nor ``display(_:)`` does.
  open func draw(_ layer: Layer, in context: DrawingContext) {}

  /// Whether a layer's ``Layer/contentsScale`` shall become that of the display, which has changed; not if not
  /// overridden.
  open func layer(_ layer: Layer, shouldInheritContentsScale scale: Fixed) -> Bool { false }

  /// The action for a change of the property of that name; see ``Layer/action(forKey:)``. `nil`, the default, leaves it
  /// to others.
  open func action(for layer: Layer, forKey key: String) -> (any Action)? { nil }

  final func adopt(_ layer: Layer) { unsafe layers.append(Unmanaged.passUnretained(layer)) }

  final func forget(_ layer: Layer) {
    let place = unsafe Unmanaged.passUnretained(layer).toOpaque()
    unsafe layers.removeAll { unsafe $0.toOpaque() == place }
  }
}
