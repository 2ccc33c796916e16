// Stage: instruments. The base of all instruments.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// The look that a panel gives its instruments.
public struct InstrumentStyle {
  public var theme: Theme
  public var fonts: PanelFonts
  /// Points in a millimetre of the display.
  public var density: Fixed
  /// How numbers are written where nothing else is said; its signs are those of all numbers.
  public var numbers: NumberFormat
  /// What controls say of themselves.
  var words = ControlWords()

  public init(
    theme: Theme = .dark, fonts: PanelFonts = PanelFonts(), density: Fixed = 5, numbers: NumberFormat = NumberFormat()
  ) {
    (self.theme, self.fonts, self.density, self.numbers) = (theme, fonts, density, numbers)
  }
}

/// A layer that shows a value.
///
/// It lays itself out for whatever size it gets. Values that it receives while it is shown change only moving parts,
/// and take no memory. A subclass overrides three methods: ``layOut(in:)`` places and builds, ``appearanceChanged()``
/// gives colours, ``valueChanged()`` moves.
open class Instrument: Layer {
  // MARK: Look

  /// The colours; all of the instrument takes on new ones.
  public final var theme: Theme { didSet { if theme != oldValue { appearanceIsStale() } } }
  public final let fonts: PanelFonts
  /// Points in a millimetre of the display.
  public final var density: Fixed { didSet { if density != oldValue { setNeedsLayout() } } }
  /// Points in a 480th of the panel's shorter side: frames, corners and insets are alike on a whole panel.
  final var measure: Fixed = 1 { didSet { if measure != oldValue { setNeedsLayout() } } }

  // MARK: Properties of the value

  /// Written above the instrument; `nil` for nothing.
  public final var title: String? { didSet { if !haveSameBytes(title, oldValue) { setNeedsLayout() } } }
  /// The unit behind a number; `nil` for none.
  public final var unit: String? { didSet { if !haveSameBytes(unit, oldValue) { setNeedsLayout() } } }
  /// How a number is written.
  public final var format: NumberFormat { didSet { if format != oldValue { setNeedsLayout() } } }
  /// The values from one end of the scale to the other.
  public final var range: ClosedRange<Fixed64> = 0...100 { didSet { if range != oldValue { setNeedsLayout() } } }
  /// Ranges of the value and their states. Of several that hold, the most urgent counts.
  public final var zones: [Zone] = [] { didSet { if zones != oldValue { zonesChanged() } } }
  /// Whether a scale marks its zones. Frame and value show the state of the value's zone in either case.
  public final var showsZones = true { didSet { if showsZones != oldValue { setNeedsLayout() } } }
  /// The least difference of the value that means something.
  public final var resolution = Fixed64.zero { didSet { if resolution != oldValue { setNeedsLayout() } } }
  /// The numbers that steps of its scale are multiples of.
  public final var division = ScaleDivision.decimal { didSet { if division != oldValue { setNeedsLayout() } } }
  /// The field that the instrument lies on.
  public final var card = Card.filled { didSet { if card != oldValue { setNeedsLayout() } } }

  /// The colour of the part that shows the value, unless its state has one: below 256 a ``Role``, else 2²⁴ and RRGGBB;
  /// `nil` leaves it to the instrument.
  public final var tint: Int? { didSet { if tint != oldValue { appearanceIsStale() } } }

  // MARK: State

  /// The shown value.
  public final var value = Reading.none { didSet { if value != oldValue { refresh() } } }
  /// The value of the digits, where they change less often than the needle; `nil` for ``value``.
  final var slowValue: Reading? { didSet { if slowValue != oldValue && isLaidOut { digitsChanged() } } }
  /// How old a value is that is ``PanelSignals/Quality/old``, in seconds; below 0 where nobody knows.
  public final var age = -1 { didSet { if age != oldValue { showAge() } } }
  /// How urgent the value is, where that follows from something else than ``zones``.
  public final var pushedState: ZoneState? { didSet { if pushedState != oldValue { refresh() } } }
  /// The state among ``zones`` that a panel has found for all instruments of the signal; `nil` outside of a panel, where the
  /// shown value decides.
  final private(set) var judgedState: ZoneState? { didSet { if judgedState != oldValue { refresh() } } }
  /// Whether a flash is in its lit part, by the panel's one clock.
  public final var isFlashOn = true { didSet { if isFlashOn != oldValue && isFlashing { appearanceIsStale() } } }
  /// Whether somebody has taken note of a warning: it stays but flashes no more.
  public final var isAcknowledged = false { didSet { if isAcknowledged != oldValue { appearanceIsStale() } } }

