// Stage: render. The memory of paths' coverage. Input: paths that are drawn often. Output: their coverage, by index.

import FixedRaster

/// Names coverage in a ``CoveragePool``.
typealias CoverageIndex = SlotIndex<RetainedShape>

/// Makes the coverage of paths and keeps it. All memory is taken at the start.
@safe
final class CoveragePool {
  private struct Cached {
    let start: Int
    let shape: RetainedShape
  }

  /// Coverage lies within so many device pixels of the display's corner: there a path covers the same wherever whole
  /// pixels move it.
  private static var reach: PixelRect { PixelRect(minX: -2047, minY: -2047, maxX: 2047, maxY: 2047) }
  /// The most bytes of one path's.
  private static var largest: Int { 1 << 16 }

  private let pool: BitmapPool
  private var cached: [Cached?]
  private var free: [CoverageIndex]
  private let memory: CanvasMemory
  private var canvas: Canvas

  /// - Parameters:
  ///   - capacity: bytes, for all coverage; there is room for one path in each 512.
  ///   - width: of the widest path that is cached, in pixels.
  init(capacity: Int, width: Int) {
    let places = capacity / 512
    pool = BitmapPool(capacity: capacity, places: places)
    cached = Array(repeating: nil, count: places)
    free = cached.indices.map { CoverageIndex($0) }
    memory = CanvasMemory(coverage: CoverageWorkspace(width: width, rows: 8), more: Self.largest)
    canvas = memory.makeCanvas()
    unsafe memory.more.initializeMemory(as: UInt8.self, repeating: 0, count: Self.largest)
  }

  /// Bytes in use.
  var used: Int { pool.used }

  /// Keeps the coverage of a path. Returns its index; none if it finds no room.
  func add(_ path: Span<PathElement>, _ mapping: Mapping, _ rule: FillRule) -> CoverageIndex {
    add(
      unsafe canvas.retain(
        path, mapping: mapping, rule: rule, in: Self.reach.grown(by: 1), memory: memory.more,
        byteCount: Self.largest))
  }

  /// Keeps the coverage of a path's stroke.
  func add(_ path: Span<PathElement>, _ mapping: Mapping, _ style: StrokeStyle) -> CoverageIndex {
    add(
      unsafe canvas.retain(
        path, style: style, mapping: mapping, in: Self.reach.grown(by: 1), memory: memory.more,
        byteCount: Self.largest))
  }

  private func add(_ made: RetainedShape?) -> CoverageIndex {
    // A path that was cut off at the grown reach does not lie within it, or is empty.
    guard let made, !made.bounds.isEmpty, Self.reach.contains(made.bounds), let index = free.last,
      let start = pool.take(made.byteCount)
    else { return .none }
    free.removeLast()
    cached[index.offset] = unsafe Cached(start: start, shape: made.copied(to: pool.memory(at: start)))
    return index
  }

  /// The coverage at an index; `nil` for none.
  subscript(index: CoverageIndex) -> RetainedShape? { index.isNone ? nil : cached[index.offset]?.shape }

  func release(_ index: CoverageIndex) {
    if index.isNone { return }
    if let entry = cached[index.offset] { pool.release(start: entry.start, byteCount: entry.shape.byteCount) }
    cached[index.offset] = nil
    free.append(index)
  }

  /// Whether the cached coverage of a layer can be drawn so many pixels away.
  func reaches(_ coverage: CachedCoverage, _ x: Int32, _ y: Int32) -> Bool {
    func reaches(_ index: CoverageIndex) -> Bool {
      self[index].map { Self.reach.contains($0.bounds.moved(x, y)) } ?? true
    }
    return reaches(coverage.background) && reaches(coverage.border) && reaches(coverage.fill)
      && reaches(coverage.stroke)
  }
}
