// Stage: a panel. Input: fingers beside the controls. Output: the page before, or the next one.
import LayerRuntime

/// Turns pages by swipes.
final class PageSwipes: View, GestureRecognizerDelegate {
  /// - Parameters:
  ///   - layer: has all pages in it.
  ///   - turn: shows the page so many numbers on.
  init(_ layer: Layer, turn: @escaping (Int) -> Void) {
    super.init(hosting: layer)
    for (direction, way) in [(SwipeGestureRecognizer.Direction.left, 1), (.right, -1)] {
      let swipe = SwipeGestureRecognizer { _ in turn(way) }
      swipe.direction = direction
      swipe.delegate = self
      addGestureRecognizer(swipe)
    }
  }

  /// A finger on a control is the control's.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    !(touch.layer is ControlInstrument)
  }
}
