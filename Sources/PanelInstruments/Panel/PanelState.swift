// Stage: a panel. Input: values, fingers and the time. Output: the state that all displays of a panel show.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// The state of a panel: signals, alarms, time, language and units. Each display has a ``Panel`` that shows it.
///
/// Times are nanoseconds of a clock that never goes back, handed in.
public final class PanelState {
  /// The description, in the language and the units that are shown.
  public private(set) var file: PanelFile
  public let signals: SignalStore
  /// The alarms; ``advance(to:)`` raises and ends them.
  public let alarms: AlarmStore
  /// The time of the last ``advance(to:)``.
  public private(set) var time: Int64 = 0
  /// Nanoseconds from ``time`` to the local time since the beginning of 1970.
  public var wallClockOffset: Int64 = 0
  /// Nanoseconds from universal time to local time.
  public var zoneOffset: Int64 = 0
  /// Called when ``advance(to:)`` is due because of a finger: another page is shown, an alarm was touched.
  public var advanceHandler: () -> Void = {}
  var alarmRequests = AlarmRequests()
  /// Where the values of controls go.
  public let outputs: PanelOutputs
  /// Called with a sentence for a person, without a line feed: once for each reason that values of controls are refused.
  public var noticeHandler: (String) -> Void = { _ in }
  private var refusalNotices = RefusalNotices()
  private var demo: PanelDemo?
  private var idle: PanelIdle?
  /// Whether the display's own light follows ``brightness``; the picture is dimmed otherwise.
  public var hasBacklight = false
  private var builtIns: BuiltInSignals
  private(set) var raisedValues: RaisedValues
  /// When somebody touched a display last; `nil` for never.
  public private(set) var touchedAt: Int64?
  /// The link of a source, by its number; `nil` where nothing is known, as in a demonstration.
  public var link: (Int) -> SourceLink? = { _ in nil }
  /// How many frames were drawn.
  public var frameCount: () -> Int = { 0 }
  /// How often another page was shown, on any display.
  public private(set) var pageChanges = 0
  private var views: [View] = []
  /// What holds whatever the panel's signals say.
  private var chosenLanguage: String?, chosenSystem: String?

  /// A panel adds itself when it is made, and removes itself at its end.
  private struct View {
    unowned(unsafe) let panel: Panel
  }

  public init(_ file: PanelFile) {
    self.file = file
    signals = SignalStore(file)
    outputs = PanelOutputs(signals)
    alarms = AlarmStore(file)
    builtIns = BuiltInSignals(file)
    raisedValues = RaisedValues(file)
    idle = PanelIdle(file)
  }

  // MARK: Displays

  func add(_ panel: Panel) { views.append(View(panel: panel)) }

  func remove(_ panel: Panel) { views.removeAll { unsafe $0.panel === panel } }

  func pageChanged() { pageChanges &+= 1 }

  /// Calls `visit` with the panel of each display.
  public func forEachPanel(_ visit: (Panel) -> Void) { for view in views { unsafe visit(view.panel) } }

  // MARK: Time

  /// Takes over received values and the time, and changes the layers of all displays.
  /// - Parameter time: not before that of the call before.
  public func advance(to time: Int64) {
    self.time = time
    demo?.write(to: signals, at: time, except: outputs.shown)
    builtIns.write(to: signals, self, at: time)
    forEachPanel { $0.sendCommands(to: outputs, at: time) }
    signals.advance(to: time)
    alarms.advance(to: time, signals)
    raisedValues.note(alarms, signals)
    alarmRequests.apply(to: alarms, at: time)
    idle?.advance(to: time, touchedAt: touchedAt, signals, alarms)
    forEachPanel { $0.show(self) }
  }

