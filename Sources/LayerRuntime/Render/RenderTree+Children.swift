import FixedRaster

// Stage: render. Siblings, tied into bundles where there are many: neighbours in drawing order, which lie next to each
// other in lists and grids; or neighbours on the display, where those in drawing order lie here and there.

extension RenderTree {
  /// Links the children in drawing order.
  mutating func linkChildren(_ i: Int, _ layer: Layer) {
    freeBundles(of: i)
    (nodes[i].firstChild, nodes[i].isUnlinked, nodes[i].isStrewn) = (-1, false, false)
    var last: Int32 = -1
    var count = 0
    for position in 0..<layer.sublayerCount {
      let sublayer = layer.sublayerInDrawingOrder(position)
      if sublayer.renderIndex < 0 { continue }
      linkChild(nodes[Int(sublayer.renderIndex)].backdrop, of: i, &last, &count)
      linkChild(shownIndex(of: sublayer), of: i, &last, &count)
    }
    if count > Self.bundleSize && areStrewn(nodes[i].firstChild) { sortByPlace(i) }
    while count > Self.bundleSize {
      guard let bundles = tie(nodes[i].firstChild, of: i) else { return }
      (nodes[i].firstChild, count) = bundles
    }
  }

  /// - Parameter last: the one linked before; −1 if there is none.
  private mutating func linkChild(_ child: Int32, of i: Int, _ last: inout Int32, _ count: inout Int) {
    if child < 0 { return }
    nodes[Int(child)].nextSibling = -1
    nodes[Int(child)].parent = Int32(truncatingIfNeeded: i)
    if last < 0 { nodes[i].firstChild = child } else { nodes[Int(last)].nextSibling = child }
    last = child
    count += 1
  }

  /// Ties a list of siblings, or of bundles, into bundles. Answers the first and how many; `nil` if places are used up,
  /// which the tree's capacity rules out: 17 siblings take three at the most, and more take fewer for each.
  private mutating func tie(_ first: Int32, of owner: Int) -> (first: Int32, count: Int)? {
    var (next, firstBundle, last) = (first, Int32(-1), Int32(-1))
    var count = 0
    while next >= 0 {
      guard let bundle = takeNode() else { return nil }
      let b = Int(bundle)
      nodes[b].isBundle = true
      nodes[b].parent = Int32(truncatingIfNeeded: owner)
      nodes[b].bundle = nodes[owner].bundle
      nodes[owner].bundle = bundle
      nodes[b].firstChild = next
      next = cut(next, after: Self.bundleSize, parent: bundle)
      if last < 0 { firstBundle = bundle } else { nodes[Int(last)].nextSibling = bundle }
      last = bundle
      count += 1
    }
    return (firstBundle, count)
  }

  /// Makes the first `count` of a list what a bundle holds, and ends the list there; from half of them on already where
  /// what follows lies far away, as behind the end of a row. Answers what followed.
  private mutating func cut(_ first: Int32, after count: Int, parent: Int32) -> Int32 {
    var (item, left) = (first, count)
    var box = PixelRect.empty
    while true {
      nodes[Int(item)].parent = parent
      box = box.union(nodes[Int(item)].subtree)
      left -= 1
      let next = nodes[Int(item)].nextSibling
      if next < 0 || left == 0 || (left <= count / 2 && isFar(next, from: box)) {
        nodes[Int(item)].nextSibling = -1
        nodes[Int(parent)].subtree = box
        return next
      }
      item = next
    }
  }

  /// Whether a box that holds the node too would be more than twice as large.
  private func isFar(_ item: Int32, from box: PixelRect) -> Bool {
    box.union(nodes[Int(item)].subtree).area > 2 * box.area
  }

  mutating func freeBundles(of i: Int) {
    var bundle = nodes[i].bundle
    nodes[i].bundle = -1
    while bundle >= 0 {
      let next = nodes[Int(bundle)].bundle
      freeNode(bundle)
      bundle = next
    }
  }

  /// Notes that a child's `subtree` has changed: on the bundles it lies in.
  mutating func markStale(above child: Int32, upTo layer: Int32) {
    if child < 0 { return }
    var above = nodes[Int(child)].parent
    while above >= 0 && above != layer && !nodes[Int(above)].isStale {
      nodes[Int(above)].isStale = true
      above = nodes[Int(above)].parent
    }
  }

  mutating func markBundlesStale(_ i: Int) {
    var bundle = nodes[i].bundle
    while bundle >= 0 {
      nodes[Int(bundle)].isStale = true
      bundle = nodes[Int(bundle)].bundle
    }
  }

  /// Takes a node's `subtree` from its extent and from the nodes below it.
  mutating func gatherSubtree(_ i: Int) {
    nodes[i].subtree = nodes[i].extent.union(gatheredBelow(i))
    nodes[i].isStale = false
  }

  /// What the nodes below a node may draw to.
  @_optimize(speed)
  mutating func gatheredBelow(_ i: Int) -> PixelRect {
    var subtree = PixelRect.empty
    var child = nodes[i].firstChild
    while child >= 0 {
      let c = Int(child)
      visits += 1
      if nodes[c].isBundle && nodes[c].isStale { gatherSubtree(c) }
      subtree = subtree.union(nodes[c].subtree)
      child = nodes[c].nextSibling
    }
    return subtree
  }
}

// MARK: - What a rectangle shows

extension RenderTree {
  /// Links in ``shown`` the layers that reach into `area`. Its tiles then look at these and at no others: among
  /// thousands of layers most of the work would be to pass them by again for every tile.
  mutating func show(_ area: PixelRect) { if root >= 0 { showChildren(of: Int(root), area) } }

  mutating func showChildren(of i: Int, _ area: PixelRect) {
    if nodes[i].hasPaths { keepCoverage(i) }
    if nodes[i].hasDrawing { retainPolygons(i, area) }
    listChildren(of: i, in: area)
    var child = shown[i].firstChild
    while child >= 0 {
      showChildren(of: Int(child), area)
      child = shown[Int(child)].nextSibling
    }
    if nodes[i].mask >= 0 { showChildren(of: Int(nodes[i].mask), area) }
  }

  /// Links in ``shown`` the children of a node in drawing order, without bundles.
  ///
  /// - Parameter area: only those that reach into it; `nil` for all.
  mutating func listChildren(of i: Int, in area: PixelRect?) {
    shown[i].firstChild = -1
    var last: Int32 = -1
    list(nodes[i].firstChild, of: i, &last, area)
    if nodes[i].isStrewn { shown[i].firstChild = sortedByRank(shown[i].firstChild) }
  }

  /// - Parameter last: the one linked before; −1 if there is none.
  @_optimize(speed)
  private mutating func list(_ first: Int32, of i: Int, _ last: inout Int32, _ area: PixelRect?) {
    var item = first
    while item >= 0 {
      let n = Int(item)
      visits += 1
      let isListed = if let area { nodes[n].subtree.intersects(area) } else { true }
      if isListed {
        if nodes[n].isBundle {
          list(nodes[n].firstChild, of: i, &last, area)
        } else {
          shown[n].nextSibling = -1
          if last < 0 { shown[i].firstChild = item } else { shown[Int(last)].nextSibling = item }
          last = item
        }
      }
      item = nodes[n].nextSibling
    }
  }
}
