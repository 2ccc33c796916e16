// What fingers did on the emulated board, as its kernel told it (scripts/emulate-board --record), on recognisers and controls.
import FBDevice
import FixedRaster
import Foundation
import PanelKit
import TestSupport
import Testing

@testable import LayerRuntime

/// A page whose calls are noted, under the fingers of a recording.
private final class RecordedPage {
  let root = View(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let display: MemoryDisplay
  let screen: Screen
  private(set) var calls: [String] = []
  private let together = Together()
  private let rows = NumberedRows()

  init() throws {
    root.backgroundColor = ControlStyle.day.ground
    root.controlStyle = .day
    display = try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888)
    screen = Screen(root: root.layer, display: display)
  }

  func note(_ words: String) { calls.append(words) }

  /// One recogniser of each kind on all of the page, each beside the others.
  func addRecognizers() {
    let double = TapGestureRecognizer(), two = TapGestureRecognizer()
    (double.numberOfTapsRequired, two.numberOfTouchesRequired) = (2, 2)
    let up = SwipeGestureRecognizer(), edge = ScreenEdgePanGestureRecognizer()
    (up.direction, edge.edges) = (.up, .left)
    let all: [(String, GestureRecognizer)] = [
      ("tap", TapGestureRecognizer()), ("double tap", double), ("two-finger tap", two),
      ("long press", LongPressGestureRecognizer()), ("pan", PanGestureRecognizer()), ("swipe", up), ("edge pan", edge),
      ("pinch", PinchGestureRecognizer()), ("rotation", RotationGestureRecognizer()),
    ]
    for (name, recognizer) in all {
      recognizer.delegate = together
      recognizer.addAction { [unowned self] in note("\(name) \($0.state) \(measure($0))") }
      root.addGestureRecognizer(recognizer)
    }
  }

  private func measure(_ recognizer: GestureRecognizer) -> String {
    switch recognizer {
    case let pan as PanGestureRecognizer:
      let (way, speed) = (pan.translation(in: nil), pan.velocity(in: nil))
      return "by \(way.x.rounded) \(way.y.rounded) at \(speed.x.rounded) \(speed.y.rounded)"
    case let pinch as PinchGestureRecognizer: return "\((pinch.scale * 100).rounded) %"
    case let turn as RotationGestureRecognizer: return "\((turn.rotation * 100).rounded)/100"
    default: return "at \(recognizer.location(in: nil).x.rounded) \(recognizer.location(in: nil).y.rounded)"
    }
  }

  /// Controls where the recordings' fingers are: a button and a slider at the edges, a list in the middle, a knob in it.
  func addControls() {
    func add(_ name: String, _ control: Control, _ frame: Rect) {
      control.frame = frame
      for (event, word) in [
        (Control.Event.touchDown, "down"), (.touchUpInside, "up"), (.touchUpOutside, "up outside"),
        (.touchCancel, "cancel"),
        (.valueChanged, "value"), (.primaryActionTriggered, "action"),
      ] {
        control.addAction(for: event) { [unowned self] in note("\(name) \(word) \(value($0))") }
      }
      root.addSubview(control)
    }
    let slider = Slider(), knob = Knob(), list = ListView(frame: Rect(x: 200, y: 120, width: 500, height: 240))
    (slider.title, slider.maximumValue, slider.value) = ("Flow", 100, 50)
    (knob.title, knob.maximumValue, knob.value) = ("Speed", 10, 5)
    (list.rowHeight, list.dataSource, list.listDelegate) = (48, rows, rows)
    rows.pressed = { [unowned self] in note("row \($0)") }
    list.delegate = self
    root.addSubview(list)
    add("button", Button(title: "Horn"), Rect(x: 40, y: 30, width: 120, height: 60))
    add("slider", slider, Rect(x: 180, y: 390, width: 420, height: 60))
    add("switch", Switch(), Rect(x: 0, y: 215, width: 80, height: 50))
    add("knob", knob, Rect(x: 640, y: 20, width: 90, height: 90))
  }

