import FixedRaster

// Stage: render. Input: the render tree, the layers that are visible in a rectangle of damage. Output: the rectangle on the
// display.

/// Draws rectangles of the display in tiles, by one thread or, where it is worth it, by several.
struct TilePass: ~Copyable {
  /// The loop's thread draws with this one; so does the offscreen pass.
  var composer: TileComposer
  /// None where one thread is enough, or the display so small that it always is.
  private let workers: TileWorkers?
  private let leastTilesForThreads: Int

  init(_ capacities: CompositorCapacities, device: PixelRect) {
    composer = TileComposer(glyphs: capacities.glyphs)
    leastTilesForThreads = capacities.leastTilesForThreads
    let isLarge = TileSize(for: device).tiles(in: device) >= leastTilesForThreads
    workers =
      isLarge && capacities.threads > 1 ? TileWorkers(count: capacities.threads - 1, glyphs: capacities.glyphs) : nil
  }

  /// Composes the tiles of `area` and stores them. Returns their number.
  mutating func draw(
    _ area: PixelRect, _ tree: borrowing RenderTree, _ visible: borrowing VisibleNodes, into display: DisplayMemory,
    dithers: Bool
  ) -> Int {
    let scene = tree.scene(visible)
    let grid = display.wholeBytes(around: area)
    if let workers, TileSize(for: grid).tiles(in: area) >= leastTilesForThreads {
      return workers.draw(area, grid: grid, scene, with: &composer, into: display, dithers: dithers)
    }
    return composer.draw(area, grid: grid, scene, into: display, dithers: dithers)
  }

  /// Returns the sum of `value` over the composers of all threads.
  mutating func sum(_ value: (inout TileComposer) -> Int) -> Int {
    var sum = value(&composer)
    sum.countOn(by: workers?.sum(value) ?? 0)
    return sum
  }
}
