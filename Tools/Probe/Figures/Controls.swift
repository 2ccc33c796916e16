// The controls of the library on one page, in each style: docs/controls.md shows them.

import FixedRaster
import LayerRuntime

extension Figure {
  static var controls: [Figure] {
    [
      picture("day", .day, ground: 0xEE_F1F4, selection: 0x0B_63A5),
      picture("dark", .dark, ground: 0x0B_0F14, selection: 0x5D_B7FF),
      picture("night", .night, ground: 0x00_0000, selection: 0x46_2C25),
    ]
  }

  private static func picture(_ name: String, _ style: ControlStyle, ground: UInt32, selection: UInt32) -> Figure {
    Figure(
      name: "controls-" + name, width: 640, height: 480,
      checked: "each control is there, in one style, and no word is cut",
      places: [(4, 4, ground), (196, 24, selection)]
    ) {
      let view = ControlPage(frame: Rect(x: 0, y: 0, width: 640, height: 480))
      view.controlStyle = style
      view.backgroundColor = style.ground
      let page = Page([view.layer])
      page.delegates = [view]
      return page
    }
  }
}

/// Every control but the dialog, which lies above all others.
private final class ControlPage: View {
  override init(frame: Rect) {
    super.init(frame: frame)
    let (start, light, sent, off) = (
      Button(title: "Start"), Button(title: "Light", kind: .toggle), Button(title: "Sent"), Button(title: "Off")
    )
    (light.isSelected, sent.isPending, off.isEnabled) = (true, true, false)
    for (index, button) in [start, light, sent, off].enumerated() {
      add(button, 16 + 100 * Fixed(index), 16, 88, 44)
    }
    let tabs = TabBar(items: ["Pump", "Tank", "Setup"])
    tabs.selectedSegmentIndex = 0
    add(tabs, 416, 16, 208, 44)
    let choice = SegmentedControl(items: ["Fill", "Hold", "Drain"])
    choice.selectedSegmentIndex = 1
    add(choice, 16, 76, 240, 44)
    let empty = HoldButton(title: "Empty tank")
    add(empty, 272, 76, 128, 52)
    let automatic = Switch()
    (automatic.title, automatic.isOn) = ("Auto", true)
    add(automatic, 16, 136, 116, 32)
    let manual = Switch()
    manual.title = "Night"
    add(manual, 148, 136, 116, 32)
    let flow = Slider()
    (flow.title, flow.unit, flow.maximumValue, flow.stepValue, flow.value) = ("Flow", "l/min", 60, 6, 24)
    add(flow, 16, 196, 384, 60)
    let zones = Stepper()
    zones.value = 4
    add(zones, 272, 140, 128, 44)
    let level = Slider()
    (level.title, level.unit, level.isUpright, level.maximumValue, level.value) = ("Level", "%", true, 100, 65)
    add(level, 16, 272, 70, 192)
    let pressure = Knob()
    (pressure.title, pressure.unit, pressure.maximumValue, pressure.value) = ("Pressure", "bar", 6, 2.5)
    add(pressure, 92, 276, 172, 188)
    let medium = PickerWheel(items: ["Water", "Brine", "Oil", "Diesel", "Milk"])
    medium.selectRow(2, animated: false)
    add(medium, 272, 276, 128, 188)
    let name = TextField()
    name.text = "Bilge 2"
    add(name, 416, 416, 208, 48)
    let limit = Keypad()
    (limit.unit, limit.maximumValue, limit.allowsDecimals, limit.value) = ("bar", 6, true, 4.5)
    add(limit, 416, 76, 208, 324)
  }

  private func add(_ view: View, _ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) {
    view.frame = Rect(x: x, y: y, width: width, height: height)
    addSubview(view)
  }
}
