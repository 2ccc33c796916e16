import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport

@testable import PanelInstruments

/// A receiver that keeps what it got, and answers as it is told.
final class ControlReceiver: CommandReceiver {
  var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
  var answer: CommandAnswer? = .accepted
  private(set) var requests: [CommandRequest] = []
  var values: [Fixed64] { requests.map(\.value) }

  func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    requests.append(request)
    return answer
  }
}

/// A panel of one control, or of several, with a finger and a clock.
final class ControlBench {
  static let millisecond: Int64 = 1_000_000
  let panel: Panel
  let receiver = ControlReceiver()
  private let router: TouchRouter
  let focus: FocusRouter
  private(set) var time: Int64 = 0

  convenience init(_ signals: String, _ page: String, _ more: String = "") throws {
    try self.init(PanelFile(bytes: compiledPanel(signals, page, more).bytes))
  }

  init(_ file: PanelFile, size: Size = Size(width: 320, height: 240)) throws {
    panel = try Panel(file, size: size)
    panel.root.layoutIfNeeded()
    router = TouchRouter(root: panel.root)
    focus = FocusRouter(root: panel.root)
    router.focusRouter = focus
    focus.keyHandler = { [unowned self] in self.panel.take($0) }
    focus.turnHandler = { [unowned self] in self.panel.turn(by: $0) }
    panel.state.outputs.receiver = { [unowned self] source in source == 0 ? self.receiver : nil }
    advance(1)
  }

  func advance(_ milliseconds: Int64) {
    time += milliseconds * Self.millisecond
    panel.advance(to: time)
    panel.root.layoutIfNeeded()
  }

  /// Lets time go by in frames.
  func run(_ milliseconds: Int64) {
    for _ in 0..<Swift.max(1, milliseconds / 20) { advance(Swift.min(20, milliseconds)) }
  }

  func touch(_ phase: Touch.Phase, _ x: Int, _ y: Int, finger: Int = 1) {
    router.handle(finger: finger, phase: phase, at: Point(x: Fixed(x), y: Fixed(y)))
  }

  /// Moves a finger in five frames of 20 ms, from place to place.
  func drag(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), lifts: Bool = true) {
    for step in 0...5 {
      let (x, y) = (from.x + (to.x - from.x) * step / 5, from.y + (to.y - from.y) * step / 5)
      router.handle(
        finger: 1, phase: step == 0 ? .began : .moved, at: Point(x: Fixed(x), y: Fixed(y)), time: time)
      advance(20)
    }
    if lifts { router.handle(finger: 1, phase: .ended, at: Point(x: Fixed(to.x), y: Fixed(to.y)), time: time) }
    advance(20)
  }

  /// Presses keys one after the other, a frame each.
  func press(_ keys: Key...) {
    for key in keys {
      focus.handle(key, .began, time: time)
      advance(20)
      focus.handle(key, .ended, time: time)
      advance(20)
    }
  }

  func turn(_ steps: Int) {
    focus.turn(by: steps)
    advance(20)
  }

  func tap(_ x: Int = 160, _ y: Int = 120) {
    touch(.began, x, y)
    advance(20)
    touch(.ended, x, y)
    advance(20)
  }

  /// Presses keys of the sheet: digits, `.`, `-`, `<` for back, or a whole word.
  func type(_ words: String) {
    guard let sheet = panel.sheet else { return }
    let keys: [PanelSheet.Key] =
      words == "OK"
      ? [.enter]
      : words == "Cancel"
        ? [.cancel]
        : words.utf8.map { $0 == 46 ? .point : $0 == 45 ? .sign : $0 == 60 ? .back : .digit($0) }
    for key in keys {
      guard let place = sheet.keys.first(where: { $0.key == key })?.place else { continue }
      tap(place.midX.rounded, place.midY.rounded)
    }
  }

  func set(_ signal: Int, to value: Fixed64) { panel.signals.set(SignalIndex(signal), to: value, at: time) }

  func value(_ signal: Int) -> Reading { panel.signals.reading(SignalIndex(signal)) }

  func control<C: ControlInstrument>(_ kind: C.Type = C.self) -> C {
    panel.instruments.compactMap { $0 as? C }.first!
  }
}
