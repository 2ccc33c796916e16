// Stage: instruments. The cross over a failed value.
import FixedRaster
import LayerRuntime
import PanelSignals

/// Two diagonal bars, as dark as a value: a sensor that has failed is no alarm. The instrument's base class shows it while the value has failed.
final class FailureCross: ShapeLayer {
  func layOut(in box: Rect, width: Fixed) {
    var path = Path(capacity: 16)
    addCross(to: &path, in: box, width: width)
    self.path = path
  }

  /// In a ring, where its filling begins.
  /// - Returns: the square of the mark.
  @discardableResult
  func layOut(on dial: RoundScale, outer: Fixed, inner: Fixed) -> Rect {
    let (width, radius) = (outer - inner, half(outer + inner))
    let place = dial.point(dial.start + width / Swift.max(1, radius) * 40, radius)
    let reach = half(width) * 0.7
    let box = Rect(x: place.x - reach, y: place.y - reach, width: reach * 2, height: reach * 2)
    layOut(in: box, width: Swift.max(2, width * 0.12))
    return box
  }

  func show(_ quality: Quality, _ theme: Theme) {
    isHidden = quality != .failed
    fillColor = theme[.ink]
  }
}
