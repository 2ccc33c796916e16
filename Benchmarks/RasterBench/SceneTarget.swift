import FixedRaster

/// Where scenes are drawn: straight into memory of 32 bits a pixel, or in tiles that are stored in a display's format.
///
/// Tiles are as wide as the display and 120 rows high, 384 kB: a scene is drawn again for each of them, so that they are as
/// large as a second-level cache holds.
struct SceneTarget: ~Copyable {
  private var canvas: Canvas
  private var tiles: TileLoop
  private let display: DisplayMemory
  private var scenes: SceneSet

  init(_ display: DisplayMemory) {
    self.display = display
    let coverage = CoverageWorkspace(width: display.width, rows: display.height)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: coverage.byteCount, alignment: CoverageWorkspace.alignment)
    // With pixels of 16 bits this canvas only retains shapes.
    let surface = unsafe Surface(
      base: display.base, width: display.width, height: display.height, bytesPerRow: display.bytesPerRow)
    unsafe canvas = Canvas(surface, memory: memory, workspace: coverage)
    let workspace = TileWorkspace(width: display.width, height: 120)
    unsafe tiles = TileLoop(
      memory: .allocate(byteCount: workspace.byteCount, alignment: TileLoop.alignment), workspace: workspace)
    scenes = SceneSet(on: &canvas, is565: !display.layout.isXRGB8888)
  }

  /// Draws a scene's part in `area`.
  mutating func draw(_ scene: Scene, in area: PixelRect) {
    scenes.beginFrame(scene)
    if display.layout.isXRGB8888 {
      canvas.setClip(area)
      scenes.draw(scene, on: &canvas)
    } else {
      let part = area.intersection(scene.bounds)
      tiles.draw(part, on: display, over: scene.coversAll ? nil : .black) { scenes.draw(scene, on: &$0) }
    }
  }
}