  /// When ``advance(to:)`` is due; `nil` where only a new value changes anything.
  public var nextTime: Int64? {
    // In the dark nothing moves: what signals have to say is soon enough in a second.
    if stage == .dark {
      let next = Swift.min(Swift.max(signals.nextTime ?? .max, time + 1_000_000_000), alarms.nextTime ?? .max)
      return next == .max ? nil : next
    }
    var next = Swift.min(signals.nextTime ?? .max, alarms.nextTime ?? .max)
    if let idle { next = Swift.min(next, idle.nextTime) }
    if let due = alarmRequests.nextTime { next = Swift.min(next, due) }
    forEachPanel { next = Swift.min(next, $0.nextTick ?? .max) }
    if let due = builtIns.nextTime(self, after: time) { next = Swift.min(next, due) }
    if demo != nil { next = Swift.min(next, time + PanelDemo.interval) }
    return next == .max ? nil : next
  }

  /// Somebody touches a display.
  public func touch(at time: Int64) {
    touchedAt = time
    advanceHandler()
  }

  /// How far asleep it is.
  public var stage: IdleStage { idle?.stage ?? .awake }

  /// The brightness that is wanted now, in percent; `nil` for as it is.
  public var brightness: Int? {
    if stage == .dark { return 0 }
    if stage == .idle, let dim = idle?.dim { return dim.rounded }
    guard let view = views.first else { return nil }
    return unsafe view.panel.backlight?.rounded
  }

  /// How bright the picture has to be for that, in percent.
  var pictureBrightness: Fixed {
    if stage == .dark { return 0 }
    if stage == .idle, !hasBacklight, let dim = idle?.dim { return Fixed(dim.held(0, 100)) }
    return 100
  }

  var idlePage: String? { idle?.page }

  /// How often the picture has moved since nobody is there, against burnt-in pictures.
  var shiftCount: Int { Int(clamping: idle?.shiftCount ?? 0) }

  /// A key is pressed, or an encoder turned.
  /// - Parameters:
  ///   - code: of the key; 0 for an encoder.
  ///   - phase: the act.
  ///   - time: when that was, in nanoseconds.
  /// - Returns: whether it counts: the key that wakes the panel does nothing until it is lifted.
  public func press(_ code: UInt16, _ phase: KeyPress.Phase, at time: Int64) -> Bool {
    // Fingers of devices are not negative; those of a replay are, by less.
    let finger = Int.min + 1 + Int(code)
    switch phase {
    case .began:
      let isMeant = touch(finger: finger, .began, at: time)
      // A turn has no end.
      if code == 0 { _ = touch(finger: finger, .ended, at: time) }
      return isMeant
    case .repeated: return touch(finger: finger, .moved, at: time)
    case .ended: return touch(finger: finger, .ended, at: time)
    case .cancelled: return touch(finger: finger, .cancelled, at: time)
    }
  }

  /// A finger touches a display.
  /// - Returns: whether the instruments get it: the touch that wakes the panel presses nothing.
  public func touch(finger: Int, _ phase: Touch.Phase, at time: Int64) -> Bool {
    let former = stage
    let isMeant = idle?.touch(finger, phase, at: time) ?? true
    if stage != former { forEachPanel { $0.showStage(self) } }
    touch(at: time)
    return isMeant
  }

  /// Has signals show their demonstration, from the next ``advance(to:)`` on.
  /// What controls send is shown as what came back.
  public func showDemo() {
    demo = PanelDemo(file)
    outputs.isDemo = true
  }

  /// Takes a receiver's answer that came later.
  public func take(_ answer: CommandAnswer, to request: CommandRequest.Identity) {
    forEachPanel { $0.take(answer, to: request, at: time) }
    advanceHandler()
  }

  func note(_ refusal: CommandRefusal, of control: ControlInstrument) {
    guard let command = control.command,
      let sentence = refusalNotices.sentence(refusal, command, control.text, file.sources)
    else { return }
    noticeHandler(sentence)
  }

  // MARK: The panel's own signals

  /// The page of the first display; none before one is shown.
  var shownPage: String? {
    guard let view = views.first else { return nil }
    return unsafe view.panel.pageNames.indices.contains(view.panel.page) ? view.panel.pageNames[view.panel.page] : nil
  }

  var shownTheme: String? {
    guard let view = views.first else { return nil }
    return unsafe view.panel.themeName
  }

