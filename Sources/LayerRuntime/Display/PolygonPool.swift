// Stage: display. The memory of paths' polygons, for a frame. Input: paths that reach several tiles. Output: their
// polygons, by number, which threads only read.

import FixedRaster

/// Flattens and strokes paths and keeps what comes of it until the next frame. All memory is taken at the start.
@safe
final class PolygonPool {
  /// All of it is `more`: the canvas only emits polygons.
  private let memory: CanvasMemory
  private var canvas: Canvas
  private let capacity: Int
  /// Bytes in use.
  private(set) var used = 0
  private var kept: [RetainedPolygons] = []
  /// Paths that found no room, since the start.
  private(set) var refused = 0

  /// - Parameter capacity: bytes, for all paths; there is room for one path in each 256.
  init(capacity: Int) {
    self.capacity = capacity & ~3
    memory = CanvasMemory(coverage: CoverageWorkspace(width: 1, rows: 1), more: self.capacity)
    canvas = memory.makeCanvas()
    kept.reserveCapacity(places)
  }

  private var places: Int { capacity / 256 }

  /// Lets go of everything.
  func removeAll() {
    used = 0
    kept.removeAll(keepingCapacity: true)
  }

  /// Keeps the polygons of a path's inside, as far as `area` shows them. Answers their number; −1, which is counted, if
  /// they find no room.
  func keep(_ path: Span<PathElement>, _ mapping: Mapping, _ rule: FillRule, _ area: PixelRect) -> Int32 {
    if room == 0 { return refuse() }
    return keep(
      unsafe canvas.retainPolygons(
        path, mapping: mapping, rule: rule, in: area, memory: memory.more + used, byteCount: room))
  }

  /// Keeps the polygons of a path's stroke.
  func keep(_ path: Span<PathElement>, _ mapping: Mapping, _ style: StrokeStyle, _ area: PixelRect) -> Int32 {
    if room == 0 { return refuse() }
    return keep(
      unsafe canvas.retainPolygons(
        path, style: style, mapping: mapping, in: area, memory: memory.more + used, byteCount: room))
  }

  /// None where there is no place for one more.
  private var room: Int { kept.count < places ? capacity - used : 0 }

  private func keep(_ made: RetainedPolygons?) -> Int32 {
    guard let made else { return refuse() }
    used += made.byteCount
    kept.append(made)
    return Int32(truncatingIfNeeded: kept.count - 1)
  }

  private func refuse() -> Int32 {
    refused += 1
    return -1
  }

  /// What was kept by a number since all was let go of; `nil` for −1.
  subscript(number: Int32) -> RetainedPolygons? { kept.indices.contains(Int(number)) ? kept[Int(number)] : nil }
}
