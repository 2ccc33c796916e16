import CBench
import FixedRaster
import LayerRuntime

/// A line of 600 segments over half of the display, another one each frame: what a chart of live data is.
final class ChartTree {
  static let segments = 600

  let root = Layer()
  private let line = ShapeLayer()
  private var path = Path(capacity: segments + 1)

  /// - Parameter hasGlass: whether a pane lies above the chart that shows it blurred.
  init(hasGlass: Bool) {
    LayerScene.cover(root)
    root.backgroundColor = Color(argb: 0xFF10_1820)
    line.fillColor = nil
    line.strokeColor = Color(argb: 0xFF50_D0A0)
    line.lineWidth = 2
    root.addSublayer(line)
    draw(0)
    if !hasGlass { return }
    let glass = Layer()
    glass.frame = Rect(x: 250, y: 140, width: 300, height: 200)
    glass.backgroundColor = Color(argb: 0x40FF_FFFF)
    var blur = Filter(.gaussianBlur)
    blur.radius = 6
    glass.backgroundFilters = [blur]
    root.addSublayer(glass)
  }

  /// A slow wave and a quick one, which run on by a segment a frame: 600 × 120 points.
  func draw(_ frame: Int) {
    path.removeAll(keepingCapacity: true)
    for i in 0...ChartTree.segments {
      let point = Point(x: Fixed(100 + i), y: ChartTree.value(frame + i))
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    line.path = path
  }

  private static func value(_ step: Int) -> Fixed {
    let (slow, quick) = (sineCosine(Fixed(step % 628) / 100).sine.fixed, sineCosine(Fixed(step % 88) / 14).sine.fixed)
    return 240 + slow * 44 + quick * 16
  }
}
