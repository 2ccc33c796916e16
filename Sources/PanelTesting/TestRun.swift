// Stage: panel tests. Input: a test, and a panel. Output: what is not as expected.
import FBDevice
import FixedRaster
import PanelAssets
import PanelDescription
import PanelDisplays
import PanelFile
import PanelInstruments
import PanelKit
import PanelReplay
import PanelSignals

/// Plays one test on a display in memory, in the time of the test.
struct TestRun {
  /// Nanoseconds from one telling of a value to the next: shorter than any `stale`.
  private static let tellInterval: Int64 = 200_000_000
  private static let longest: Int64 = 7 * 86_400_000_000_000
  private static let tapTime: Int64 = 80_000_000
  private static let holdTime: Int64 = 1_000_000_000
  private static let dragTime: Int64 = 400_000_000
  /// The number of the test's finger; those of a recording are lower.
  private static let finger = 1_000_000_000

  private let test: PanelTest
  let display: MemoryDisplay
  let screens: PanelScreens
  let sent: SentValues
  let pictures: PictureComparison
  private var replay: (replay: Replay, next: Int)?
  /// Nanoseconds since the beginning.
  private(set) var time: Int64 = 0
  private var told: [SignalIndex: ReplayedValue] = [:]
  private var toldAt: Int64 = 0
  private var pressed: PixelPoint?
  var failures: [TestFailure] = []

  /// - Throws: the panel cannot be shown, or the recording cannot be played.
  init(_ test: PanelTest, of file: PanelFile, _ pictures: PictureComparison) throws {
    (self.test, self.pictures) = (test, pictures)
    sent = SentValues(file)
    let width = test.options.width ?? file.root.number(.designWidth)?.rounded ?? 800
    let height = test.options.height ?? file.root.number(.designHeight)?.rounded ?? 480
    do {
      display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
      screens = PanelScreens(try PanelScreen(file, display: display))
      if let recording = test.options.replay {
        let bytes = try readFile(recording.path, limit: Replay.maximumBytes)
        replay = (try Replay(bytes, name: recording.path, for: file), 0)
      }
    } catch let error as DeviceError {
      throw TestFailure(test.place, error.message)
    } catch let error as ProgramError {
      throw TestFailure(test.options.replay?.place ?? test.place, error.message)
    } catch let error as AssetError {
      throw TestFailure(test.options.replay?.place ?? test.place, error.message)
    }
    let state = screens.state
    sent.follow(screens.first.panel)
    screens.replacedHandler = { [sent, unowned screens] in sent.follow(screens.first.panel) }
    state.outputs.receiver = { [sent] _ in sent }
    state.outputs.programs = sent
    if test.options.showsDemo { state.showDemo() }
    screens.setClock(test.options.clock, at: time)
    if let name = test.options.language { _ = state.choose(language: name) }
    if let name = test.options.system { _ = state.choose(system: name) }
    if let name = test.options.theme { screens.first.panel.showTheme(name) }
    if let name = test.options.page { showPage(name) }
  }

  /// - Returns: what is not as expected, in the order of the steps.
  mutating func run() -> [TestFailure] {
    do throws(TestFailure) {
      try show()
      for step in test.steps {
        let due = step.at ?? time + step.after
        if due < time {
          throw TestFailure(
            step.place, "a step at \(words(due)), and it is \(words(time)) already: expected a later time")
        }
        if due > Self.longest { throw TestFailure(step.place, "a test of more than a week: expected an earlier time") }
        try go(to: due)
        for act in step.acts { try perform(act) }
        try show()
        try go(to: time + step.wait)
        if step.checks.isEmpty { continue }
        for check in step.checks { look(check) }
        sent.forget()
      }
    } catch { failures.append(error) }
    return failures
  }

  // MARK: Time

  /// Lets the time pass, with the frames that are due.
  private mutating func go(to end: Int64) throws(TestFailure) {
    // Something that stays due after it was done does not stop the time.
    var wasDue = false
    while time < end {
      var next = min(end, screens.nextTime ?? .max, screens.first.animationTime ?? .max)
      if !told.isEmpty { next = min(next, toldAt + Self.tellInterval) }
      next = min(next, screens.first.screen.nextTouchDeadline ?? .max)
      if let replay, replay.next < replay.replay.moments.count {
        next = min(next, Int64(replay.replay.moments[replay.next].time) * 1_000_000)
      }
      let former = time
      time = max(next, wasDue ? min(end, time + 1_000_000) : time)
      wasDue = time == former
      try show()
    }
  }

