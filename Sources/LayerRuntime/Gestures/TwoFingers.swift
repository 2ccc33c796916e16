// Stage: gestures. Input: the fingers of a pinch or a rotation. Output: the line between the first two.

import FixedRaster

extension GestureRecognizer {
  /// From the first finger that is down to the second; `nil` while fewer are.
  final var lineBetweenFingers: GestureVector? {
    var first: Point?
    for touch in touches where !touch.isUp {
      if let first { return GestureVector(from: first, to: touch.location) }
      first = touch.location
    }
    return nil
  }
}
