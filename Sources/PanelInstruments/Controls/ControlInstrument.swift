// Stage: controls. Input: fingers, and the state that comes back. Output: values for a destination, and a picture of how far
// they got.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A control: what a finger holds follows the finger, and what is shown is what came back (P46).
///
/// Its values go through a command: sent, confirmed, refused or not confirmed in time, each with its look.
public class ControlInstrument: Instrument {
  // Final, private ones too: others take a place in the table of methods of each control.

  /// What a touch does. The numbers are the file's.
  enum Action: Int { case sends, toggles, sets, runs, page, resets }

  // MARK: State

  /// The state that came back, in the unit that is shown.
  public private(set) final var reported = Reading.none { didSet { if reported != oldValue { stateChanged() } } }
  /// Whether a finger that came down on it is still on it.
  public private(set) final var isPressed = false { didSet { if isPressed != oldValue { appearanceChanged() } } }
  /// Whether it can be touched.
  public internal(set) final var isEnabled = true {
    didSet {
      if isEnabled == oldValue { return }
      // A press that is no longer allowed is none.
      if !isEnabled && isHeld { cancelPress() }
      // Its reason is none any more.
      if isEnabled && noteWords != nil {
        (noteWords, isNoteNew, noteEnd) = (nil, false, nil)
        setNeedsLayout()
      }
      appearanceChanged()
    }
  }
  public final var commandState: CommandState { command?.state ?? .idle }
  /// The value that is on its way, in the unit that is shown; `nil` where none is.
  final var wanted: Fixed64? {
    guard let command, command.isPending || command.state == .unconfirmed && !hasState else { return nil }
    return shown.apply(command.wanted)
  }

  private(set) final var action: Action?
  private(set) final var command: Command?
  /// From the destination's unit to the shown one.
  private(set) final var shown = ShownUnit(nil)
  private(set) final var hasState = false
  private final var page: String?
  private final var signalToReset: SignalIndex?
  /// Why it cannot be touched, for who tries.
  private final var reason = ""
  /// Time that a finger has to stay; 0 for none.
  private(set) final var holdTime: Int64 = 0
  /// Says below the label that it has to be held, and how long.
  private final var holdHint: Caption?
  /// Whether this press has lasted for so long.
  private(set) final var isHoldDone = false
  /// Values that go out with the next frame, in the shown unit. A press and its end may come in one frame.
  private final var queue = InlineArray<4, Fixed64>(repeating: .zero)
  private final var queued = 0
  /// A refusal for the next frame to say.
  private final var ownRefusal: CommandRefusal?
  /// They say whether it can be touched, and is seen, on pages that are not shown too.
  private final var permission: SignalIndex?, visibility: SignalIndex?
  /// The finger that holds it.
  private final var finger: Int?
  private final var ring = FocusRing()
  /// When it was pressed, as of the frame after that.
  private(set) final var pressedAt: Int64?
  /// Until when its note is shown, and its edge in the colour of a warning.
  private final var noteEnd: Int64?, refusalEnd: Int64?
  /// Words in the label's place, and whether the frame that shows them is still to come.
  private final var noteWords: String?
  private final var isNoteNew = false

  // MARK: Layers

  let ground = ShapeLayer()
  let edge = ShapeLayer()
  let label: Caption
  let sign: Caption
  /// A padlock at its right end.
  private let lock = Padlock()
  /// The word of the label.
  public final var text = "" { didSet { if !haveSameBytes(text, oldValue) { setNeedsLayout() } } }
  /// The word that stands there now.
  final var labelWords: String { noteWords ?? text }
  /// The room of the ground.
  private(set) final var field = Rect.zero

  private let controlWords: ControlWords