  // MARK: Derived state

  public final var quality: Quality { value.quality }
  /// How urgent the value is; `normal` unless it is fresh.
  public final private(set) var zoneState = ZoneState.normal
  /// Whether ``isFlashOn`` changes anything.
  public final var isFlashing: Bool { (zoneState == .warning && !isAcknowledged) || isFlashingLight }
  /// Whether there is room for the age beside the corner's mark.
  open var showsAge: Bool { true }
  /// Whether the instrument says itself that there is no value, by dashes in its place: else a hollow corner says so.
  var saysNone: Bool { true }
  /// Whether something else than a warning flashes.
  open var isFlashingLight: Bool { false }
  /// Whether a warning is in the lit part of its flash, or does not flash.
  final var isLit: Bool { isFlashOn || isAcknowledged }

  final let frameLayer: FrameLayer
  final let titleText: Caption
  /// The cross over a failed value, of instruments that have one.
  final var failureCross: FailureCross?
  /// Whether it was laid out at its present size, so that there is something to move.
  final private(set) var isLaidOut = false
  private final var shownQuality = Quality.none
  private final var judge = ZoneJudge()
  /// Whether ``zones`` have changed since the state was found.
  private final var zonesAreNew = false
  /// The received value, before its options count.
  private final var received = Reading.none
  /// How far the signals of its options can be believed.
  final var options = OptionQualities()
  /// The received ends of the scale; `nil` before the first.
  final var ends: (lower: Reading, upper: Reading)?

  public init(_ style: InstrumentStyle) {
    (theme, fonts, density, format) = (style.theme, style.fonts, style.density, style.numbers)
    frameLayer = FrameLayer(style.fonts.text)
    titleText = Caption(style.fonts.text, alignment: .left)
    super.init()
    addSublayer(frameLayer.card)
    addSublayer(titleText)
    // In front of whatever a subclass adds.
    frameLayer.zPosition = 1
    addSublayer(frameLayer)
  }

  /// Shows a value.
  public final func show(_ value: Reading) { self.value = value }

  /// Shows a value with the worse quality of its own and its place's.
  final func receive(_ reading: Reading) {
    received = reading
    value = Reading(reading.value, .worst(reading.quality, placeQuality))
  }

  /// The quality of the value's place has changed.
  func placeQualityChanged(from old: Quality) { receive(received) }

  final func markChanged() { if isLaidOut { appearanceIsStale() } }

  private final func refresh() {
    let state = currentState
    let hasNewDigits = slowValue == nil || value.quality != shownQuality
    if state != zoneState || value.quality != shownQuality {
      (zoneState, shownQuality) = (state, value.quality)
      if quality != .old { age = -1 }
      appearanceIsStale()
    }
    if !isLaidOut { return }
    valueChanged()
    if hasNewDigits { digitsChanged() }
  }

  private final var currentState: ZoneState {
    if value.quality != .fresh { return .normal }
    if let pushedState { return pushedState }
    if let judgedState { return judgedState }
    var state = ZoneState.normal
    for zone in zones where zone.contains(value.value) { state = Swift.max(state, zone.state) }
    return state
  }

  /// Finds the state of the signal's value, before the value itself is shown: digits and needles may come later.
  /// - Parameters:
  ///   - format: of the signal's digits.
  ///   - isFirst: whether the former state does not count, because it was not shown.
  final func judge(_ reading: Reading, _ format: NumberFormat, at time: Int64, isFirst: Bool) {
    if reading.quality != .fresh || isFirst { judge.reset() }
    if reading.quality == .fresh { judge.take(reading.value, zones, format, at: time) }
    (judgedState, zonesAreNew) = (judge.state, false)
  }

  /// Whether the state may be another one though the value stays.
  final func needsJudgement(at time: Int64) -> Bool { zonesAreNew || (judgementTime ?? .max) <= time }

  /// When the state may become less urgent though nothing changes; `nil` for never.
  final var judgementTime: Int64? { judge.nextTime }

  private final func zonesChanged() {
    zonesAreNew = true
    setNeedsLayout()
    refresh()
  }

  private final func appearanceIsStale() {
    if !isLaidOut { return }
    showAge()
    showFrame()
    appearanceChanged()
  }