  /// Tells what is due now, and draws.
  private mutating func show() throws(TestFailure) {
    while let (replay, index) = replay, index < replay.moments.count,
      Int64(replay.moments[index].time) * 1_000_000 <= time
    {
      screens.take(replay.moments[index], of: replay, at: time, touchTime: time)
      self.replay = (replay, index + 1)
    }
    if !told.isEmpty && time >= toldAt + Self.tellInterval { tellAll() }
    if let due = screens.first.screen.nextTouchDeadline, due <= time { screens.first.screen.advanceTouches(to: time) }
    screens.advance(to: time)
    do throws(DeviceError) { _ = try screens.first.drawFrame(at: time) } catch {
      throw TestFailure(test.place, error.message)
    }
  }

  /// 1.5 s, or 150 ms.
  func words(_ time: Int64) -> String {
    let milliseconds = time / 1_000_000
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(Double(milliseconds) / 1000) s"
  }

  // MARK: What is done

  private mutating func perform(_ act: PanelTest.Act) throws(TestFailure) {
    switch act.kind {
    case .tell(let value):
      told[value.signal] = value
      screens.take(value, at: time)
    case .silence(let signal): told[signal] = nil
    case .clock(let seconds): screens.setClock(seconds, at: time)
    case .page(let name): showPage(name)
    case .theme(let name): screens.first.panel.showTheme(name)
    case .language(let name): _ = screens.state.choose(language: name)
    case .system(let name): _ = screens.state.choose(system: name)
    // Hands meet what was told before them.
    case .finger(let gesture, let target):
      try show()
      try touch(gesture, target, act.place)
    case .release: try release(act.place)
    case .drag(let from, let to):
      try show()
      try drag(from, to, act.place)
    case .key(let code):
      try show()
      try press(code)
    case .turn(let steps):
      try show()
      screens.turn(by: steps, at: time)
    }
  }

  private func showPage(_ name: String) {
    if let number = screens.first.panel.page(named: name) { screens.first.panel.showPage(number) }
  }

  private mutating func tellAll() {
    toldAt = time
    for value in told.values { screens.take(value, at: time) }
  }

  private func place(_ target: PanelTest.Target, _ place: Place) throws(TestFailure) -> PixelPoint {
    switch target {
    case .pixel(let point):
      if point.x < Fixed(display.memory.width) && point.y < Fixed(display.memory.height) { return point }
      throw TestFailure(
        place,
        "the place is outside of the display: expected pixels of \(display.memory.width) x \(display.memory.height)")
    case .named(let name):
      let panel = screens.first.panel
      // Nothing behind a question is touched.
      if let question = panel.question, let middle = ShownInstrument.middle(ofText: name, in: question) {
        return middle
      }
      let isNamed = ShownInstrument.all(of: panel).contains { $0.titles.contains(name) || $0.signals.contains(name) }
      // A tab, or a row.
      if !isNamed, let middle = ShownInstrument.middle(ofText: name, in: panel.root) { return middle }
      let found = try touched(name, place)
      if found.takesTouch(in: screens.first.screen.root) { return found.middle }
      throw TestFailure(
        place, "another instrument, or a page, lies over the middle of '\(name)': a finger does not reach it")
    }
  }

  private mutating func touch(
    _ gesture: PanelTest.Gesture, _ target: PanelTest.Target, _ place: Place
  ) throws(TestFailure) {
    if pressed != nil { throw TestFailure(place, "a finger is down already: expected release before it") }
    let point = try self.place(target, place)
    finger(.began, point)
    try show()
    switch gesture {
    case .press: pressed = point
    case .tap:
      try go(to: time + Self.tapTime)
      finger(.ended, point)
    case .hold:
      try go(to: time + Self.holdTime)
      finger(.ended, point)
    }
  }

  private mutating func release(_ place: Place) throws(TestFailure) {
    guard let point = pressed else { throw TestFailure(place, "no finger is down: expected press before it") }
    pressed = nil
    finger(.ended, point)
  }

  private mutating func drag(
    _ from: PanelTest.Target, _ to: PanelTest.Target, _ place: Place
  ) throws(TestFailure) {
    let (first, last) = (try self.place(from, place), try self.place(to, place))
    finger(.began, first)
    let steps: Int64 = 12
    for step in 1...steps {
      try go(to: time + Self.dragTime / steps)
      let part = Fixed(Int(step), over: Int(steps))
      finger(.moved, PixelPoint(x: first.x + (last.x - first.x) * part, y: first.y + (last.y - first.y) * part))
    }
    try go(to: time + Self.tapTime)
    finger(.ended, last)
  }

  private func finger(_ phase: Touch.Phase, _ point: PixelPoint) {
    screens.touch(finger: Self.finger, phase, at: point, time: time, touchTime: time)
  }

  private mutating func press(_ code: Int) throws(TestFailure) {
    for phase in [KeyPress.Phase.began, .ended] {
      screens.press(UInt16(code), phase, at: time)
      try show()
      if phase == .began { try go(to: time + Self.tapTime) }
    }
  }
}