  public override init(_ style: InstrumentStyle) {
    (label, sign) = (Caption(style.fonts.text), Caption(style.fonts.text))
    controlWords = style.words
    super.init(style)
    card = .none
    takesTouchesOfParts = true
    edge.fillColor = nil
    // In front of keys and fields that a control adds.
    lock.zPosition = 1
    for layer in [ground, label, sign, lock, edge] as [Layer] { addSublayer(layer) }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [ground, edge] { layer.frame = bounds }
    field = content
    let side = Swift.min(field.width, field.height)
    let radius = Swift.min(side / 6, measure * 6).held(2, 12)
    ground.path = Path(roundedRect: field, cornerRadius: radius)
    edge.path = Path(roundedRect: field.insetBy(dx: 1, dy: 1), cornerRadius: radius)
    ring.place(around: field.insetBy(dx: -2, dy: -2), in: bounds)
    sign.place(x: field.maxX - labelCap * 1.2, middle: field.midY.whole, capHeight: labelCap)
    layOutParts(in: field)
    lock.frame = bounds
    if pin != nil { lock.layOut(in: field, size: Swift.min(labelCap * 0.9, field.height * 0.3).whole) }
    stateChanged()
  }

  /// Places the parts of a kind.
  func layOutParts(in field: Rect) {}

  /// The capitals of its label: a step above titles'.
  final var labelCap: Fixed {
    Swift.min(measure * 15, Swift.min(bounds.height * 0.3, bounds.width * 0.12)).held(6, 60).whole
  }

  /// From the field's edge to its label, as to the title of a card.
  final var labelInset: Fixed { Swift.min(labelCap, measure * 9).whole }

  /// Writes the label as large as its room and its neighbours let it be.
  final func fitLabel(x: Fixed, middle: Fixed, cap: Fixed, width: Fixed) {
    label.show(labelWords)
    let size = label.fittingCap(most: cap, least: 7, width: width)
    // A note is there for a moment: nobody gets smaller for it.
    if noteWords == nil && !text.isEmpty { roomyCapHeight = size }
    var middle = middle
    if let holdHint {
      holdHint.isHidden = noteWords != nil || text.isEmpty || cap < 9 || middle - cap * 1.7 < field.minY
      if !holdHint.isHidden {
        holdHint.alignmentMode = label.alignmentMode
        holdHint.place(x: x, middle: (middle + cap * 0.95).whole, capHeight: (cap * 0.65).whole, width: width)
        middle = (middle - cap * 0.65).whole
      }
    }
    label.place(x: x, middle: middle, capHeight: Swift.min(size, agreedCapHeight ?? size), width: Swift.max(0, width))
  }

  // MARK: Look

  /// Whether its field is filled as that of something that is on.
  var isOn: Bool { false }

  final var groundColor: Color {
    if !isUsable { return theme[.ground] }
    let plain = tint.map { theme.filling(theme.color(ofTint: $0)) }
    let base = isOn ? onColor : plain ?? theme[.surface].mixed(theme.isLight ? 241 : 235, with: theme[.ink])
    let pressed = isOn && !theme.isLight ? theme[.surface] : theme[.accent]
    return isPressed && fillsWhenPressed ? base.mixed(195, with: pressed) : base
  }

  /// The field of what is on, or chosen: words on it are read in every theme.
  final var onColor: Color {
    let filling = theme.filling(stateColor)
    return theme.isLight ? filling : filling.mixed(205, with: theme[.surface])
  }

  /// Whether the state that is shown is not of now.
  private final var isStateOld: Bool { wanted == nil && reported.quality == .old }

  /// The colour of what shows the state: grey where that is old.
  final var stateColor: Color { isStateOld ? theme[.stale] : tinted(.accent) }

  /// The same of words, and of parts in their colour.
  final func stateInk(on field: Color) -> Color {
    // Grey alone has too little contrast on a control's field.
    isStateOld ? theme[.stale].mixed(200, with: inkColor(on: field)) : inkColor(on: field)
  }

  /// Whether all of it takes on the look of a press.
  var fillsWhenPressed: Bool { true }

  /// Whether a touch does something.
  final var isUsable: Bool { isEnabled && !isLocked }