  /// The name of the language that is shown, or nothing for that of the description.
  public private(set) var shownLanguage = ""

  /// The name of the system of units that is shown, or nothing for the signals' own.
  public private(set) var shownSystem = ""

  private static func name(_ number: Int, of kind: RecordKind, in file: PanelFile) -> String {
    let records = file.root.children(kind)
    return records.indices.contains(number - 1) ? records[number - 1].text(.name) ?? "" : ""
  }

  // MARK: Wording

  /// Takes on the language and the system of units that the panel's signals ask for. A panel that is made with this state
  /// afterwards shows them.
  /// - Returns: whether one of them is another than before.
  public func chooseWording() -> Bool {
    let (language, system) = (wanted(.language) ?? file.language, wanted(.system) ?? file.system)
    if language == file.language && system == file.system { return false }
    file = file.worded(language: language, system: system)
    shownLanguage = Self.name(language, of: .language, in: file)
    shownSystem = Self.name(system, of: .system, in: file)
    return true
  }

  /// The text of a text signal's value, in the chosen language where the description has it.
  package func text(of value: Fixed64) -> String { signals.text(of: value) ?? file.translatedText(value.floor) }

  /// Shows a language or a system of units whatever the panel's signals say, from the next ``chooseWording()`` on.
  /// - Returns: false where the panel has none of the name.
  public func choose(language name: String) -> Bool {
    if Self.number(name, of: .language, in: file) == nil && !haveSameBytes(name, Self.ownName) { return false }
    chosenLanguage = name
    return true
  }

  /// The name of the language that the description is written in.
  public static let ownName = "own"

  public func choose(system name: String) -> Bool {
    if Self.number(name, of: .system, in: file) == nil { return false }
    chosenSystem = name
    return true
  }

  /// The names of the languages besides that of the description, and of the systems of units.
  public var languageNames: [String] { file.root.children(.language).map { $0.text(.name) ?? "" } }
  public var systemNames: [String] { file.root.children(.system).map { $0.text(.name) ?? "" } }

  private static func number(_ name: String, of kind: RecordKind, in file: PanelFile) -> Int? {
    let index = file.root.children(kind).firstIndex { $0.text(.name).map { haveSameBytes($0, name) } ?? false }
    return index.map { $0 + 1 }
  }

  /// The number that was chosen, or that a signal of the panel asks for; `nil` where none does.
  private func wanted(_ key: PropertyKey) -> Int? {
    let (name, kind): (String?, RecordKind) = key == .language ? (chosenLanguage, .language) : (chosenSystem, .system)
    if let number = name.flatMap({ Self.number($0, of: kind, in: file) }) { return number }
    if key == .language, let name, haveSameBytes(name, Self.ownName) { return 0 }
    guard let signal = file.root.signal(key) else { return nil }
    let reading = signals.reading(signal)
    return reading.hasValue ? Swift.max(0, reading.value.rounded) : nil
  }

  // MARK: Another file

  /// Takes over the values, histories, windows of time and captured values of signals that have the same name, unit and
  /// sources in another panel, and the acknowledgements and shelvings of alarms that have the same name.
  public func takeOver(_ other: PanelState) {
    let former = other.file.root.children(.signal)
    let names = RecordNames(former)
    let (sources, formerSources) = (file.sources, other.file.sources)
    var known: [SignalIndex] = []
    for record in file.root.children(.signal) {
      let old = names.first(as: record) ?? -1
      let isSame = old >= 0 && record.isSameSignal(as: former[old], sources, formerSources)
      known.append(isSame ? SignalIndex(old) : .none)
    }
    signals.take(known, of: other.signals)
    (chosenLanguage, chosenSystem) = (other.chosenLanguage, other.chosenSystem)
    (touchedAt, builtIns.startedAt) = (other.touchedAt, other.builtIns.startedAt)
    let alarmNames = RecordNames(other.file.root.children(.alarm))
    for (index, record) in file.root.children(.alarm).enumerated() {
      if let old = alarmNames.first(as: record) { alarms.take(index, from: old, of: other.alarms) }
    }
  }
}
