// Stage: time. The shown values of a layer, as far as they differ from its properties.

import FixedRaster

/// A layer's values at the time of the last frame: its properties, with their animations. Each access reads the present
/// value.
public struct LayerPresentation {
  private let layer: Layer

  init(_ layer: Layer) { self.layer = layer }

  /// The layer itself.
  public func model() -> Layer { layer }

  public func value(forKey key: String) -> Value? { shown { $0.value(forKey: key) } ?? nil }

  public func value(forKeyPath path: String) -> Value? { shown { $0.value(forKeyPath: path) } ?? nil }

  public var bounds: Rect { shown { $0.bounds } ?? layer.bounds }
  public var position: Point { shown { $0.position } ?? layer.position }
  public var frame: Rect { shown { $0.frame } ?? layer.frame }
  public var transform: Transform3D { shown { $0.transform } ?? layer.transform }
  public var zPosition: Fixed { shown { $0.zPosition } ?? layer.zPosition }
  public var isHidden: Bool { shown { $0.isHidden } ?? layer.isHidden }
  public var opacity: Fixed { shown { $0.opacity } ?? layer.opacity }
  public var backgroundColor: Color? { shown { $0.backgroundColor } ?? layer.backgroundColor }
  public var cornerRadius: Fixed { shown { $0.cornerRadius } ?? layer.cornerRadius }

  /// The deepest layer that is seen at a point, as ``Layer/hitTest(_:order:)`` has it.
  public func hitTest(_ point: Point, order: Layer.HitTestOrder = .tree) -> Layer? {
    shown { $0.hitTest(point, order: order) } ?? nil
  }

  /// A place of this layer's, in another's coordinates.
  public func convert(_ point: Point, to other: Layer?) -> Point {
    shown { $0.convert(point, to: other) } ?? layer.convert(point, to: other)
  }

  private func shown<Result>(_ body: (Layer) -> Result) -> Result? {
    var result: Result?
    layer.whileShown { result = body(layer) }
    return result
  }
}

extension Layer {
  /// The shown values of the layer; `nil` where no display shows it.
  public final func presentation() -> LayerPresentation? { renderState.node.isNone ? nil : LayerPresentation(self) }

  /// The layer itself, as a presentation's.
  public final func model() -> Layer { self }

  /// Calls `body` while all layers of the tree have their shown values.
  final func whileShown(_ body: () -> Void) {
    if let host = root.host { host.animator.whileShown(nil, body) } else { body() }
  }
}