  /// The PIN that frees it for a minute; `nil` where it needs none.
  private final var pin: [UInt8]?
  private final var isFreed = false
  private final var freeUntil: Int64?
  final var isLocked: Bool { pin != nil && !isFreed }
  /// Whether it is asked for in a dialog, and the value that is to be sent then.
  private final var asksFirst = false
  private final var askedValue: Fixed64?
  /// Whether it asks above the page.
  var needsSheet: Bool { pin != nil || asksFirst }

  /// The colour of words on a field.
  final func inkColor(on field: Color) -> Color {
    let color = theme.ink(on: field)
    return isUsable ? color : color.mixed(102, with: field)
  }

  public override func appearanceChanged() {
    let field = groundColor
    ground.fillColor = field
    label.foregroundColor = inkColor(on: field)
    holdHint?.foregroundColor = label.foregroundColor
    sign.foregroundColor = label.foregroundColor ?? theme[.ink]
    let look = commandLook
    edge.strokeColor = look?.color ?? theme[.surface].mixed(theme.isLight ? 200 : 225, with: theme[.ink])
    (edge.lineWidth, edge.lineDashPattern) = (look == nil ? 1 : 2, look?.isDashed == true ? [4, 4] : nil)
    sign.show(commandState == .unconfirmed ? "?" : command?.isPending == true ? "..." : "")
    ring.color = theme[.ink]
    lock.isHidden = !isLocked
    lock.fillColor = inkColor(on: field)
    showState()
  }

  /// The edge of a value that was refused, is on its way, or is not confirmed; `nil` at rest.
  final var commandLook: (color: Color, isDashed: Bool)? {
    switch commandState {
    case _ where refusalEnd != nil: (theme[.warning], false)
    case .sent where command?.isPending == true: (theme[.accent], false)
    case .unconfirmed: (theme[.ink], true)
    default: nil
    }
  }

  /// Shows ``reported``, and the value that is held or on its way.
  func showState() {}

  private final func stateChanged() { if isLaidOut { appearanceChanged() } }

  /// Shows a reason in the label's place for three seconds.
  private final func show(note words: String) {
    (noteWords, isNoteNew) = (words, true)
    setNeedsLayout()
  }

  // MARK: Touch

  /// Called when a finger comes down, moves and goes up, on a control that can be used.
  func pressBegan(_ touch: Touch) {}
  func pressMoved(_ touch: Touch) {}
  /// - Parameter isInside: whether the finger is still on it.
  func pressEnded(isInside: Bool) {}
  func pressCancelled() {}
  /// Goes on with a press.
  /// - Returns: when it is due again.
  func advancePress(to time: Int64) -> Int64? { nil }
  /// Called once when the finger has stayed for as long as ``holdTime``.
  func holdEnded() {}
  /// Shows how much of that time has gone, 0...1.
  func showHold(_ share: Fixed) {}

  /// - Returns: when it is due again; `nil` where it is over, or the finger has left.
  private final func advanceHold(to time: Int64) -> Int64? {
    if isHoldDone || !isPressed {
      showHold(0)
      return nil
    }
    let duration = time - (pressedAt ?? time)
    if duration < holdTime {
      showHold(Fixed(((Fixed64(rawValue: duration) / Fixed64(rawValue: holdTime)) ?? .zero).held(0, 1)))
      return Swift.min(time + 33_333_333, time + holdTime - duration)
    }
    isHoldDone = true
    showHold(0)
    holdEnded()
    return time
  }

  public override func touchesBegan(_ touch: Touch) {
    if isHeldByKey { cancelPress() }
    if finger != nil { return }
    if !mayBegin() { return }
    hold(touch.finger)
    pressBegan(touch)
    send(.changed)
  }

  /// Whether a press can begin; where it cannot, it says why, or asks for the PIN.
  final func mayBegin(asksPIN: Bool = true) -> Bool {
    if isUsable { return true }
    if isEnabled {
      if !asksPIN { return true }
      send(.ask(self, .pin))
    } else {
      if !reason.isEmpty { show(note: reason) }
      send(.changed)
    }
    return false
  }

  private final func hold(_ number: Int) {
    finger = number
    (pressedAt, isPressed, isHoldDone) = (nil, true, false)
  }

