// Stage: render. The memory of planes.

import FixedRaster

/// The planes of all layers that have some, in an array of fixed capacity. Each layer's are a list: see
/// ``RenderNode/firstPlane``.
struct PlaneStore {
  private var planes: [RenderPlane]
  private var firstFree: PlaneIndex
  private(set) var order: PlaneOrder
  /// Planes that found no place in the last commit of their layer.
  private(set) var refused = 0

  /// - Parameter capacity: planes.
  init(capacity: Int) {
    planes = Array(repeating: RenderPlane(), count: capacity)
    order = PlaneOrder(capacity: capacity)
    for i in planes.indices.dropLast() { planes[i].next = PlaneIndex(i + 1) }
    firstFree = capacity > 0 ? PlaneIndex(0) : .none
  }

  subscript(_ index: PlaneIndex) -> RenderPlane {
    @inline(__always) _read { yield planes[index.offset] }
    @inline(__always) _modify { yield &planes[index.offset] }
  }

  var span: Span<RenderPlane> {
    @_lifetime(borrow self) get { planes.span }
  }

  /// Returns a place for a plane; none, which is counted, where all are taken.
  mutating func take(_ plane: RenderPlane) -> PlaneIndex {
    let index = firstFree
    if index.isNone {
      refused.countOn()
      return index
    }
    firstFree = planes[index.offset].next
    planes[index.offset] = plane
    return index
  }

  /// Gives back all planes of a list.
  mutating func release(_ first: PlaneIndex) {
    var index = first
    while !index.isNone {
      let next = planes[index.offset].next
      planes[index.offset] = RenderPlane()
      planes[index.offset].next = firstFree
      firstFree = index
      index = next
    }
  }

  /// Puts the planes of a list in the order in which they are drawn: see ``PlaneOrder/sort(_:_:in:)``.
  mutating func sortByDepth(
    _ first: PlaneIndex, _ last: PlaneIndex
  ) -> (first: PlaneIndex, last: PlaneIndex, isCrossing: Bool) { order.sort(first, last, in: &planes) }

  /// Returns the extent of all planes of a list.
  func extent(_ first: PlaneIndex) -> PixelRect {
    var (extent, index) = (PixelRect.empty, first)
    while !index.isNone {
      extent = extent.union(planes[index.offset].extent)
      index = planes[index.offset].next
    }
    return extent
  }
}
