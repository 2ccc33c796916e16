import FixedRaster

// Stage: render. Input: which layer lies in which, and the extent of each. Output: siblings in drawing order, tied into
// clusters where there are many: neighbours in drawing order, which lie next to each other in lists and grids; or
// neighbours on the display, where those in drawing order lie far from each other.
//
// This is a bounding volume hierarchy. A commit visits the layers that were marked and those above them. Of their siblings
// it looks at a few: a cluster holds eight to sixteen, or as many clusters, and knows the sum of their extents, so that
// among ten thousand still layers a change costs four or five such sums.

/// Who lies in whom, in which order, and the device pixels that each may draw to with all below it.
///
/// Invariants between commits: siblings are linked in drawing order, or by where they lie where the layer above is
/// scattered; an entry's `subtree` holds those of its children, unless it is a stale cluster.
struct SiblingIndex {
  /// Siblings in a cluster, at most.
  static var clusterSize: Int { 16 }

  struct Entry {
    /// The layer above, or the cluster that this one lies in.
    var parent = NodeIndex.none
    var firstChild = NodeIndex.none
    var nextSibling = NodeIndex.none
    /// First cluster of a layer; next cluster of the same layer, where this is a cluster.
    var cluster = NodeIndex.none
    /// The place among the siblings in drawing order, where they are scattered.
    var rank: UInt32 = 0
    /// The key that scattered siblings are sorted by: see ``SiblingIndex/sortByPlace(_:)``.
    var place: UInt32 = 0
    /// Device pixels the layer and all below it may draw to. Here, so that passing an entry by reads one line of the cache.
    var subtree = PixelRect.empty
    /// Their extent wherever the layers above are moved, if it was worked out since they changed; of a stale cluster it
    /// means nothing.
    var reach = Reach.anywhere
    var isCluster = false
    /// Whether the layer has stayed out of sight when layers above were moved, and lies where it did before that.
    var isBehind = false
    /// Whether something below a cluster has changed its `subtree` or its `reach`.
    var isStale = false
    /// Whether the children are tied into clusters by where they lie, not in drawing order.
    var isScattered = false
    /// Whether another node stands for one of the layers below than is linked.
    var needsLinking = false

    /// Whether none are linked, and none are to be.
    var hasNoChildren: Bool { firstChild.isNone && !needsLinking }
  }

  /// At the indices of the nodes; the clusters follow.
  private var entries: [Entry]
  private var freeClusters: [NodeIndex]
  /// Entries looked at since the last call of ``takeVisits()``.
  private var visits = 0

  /// - Parameter capacity: nodes.
  init(capacity: Int) {
    // 17 siblings take three clusters at the most, and more take fewer for each: less than a fifth of the nodes. While a
    // commit moves layers from one superlayer to another the clusters of both are there.
    let clusters = 2 * (capacity / 5 + 1)
    entries = Array(repeating: Entry(), count: capacity + clusters)
    freeClusters = (capacity..<capacity + clusters).reversed().map { NodeIndex($0) }
  }

  subscript(_ index: NodeIndex) -> Entry {
    @inline(__always) _read { yield entries[index.offset] }
  }

  /// Makes the entry of a node that was taken, or given back, that of one without relatives.
  mutating func reset(_ index: NodeIndex) { entries[index.offset] = Entry() }

  mutating func setParent(_ parent: NodeIndex, of index: NodeIndex) { entries[index.offset].parent = parent }

  mutating func setSubtree(_ subtree: PixelRect, of index: NodeIndex) { entries[index.offset].subtree = subtree }

  mutating func setReach(_ reach: Reach, of index: NodeIndex) { entries[index.offset].reach = reach }

  mutating func setBehind(_ isBehind: Bool, _ index: NodeIndex) { entries[index.offset].isBehind = isBehind }

  mutating func setNeedsLinking(_ index: NodeIndex) { entries[index.offset].needsLinking = true }

  mutating func takeVisits() -> Int {
    defer { visits = 0 }
    return visits
  }