  public override func touchesMoved(_ touch: Touch) {
    if touch.finger != finger { return }
    isPressed = contains(touch)
    pressMoved(touch)
    send(.changed)
  }

  public override func touchesEnded(_ touch: Touch) {
    if touch.finger != finger { return }
    let isInside = contains(touch)
    endPress()
    pressEnded(isInside: isInside)
    if isInside, !isHoldDone, let holdHint, holdHint.isHidden { show(note: holdHint.text) }
    send(.changed)
  }

  public override func touchesCancelled(_ touch: Touch) {
    if touch.finger != finger { return }
    cancelPress()
    send(.changed)
  }

  final func cancelPress() {
    endPress()
    pressCancelled()
  }

  /// Whether the state that came back is on.
  final var isReportedOn: Bool { reported.hasValue && reported.value != .zero }

  /// The other state than the present one. A value that is on its way counts before what came back, so that a second tap takes
  /// the first one back.
  /// Without a state the last value that was sent counts.
  final var opposite: Fixed64 {
    if let wanted { return wanted != .zero ? 0 : 1 }
    if !hasState, let command, command.state != .idle { return command.wanted != .zero ? 0 : 1 }
    return isReportedOn ? 0 : 1
  }

  private final func endPress() {
    finger = nil
    (pressedAt, isPressed) = (nil, false)
  }

  final var isHeld: Bool { finger != nil }

  /// Whether a finger is on it: 3 mm beside it are still meant.
  private final func contains(_ touch: Touch) -> Bool {
    bounds.insetBy(dx: -density * 3, dy: -density * 3).contains(touch.location(in: self))
  }

  // MARK: Keys

  /// Called where a key begins a press, as ``pressBegan(_:)`` for a finger.
  func keyPressBegan() {}
  /// Goes so many steps up or down, at once, without having the focus.
  func step(by count: Int) {}

  /// The finger's number while a key holds it; no finger has it.
  private static var keyFinger: Int { .min }
  final var isHeldByKey: Bool { finger == Self.keyFinger }
  final func holdByKey() { hold(Self.keyFinger) }

  final func releaseByKey() {
    endPress()
    pressEnded(isInside: true)
  }

  public override var canBecomeFocused: Bool { isEnabled }

  public override func focusChanged(_ focus: FocusState) {
    if focus == .none && isHeldByKey { cancelPress() }
    ring.show(focus, on: self)
    send(.changed)
  }

  public override func keyDown(_ press: KeyPress) -> Bool {
    if press.key == .escape && isHeldByKey {
      cancelPress()
      send(.changed)
      return true
    }
    if press.key != .enter && press.key != .space { return false }
    if !press.isRepeat { beginKeyPress() }
    return true
  }

  /// Presses it as a finger does, until ``keyUp(_:)``.
  final func beginKeyPress() {
    if isHeld || !mayBegin() { return }
    holdByKey()
    keyPressBegan()
    send(.changed)
  }

  public override func keyUp(_ press: KeyPress) {
    if !isHeldByKey { return }
    if press.phase == .ended { releaseByKey() } else { cancelPress() }
    send(.changed)
  }

  // MARK: Commands

  /// Sends a value with the next frame, in the shown unit.
  final func queue(_ value: Fixed64) {
    if queued == queue.count {
      // The last one counts.
      queued -= 1
    }
    queue[queued] = value
    queued += 1
  }

  /// Does what a tap of it does, behind a dialog if it has one. Without a value nothing is sent, and it says so.
  final func act(_ value: Fixed64?) {
    guard let value else { return refuse() }
    if !asksFirst { return carryOut(value) }
    askedValue = value
    let name = text.isEmpty ? title ?? "" : text
    let words = words(of: value)
    let asked = name.isEmpty ? words ?? "" : words.map { name + ": " + $0 } ?? name
    send(.ask(self, .confirmation(asked + "?", answer: words ?? name)))
  }

  /// A value in words; `nil` where the label says what it does.
  func words(of value: Fixed64) -> String? { nil }

  final func onOrOff(_ value: Fixed64) -> String { value == .zero ? controlWords.off : controlWords.on }