  /// Beside the title, or, in a narrow instrument, below it.
  final func showAge() {
    if !isLaidOut { return }
    let width = Swift.min(titleText.textWidth, titleText.bounds.width)
    let taken = titleText.isHidden ? 0 : titleText.frame.minX + width + titleCapHeight
    frameLayer.showAge(
      quality == .old && showsAge ? age : -1, right: taken,
      line: bounds.height >= bounds.width * 1.5 ? (titleText.capitalsMiddle + titleCapHeight).whole : 0)
    ageWasPlaced()
  }

  // MARK: Layout

  public final override func layoutSublayers() {
    isLaidOut = true
    var content = bounds
    // Cards of a row and of a column have one inset, so that what they hold lines up.
    let (inset, padding) = (cardInset(bounds.width), cardInset(bounds.height))
    frameLayer.layOut(bounds, capHeight: titleCapHeight * 0.85, measure: measure)
    content = content.insetBy(dx: Swift.min(inset, half(content.width)), dy: Swift.min(padding, half(content.height)))
    let cap = titleCapHeight
    let least = Self.leastTitledSize
    // In a low one the title stands beside the value, or, where that is too wide, makes the value smaller.
    let isLow = bounds.height < 56 || bounds.width < least.width
    let isBeside = isLow && needsTitle && content.width >= Swift.max(content.height * 2, cap * 9)
    let hasLine = !isBeside && bounds.width >= least.width && (!isLow || needsTitle && bounds.height >= least.height)
    let heading = title ?? untitledHeading
    titleText.isHidden = heading == nil || !hasLine && !isBeside
    roomyBesideWidth = 0
    if !titleText.isHidden {
      titleText.show(heading ?? "")
      titleText.setTracking(cap * 0.08)
    }
    if isBeside && !titleText.isHidden {
      // On the line of the value, which has the rest of it.
      let besideCap = Swift.min(measure * 11, bounds.height * 0.3).held(7, 60).whole
      titleText.setSize(besideCap)
      roomyBesideWidth = Swift.min(titleText.textWidth.ceilWhole, content.width * 0.4)
      let width = Swift.max(roomyBesideWidth, Swift.min(agreedBesideWidth ?? 0, content.width * 0.4))
      titleText.place(x: content.minX + 4, middle: content.midY.whole, capHeight: besideCap, width: width)
      let taken = (width + besideCap).ceilWhole + 4
      content = Rect(x: content.minX + taken, y: content.minY, width: content.width - taken, height: content.height)
    } else if !titleText.isHidden {
      let middle = content.minY + half(cap) + half(padding)
      placeTitle(x: content.minX + 1, middle: middle, cap, width: content.width)
      let taken = (cap * 1.7 + half(padding)).ceil
      // Below a title the edge is nearer, or the value would pay for its line twice.
      let spare = padding - Swift.min(padding, (bounds.height * 0.055).held(3, 30)).whole
      content = Rect(
        x: content.minX, y: content.minY + Fixed(taken), width: content.width,
        height: Swift.max(0, content.height - Fixed(taken) + spare))
    }
    layOut(in: content)
    for part in parts { part.setNeedsLayout() }
    showFrame()
    appearanceChanged()
    valueChanged()
    digitsChanged()
    showAge()
  }

  /// Whether it lies on the field of a group, as a row of a table.
  final var isMember = false

  /// From a card's edge to what it holds, along a side of some length: one for all but small cards.
  private func cardInset(_ length: Fixed) -> Fixed {
    if card == .none {
      // Room for the frame of a warning; titles of neighbours line up whether they have zones or not.
      return zones.isEmpty && title == nil || isMember || frameLayer.isHidden
        ? 0 : Swift.min(length * 0.1, measure * 3).held(3, 9) + 1
    }
    return (length >= measure * 96 ? measure * 8 : Swift.min(length * 0.055, measure * 8)).held(3, 30).whole
  }

  /// In a smaller instrument the title has no line of its own.
  public static var leastTitledSize: Size { Size(width: 40, height: 36) }

  /// The height of the title's capitals.
  final var titleCapHeight: Fixed {
    let own = roomyTitleCapHeight
    return Swift.min(own, agreedTitleCapHeight ?? own)
  }

  /// The least height of a unit's capitals beside larger digits: little less than the title's.
  final var leastUnitCap: Fixed { Swift.max(ValueReadout.leastUnit, titleCapHeight * 0.85) }

