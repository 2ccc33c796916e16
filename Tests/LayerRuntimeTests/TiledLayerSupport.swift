import FixedRaster
import TestSupport

@testable import LayerRuntime

/// A pattern that differs at every place: squares of 8 points in colours of their own, and a slanted line.
func drawMap(_ context: DrawingContext, in rect: Rect) {
  let (first, last) = (Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY))
  for row in first.y.floor / 8 - 1...last.y.ceil / 8 {
    for column in first.x.floor / 8 - 1...last.x.ceil / 8 {
      let (red, green) = (UInt32(truncatingIfNeeded: column * 37) & 255, UInt32(truncatingIfNeeded: row * 53) & 255)
      context.setFillColor(Color(argb: 0xFF00_0060 | red << 16 | green << 8))
      context.fill(Rect(x: Fixed(8 * column), y: Fixed(8 * row), width: 8, height: 8))
    }
  }
}

/// A tiled layer that notes what it is asked for.
final class Map: TiledLayer {
  /// The tiles it drew: where, and pixels in a point.
  var drawn: [(rect: Rect, scale: Coefficient)] = []
  var paint: (DrawingContext, Rect) -> Void = drawMap

  override func draw(in context: DrawingContext) {
    drawn.append((context.dirtyRect, context.ctm.a))
    paint(context, context.dirtyRect)
  }

  func takeDrawn() -> [Rect] { exchange(&drawn, with: []).map(\.rect) }
}

/// Draws the same at once.
final class Plan: Layer {
  override func draw(in context: DrawingContext) { drawMap(context, in: bounds) }
}

/// A map of 800 × 640 points in tiles of 64 pixels behind a window of 160 × 96.
struct MapStage {
  let stage = Stage(width: 160, height: 96)
  let window = ScrollLayer()
  let map = Map()

  init(tile: Fixed = 64, capacity: Int = 64) {
    map.tileSize = Size(width: tile, height: tile)
    map.cacheCapacity = capacity
    map.drawingBudget = .seconds(1000)
    map.frame = Rect(x: 0, y: 0, width: 800, height: 640)
    window.frame = stage.root.bounds
    window.addSublayer(map)
    stage.root.addSublayer(window)
  }

  /// Draws frames until none is asked for. Returns how many there were.
  @discardableResult
  func settle() -> Int {
    var frames = 0
    repeat {
      stage.show()
      frames += 1
    } while stage.compositor.needsFrame && frames < 10000
    return frames
  }

  var pixels: [UInt32] { (0..<160 * 96).map { stage.display.pixel($0 % 160, $0 / 160) & 0xFF_FFFF } }

  /// Those of a full redraw.
  var allPixels: [UInt32] {
    stage.compositor.invalidate()
    stage.show()
    return pixels
  }

  /// The tile of level 0 in a column and a row.
  func tile(_ column: Int, _ row: Int) -> Rect {
    Rect(x: Fixed(64 * column), y: Fixed(64 * row), width: 64, height: 64)
  }

  func tiles(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> Set<Rect> {
    Set(rows.flatMap { row in columns.map { tile($0, row) } })
  }
}
