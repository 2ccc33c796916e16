// Stage: render. The planes of a layer, linked in their store.

import FixedRaster

/// The planes of one layer while they are gathered.
struct PlaneList {
  private(set) var first = PlaneIndex.none
  private var last = PlaneIndex.none
  /// Whether no order shows the planes as they lie: two pass through each other, or each of several lies partly behind the
  /// next one.
  private(set) var isCrossing = false

  /// Adds a plane behind those that are there.
  mutating func append(_ plane: RenderPlane, to store: inout PlaneStore) {
    let index = store.take(plane)
    if index.isNone { return }
    if last.isNone { first = index } else { store[last].next = index }
    last = index
  }

  /// Puts planes that lie in space in the order in which they are drawn: see ``PlaneOrder``.
  mutating func sortByDepth(in store: inout PlaneStore) {
    (first, last, isCrossing) = store.sortByDepth(first, last)
  }
}
