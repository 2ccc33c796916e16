import FixedRaster
import LayerRuntime

/// A word in strokes. Its bounds hold the pen's way: half the line width sticks out on each side.
final class Label: ShapeLayer {
  /// - Parameter capHeight: in points.
  @inline(never)
  init(_ text: StaticString, capHeight: Fixed, color: Color) {
    super.init()
    let (path, width) = StrokeFont.path(text, capHeight: capHeight)
    bounds = Rect(x: 0, y: 0, width: width, height: capHeight)
    self.path = path
    setPen(capHeight: capHeight, color: color)
  }
}

extension ShapeLayer {
  /// Strokes as ``StrokeFont`` wants them.
  @inline(never)
  func setPen(capHeight: Fixed, color: Color) {
    fillColor = nil
    strokeColor = color
    lineWidth = capHeight * 0.125
    lineCap = .round
    lineJoin = .round
  }
}
