// Stage: display. The memory of paths' coverage. Input: paths that are drawn often. Output: what they cover, by number.

import FixedRaster

/// Makes the coverage of paths and keeps it. All memory is taken at the start.
@safe
final class CoveragePool {
  private struct Kept {
    let start: Int
    let shape: RetainedShape
  }

  /// Coverage lies within so many device pixels of the display's corner: there a path covers the same wherever whole
  /// pixels move it.
  private static var reach: PixelRect { PixelRect(minX: -2047, minY: -2047, maxX: 2047, maxY: 2047) }
  /// The most bytes of one path's.
  private static var largest: Int { 1 << 16 }

  private let pool: BitmapPool
  private var kept: [Kept?]
  private var free: [Int32]
  private let memory: CanvasMemory
  private var canvas: Canvas

  /// - Parameters:
  ///   - capacity: bytes, for all coverage; there is room for one path in each 512.
  ///   - width: of the widest path that is kept, in pixels.
  init(capacity: Int, width: Int) {
    let places = capacity / 512
    pool = BitmapPool(capacity: capacity, places: places)
    kept = Array(repeating: nil, count: places)
    free = kept.indices.map { Int32(truncatingIfNeeded: $0) }
    memory = CanvasMemory(coverage: CoverageWorkspace(width: width, rows: 8), more: Self.largest)
    canvas = memory.makeCanvas()
    unsafe memory.more.initializeMemory(as: UInt8.self, repeating: 0, count: Self.largest)
  }

  /// Bytes in use.
  var used: Int { pool.used }

  /// Keeps what a path covers. Answers its number; −1 if it finds no room.
  func keep(_ path: Span<PathElement>, _ mapping: Mapping, _ rule: FillRule) -> Int32 {
    keep(
      unsafe canvas.retain(
        path, mapping: mapping, rule: rule, in: Self.reach.grown(by: 1), memory: memory.more,
        byteCount: Self.largest))
  }

  /// Keeps what a path's stroke covers.
  func keep(_ path: Span<PathElement>, _ mapping: Mapping, _ style: StrokeStyle) -> Int32 {
    keep(
      unsafe canvas.retain(
        path, style: style, mapping: mapping, in: Self.reach.grown(by: 1), memory: memory.more,
        byteCount: Self.largest))
  }

  private func keep(_ made: RetainedShape?) -> Int32 {
    // What was cut off at the grown reach does not lie within it, or is empty.
    guard let made, !made.bounds.isEmpty, Self.reach.contains(made.bounds), let number = free.last,
      let start = pool.take(made.byteCount)
    else { return -1 }
    free.removeLast()
    kept[Int(number)] = unsafe Kept(start: start, shape: made.copied(to: pool.memory(at: start)))
    return number
  }

  /// What was kept by a number; `nil` for −1.
  subscript(number: Int32) -> RetainedShape? { number < 0 ? nil : kept[Int(number)]?.shape }

  func release(_ number: Int32) {
    if number < 0 { return }
    if let entry = kept[Int(number)] { pool.release(start: entry.start, byteCount: entry.shape.byteCount) }
    kept[Int(number)] = nil
    free.append(number)
  }

  /// Whether what is kept of a layer can be drawn so many pixels away.
  func reaches(_ coverage: RenderCoverage, _ x: Int32, _ y: Int32) -> Bool {
    func reaches(_ number: Int32) -> Bool {
      self[number].map { Self.reach.contains($0.bounds.moved(x, y)) } ?? true
    }
    return reaches(coverage.background) && reaches(coverage.border) && reaches(coverage.fill)
      && reaches(coverage.stroke)
  }
}
