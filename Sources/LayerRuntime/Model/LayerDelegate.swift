// Stage: model. Who answers for a layer without being a subclass of it.

/// Answers for layers: inherit from it and override what is of interest.
///
/// A layer does not keep its delegate alive. When the delegate goes away its layers have none; a layer that goes away is
/// forgotten by its delegate.
@safe
open class LayerDelegate {
  public init() {}

  deinit {
    for i in unsafe layers.indices { unsafe layers[i].takeUnretainedValue().delegateLink = nil }
  }

  /// Those whose delegate this is. Not owned: each takes itself off the list.
  private final var layers: [Unmanaged<Layer>] = unsafe []

  /// Places the sublayers of a layer whose size has changed or that asked for it. What is not overridden leaves it to the
  /// layer's ``Layer/layoutManager``.
  open func layoutSublayers(of layer: Layer) { layer.layoutManager?.layoutSublayers(of: layer) }

  final func adopt(_ layer: Layer) { unsafe layers.append(Unmanaged.passUnretained(layer)) }

  final func forget(_ layer: Layer) {
    let place = unsafe Unmanaged.passUnretained(layer).toOpaque()
    unsafe layers.removeAll { unsafe $0.toOpaque() == place }
  }
}
