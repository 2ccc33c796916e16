// Subject: map. A map of 8,000 × 8,000 points in tiles, scrolled and zoomed behind a window: what a board has to keep up
// with, and the same pixels everywhere.
//
// output: frames, tiles drawn, tiles that found no place, and a sum of all pixels that were shown
import CLinux
import FixedRaster
import LayerRuntime

/// Land and streets that differ at every place.
final class MapSheet: TiledLayer {
  /// Tiles drawn since the start.
  private(set) var tiles = 0

  override func draw(in context: DrawingContext) {
    tiles += 1
    let rect = context.boundingBoxOfClipPath
    // Squares of 16 pixels of the tile, whatever the level.
    let step = rect.width / 16
    for row in 0..<16 {
      for column in 0..<16 {
        let (x, y) = (rect.minX + step * Fixed(column), rect.minY + step * Fixed(row))
        let (red, green) = (UInt32(truncatingIfNeeded: x.floor / 4), UInt32(truncatingIfNeeded: y.floor / 4))
        context.setFillColor(Color(argb: 0xFF00_0040 | (red & 255) << 16 | (green & 255) << 8))
        context.fill(Rect(x: x, y: y, width: step, height: step))
      }
    }
  }
}

/// A map and the window that it is seen through.
struct TiledMap {
  let window = ScrollLayer()
  let sheet = MapSheet()

  /// - Parameters:
  ///   - frame: the window's.
  ///   - tile: pixels of a tile's side.
  ///   - capacity: tiles.
  init(frame: Rect, tile: Fixed, capacity: Int) {
    window.frame = frame
    sheet.bounds = Rect(x: 0, y: 0, width: 8000, height: 8000)
    sheet.anchorPoint = .zero
    sheet.position = .zero
    sheet.tileSize = Size(width: tile, height: tile)
    sheet.cacheCapacity = capacity
    (sheet.levelsOfDetail, sheet.levelsOfDetailBias) = (7, 2)
    sheet.placeholderColor = Color(argb: 0xFF60_6060)
    window.addSublayer(sheet)
  }

  func zoom(to scale: Fixed) { sheet.setAffineTransform(AffineTransform(scaleX: scale, y: scale)) }
}

/// Frames of a display in memory, in pixels.
enum MapFrames {
  static var width: Int { 800 }
  static var height: Int { 480 }

  /// Draws so many frames: the map is scrolled by ten points a frame and, every fiftieth, shown at another scale.
  /// - Returns: the exit status: 1 if a tile found no place, or was missing at last.
  static func draw(_ frames: Int) -> Int32 {
    let map = TiledMap(
      frame: Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height)), tile: 256, capacity: 64)
    // As many tiles in each frame on every machine.
    map.sheet.drawingBudget = .zero
    let base = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    let display = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: width * 4, layout: .xrgb8888)
    let compositor = Compositor(root: map.window, width: width, height: height)
    let scales: [Fixed] = [1, 2, 4, 1.5, 0.75, 0.5, 0.25, 0.125, 0.0625, 0.3]
    var (sum, overflow) = (UInt32(0), 0)
    for frame in 0..<frames {
      map.zoom(to: scales[frame / 50 % scales.count])
      let way = frame % 50 * 10
      map.window.scroll(to: Point(x: Fixed(way), y: Fixed(way / 2)))
      compositor.drawFrame(into: display)
      overflow = Swift.max(overflow, compositor.overflow.tiles)
      if frame % 50 == 49 { sum = unsafe add(base, to: sum) }
    }
    var left = 1000
    while compositor.needsFrame && left > 0 {
      compositor.drawFrame(into: display)
      left -= 1
    }
    sum = unsafe add(base, to: sum)
    print("\(frames) frames, \(map.sheet.tiles) tiles, \(overflow) without a place, pixels \(sum)")
    return overflow == 0 && left > 0 ? 0 : 1
  }

  @unsafe
  private static func add(_ base: UnsafeMutableRawPointer, to sum: UInt32) -> UInt32 {
    var sum = sum
    for i in 0..<width * height {
      sum = unsafe (sum ^ (base.load(fromByteOffset: 4 * i, as: UInt32.self) & 0xFF_FFFF)) &* 16_777_619
    }
    return sum
  }
}
