import FixedRaster
import TestSupport

@testable import LayerRuntime

/// A black display of 80 × 60 pixels with one white layer of 10 × 10 at its top left, whose frames have times.
final class AnimationStage {
  let root = makeLayer(0, 0, 80, 60)
  let layer: Layer
  let display = TestDisplay(width: 80, height: 60)
  let compositor: Compositor

  init(_ layer: Layer = Layer(), capacities: CompositorCapacities = CompositorCapacities()) {
    self.layer = layer
    root.backgroundColor = .black
    layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.backgroundColor = .white
    root.addSublayer(layer)
    compositor = Compositor(root: root, width: 80, height: 60, capacities: capacities)
    draw(0)
  }

  /// Draws a frame at a time in milliseconds.
  @discardableResult
  func draw(_ milliseconds: Int) -> Bool {
    compositor.drawFrame(at: .milliseconds(milliseconds), into: display.memory)
  }

  func color(_ x: Int, _ y: Int) -> UInt32 { display.pixel(x, y) & 0xFF_FFFF }

  /// What the layer shows at a time.
  func shown<Result>(_ milliseconds: Int, _ body: (LayerPresentation) -> Result) -> Result? {
    draw(milliseconds)
    return layer.presentation().map(body)
  }

  /// Where the layer is seen, by its left edge at the display's top row.
  var left: Int? { (0..<80).first { color($0, 5) == 0xFF_FFFF } }
}

/// Keeps what it is told.
final class AnimationLog: AnimationDelegate {
  var entries: [String] = []
  func animationDidStart(_ animation: Animation) { entries.append("start") }
  func animationDidStop(_ animation: Animation, finished: Bool) { entries.append(finished ? "end" : "stop") }
}
