// Stage: instruments. The line through an old value.
import FixedRaster
import LayerRuntime

/// A diagonal from lower left to upper right, which no digit has. Its place has the coordinates of its superlayer.
final class Strike: ShapeLayer {
  private var line = Path(capacity: 2)
  /// Around the struck letters, at their capitals' height.
  private(set) var box = Rect.zero

  override init() {
    super.init()
    (fillColor, lineWidth, isHidden) = (nil, 1.5, true)
  }

  /// Takes no memory after the first time.
  func place(_ box: Rect) {
    if box == self.box { return }
    self.box = box
    line.removeAll(keepingCapacity: true)
    line.move(to: Point(x: box.minX, y: box.maxY))
    line.addLine(to: Point(x: box.maxX, y: box.minY))
    path = line
  }

  func show(_ look: ReadoutLook, _ theme: Theme) {
    isHidden = !look.isStruck
    strokeColor = theme[.stale]
  }
}