  /// Returns the layer that a node lies in, or a mask belongs to; none for the root.
  func layer(above index: NodeIndex) -> NodeIndex {
    var above = entries[index.offset].parent
    while !above.isNone && entries[above.offset].isCluster { above = entries[above.offset].parent }
    return above
  }
}

// MARK: - Extents

extension SiblingIndex {
  /// Notes that a child's `subtree` has changed: on the clusters it lies in.
  mutating func markStale(above child: NodeIndex, upTo layer: NodeIndex) {
    if child.isNone { return }
    var above = entries[child.offset].parent
    while !above.isNone && above != layer && !entries[above.offset].isStale {
      entries[above.offset].isStale = true
      above = entries[above.offset].parent
    }
  }

  /// Takes a layer's `subtree` from its own extent and from the nodes below it, and its `reach` from the latter.
  ///
  /// - Parameter reaches: whether it is to be known how far they reach.
  mutating func gatherSubtree(of layer: NodeIndex, extent: PixelRect, reaches: Bool = false) {
    let (below, reach) = gather(below: layer, reaches)
    entries[layer.offset].subtree = extent.union(below)
    entries[layer.offset].reach = reach
  }

  /// Returns the extent of the nodes below one.
  mutating func subtree(below index: NodeIndex) -> PixelRect { gather(below: index, false).subtree }

  private mutating func gather(below index: NodeIndex, _ reaches: Bool) -> (subtree: PixelRect, reach: Reach) {
    var (subtree, reach) = (PixelRect.empty, reaches ? Reach.nothing : .anywhere)
    var child = entries[index.offset].firstChild
    while !child.isNone {
      visits += 1
      if entries[child.offset].isCluster && entries[child.offset].isStale {
        (entries[child.offset].subtree, entries[child.offset].reach) = gather(below: child, reaches)
        entries[child.offset].isStale = false
      }
      subtree = subtree.union(entries[child.offset].subtree)
      if reaches { reach = reach.union(entries[child.offset].reach) }
      child = entries[child.offset].nextSibling
    }
    return (subtree, reach)
  }
}

// MARK: - Linking

extension SiblingIndex {
  /// The children of a layer while they are linked.
  struct List {
    fileprivate let parent: NodeIndex
    fileprivate var last = NodeIndex.none
    fileprivate var count = 0
  }

  /// Unlinks the children of a layer, to be appended in drawing order.
  mutating func beginList(of layer: NodeIndex) -> List {
    freeClusters(of: layer)
    entries[layer.offset].firstChild = .none
    (entries[layer.offset].needsLinking, entries[layer.offset].isScattered) = (false, false)
    return List(parent: layer)
  }

  mutating func append(_ child: NodeIndex, to list: inout List) {
    if child.isNone { return }
    entries[child.offset].nextSibling = .none
    entries[child.offset].parent = list.parent
    if list.last.isNone {
      entries[list.parent.offset].firstChild = child
    } else {
      entries[list.last.offset].nextSibling = child
    }
    list.last = child
    list.count += 1
  }

  /// Ties the children into clusters if they are many, and the clusters likewise.
  mutating func end(_ list: List) {
    let layer = list.parent
    var count = list.count
    if count > Self.clusterSize && areScattered(entries[layer.offset].firstChild) { sortByPlace(layer) }
    while count > Self.clusterSize {
      (entries[layer.offset].firstChild, count) = tie(entries[layer.offset].firstChild, of: layer)
    }
  }

  mutating func freeClusters(of layer: NodeIndex) {
    var cluster = exchange(&entries[layer.offset].cluster, with: .none)
    while !cluster.isNone {
      let next = entries[cluster.offset].cluster
      entries[cluster.offset] = Entry()
      freeClusters.append(cluster)
      cluster = next
    }
  }

