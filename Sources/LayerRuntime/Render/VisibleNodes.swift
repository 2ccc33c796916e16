import FixedRaster

// Stage: render. Input: the render tree and an area. Output: the layers that reach into it, in drawing order.
//
// The tiles of the area then look at these and at no others: among thousands of layers most of the work would be to pass
// them by again for every tile.

/// The layers that a pass draws in one area, without clusters. Each pass culls before it draws; the list is then its own
/// until the next one culls.
struct VisibleNodes {
  struct Links: SortableLink {
    var firstChild = NodeIndex.none
    var nextSibling = NodeIndex.none
    /// The place among the siblings in drawing order, where they are scattered.
    var rank: UInt32 = 0
    /// Device pixels that the layer and all below it may draw to.
    var subtree: PixelRect
    /// Whether this is the backdrop that is being drawn, or a layer that it lies in: see ``VisibleNodes/stop(at:_:)``.
    var holdsStop = false
    /// The list that the layer is in: see ``VisibleNodes/pass``.
    var pass: UInt32 = 0

    var sortKey: UInt32 { rank }
  }

  /// At the indices of the nodes; those of layers that are not visible mean nothing.
  private var links: [Links] = []
  /// The visible layers, each before those below it, and its mask with those below that behind all of these.
  private(set) var nodes: [NodeIndex] = []
  private(set) var root = NodeIndex.none
  private(set) var area = PixelRect.empty
  /// Whether layers are listed wherever they lie.
  private var listsAll = false
  /// Counts the lists; wraps. A layer that is drawn as several planes is listed once.
  private var pass: UInt32 = 0
  /// Layers and clusters looked at since the last call of ``takeVisits()``.
  private var visits = 0

  /// - Parameter capacity: nodes of the tree.
  init(capacity: Int) {
    links.reserveCapacity(capacity)
    nodes.reserveCapacity(capacity)
  }

  var span: Span<Links> {
    @_lifetime(borrow self) get { links.span }
  }

  mutating func takeVisits() -> Int {
    defer { visits = 0 }
    return visits
  }

  /// Lists `root` and the layers below it that reach into `area`.
  ///
  /// - Parameter root: none for an empty list.
  mutating func cull(_ tree: borrowing RenderTree, root: NodeIndex, in area: PixelRect) {
    (self.area, listsAll) = (area, false)
    list(tree, root)
  }

  /// Lists `root` and all layers below it.
  mutating func listAll(_ tree: borrowing RenderTree, root: NodeIndex) {
    (area, listsAll) = (.empty, true)
    list(tree, root)
  }

  private mutating func list(_ tree: borrowing RenderTree, _ root: NodeIndex) {
    nodes.removeAll(keepingCapacity: true)
    pass &+= 1
    self.root = root
    if root.isNone { return }
    while links.count < tree.nodes.count { links.append(Links(subtree: .empty)) }
    links[root.offset] = Links(subtree: tree.siblings[root].subtree, pass: pass)
    visit(root, tree)
  }

  private mutating func visit(_ i: NodeIndex, _ tree: borrowing RenderTree) {
    nodes.append(i)
    if tree.nodes[i].showsPlanes { visitPlanes(of: i, tree) } else { visitChildren(of: i, tree) }
    let mask = tree.nodes[i].mask
    if mask.isNone { return }
    links[mask.offset] = Links(subtree: tree.siblings[mask].subtree, pass: pass)
    visit(mask, tree)
  }

  private mutating func visitChildren(of i: NodeIndex, _ tree: borrowing RenderTree) {
    var last = NodeIndex.none
    link(tree.siblings[i].firstChild, of: i, &last, tree.siblings)
    if tree.siblings[i].isScattered { links[i.offset].firstChild = links.sortList(links[i.offset].firstChild) }
    var child = links[i.offset].firstChild
    while !child.isNone {
      visit(child, tree)
      child = links[child.offset].nextSibling
    }
  }

  /// Lists the layers whose planes reach into the area, each once; of copies all that lies in them, for where that is
  /// seen each plane says.
  private mutating func visitPlanes(of i: NodeIndex, _ tree: borrowing RenderTree) {
    let listedAll = listsAll
    var index = tree.nodes[i].firstPlane
    while !index.isNone {
      visits += 1
      let (node, extent) = (tree.planes[index].node, tree.planes[index].extent)
      index = tree.planes[index].next
      if links[node.offset].pass == pass { continue }
      // Looked at also where it is not listed.
      links[node.offset].holdsStop = false
      if !listedAll && !extent.intersects(area) { continue }
      links[node.offset] = Links(subtree: tree.siblings[node].subtree, pass: pass)
      listsAll = listedAll || tree.nodes[i].showsCopies
      visit(node, tree)
      listsAll = listedAll
    }
  }

  /// Links the children of a layer that reach into the area, and those in its clusters.
  ///
  /// - Parameter last: the one linked before.
  private mutating func link(
    _ first: NodeIndex, of layer: NodeIndex, _ last: inout NodeIndex, _ siblings: SiblingIndex
  ) {
    var item = first
    while !item.isNone {
      visits += 1
      if listsAll || siblings[item].subtree.intersects(area) {
        if siblings[item].isCluster {
          link(siblings[item].firstChild, of: layer, &last, siblings)
        } else {
          links[item.offset] = Links(rank: siblings[item].rank, subtree: siblings[item].subtree, pass: pass)
          if last.isNone { links[layer.offset].firstChild = item } else { links[last.offset].nextSibling = item }
          last = item
        }
      }
      item = siblings[item].nextSibling
    }
  }

  /// Has drawing end at a backdrop: nothing that comes behind it in drawing order is drawn.
  mutating func stop(at backdrop: NodeIndex, _ siblings: SiblingIndex) {
    var item = backdrop
    while !item.isNone && item != root {
      links[item.offset].holdsStop = true
      item = siblings.layer(above: item)
    }
  }
}
