import FixedRaster

// Stage: render. Large damage is composed by several threads at a time, each with memory of its own: whoever is free
// takes the next row of tiles. The pixels are the same however many there are, and in whatever order they come.

/// The threads that compose tiles beside the one that runs the loop.
final class TileTeam {
  private let work = TileWork()
  private let team: ThreadTeam
  private let helpers: [TileHelper]

  /// - Parameter count: threads, apart from the loop's.
  init(count: Int, glyphs: GlyphCacheWorkspace) {
    let helpers = (0..<count).map { _ in TileHelper(glyphs) }
    let work = work
    self.helpers = helpers
    team = ThreadTeam(count: count) { number in work.compose(with: &helpers[number].composer) }
  }

  /// Has `compositor` draw the rows of tiles in `area`, by the threads and by this one. Answers the number of tiles.
  ///
  /// - Parameter grid: holds the area; tiles are counted from its corner.
  func draw(
    _ area: PixelRect, grid: PixelRect, of compositor: Compositor, with composer: inout TileComposer,
    into display: DisplayMemory
  ) -> Int {
    for helper in helpers { helper.composer.takeOverlays(of: composer) }
    work.begin(area, grid, compositor, display)
    team.begin()
    work.compose(with: &composer)
    team.finish()
    return work.end()
  }

  /// The sum of what each thread's composer answers.
  func sum(_ value: (inout TileComposer) -> Int) -> Int {
    var sum = 0
    for helper in helpers { sum += value(&helper.composer) }
    return sum
  }
}

/// What a thread composes with.
private final class TileHelper {
  var composer: TileComposer

  init(_ glyphs: GlyphCacheWorkspace) { composer = TileComposer(glyphs: glyphs) }
}

/// What is being drawn. All but the rows is only read while threads are at it.
private final class TileWork {
  private let lock = Lock()
  private var compositor: Compositor?
  private var display: DisplayMemory?
  private var area = PixelRect.empty
  private var grid = PixelRect.empty
  /// Where the next row of the grid begins, in device pixels.
  private var next: Int32 = 0
  private var tiles = 0

  func begin(_ area: PixelRect, _ grid: PixelRect, _ compositor: Compositor, _ display: DisplayMemory) {
    (self.area, self.grid, self.compositor, self.display) = (area, grid, compositor, display)
    (next, tiles) = (grid.minY, 0)
  }

  func end() -> Int {
    (compositor, display) = (nil, nil)
    return tiles
  }

  /// Composes rows until none is left.
  func compose(with composer: inout TileComposer) {
    guard let compositor, let display else { return }
    var composed = 0
    while let row = takeRow(composed) {
      composed = compositor.drawTiles(row.intersection(area), grid: row, with: &composer, into: display)
    }
  }

  /// - Parameter composed: tiles of the row before.
  private func takeRow(_ composed: Int) -> PixelRect? {
    lock.withLock {
      tiles += composed
      if next >= area.maxY { return nil }
      defer { next += Int32(truncatingIfNeeded: TileComposer.tileHeight) }
      return grid.rows(next, Int32(truncatingIfNeeded: TileComposer.tileHeight))
    }
  }
}

extension PixelRect {
  /// So many rows from `y` on, as far as there are.
  fileprivate func rows(_ y: Int32, _ count: Int32) -> PixelRect {
    PixelRect(minX: minX, minY: y, maxX: maxX, maxY: Swift.min(maxY, y + count))
  }
}