  /// Says that there is no value to send.
  final func refuse() {
    ownRefusal = .invalid
    send(.changed)
  }

  private final func carryOut(_ value: Fixed64) {
    switch action {
    case .page: if let page { send(.pageNamed(page)) }
    case .resets: if let signalToReset { send(.forgetExtremes(signalToReset)) }
    case .sends, .toggles, .sets, .runs: queue(value)
    case nil: break
    }
  }

  /// Takes the answer to a question that it asked.
  /// - Returns: false for a wrong PIN.
  final func take(_ question: PanelSheet.Question, _ value: Fixed64, _ typed: [UInt8]) -> Bool {
    // It may have been taken away since the question.
    if isHidden || !mayBegin(asksPIN: false) {
      askedValue = nil
      return true
    }
    switch question {
    case .number, .choice: answered(value)
    case .confirmation:
      if let askedValue { carryOut(askedValue) }
      askedValue = nil
    case .pin:
      guard let pin, pin.count == typed.count, pin.indices.allSatisfy({ pin[$0] == typed[$0] }) else { return false }
      (isFreed, freeUntil) = (true, nil)
      appearanceChanged()
    }
    return true
  }

  /// Takes a number that was typed, or the place of what was chosen.
  func answered(_ value: Fixed64) {}

  /// Sends what was asked for since the frame before.
  final func sendQueued(to outputs: PanelOutputs, at time: Int64) {
    for index in 0..<queued {
      guard var command else { break }
      command.send(shown.value(from: queue[index]), to: outputs, at: time)
      outputs.demonstrate(&command, at: time)
      show(command, at: time)
    }
    queued = 0
    if let refusal = ownRefusal { refused(refusal, at: time) }
    ownRefusal = nil
    guard var command, let due = command.retryTime else { return }
    // An interlock that has fallen meanwhile holds for values that wait, but for those that end something.
    if !outputs.allows(permission, visibility) && !ends(shown.apply(command.wanted)) {
      command.giveUp()
    } else if due <= time {
      command.sendAgain(to: outputs, at: time)
    } else {
      return
    }
    show(command, at: time)
  }

  /// Whether a value ends what this control began, so that it must be sent whatever else holds.
  func ends(_ value: Fixed64) -> Bool { false }

  private final func show(_ command: Command, at time: Int64) {
    self.command = command
    if case .refused(let refusal) = command.state { refused(refusal, at: time) }
    appearanceChanged()
  }

  /// When ``sendQueued(to:at:)`` has a value that waits for a connection; `nil` for never.
  final var retryTime: Int64? { command?.retryTime }

  /// Takes an answer that came later.
  final func take(_ answer: CommandAnswer, to request: CommandRequest.Identity, at time: Int64) {
    if command?.take(answer, to: request) != true { return }
    if case .refused(let refusal) = answer { refused(refusal, at: time) }
    appearanceChanged()
  }

  /// Says why nothing is sent.
  final func refused(_ refusal: CommandRefusal, at time: Int64) {
    show(note: controlWords[refusal])
    send(.refused(self, refusal))
    refusalEnd = time + 1_000_000_000
  }

  override var showsTime: Bool { true }

  override func advance(in panel: borrowing PanelMoment) -> Int64? {
    let time = panel.time
    var due = Int64.max
    if let definition = command?.definition {
      let reading = panel.signals.reading(definition.state)
      let waits = command?.retryTime != nil
      if command?.advance(to: time, reading) == true {
        if waits && commandState == .unconfirmed { refused(.noConnection, at: time) }
        appearanceChanged()
      }
      due = Swift.min(due, command?.nextTime ?? .max)
    }
    if isNoteNew { (isNoteNew, noteEnd) = (false, time + 3_000_000_000) }
    if let end = noteEnd, end <= time {
      (noteEnd, noteWords) = (nil, nil)
      setNeedsLayout()
    }
    if let end = refusalEnd, end <= time {
      refusalEnd = nil
      appearanceChanged()
    }
    if isFreed && freeUntil == nil { freeUntil = time + 60_000_000_000 }
    if let end = freeUntil, end <= time, !isHeld {
      (isFreed, freeUntil) = (false, nil)
      appearanceChanged()
    }
    due = Swift.min(
      due, Swift.min(Swift.min(noteEnd ?? .max, refusalEnd ?? .max), isHeld ? .max : freeUntil ?? .max))
    if isHeld {
      if pressedAt == nil { pressedAt = time }
      due = Swift.min(due, (holdTime > 0 ? advanceHold(to: time) : advancePress(to: time)) ?? .max)
    }
    return due == .max ? nil : due
  }

