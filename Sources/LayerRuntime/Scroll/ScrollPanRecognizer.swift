// Stage: scroll. Input: fingers on a scroll view. Output: the drag of the view.

import FixedRaster

/// The pan of a ``ScrollView``: it begins where the view takes the direction, and at once where a finger stops the view.
final class ScrollPanRecognizer: PanGestureRecognizer {
  /// When the last finger was lifted, in nanoseconds.
  private(set) var liftTime: Int64 = 0

  /// The movement that the pan began with, in the view's own coordinates.
  private(set) var direction = AxisPair<Int64>.zero

  private var scrollView: ScrollView? { view as? ScrollView }

  override func touchesBegan(_ touch: Touch) {
    super.touchesBegan(touch)
    if state != .possible || isUnderWay { return }
    // Recognised, the finger is taken from layers and other recognisers: it presses nothing.
    if scrollView?.stopForFinger() == true { state = .began }
  }

  override func beginsWith(_ movement: Vector) -> Bool {
    guard let scrollView else { return true }
    let (from, to) = (scrollView.convert(center, from: nil), scrollView.convert(center + movement, from: nil))
    let own = GestureVector(from: from, to: to)
    direction = AxisPair(own.x, own.y)
    let isVertical = direction.y.magnitude64 >= direction.x.magnitude64
    return scrollView.takesDrag(direction) && !hasLayerUnderFinger { $0.keepsDrag(isVertical: isVertical) }
  }

  override func touchesEnded(_ touch: Touch) {
    liftTime = touch.timestamp
    super.touchesEnded(touch)
  }

  override func touchesCancelled(_ touch: Touch) {
    liftTime = touch.timestamp
    super.touchesCancelled(touch)
  }

  override func reset() {
    super.reset()
    scrollView?.fingersAreUp()
  }
}
