// Stage: render. How the render tree's arrays name their elements.

/// Where an `Element` lies in an array of fixed capacity, or nowhere: 32 bits, so that a node's links stay in one line of
/// the cache. Indices of different elements do not mix.
struct SlotIndex<Element>: Hashable {
  private let rawValue: Int32

  private init(rawValue: Int32) { self.rawValue = rawValue }

  /// - Parameter offset: 0 or more; capacities are far below 2^31.
  init(_ offset: Int) { rawValue = Int32(truncatingIfNeeded: offset) }

  /// Nowhere: an array that is asked for it traps.
  static var none: SlotIndex { SlotIndex(rawValue: -1) }

  var isNone: Bool { rawValue < 0 }
  /// Where it lies in its array; −1 for ``none``.
  var offset: Int { Int(rawValue) }
}

/// Names a node of the render tree: that of a layer, of a proxy, of a backdrop, or a cluster of siblings.
typealias NodeIndex = SlotIndex<RenderNode>

/// The data of the compositor that shows a layer.
enum RenderState: Hashable {
  /// Nothing yet: the next commit makes a node.
  case new
  case shown(NodeIndex)
  /// The capacity is used up: the layer waits for a node.
  case waiting
  /// The layer lies deeper than ``Layer/depthLimit``.
  case tooDeep

  /// The layer's node; none while it is not shown.
  var node: NodeIndex {
    if case .shown(let node) = self { return node }
    return .none
  }
}
