import FixedRaster
import TestSupport

@testable import LayerRuntime

/// Runs a test's closures when the library calls it.
final class Obedient: Layer {
  var onDraw: ((DrawingContext) -> Void)?
  var onDisplay: (() -> Void)?
  var onLayout: (() -> Void)?
  var onResize: (() -> Void)?
  var onContains: (() -> Void)?
  private(set) var draws = 0

  override func draw(in context: DrawingContext) {
    draws += 1
    onDraw?(context)
  }

  override func display() { if let onDisplay { onDisplay() } else { super.display() } }
  override func layoutSublayers() { onLayout?() }

  override func resize(withOldSuperlayerSize size: Size) {
    super.resize(withOldSuperlayerSize: size)
    onResize?()
  }

  override func contains(_ point: Point) -> Bool {
    onContains?()
    return super.contains(point)
  }

  convenience init(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) {
    self.init()
    frame = Rect(x: x, y: y, width: width, height: height)
  }

  /// Draws all of itself white.
  func drawsWhite() {
    onDraw = { [unowned self] context in
      context.setFillColor(.white)
      context.fill(bounds)
    }
  }
}

/// Counts its layouts, and does something at each.
final class CountingLayer: Layer {
  var layouts = 0
  var body: ((CountingLayer) -> Void)?

  override func layoutSublayers() {
    layouts += 1
    body?(self)
    super.layoutSublayers()
  }

  /// Returns how many layouts there are because of a change.
  func layouts(after change: () -> Void) -> Int {
    layoutIfNeeded()
    let before = layouts
    change()
    layoutIfNeeded()
    return layouts - before
  }
}

/// Runs a closure when it ends.
final class LastWill {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}

func white(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) -> Layer {
  let layer = makeLayer(x, y, width, height)
  layer.backgroundColor = .white
  return layer
}

/// Fills a rectangle with a colour.
func fill(_ context: DrawingContext, _ color: Color, _ rect: Rect) {
  context.setFillColor(color)
  context.fill(rect)
}
