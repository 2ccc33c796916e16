import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

/// Controls in a tree with fingers and keys, whose time the test tells.
final class ControlStage {
  let root = View(frame: Rect(x: 0, y: 0, width: 400, height: 300))
  let router: TouchRouter
  let focus: FocusRouter
  let display = TestDisplay(width: 400, height: 300)
  let compositor: Compositor
  private(set) var time: Int64 = 0

  init() {
    router = TouchRouter(root: root.layer)
    focus = FocusRouter(root: root.layer)
    router.focusRouter = focus
    compositor = Compositor(
      root: root.layer, width: 400, height: 300, capacities: CompositorCapacities(threads: 1))
  }

  /// Adds a control at a place, laid out.
  @discardableResult
  func add<C: View>(_ control: C, _ x: Fixed = 100, _ y: Fixed = 100, _ width: Fixed = 100, _ height: Fixed = 50) -> C {
    control.frame = Rect(x: x, y: y, width: width, height: height)
    root.addSubview(control)
    layOut()
    return control
  }

  func layOut() { root.layer.layoutIfNeeded() }

  /// - Parameter milliseconds: since the beginning.
  func advance(to milliseconds: Int64) {
    time = milliseconds * 1_000_000
    router.advance(to: time)
  }

  func touch(_ phase: Touch.Phase, _ x: Fixed, _ y: Fixed, at milliseconds: Int64? = nil, finger: Int = 0) {
    if let milliseconds { time = milliseconds * 1_000_000 }
    router.handle(finger: finger, phase: phase, at: Point(x: x, y: y), time: time)
  }

  func tap(_ x: Fixed, _ y: Fixed) {
    touch(.began, x, y)
    touch(.ended, x, y)
  }

  func tap(_ view: View) {
    let middle = view.convert(Point(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    tap(middle.x, middle.y)
  }

  func down(_ key: Key, at milliseconds: Int64? = nil) {
    if let milliseconds { time = milliseconds * 1_000_000 }
    focus.handle(key, .began, time: time)
  }

  func up(_ key: Key, at milliseconds: Int64? = nil) {
    if let milliseconds { time = milliseconds * 1_000_000 }
    focus.handle(key, .ended, time: time)
  }

  func press(_ keys: Key...) {
    for key in keys {
      down(key)
      up(key)
    }
  }

  /// The picture after a frame.
  @discardableResult
  func draw() -> Picture {
    compositor.drawFrame(at: .nanoseconds(time), into: display.memory)
    var pixels: [UInt32] = []
    for y in 0..<300 { for x in 0..<400 { pixels.append(display.pixel(x, y) & 0xFF_FFFF) } }
    return Picture(pixels: pixels)
  }
}

/// Compared in one word: a failure does not print its pixels.
struct Picture: Equatable, CustomStringConvertible, CustomTestStringConvertible {
  /// 0x00RRGGBB, row by row, of 400 × 300.
  let pixels: [UInt32]
  var description: String { "a picture" }
  var testDescription: String { "a picture" }
  func color(_ x: Int, _ y: Int) -> UInt32 { pixels[y * 400 + x] }
}

/// The events of a control in order, by their names.
final class EventLog {
  private(set) var names: [String] = []

  init(_ control: Control) {
    let events: [(Control.Event, String)] = [
      (.touchDown, "down"), (.touchDragInside, "inside"), (.touchDragOutside, "outside"), (.touchDragEnter, "enter"),
      (.touchDragExit, "exit"), (.touchUpInside, "up"), (.touchUpOutside, "up outside"), (.touchCancel, "cancel"),
      (.valueChanged, "value"), (.primaryActionTriggered, "primary"), (.editingDidBegin, "begin"),
      (.editingChanged, "edit"), (.editingDidEnd, "end"), (.editingDidCancel, "give up"),
    ]
    for (event, name) in events { control.addAction(for: event) { [unowned self] _ in names.append(name) } }
  }

  /// The events since the last call, without those of moves.
  func take(withMoves: Bool = false) -> [String] {
    defer { names = [] }
    return withMoves ? names : names.filter { $0 != "inside" && $0 != "outside" }
  }
}

/// The ratio of contrast of WCAG 2.1, 1...21.
func contrast(_ a: Color, _ b: Color) -> Double {
  func luminance(_ color: Color) -> Double {
    func linear(_ byte: UInt8) -> Double {
      let part = Double(byte) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
  let (first, second) = (luminance(a), luminance(b))
  return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

let controlStyles: [(name: String, style: ControlStyle)] = [
  ("dark", .dark), ("day", .day), ("night", .night),
]
