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

  func show(_ quality: Quality, _ theme: Theme) {
    isHidden = quality != .failed
    fillColor = theme[.ink]
  }
}
