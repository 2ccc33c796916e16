import FixedRaster

// Stage: render. The memory of the nodes.

/// The nodes of layers, proxies and backdrops, in one array of fixed capacity. A node is either taken or free; whoever took
/// it gives it back.
struct NodeStore {
  private var nodes: [RenderNode]
  /// From the coordinates of projective nodes to device pixels; of others it means nothing.
  private var homographies: [Homography]
  /// Those that nobody has taken; the last one goes first.
  private var free: [NodeIndex]

  /// - Parameter capacity: nodes.
  init(capacity: Int) {
    nodes = Array(repeating: RenderNode(), count: capacity)
    homographies = Array(repeating: .identity, count: capacity)
    free = (0..<capacity).reversed().map { NodeIndex($0) }
  }

  var hasFree: Bool { !free.isEmpty }
  var freeCount: Int { free.count }

  /// Returns a node as it is at first; none where all are taken.
  mutating func take() -> NodeIndex {
    guard let index = free.popLast() else { return .none }
    nodes[index.offset] = RenderNode()
    return index
  }

  mutating func giveBack(_ index: NodeIndex) {
    nodes[index.offset] = RenderNode()
    free.append(index)
  }

  subscript(_ index: NodeIndex) -> RenderNode {
    @inline(__always) _read { yield nodes[index.offset] }
    @inline(__always) _modify { yield &nodes[index.offset] }
  }

  func homography(of index: NodeIndex) -> Homography { homographies[index.offset] }

  mutating func setHomography(_ homography: Homography, of index: NodeIndex) {
    homographies[index.offset] = homography
  }

  /// From a layer's coordinates to device pixels.
  func mapping(of index: NodeIndex) -> Mapping { nodes[index.offset].mapping(homographies[index.offset]) }

  /// All nodes, the free ones included.
  var span: Span<RenderNode> {
    @_lifetime(borrow self) get { nodes.span }
  }

  var homographySpan: Span<Homography> {
    @_lifetime(borrow self) get { homographies.span }
  }

  /// Copies all nodes: for tests.
  var copy: [RenderNode] { nodes }
}