  /// The capitals that it has room for by itself: those of a page's titles, three quarters of these, or less.
  final var roomyTitleCapHeight: Fixed {
    let (whole, room) = (measure * 12, Swift.min(bounds.height * 0.15, bounds.width * 0.16))
    let roomy = (room >= whole ? whole : Swift.min(room, whole * 0.75)).held(7, 60)
    // A line takes 1.7 of it; edges take some points.
    let left = (bounds.height - 15 - scaleHeight) / 1.7
    return Swift.max(Swift.min(roomy, 8), Swift.min(roomy, left)).whole
  }

  /// The capitals of the page's titles; `nil` for as large as its own room lets them be.
  final var agreedTitleCapHeight: Fixed? {
    didSet { limitChanged(of: roomyTitleCapHeight, from: oldValue, to: agreedTitleCapHeight) }
  }

  /// Another layout costs a part of the first frame: one that would be the same is not made.
  private final func limitChanged(of size: Fixed, from old: Fixed?, to new: Fixed?) {
    if Swift.min(size, old ?? size) != Swift.min(size, new ?? size) { setNeedsLayout() }
  }

  /// The height below which the scale or the value would be left out: a title is smaller before that.
  var scaleHeight: Fixed { 0 }

  /// Places the title: a long one is smaller before it is cut.
  private final func placeTitle(x: Fixed, middle: Fixed, _ cap: Fixed, width: Fixed) {
    titleText.setTracking(cap * 0.08)
    let fitted = titleText.fittingCap(most: cap, least: 7, width: width)
    let fitting = fitted < cap ? Fixed(fitted.floor) : cap
    titleText.setTracking(fitting * 0.08)
    titleText.place(x: x, middle: middle, capHeight: fitting, width: width)
  }

  // MARK: The page's sizes

  /// The capitals of the value where there is no other number on the page, after the layout; `nil` for an instrument whose
  /// value has no size of its own.
  final var roomyCapHeight: Fixed?
  /// The capitals that its neighbours have room for; `nil` for as large as its own room lets them be.
  final var agreedCapHeight: Fixed? {
    didSet { limitChanged(of: roomyCapHeight ?? 0, from: oldValue, to: agreedCapHeight) }
  }

  /// The width of the unit and its gap, in hundredths of the value's capitals, after the layout; 0 without one.
  final var roomyUnitWidth: Fixed = 0
  /// The width of the digits of the widest value, in hundredths of its capitals, after the layout; 0 for one that has an edge to
  /// end at.
  final var roomyDigitsWidth: Fixed = 0
  /// That of the widest in its column: they end below each other; `nil` for its own.
  final var agreedDigitsWidth: Fixed? {
    didSet {
      if Swift.max(roomyDigitsWidth, oldValue ?? 0) != Swift.max(roomyDigitsWidth, agreedDigitsWidth ?? 0) {
        setNeedsLayout()
      }
    }
  }
  /// That of the widest unit of its neighbours; `nil` for its own.
  final var agreedUnitWidth: Fixed? {
    didSet {
      let (own, old, new) = (roomyUnitWidth, oldValue ?? 0, agreedUnitWidth ?? 0)
      if Swift.max(own, old) != Swift.max(own, new) { setNeedsLayout() }
    }
  }

  /// The width of a title beside the value, after the layout; 0 for one above it.
  final var roomyBesideWidth: Fixed = 0
  /// That of the widest one in its column; `nil` for its own.
  final var agreedBesideWidth: Fixed? {
    didSet { if agreedBesideWidth != oldValue && roomyBesideWidth > 0 { setNeedsLayout() } }
  }

  /// The words in the title's place where there is no title, as a unit that nothing else says.
  var untitledHeading: String? { nil }

  /// Writes the unit behind the title, where it has room there.
  /// - Parameters:
  ///   - factor: what numerals are divided by, before it.
  ///   - least: the height of capitals that the title may become smaller to for it; `nil` for none.
  /// - Returns: whether it has.
  final func addUnitToTitle(_ factor: String = "", least: Fixed? = nil) -> Bool {
    let (title, unit) = (title ?? "", unit ?? "")
    if titleText.isHidden || factor.isEmpty && unit.isEmpty { return false }
    let measure = factor + (factor.isEmpty || unit.isEmpty ? "" : " ") + unit
    let text = title.isEmpty ? measure : title + " " + measure
    titleText.setSize(titleCapHeight)
    titleText.setTracking(titleCapHeight * 0.08)
    titleText.show(text)
    let place = titleText.frame
    // Smaller letters before it goes.
    let room = bounds.width - place.minX * 2
    let hasRoom = titleText.textWidth * Swift.min(1, (least ?? titleCapHeight) / Swift.max(1, titleCapHeight)) <= room
    if !hasRoom { titleText.show(title) }
    placeTitle(x: place.minX, middle: titleText.capitalsMiddle, titleCapHeight, width: room)
    return hasRoom
  }