  /// Ties a list of siblings, or of clusters, into clusters. Returns the first and how many.
  private mutating func tie(_ first: NodeIndex, of layer: NodeIndex) -> (first: NodeIndex, count: Int) {
    var (next, firstCluster, last) = (first, NodeIndex.none, NodeIndex.none)
    var count = 0
    while !next.isNone {
      // There is one: see `init(capacity:)`.
      let cluster = freeClusters.removeLast()
      entries[cluster.offset].isCluster = true
      entries[cluster.offset].parent = layer
      entries[cluster.offset].cluster = entries[layer.offset].cluster
      entries[layer.offset].cluster = cluster
      entries[cluster.offset].firstChild = next
      next = cut(next, after: Self.clusterSize, parent: cluster)
      if last.isNone { firstCluster = cluster } else { entries[last.offset].nextSibling = cluster }
      last = cluster
      count += 1
    }
    return (firstCluster, count)
  }

  /// Makes the first `count` of a list a cluster's content, and ends the list there; from half of them on already where
  /// the next lies far away, as behind the end of a row. Returns the rest of the list.
  private mutating func cut(_ first: NodeIndex, after count: Int, parent: NodeIndex) -> NodeIndex {
    var (item, left) = (first, count)
    var (box, reach) = (PixelRect.empty, Reach.nothing)
    while true {
      entries[item.offset].parent = parent
      box = box.union(entries[item.offset].subtree)
      reach = reach.union(entries[item.offset].reach)
      left -= 1
      let next = entries[item.offset].nextSibling
      if next.isNone || left == 0 || (left <= count / 2 && isFar(next, from: box)) {
        entries[item.offset].nextSibling = .none
        (entries[parent.offset].subtree, entries[parent.offset].reach) = (box, reach)
        return next
      }
      item = next
    }
  }

  /// Whether a box that holds the entry too would be more than twice as large.
  private func isFar(_ item: NodeIndex, from box: PixelRect) -> Bool {
    box.union(entries[item.offset].subtree).area > 2 * box.area
  }
}

// MARK: - Scattered siblings
//
// Clusters of siblings that lie far from the next in drawing order would all reach over the whole display. Such
// siblings are sorted by where they lie before they are tied, along a curve that goes through squares of squares
// (Morton 1966), and those that a rectangle shows are sorted back.

extension SiblingIndex {
  /// Whether clusters of neighbours in a list would cover the place of all of them several times over.
  private func areScattered(_ first: NodeIndex) -> Bool {
    var (all, cluster) = (PixelRect.empty, PixelRect.empty)
    var (sum, count, item) = (Int64(0), 0, first)
    while !item.isNone {
      let subtree = entries[item.offset].subtree
      (all, cluster, count) = (all.union(subtree), cluster.union(subtree), count + 1)
      if count == Self.clusterSize {
        sum += cluster.area
        (cluster, count) = (.empty, 0)
      }
      item = entries[item.offset].nextSibling
    }
    return sum > 4 * all.area
  }

  /// Sorts a layer's children, which are linked in drawing order, by their places; their ranks keep the drawing order.
  private mutating func sortByPlace(_ layer: NodeIndex) {
    var item = entries[layer.offset].firstChild
    var rank: UInt32 = 0
    while !item.isNone {
      entries[item.offset].place = entries[item.offset].subtree.mortonCode
      entries[item.offset].rank = rank
      rank += 1
      item = entries[item.offset].nextSibling
    }
    entries[layer.offset].firstChild = entries.sortList(entries[layer.offset].firstChild)
    entries[layer.offset].isScattered = true
  }
}

extension SiblingIndex.Entry: SortableLink {
  var sortKey: UInt32 { place }
}

extension SiblingIndex {
  /// Counts clusters, layers whose children are scattered, and layers that lie where they did: for tests.
  var counts: (clusters: Int, scattered: Int, behind: Int) {
    var counts = (clusters: 0, scattered: 0, behind: 0)
    for entry in entries {
      if entry.isCluster { counts.clusters += 1 }
      if entry.isScattered { counts.scattered += 1 }
      if entry.isBehind { counts.behind += 1 }
    }
    return counts
  }
}