  private func value(_ control: Control) -> String {
    switch control {
    case let range as RangeControl: "\((range.value * 100).rounded)/100"
    case let toggle as Switch: "\(toggle.isOn)"
    default: ""
    }
  }

  /// Has a recording's fingers touch the page, with frames of a sixtieth, and lets time go by until nothing moves.
  func play(_ path: String) throws {
    let device = try InputDevice(recording: path, isPaced: false, width: 800, height: 480)
    var samples: [TouchSample] = []
    while device.read({ frame in for index in frame.indices { samples.append(frame[index]) } }) {}
    // The page has been seen before.
    let start = try #require(samples.first).time - 100_000_000
    var frame: Int64 = 0
    func step() throws {
      let time = frame * 16_666_667
      screen.advanceTouches(to: time)
      try screen.drawFrame(at: .nanoseconds(time))
      frame += 1
    }
    for sample in samples {
      let time = sample.time - start
      while frame * 16_666_667 < time { try step() }
      screen.touch(finger: Int(sample.finger), phase: Touch.Phase(sample.phase), at: sample.position, time: time)
    }
    for _ in 0..<300 { try step() }
    #expect(screen.nextTouchDeadline == nil && !screen.compositor.needsFrame)
  }
}

extension RecordedPage: ScrollViewDelegate {
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { note("list dragged") }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    note("list \(decelerate ? "thrown" : "left") at \(scrollView.contentOffset.y.rounded)")
  }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { note("list at \(scrollView.contentOffset.y.rounded)") }
}

/// Rows with their number.
private final class NumberedRows: ListViewDataSource, ListViewDelegate {
  var pressed: (Int) -> Void = { _ in }
  func numberOfRows(in list: ListView) -> Int { 1000 }
  func listView(_ list: ListView, rowAt index: Int) -> ListRow {
    let row = list.dequeueReusableRow() as? NumberedRow ?? NumberedRow()
    row.text.string = "Row \(index)"
    return row
  }
  func listView(_ list: ListView, didSelectRowAt index: Int) { pressed(index) }
}

private final class NumberedRow: ListRow {
  let text = TextLayer()

  init() {
    super.init(reuseIdentifier: "")
    (text.font, text.fontSize, text.foregroundColor) = (.dejaVuSans, 16, .black)
    layer.addSublayer(text)
  }

  override func layoutSubviews() { text.frame = Rect(x: 12, y: 14, width: 300, height: 24) }
}

private final class Together: GestureRecognizerDelegate {
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}

@Suite("Recorded gestures") struct RecordedGestureTests {
  private static let folder = goldens.appendingPathComponent("gestures")
  private static let names = [
    "tap", "double-tap", "hold", "two-finger-tap", "drag", "throw", "edge", "pinch", "turn", "two-controls",
    "three-fingers",
  ]

  @Test(
    "L91 L92 L93 L94 D26 gestures recorded on the board drive every recogniser and control: calls and pictures",
    arguments: names)
  func recorded(name: String) throws {
    let path = Self.folder.appendingPathComponent("\(name).evemu").path
    let (recognizers, controls) = (try RecordedPage(), try RecordedPage())
    recognizers.addRecognizers()
    controls.addControls()
    try recognizers.play(path)
    try controls.play(path)
    let calls = (["recognisers"] + recognizers.calls + ["controls"] + controls.calls).joined(separator: "\n") + "\n"
    let picture = controls.display.snapshot()
    if let folder = drawnFolder {
      try Data(calls.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).calls"))
      try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }
    let golden = try String(contentsOf: Self.folder.appendingPathComponent("\(name).calls"), encoding: .utf8)
    #expect(calls == golden)
    let wanted = try #require(TestPicture(contentsOf: Self.folder.appendingPathComponent("\(name).png")))
    #expect(try #require(TestPicture(png: picture)).difference(from: wanted) == nil)
  }
}
