// Controls on a page: each by a finger, a pointer, keys and an encoder.
import PanelKit

/// A pump, and the controls that set it.
final class PumpPage: View {
  private(set) var speed: Fixed = 40
  private(set) var starts = 0

  let start = Button(title: "Start")
  let jog = Button(title: "Jog", kind: .repeating)
  let light = Button(title: "Light", kind: .toggle)
  let automatic = Switch()
  let flow = Slider()

  override init(frame: Rect) {
    super.init(frame: frame)
    start.on(.primaryActionTriggered) { [unowned self] _ in starts += 1 }
    automatic.title = "Automatic"
    (flow.title, flow.unit) = ("Flow", "l/min")
    (flow.maximumValue, flow.stepValue, flow.value) = (60, 0.5, 24)
    for view in [start, jog, light, automatic, flow] as [View] { addSubview(view) }
  }

  override func layoutSubviews() {
    start.frame = Rect(x: 20, y: 20, width: 110, height: 48)
    jog.frame = Rect(x: 146, y: 20, width: 110, height: 48)
    light.frame = Rect(x: 272, y: 20, width: 110, height: 48)
    automatic.frame = Rect(x: 20, y: 90, width: 236, height: 36)
    flow.frame = Rect(x: 20, y: 150, width: 362, height: 64)
  }
}
