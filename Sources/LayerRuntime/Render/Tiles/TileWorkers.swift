import FixedRaster

// Stage: render. Large damage is composed by several threads at a time, each with memory of its own: whoever is free
// takes the next row of tiles. The pixels are the same however many there are, and in whatever order they come.

/// The threads that compose tiles beside the one that runs the loop.
final class TileWorkers {
  private let work = TileWork()
  private let pool: WorkerPool
  private let composers: [WorkerComposer]

  /// - Parameter count: threads, apart from the loop's.
  init(count: Int, glyphs: GlyphCacheWorkspace) {
    let composers = (0..<count).map { _ in WorkerComposer(glyphs) }
    let work = work
    self.composers = composers
    pool = WorkerPool(count: count) { number in work.compose(with: &composers[number].composer) }
  }

  /// Composes the rows of tiles in `area`, by the threads and by this one, and stores them. Returns the number of tiles.
  ///
  /// - Parameters:
  ///   - grid: holds the area; tiles are counted from its corner.
  ///   - scene: only read while threads are at it.
  func draw(
    _ area: PixelRect, grid: PixelRect, _ scene: RenderScene, with composer: inout TileComposer,
    into display: DisplayMemory, dithers: Bool
  ) -> Int {
    for worker in composers { worker.composer.takeOverlays(of: composer) }
    // The scene is read by nobody after `finish()`.
    unsafe work.begin(
      TileTask(area: area, grid: grid, scene: UnownedScene(scene), display: display, dithers: dithers))
    pool.begin()
    work.compose(with: &composer)
    pool.finish()
    return work.end()
  }

  /// Returns the sum of `value` over the composers of all threads.
  func sum(_ value: (inout TileComposer) -> Int) -> Int {
    var sum = 0
    for worker in composers { sum.countOn(by: value(&worker.composer)) }
    return sum
  }
}

/// A thread's composer.
private final class WorkerComposer {
  var composer: TileComposer

  init(_ glyphs: GlyphCacheWorkspace) { composer = TileComposer(glyphs: glyphs) }
}

/// The drawing, and its target.
private struct TileTask {
  let area: PixelRect
  let grid: PixelRect
  let scene: UnownedScene
  let display: DisplayMemory
  let dithers: Bool
}

/// The drawing in progress. All but the rows is only read while threads are at it.
private final class TileWork {
  private let lock = Lock()
  private var task: TileTask?
  /// Where the next row of the grid begins, in device pixels.
  private var next: Int32 = 0
  private var tiles = 0

  func begin(_ task: TileTask) {
    self.task = task
    (next, tiles) = (task.grid.minY, 0)
  }

  func end() -> Int {
    task = nil
    return tiles
  }

  /// Composes rows until none is left.
  func compose(with composer: inout TileComposer) {
    guard let task else { return }
    var composed = 0
    while let row = takeRow(of: task.area, task.grid, composed) {
      composed = composer.draw(
        row.intersection(task.area), grid: row, task.scene.scene, into: task.display, dithers: task.dithers)
    }
  }

  /// - Parameter composed: tiles of the row before.
  private func takeRow(of area: PixelRect, _ grid: PixelRect, _ composed: Int) -> PixelRect? {
    lock.withLock {
      tiles += composed
      if next >= area.maxY { return nil }
      let height = Int32(truncatingIfNeeded: TileSize(for: grid).height)
      defer { next += height }
      return grid.rows(next, height)
    }
  }
}

extension PixelRect {
  /// So many rows from `y` on, as far as there are.
  fileprivate func rows(_ y: Int32, _ count: Int32) -> PixelRect {
    PixelRect(minX: minX, minY: y, maxX: maxX, maxY: Swift.min(maxY, y + count))
  }
}
