import FixedRaster

// Stage: render. Siblings in drawing order, tied into bundles where there are many.

extension RenderTree {
  /// Links the children in drawing order.
  mutating func linkChildren(_ i: Int, _ layer: Layer) {
    freeBundles(of: i)
    nodes[i].firstChild = -1
    var last: Int32 = -1
    var count = 0
    for position in 0..<layer.sublayerCount {
      let child = layer.sublayerInDrawingOrder(position).renderIndex
      if child < 0 { continue }
      nodes[Int(child)].nextSibling = -1
      nodes[Int(child)].parent = Int32(truncatingIfNeeded: i)
      if last < 0 { nodes[i].firstChild = child } else { nodes[Int(last)].nextSibling = child }
      last = child
      count += 1
    }
    while count > Self.bundleSize {
      guard let bundles = tie(nodes[i].firstChild, of: i) else { return }
      (nodes[i].firstChild, count) = bundles
    }
  }

  /// Ties a list of siblings, or of bundles, into bundles. Answers the first and how many; `nil`, and the list is as it
  /// was, if there are not enough places.
  private mutating func tie(_ first: Int32, of owner: Int) -> (first: Int32, count: Int)? {
    var (next, firstBundle, last) = (first, Int32(-1), Int32(-1))
    var count = 0
    while next >= 0 {
      guard let bundle = takeNode() else { return nil }
      let b = Int(bundle)
      nodes[b].isBundle = true
      nodes[b].isStale = true
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

  /// Gives the first `count` of a list their parent and ends the list there. Answers what followed.
  private mutating func cut(_ first: Int32, after count: Int, parent: Int32) -> Int32 {
    var (item, left) = (first, count)
    while true {
      nodes[Int(item)].parent = parent
      left -= 1
      let next = nodes[Int(item)].nextSibling
      if left == 0 || next < 0 {
        nodes[Int(item)].nextSibling = -1
        return next
      }
      item = next
    }
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
    var subtree = nodes[i].extent
    var child = nodes[i].firstChild
    while child >= 0 {
      let c = Int(child)
      if nodes[c].isBundle && nodes[c].isStale { gatherSubtree(c) }
      subtree = subtree.union(nodes[c].subtree)
      child = nodes[c].nextSibling
    }
    nodes[i].subtree = subtree
    nodes[i].isStale = false
  }
}
