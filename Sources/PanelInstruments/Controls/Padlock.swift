// Stage: controls. The sign of what a PIN frees.
import FixedRaster
import LayerRuntime

/// A padlock in the lower right corner of a field.
final class Padlock: ShapeLayer {
  /// - Parameter size: its width, in points.
  func layOut(in field: Rect, size: Fixed) {
    let body = Rect(
      x: (field.maxX - size * 1.6).whole, y: (field.maxY - size * 1.6).whole, width: size, height: (size * 0.8).whole)
    var path = Path(capacity: 32)
    path.addRect(body)
    let width = Swift.max(1, (size / 7).whole)
    let height = half(size).whole
    let bow = Rect(x: body.minX + width, y: body.minY - height, width: body.width - width * 2, height: height)
    path.addRect(Rect(x: bow.minX, y: bow.minY, width: width, height: bow.height))
    path.addRect(Rect(x: bow.maxX - width, y: bow.minY, width: width, height: bow.height))
    path.addRect(Rect(x: bow.minX + width, y: bow.minY, width: bow.width - width * 2, height: width))
    self.path = path
  }
}