  /// Shortens the title where something else begins on its line.
  final func endTitle(at end: Fixed) {
    let left = titleText.frame.minX
    placeTitle(x: left, middle: titleText.capitalsMiddle, titleCapHeight, width: Swift.max(0, end - left))
  }

  private final func showFrame() {
    failureCross?.show(quality, theme)
    frameLayer.show(markQuality, zoneState, card, theme)
    titleText.foregroundColor = theme[.dim]
  }

  // MARK: Parts

  /// Instruments on this one that are touched by themselves, as a setpoint that a finger moves.
  private final var parts: [Instrument] = []

  final func addPart(_ part: Instrument) {
    part.zPosition = 2
    addSublayer(part)
    parts.append(part)
  }

  /// Where a value's place on the scale is; `nil` for an instrument without a scale.
  func place(onScale value: Fixed64) -> Point? { nil }

  /// The value of the nearest place on the scale, which may lie beyond the range.
  func value(onScaleAt place: Point) -> Fixed64 { .zero }

  // MARK: For subclasses

  /// Places and builds everything for a size and for options.
  /// - Parameter content: the room within frame and title, in the instrument's own coordinates; may be empty.
  open func layOut(in content: Rect) {}

  /// Takes on the colours of ``theme``, and the look that ``quality``, ``zoneState`` and ``isFlashOn`` have.
  open func appearanceChanged() {}

  /// Hides parts below the age. Called when the age has changed.
  func ageWasPlaced() {}

  /// Moves the parts that follow the value. Called after every layout.
  open func valueChanged() {}

  /// Writes the value in digits. Called after every layout.
  open func digitsChanged() {}

  /// Shows the time.
  /// - Parameter time: in nanoseconds, of a clock that never goes back.
  /// - Returns: when it is due again; `nil` where only a new value changes anything.
  open func advance(to time: Int64) -> Int64? { nil }

  /// Whether ``advance(to:)`` and its condition count while the instrument is not shown.
  final var countsUnseen = false

  // MARK: In a panel

  /// Whether parts move with the value, so that the value that follows is shown; digits change at once.
  open var followsValue: Bool { true }

  /// The use of the signal behind an option, for the marks of old and failed values.
  open func use(of key: PropertyKey) -> OptionUse { key.optionUse }

  /// The unit of an option's numbers.
  open func measure(of key: PropertyKey) -> OptionMeasure { key.measure }

  /// Whether a key's value is written in digits, which change less often than a needle.
  open func writesDigits(_ key: PropertyKey) -> Bool { false }

  /// Whether ``advance(in:)`` changes anything.
  var showsTime: Bool { false }

  /// Goes on with the past that an instrument of the same record has shown in another language or unit.
  func takeOver(_ former: Instrument) {}

  /// Shows a panel's time, alarms or histories.
  /// - Returns: when it is due again; `nil` where only a new value changes anything.
  func advance(in panel: borrowing PanelMoment) -> Int64? { advance(to: panel.time) }

  /// Reads the record beside its properties, which follow. The signal that is shown has described it already.
  func read(_ record: PanelRecord, _ builder: PanelBuilder) {}

  /// Takes on the properties of the shown signal's record.
  func describe(by signal: PanelRecord, _ shown: ShownUnit, _ builder: PanelBuilder) {
    builder.describe(self, signal, shown)
  }

  /// Its share of what a bar has left, in sixths of a number's.
  var barWeight: Int { 6 }

  /// The width that it needs in a bar of this height; `nil` where it takes a share of the rest.
  func barWidth(_ height: Fixed) -> Fixed? { nil }

  /// The numerals without which nobody knows what a pointer points at.
  var readNumerals: [Caption] { [] }

  /// Whether digits alone say its value.
  var isDigitsAlone: Bool { false }

  /// The step of a scale that was given and whose numerals have no room, after the layout; `nil` where all have.
  package var crowdedStep: Fixed64? { nil }