  /// The time that the press has lasted.
  final func pressDuration(at time: Int64) -> Int64 { pressedAt.map { time - $0 } ?? 0 }

  // MARK: Its record

  public override var followsValue: Bool { false }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    builder.add(self, record)
    action = record.choice(.action).flatMap { Action(rawValue: $0) }
    reason = record.words(.reason) ?? ""
    pin = record.text(.pin).map { Array($0.utf8) }
    asksFirst = record.choice(.confirm) == 1
    holdTime = record.choice(.confirm) == 0 ? Swift.max(0, record.duration(.confirmDelay) ?? 0) : 0
    if holdTime > 0 {
      let seconds = Fixed64(rawValue: holdTime) / Fixed64(rawValue: 1_000_000_000)
      let hint = Caption(fonts.text)
      hint.show(
        controlWords.hold + " " + NumberFormat.shortest(seconds ?? .zero, most: 1).text(of: seconds ?? .zero) + " s")
      insertSublayer(hint, above: label)
      holdHint = hint
    }
    page = record.text(.page)
    (permission, visibility) = (record.signal(.enabled), record.signal(.visible))
    signalToReset = record.signal(.resets)
    let state = record.signal(.shownState)
    hasState = state != nil
    let target = record.signal(.target)
    shown = ShownUnit(builder.signal(target ?? state), in: record)
    if let signal = builder.signal(state ?? target) {
      if record[.format] == nil { format = builder.numbers(of: signal, shown) }
      if record[.unit] == nil { unit = signal.text(.unit) }
    }
    let destination: CommandDestination? =
      action == .runs
      ? builder.program(of: record).map { .program($0, hasValue: hasPayload(record)) }
      : target.map { .variable($0) } ?? builder.output(of: record).map { .address($0.number, source: $0.source) }
    guard let destination, action != .page, action != .resets else { return }
    var definition = CommandDefinition(destination, state: state ?? .none, queues: record.choice(.queue) == 1)
    if let within = record.duration(.within) { definition.within = within }
    // Half of a step, or what the digits of a state may be off.
    let step = record.number(.step) ?? .zero
    definition.tolerance = shown.difference(
      from: Swift.max(Fixed64(rawValue: step.rawValue / 2), Fixed64(1, over: 1000)))
    command = Command(definition, number: builder.commandNumber())
  }

  /// Whether a program gets the value as its last argument.
  func hasPayload(_ record: PanelRecord) -> Bool { true }

  final var commandNumber: Int32? { command?.number }

  /// A state that was never heard is marked.
  public override func use(of key: PropertyKey) -> OptionUse { key == .shownState ? .need : super.use(of: key) }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .shownState: reported = reading
    case .enabled: isEnabled = reading.quality == .fresh && reading.isTrue
    case .action, .confirm, .target: break
    default: super.take(key, reading)
    }
  }

  public override func take(_ key: PropertyKey, _ text: String) {
    switch key {
    case .text: self.text = text
    // A touch shows the page by the action.
    case .page, .reason, .pin: break
    default: super.take(key, text)
    }
  }
}

extension PropertyKey {
  /// Why a control cannot be touched.
  package static var reason: Self { .own(0) }
  /// How long a confirmation may take.
  static var within: Self { .own(1) }
  /// How often a value is sent while it moves.
  static var live: Self { .own(2) }
  /// How many values wait for a connection: 0 or 1.
  static var queue: Self { .own(3) }
}
