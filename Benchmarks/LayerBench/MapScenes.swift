import FixedRaster
import LayerRuntime

extension LayerScene {
  /// A map of 4,000 × 480 points, scrolled by ten points a frame there and back while all of its tiles are there.
  static func tiledMap(_ name: StaticString) -> LayerScene {
    let sheet = MapSheet()
    sheet.cacheCapacity = 64
    sheet.drawingBudget = .seconds(100)
    return map(name, sheet)
  }

  /// The same picture in one image.
  static func imageMap(_ name: StaticString) -> LayerScene {
    let sheet = MapImage()
    sheet.setNeedsDisplay()
    return map(name, sheet)
  }

  private static func map(_ name: StaticString, _ sheet: Layer) -> LayerScene {
    let window = ScrollLayer()
    cover(window)
    sheet.frame = Rect(x: 0, y: 0, width: 4000, height: Fixed(height))
    window.addSublayer(sheet)
    let way = (4000 - width) / 10
    return LayerScene(name, root: window) { frame in
      let step = frame % (2 * way)
      window.scroll(to: Point(x: Fixed(10 * (step < way ? step : 2 * way - step)), y: 0))
    }
  }

  fileprivate static func drawMap(_ context: DrawingContext, in rect: Rect) {
    for row in rect.minY.floor / 16..<(rect.maxY.ceil + 15) / 16 {
      for column in rect.minX.floor / 16..<(rect.maxX.ceil + 15) / 16 {
        let (red, green) = (UInt32(truncatingIfNeeded: column * 7) & 255, UInt32(truncatingIfNeeded: row * 9) & 255)
        context.setFillColor(Color(argb: 0xFF00_0040 | red << 16 | green << 8))
        context.fill(Rect(x: Fixed(16 * column), y: Fixed(16 * row), width: 16, height: 16))
      }
    }
  }
}

private final class MapSheet: TiledLayer {
  override func draw(in context: DrawingContext) { LayerScene.drawMap(context, in: context.boundingBoxOfClipPath) }
}

private final class MapImage: Layer {
  override func draw(in context: DrawingContext) { LayerScene.drawMap(context, in: bounds) }
}
