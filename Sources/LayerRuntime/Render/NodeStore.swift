import FixedRaster

// Stage: render. The memory of the nodes.

/// The nodes of layers, proxies and backdrops, in one array of fixed capacity. A node is either taken or free; whoever took
/// it gives it back. Memory of nodes that nobody has taken yet is reserved and not written, so that it is no memory of the
/// machine; the same holds for all arrays with the nodes' indices.
struct NodeStore {
  private var nodes: [RenderNode]
  /// From the coordinates of projective nodes to device pixels; of others it means nothing.
  private var homographies: [Homography]
  /// Those that were given back; the last one goes first.
  private var free: [NodeIndex] = []
  private let capacity: Int

  /// - Parameter capacity: nodes.
  init(capacity: Int) {
    self.capacity = capacity
    nodes = []
    homographies = []
    nodes.reserveCapacity(capacity)
    homographies.reserveCapacity(capacity)
    free.reserveCapacity(capacity)
  }

  /// Those that were taken so far, given back or not.
  var count: Int { nodes.count }
  var hasFree: Bool { freeCount > 0 }
  var freeCount: Int { free.count + capacity - nodes.count }

  /// Returns a node as it is at first; none where all are taken.
  mutating func take() -> NodeIndex {
    if let index = free.popLast() { return index }
    if nodes.count == capacity { return .none }
    nodes.append(RenderNode())
    homographies.append(.identity)
    return NodeIndex(nodes.count - 1)
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

  /// All nodes that were taken so far, the free ones included.
  var span: Span<RenderNode> {
    @_lifetime(borrow self) get { nodes.span }
  }

  var homographySpan: Span<Homography> {
    @_lifetime(borrow self) get { homographies.span }
  }

  /// Copies all nodes: for tests.
  var copy: [RenderNode] { nodes }
}
