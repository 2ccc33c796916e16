import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Filtered and rasterized layers that are larger than the display: as much of them is drawn as has to do with it.
@Suite struct PictureWindowTests {
  /// A layer with a sublayer every 40 points, within its bounds and beyond.
  private func large(_ frame: Rect, _ filters: [Filter], shown: Rect) -> Layer {
    let layer = makeLayer(frame.minX, frame.minY, frame.width, frame.height)
    layer.backgroundColor = Color(argb: 0xFF30_5070)
    for y in stride(from: shown.minY.rounded / 40 * 40, through: shown.maxY.rounded, by: 40) {
      for x in stride(from: shown.minX.rounded / 40 * 40, through: shown.maxX.rounded, by: 40) {
        let dot = makeLayer(Fixed(x), Fixed(y), 14, 9)
        dot.backgroundColor = Color(
          argb: 0xFF00_0000 | UInt32(truncatingIfNeeded: (x * 7919 + y * 104_729) & 0xFF_FFFF))
        dot.cornerRadius = 3
        (dot.shadowOpacity, dot.shadowRadius, dot.shadowOffset) = (1, 2, Size(width: 4, height: 4))
        layer.addSublayer(dot)
      }
    }
    layer.filters = filters
    if filters.isEmpty { layer.shouldRasterize = true }
    return layer
  }

  private func pixels(_ stage: Stage) -> [UInt32] {
    stage.show()
    return (0..<stage.display.height).flatMap { y in (0..<stage.display.width).map { stage.display.pixel($0, y) } }
  }

  private var all: [[Filter]] {
    var (blur, box, blocks, pinch) = (
      Filter(.gaussianBlur), Filter(.boxBlur), Filter(.pixellate), Filter(.pinchDistortion)
    )
    (blur.radius, box.radius, blocks.scale) = (3, 5, 6)
    (pinch.center, pinch.radius) = (Point(x: 3000, y: 3000), 90)
    return [[], [blur], [box, blocks], [pinch, blur]]
  }

  @Test("L64 L65 a layer that is far larger than the display is drawn as far as it is seen, in memory that this bounds")
  func large() {
    for (number, filters) in all.enumerated() {
      let stage = Stage(width: 160, height: 120)
      // A rasterized one of its size would take 100 MB.
      let layer = large(
        Rect(x: -2950, y: -2960, width: 5000, height: 5000), filters,
        shown: Rect(x: 2900, y: 2900, width: 300, height: 300))
      stage.root.addSublayer(layer)
      let found = pixels(stage)
      #expect(Set(found).count > 20, "\(number)")
      #expect(stage.compositor.overflow.bitmaps == 0 && stage.compositor.bitmapBytesUsed < 16 * 160 * 120 * 4)
    }
  }

  @Test("L100 scrolled, a layer larger than the display looks as one that was never anywhere else")
  func scrolled() {
    var windows = 0
    for (number, filters) in all.enumerated() {
      func make(_ x: Fixed, _ y: Fixed) -> (Stage, Layer) {
        let stage = Stage(width: 160, height: 120)
        let layer = large(
          Rect(x: x, y: y, width: 4000, height: 4000), filters, shown: Rect(x: 2600, y: 2800, width: 800, height: 400))
        stage.root.addSublayer(layer)
        return (stage, layer)
      }
      let (stage, layer) = make(-2700, -2900)
      _ = pixels(stage)
      var drawn = stage.compositor.surfacesDrawn
      for step in 0..<12 {
        layer.position.x -= step == 6 ? 300.25 : 23
        layer.position.y -= step % 3 == 0 ? 11 : 0
        let moved = pixels(stage)
        let frame = layer.frame
        #expect(haveSamePixels(moved, pixels(make(frame.minX, frame.minY).0)), "\(number) \(step)")
        if stage.compositor.surfacesDrawn == drawn { windows += 1 }
        drawn = stage.compositor.surfacesDrawn
      }
    }
    // What is next to the display was drawn already.
    #expect(windows > 6 && windows < 40, "\(windows)")
  }

  @Test("L65 a layer no larger than the display is drawn once, wherever on it it moves")
  func small() {
    let stage = Stage(width: 160, height: 120)
    let layer = large(Rect(x: 10, y: 10, width: 100, height: 90), [], shown: Rect(x: -40, y: 0, width: 200, height: 90))
    stage.root.addSublayer(layer)
    stage.show()
    for step in 0..<30 {
      layer.position = Point(x: Fixed(step * 8 - 45), y: Fixed(160 - step * 6))
      stage.show()
    }
    #expect(stage.compositor.surfacesDrawn == 1)
  }
}
