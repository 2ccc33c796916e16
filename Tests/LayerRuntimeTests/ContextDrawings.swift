import FixedRaster
import Testing

@testable import LayerRuntime

/// Draws by a closure.
final class DrawnLayer: Layer {
  var drawing: (DrawingContext) -> Void = { _ in }
  override func draw(in context: DrawingContext) { drawing(context) }
}

/// What a layer that covers a display of 80 × 60 pixels draws.
struct Drawings {
  let stage: Stage
  private let layer = DrawnLayer()

  init(scale: Fixed = 1, contentsScale: Fixed = 1) {
    stage = Stage(width: 80, height: 60, scale: scale)
    layer.frame = stage.root.bounds
    layer.contentsScale = contentsScale
    stage.root.backgroundColor = .white
    stage.root.addSublayer(layer)
  }

  func callAsFunction(isAsynchronous: Bool = false, _ drawing: @escaping (DrawingContext) -> Void) -> [UInt32] {
    layer.drawing = drawing
    layer.drawsAsynchronously = isAsynchronous
    layer.setNeedsDisplay()
    return pixels
  }

  func redraw(_ rect: Rect, _ drawing: @escaping (DrawingContext) -> Void) -> [UInt32] {
    layer.drawing = drawing
    layer.setNeedsDisplay(rect)
    return pixels
  }

  private var pixels: [UInt32] {
    stage.show()
    return (0..<80 * 60).map { stage.display.pixel($0 % 80, $0 / 80) & 0xFF_FFFF }
  }
}