  /// 1 for a value above the range, −1 for one below it, 0 for one within.
  final var beyondRange: Int { value.value > range.upperBound ? 1 : value.value < range.lowerBound ? -1 : 0 }

  /// The smallest place of its own that a finger touches, beside the instrument as a whole; `nil` for none.
  package var touchedPart: Size? { nil }

  /// The letters of an alarm's text that have room, after the layout; `nil` where all have, or where no alarms are shown.
  package func letters(ofAlarm text: String) -> Int? { nil }

  /// Whether the title has no room, after the layout.
  package final var hidesTitle: Bool { needsTitle && title?.isEmpty == false && titleText.isHidden }

  /// The part that has no room, after the layout: "value"; `nil` where all are shown.
  package var missingPart: String? { nil }

  /// Whether its value means nothing without the title.
  var needsTitle: Bool { true }

  /// Another page is shown.
  func pageChanged(to page: Int) {}

  /// How lengths of the panel's file become points.
  final var panelScale = PanelScale() { didSet { if panelScale != oldValue { setNeedsLayout() } } }

  /// A length of the panel's file in points; `nil` where the record has none.
  final func points(_ property: PanelProperty?, of whole: Fixed) -> Fixed? {
    property?.length.flatMap { panelScale.points($0, of: whole) }
  }

  /// The panel; an instrument within another one has that one's.
  final var eventHandler: ((PanelEvent) -> Void)?

  /// Asks the panel for something.
  final func send(_ event: PanelEvent) {
    if let eventHandler { eventHandler(event) } else { (superlayer as? Instrument)?.send(event) }
  }

  /// The signal whose extremes a tap forgets.
  final var resetSignal: SignalIndex? { didSet { listenToTaps() } }

  /// The page that a tap shows.
  final var tappedPage: String? { didSet { listenToTaps() } }
  /// The page that a finger shows which is lifted after ``holdTime``.
  final var heldPage: String? { didSet { listenToTaps() } }
  /// Nanoseconds.
  private static var holdTime: Int64 { 600_000_000 }
  private final var touchBegan: Int64 = 0

  private final func listenToTaps() {
    touchHandler = { [unowned(unsafe) self] touch in
      if touch.phase == .began { unsafe touchBegan = touch.timestamp }
      let isTap = unsafe touch.phase == .ended && bounds.contains(touch.location(in: self))
      if !isTap { return }
      if let page = unsafe heldPage, unsafe touch.timestamp - touchBegan >= Self.holdTime {
        unsafe send(.pageNamed(page))
        return
      }
      if let signal = unsafe resetSignal { unsafe send(.forgetExtremes(signal)) }
      if let page = unsafe tappedPage { unsafe send(.pageNamed(page)) }
    }
  }

  /// How near the shown value must be to where it goes for nobody to see the difference: a quarter of a pixel, in the
  /// value's unit. 0 where nothing moves.
  open var valueTolerance: Fixed64 { .zero }

  // MARK: Files

  /// Takes the value of a key from a panel's file or a signal. Unknown keys change nothing.
  open func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .value: receive(reading)
    case .lower: setRange(lower: reading, upper: ends?.upper ?? Reading(range.upperBound))
    case .upper: setRange(lower: ends?.lower ?? Reading(range.lowerBound), upper: reading)
    case .resolution: if reading.hasValue { resolution = reading.value }
    case .opacity: opacity = reading.hasValue ? Fixed(reading.value.held(0, 100)) / 100 : 1
    case .division: division = ScaleDivision(rawValue: reading.value.rounded) ?? .decimal
    case .showsZones: showsZones = reading.isTrue
    case .card: card = Card(rawValue: reading.value.rounded) ?? card
    case .color: tint = reading.hasValue ? reading.value.rounded : nil
    default: break
    }
  }

  /// Takes a text of a panel's file.
  open func take(_ key: PropertyKey, _ text: String) {
    switch key {
    case .title: title = text.isEmpty ? nil : text
    case .unit: unit = text
    case .page: tappedPage = text
    case .heldPage: heldPage = text
    default: break
    }
  }

  // MARK: Touch

  /// An instrument is touched as a whole, and nowhere outside of it: its texts have room beyond its edges.
  public override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? {
    if isHidden || !frame.contains(point) { return nil }
    for part in parts { if let hit = part.hitTest(convert(point, from: superlayer), order: order) { return hit } }
    return self
  }
}
