// Stage: render. The memory of paths' polygons, for a frame. Input: paths that reach several tiles. Output: their
// polygons, by index, which threads only read.

import FixedRaster

/// Names polygons in a ``PolygonPool``.
typealias PolygonIndex = SlotIndex<RetainedPolygons>

/// Flattens and strokes paths and keeps their polygons until the next frame. All memory is taken at the start.
@safe
final class PolygonPool {
  /// All of it is `more`: the canvas only emits polygons.
  private let memory: CanvasMemory
  private var canvas: Canvas
  private let capacity: Int
  /// Bytes in use.
  private(set) var used = 0
  private var retained: [RetainedPolygons] = []
  /// Paths that found no room, since the start.
  private(set) var refused = 0

  /// - Parameter capacity: bytes, for all paths; there is room for one path in each 256.
  init(capacity: Int) {
    self.capacity = capacity & ~3
    memory = CanvasMemory(coverage: CoverageWorkspace(width: 1, rows: 1), more: self.capacity)
    canvas = memory.makeCanvas()
    retained.reserveCapacity(places)
  }

  private var places: Int { capacity / 256 }

  /// Lets go of everything.
  func removeAll() {
    used = 0
    retained.removeAll(keepingCapacity: true)
  }

  /// Keeps the polygons of a path's inside, as far as `area` shows them. Returns their index; none, which is counted, if
  /// they find no room.
  func add(_ path: Span<PathElement>, _ mapping: Mapping, _ rule: FillRule, _ area: PixelRect) -> PolygonIndex {
    if room == 0 { return refuse() }
    return add(
      unsafe canvas.retainPolygons(
        path, mapping: mapping, rule: rule, in: area, memory: memory.more + used, byteCount: room))
  }

  /// Keeps the polygons of a path's stroke.
  func add(_ path: Span<PathElement>, _ mapping: Mapping, _ style: StrokeStyle, _ area: PixelRect) -> PolygonIndex {
    if room == 0 { return refuse() }
    return add(
      unsafe canvas.retainPolygons(
        path, style: style, mapping: mapping, in: area, memory: memory.more + used, byteCount: room))
  }

  /// Bytes left; 0 where there is no place for one more.
  private var room: Int { retained.count < places ? capacity - used : 0 }

  private func add(_ made: RetainedPolygons?) -> PolygonIndex {
    guard let made else { return refuse() }
    used += made.byteCount
    retained.append(made)
    return PolygonIndex(retained.count - 1)
  }

  private func refuse() -> PolygonIndex {
    refused.countOn()
    return .none
  }

  /// The polygons at an index that was given since all was let go of; `nil` for none.
  subscript(index: PolygonIndex) -> RetainedPolygons? {
    retained.indices.contains(index.offset) ? retained[index.offset] : nil
  }
}
