// Stage: a panel. Input: a panel file, values, the time. Output: layers that show them.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A panel on one display: its pages as layers, and the bindings of its instruments to the signals of its ``state``.
///
/// Nothing is drawn and no memory is taken where nothing changes.
public final class Panel {
  /// Shared by all displays of the panel.
  public let state: PanelState
  public let root = Layer()
  public let file: PanelFile
  /// The pages' names, in their order.
  public let pageNames: [String]
  /// The page that is shown.
  public private(set) var page = 0
  public let fonts: PanelFonts
  public var signals: SignalStore { state.signals }
  public var alarms: AlarmStore { state.alarms }

  /// All instruments, in the order of the description.
  public let instruments: [Instrument]
  let pages: [PanelPage]
  private let content = Layer()
  /// Holds the pages' layers: a transition from one to the other is its own.
  private let pageLayer = Layer()
  private let transition: PageTransition
  var bindings: [PanelBinding] = []
  private var zoneEnds: [ZoneEnd]
  private(set) var scale = PanelScale()
  /// Of the design, where the display has another shape.
  private var designedSize: Size?
  /// Points in a millimetre, if whoever made the panel knows.
  private let displayDensity: Fixed?
  private var appliesAll = true
  let strips: [PanelStrip]
  private let timed: [TimedInstrument]
  let controls: [ControlInstrument]
  /// What keys and an encoder do; those of controls before the panel's own.
  let keys: [PanelKey]
  /// `nil` where swipes turn no pages.
  private var swipes: PageSwipes?
  private var conditions: PageConditions
  /// For questions above the page; `nil` where no control asks.
  let sheet: PanelSheet?
  /// The next change of an instrument that shows the time.
  private(set) var nextTick: Int64?
  private(set) var themes: PanelThemes
  /// Over all, where the panel sleeps; `nil` for one that never does.
  private let shade: Layer?
  private var shownStage = IdleStage.awake
  private var focusAtFirst: ControlInstrument?
  /// The page that was shown before nobody was there.
  private var formerPage: Int?

  /// Makes a panel of a state that other displays may show too.
  /// - Parameters:
  ///   - state: the signals and alarms, and the description in its present language and units.
  ///   - display: which one of the description's `displays`: its pages are shown. Where the description has none all pages
  ///     are shown on number 0.
  ///   - size: of the display, in points.
  ///   - pointsPerMillimetre: of the display, if it is known, for lengths in mm. On a display of the size that the panel is
  ///     designed for, and where nothing is known, the description's `diagonal` says how large the panel is; 5 is taken
  ///     where that says nothing either.
  /// - Throws: a font or an image in the file is damaged.
  public init(
    _ state: PanelState, display: Int = 0, size: Size, pointsPerMillimetre: Fixed? = nil
  ) throws(PackError) {
    self.state = state
    file = state.file
    // Moving parts follow their values.
    root.showsChangesAtOnce = true
    displayDensity = pointsPerMillimetre
    themes = PanelThemes(file)
    fonts = try PanelFonts(file)
    shade = file.root.children(.idle).isEmpty ? nil : Layer()
    var style = InstrumentStyle(
      theme: themes.theme, fonts: fonts,
      density: pointsPerMillimetre ?? file.root.number(.density).map { Fixed($0) } ?? 5, numbers: NumberFormat(of: file)
    )
    style.words = ControlWords(file)
    let records = file.pages(ofDisplay: display)
    let builder = PanelBuilder(file, records, style)
    pages = records.map { builder.page($0) }
    conditions = PageConditions(pages.map { $0.condition })
    strips = file.root.children(.strip).map { builder.strip($0) }
    if let failure = builder.failure { throw failure }
    var instruments: [Instrument] = []
    for element in pages.map({ $0.content }) + strips.flatMap({ $0.elements }) {
      element.forEach { if let instrument = $0.instrument { instruments.append(instrument) } }
    }
    self.instruments = instruments
    controls = builder.controls
    keys = builder.keys + file.root.children(.key).compactMap { PanelKey($0, nil) }
    let asks = controls.contains { $0.needsSheet } || pages.contains { $0.pin != nil }
    sheet = asks ? PanelSheet(style) : nil
    pageNames = pages.map { $0.name }
    bindings = builder.bindings
    transition = PageTransition(rawValue: file.root.choice(.transition) ?? 0) ?? .none
    zoneEnds = builder.zoneEnds
    timed = builder.timed
    root.frame = Rect(origin: .zero, size: size)
    showGround()
    if builder.pagesSwipe && pages.count > 1 {
      swipes = PageSwipes(content) { [unowned(unsafe) self] in unsafe open(page + $0) }
    }
    root.addSublayer(content)
    for strip in strips where strip.place == .under { content.addSublayer(strip.layer) }
    content.addSublayer(pageLayer)
    for page in pages { pageLayer.addSublayer(page.layer) }
    for strip in strips where strip.place != .under { content.addSublayer(strip.layer) }
    if let sheet {
      sheet.frame = root.bounds
      root.addSublayer(sheet)
      sheet.changed = { [unowned(unsafe) state] in unsafe state.advanceHandler() }
    }
    if let shade {
      (shade.frame, shade.backgroundColor, shade.isHidden) = (root.bounds, .black, true)
      root.addSublayer(shade)
    }
    for instrument in instruments {
      // The panel owns its instruments.
      instrument.eventHandler = { [unowned(unsafe) self] in unsafe handle($0) }
    }
    state.add(self)
    layOut()
    showPage(0)
  }

  /// Makes a panel of a file, with a state of its own.
  public convenience init(
    _ file: PanelFile, display: Int = 0, size: Size, pointsPerMillimetre: Fixed? = nil
  ) throws(PackError) {
    try self.init(PanelState(file), display: display, size: size, pointsPerMillimetre: pointsPerMillimetre)
  }

  deinit {
    state.remove(self)
    // The focus or a finger may hold an instrument for longer.
    for instrument in instruments { instrument.eventHandler = nil }
    sheet?.changed = {}
  }

  /// Cancels presses of controls, and sends at once what ends what they have switched on: the panel is going.
  public func endPresses() {
    cancelPresses()
    sendCommands(to: state.outputs, at: state.time)
  }

  /// Cancels presses of controls; the next frame sends what ends them.
  func cancelPresses() { for control in controls where control.isHeld { control.cancelPress() } }

  /// Goes on with the past that the same panel has shown in another language or other units.
  public func takeOver(_ former: Panel) {
    if former.themes.isChosen { showTheme(former.themeName) }
    if instruments.count != former.instruments.count { return }
    if let index = former.controls.firstIndex(where: { $0 === former.root.focusRouter?.focusedLayer }) {
      focusAtFirst = controls[index]
    }
    for (instrument, other) in zip(instruments, former.instruments) { instrument.takeOver(other) }
    for (page, other) in zip(pages, former.pages) { page.content.takeOver(other.content) }
  }

  /// Gives the focus to the control that had it in the panel before. To be called when its layers are shown.
  public func takeOverFocus() {
    if let control = focusAtFirst { root.focusRouter?.focus(control) }
    focusAtFirst = nil
  }

  /// Carries out an instrument's request, or has the next ``advance(to:)`` do it.
  private func handle(_ event: PanelEvent) {
    switch event {
    case .page(let page): return open(page)
    case .pageNamed(let name): return page(named: name).map { open($0) } ?? ()
    case .alarm(let touch): state.alarmRequests.take(touch)
    case .refused(let control, let refusal): return state.note(refusal, of: control)
    case .forgetExtremes(let signal): signals.forgetExtremes(of: signal)
    case .ask(let control, let question): ask(control, question)
    case .changed: break
    }
    state.advanceHandler()
  }

  /// The layers of all pages, those without anything to draw too: `CompositorCapacities.layers` has to have room for
  /// them.
  public var layerCount: Int { Self.count(root) }

  private static func count(_ layer: Layer) -> Int {
    var count = layer.mask == nil ? 1 : 2
    for sublayer in layer.sublayers ?? [] { count += Self.count(sublayer) }
    return count
  }

  /// The instruments of the page that is shown, and of every page, with their records.
  package func forEachShown(_ visit: (PanelRecord, Instrument) -> Void) {
    for element in pages.filter({ !$0.layer.isHidden }).map({ $0.content }) + strips.flatMap({ $0.elements }) {
      element.forEach { if let instrument = $0.instrument, !instrument.isHidden { visit($0.record, instrument) } }
    }
  }

  /// Whether it has areas of its own for a display that is higher than wide.
  package var hasOtherShape: Bool {
    pages.contains { $0.content.children.contains { DisplayShape($0.record)?.kind == .portrait } }
  }

  // MARK: Pages

  /// The number of a page; `nil` where none has the name.
  public func page(named name: String) -> Int? { pageNames.firstIndex { haveSameBytes($0, name) } }

  /// Shows a page. Does nothing where there is none of this number.
  public func showPage(_ number: Int) {
    if !pages.indices.contains(number) { return }
    if number != page { sheet?.close() }
    if number != page { transition.begin(on: pageLayer, isForward: number > page) }
    page = number
    for index in pages.indices { pages[index].layer.isHidden = index != number }
    for instrument in instruments { instrument.pageChanged(to: number) }
    appliesAll = true
    state.pageChanged()
    state.advanceHandler()
  }

  /// Whether something of a page is seen.
  func isShown(_ page: Int) -> Bool { page == self.page || page == PanelBinding.everyPage }

  // MARK: Asleep and awake

  /// Takes on how far asleep the panel is.
  func showStage(_ state: PanelState) {
    guard let shade else { return }
    shift(state.shiftCount)
    if state.stage == shownStage { return }
    let former = shownStage
    shownStage = state.stage
    if shownStage != .awake { sheet?.close() }
    if shownStage == .awake {
      if let page = formerPage, state.idlePage.flatMap({ self.page(named: $0) }) == self.page { showPage(page) }
      formerPage = nil
    } else if former == .awake, let page = state.idlePage.flatMap({ self.page(named: $0) }), page != self.page {
      formerPage = self.page
      showPage(page)
    }
    let share = state.pictureBrightness
    shade.isHidden = share >= 100
    shade.opacity = 1 - share / 100
    appliesAll = true
  }

  /// Moves the picture by two points, once around its place: every point shows its neighbours' colours by turns.
  private func shift(_ count: Int) {
    let places: [8 of (Fixed, Fixed)] = [(0, 0), (2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2)]
    let (x, y) = places[count % 8]
    let place = Point(x: root.bounds.midX + x, y: root.bounds.midY + y)
    if content.position != place { content.position = place }
  }

  /// In percent; `nil` where the theme says nothing.
  var backlight: Fixed64? { themes.backlight }

  // MARK: Themes

  /// The themes' names, in their order.
  public var themeNames: [String] { themes.names }

  /// Shows a theme whatever the conditions of the others say; without a name, the one whose condition holds.
  /// - Returns: false where there is no theme of the name.
  @discardableResult
  public func showTheme(_ name: String?) -> Bool {
    if !themes.choose(name) { return false }
    applyTheme()
    return true
  }

  /// The theme that is shown.
  public var themeName: String { themes.name }

  private func applyTheme() {
    showGround()
    for instrument in instruments { instrument.theme = themes.theme }
    sheet?.show(themes.theme)
  }

  /// Pages have a ground of their own where nothing lies under them: opaque pages fade without a group.
  private func showGround() {
    root.backgroundColor = themes.theme[.ground]
    if !strips.contains(where: { $0.place == .under }) { pageLayer.backgroundColor = root.backgroundColor }
  }

  // MARK: Layout

  /// Points are scaled so that the design fits the display, and what takes shares of the room fills it.
  private func layOut() {
    let display = root.bounds
    let designed = file.root.number(.density).map { Fixed($0) }
    scale.pointsPerMillimetre = displayDensity ?? designed ?? 5
    if let width = file.root.number(.designWidth), let height = file.root.number(.designHeight), width.rawValue > 0,
      height.rawValue > 0
    {
      var design = Size(width: Fixed(width), height: Fixed(height))
      // Areas of its own for the other shape make it a panel of that shape too.
      if hasOtherShape && (display.height > display.width) != (design.height > design.width) {
        design = Size(width: design.height, height: design.width)
      }
      let (across, down) = (display.width / design.width, display.height / design.height)
      scale.factor = Swift.min(across, down)
      designedSize = across == down ? nil : design
      if let designed, displayDensity == nil || design == display.size {
        scale.pointsPerMillimetre = designed * scale.factor
      }
    }
    content.frame = display
    let measure = Swift.min(display.width, display.height) / 480
    for instrument in instruments {
      (instrument.density, instrument.measure) = (scale.pointsPerMillimetre, measure)
    }
    layOutPages()
    requireTolerances()
  }

  /// Instruments lay themselves out, and neighbours agree on sizes.
  private func layOutInstruments() {
    root.layoutIfNeeded()
    for page in pages { PageSizes(page.content).agreeOnTitles() }
    root.layoutIfNeeded()
    for page in pages { PageSizes(page.content).agree() }
    root.layoutIfNeeded()
  }

  private func layOutPages() {
    for page in pages { page.content.choose(root.bounds.size) }
    if let designedSize {
      var designed = PanelScale()
      (designed.pointsPerMillimetre, designed.isMeasuring) = (scale.pointsPerMillimetre / scale.factor, true)
      _ = layOutPages(in: Rect(origin: .zero, size: designedSize), designed)
    }
    pageLayer.frame = layOutPages(in: content.bounds, scale)
  }

  /// - Returns: the room that strips leave to the pages.
  private func layOutPages(in bounds: Rect, _ scale: PanelScale) -> Rect {
    var rest = bounds
    for strip in strips { rest = strip.layOut(rest, scale) }
    for page in pages { page.layOut(Rect(origin: .zero, size: rest.size), scale) }
    return rest
  }

  /// A moving part stops within its instrument's tolerance, which nobody sees.
  private func requireTolerances() {
    layOutInstruments()
    for binding in bindings where binding.isFollowed {
      guard let tolerance = binding.element.instrument?.valueTolerance, tolerance > .zero else { continue }
      signals.require(binding.conversion.difference(from: tolerance), of: binding.signal)
    }
  }

  // MARK: Time

  /// Advances the panel's ``state``: all of its displays show it.
  /// - Parameter time: not before that of the call before.
  public func advance(to time: Int64) { state.advance(to: time) }

  /// When ``advance(to:)`` is due; `nil` where only a new value changes anything.
  public var nextTime: Int64? { state.nextTime }

  /// Changes the layers that show a state that has advanced.
  func show(_ state: PanelState) {
    let (signals, time) = (state.signals, state.time)
    showStage(state)
    if shownStage == .dark { return countUnseen(state) }
    if let next = conditions.advance(signals, shown: page) { showPage(next) }
    if themes.advance(signals, wall: time + state.wallClockOffset) { applyTheme() }
    // Before the values, which they judge.
    for index in zoneEnds.indices {
      let (page, signal) = (zoneEnds[index].page, zoneEnds[index].signal)
      if isShown(page) && (appliesAll || signals.hasNewReading(signal)) {
        zoneEnds[index].take(signals.reading(signal))
      }
    }
    var movesOthers = false
    for binding in bindings where isShown(binding.page) || binding.key == .enabled {
      let isWaiting = (binding.pacer?.nextTime ?? .max) <= time
      judge(binding, at: time)
      if !appliesAll && !isWaiting && !signals.hasChanged(binding.signal) { continue }
      markOption(binding)
      if binding.key == .visible {
        movesOthers = binding.element.setVisible(signals.reading(binding.signal)) || movesOthers
      } else if binding.pacer == nil || binding.isFollowed {
        let reading = binding.isFollowed ? signals.followed(binding.signal) : signals.reading(binding.signal)
        if binding.isText {
          // Without a value there is nothing to say, but in the text's place.
          binding.element.instrument?.take(
            binding.key,
            signals.hasText(reading) ? state.text(of: reading.value) : binding.key == .text ? noValueText : "")
        } else {
          binding.element.instrument?.take(binding.key, binding.conversion.apply(reading))
        }
      }
      if binding.pacer != nil { pace(binding, at: time) }
    }
    if movesOthers {
      layOutPages()
      layOutInstruments()
    }
    if !pages.isEmpty { showTime(time) }
    appliesAll = false
  }

  /// In the dark only what counts without being seen goes on.
  private func countUnseen(_ state: PanelState) {
    nextTick = nil
    let moment = moment(state)
    for place in timed where place.instrument.countsUnseen { _ = place.instrument.advance(in: moment) }
  }

  private func moment(_ state: PanelState) -> PanelMoment {
    PanelMoment(
      time: state.time, wallClockOffset: state.wallClockOffset, zoneOffset: state.zoneOffset, signals: signals,
      alarms: alarms, raisedValues: state.raisedValues, showsAll: appliesAll)
  }

  /// Has an instrument take on the state of a value, before it shows the value.
  private func judge(_ binding: PanelBinding, at time: Int64) {
    guard binding.key == .value, let instrument = binding.element.instrument, !instrument.zones.isEmpty else { return }
    if !appliesAll && !signals.hasNewReading(binding.signal) && !instrument.needsJudgement(at: time) { return }
    let reading = binding.conversion.apply(signals.reading(binding.signal))
    instrument.judge(reading, binding.format, at: time, isFirst: appliesAll)
  }

  /// Shows a value's digits, if they may change.
  private func pace(_ binding: PanelBinding, at time: Int64) {
    guard let instrument = binding.element.instrument else { return }
    let reading = binding.conversion.apply(signals.followed(binding.signal))
    let changes = binding.pacer?.take(reading, instrument.format, at: time) ?? false
    if !changes && !appliesAll { return }
    let shown = binding.pacer?.value ?? reading
    // Moving parts have their value already.
    if binding.isFollowed { instrument.slowValue = shown } else { instrument.take(binding.key, shown) }
  }

  /// Shows flashes and the ages of old values.
  private func showTime(_ time: Int64) {
    nextTick = nil
    if let interval = themes.interval(after: time + state.wallClockOffset) { tick(at: time + interval) }
    if let due = sheet?.advance(to: time) { tick(at: due) }
    let moment = moment(state)
    for place in timed {
      let isSeen = isShown(place.page) && !place.instrument.isHidden
      if isSeen || place.instrument.countsUnseen, let due = place.instrument.advance(in: moment), isSeen {
        tick(at: due)
      }
    }
    // A value goes out as soon as there is a connection, whatever page is shown.
    for control in controls { if let due = control.retryTime { tick(at: due) } }
    let isOn = FlashClock.isOn(.warning, at: time)
    for binding in bindings where isShown(binding.page) && (binding.key == .value || binding.pacer != nil) {
      guard let instrument = binding.element.instrument, !instrument.isHidden else { continue }
      if let due = binding.pacer?.nextTime { tick(at: due) }
      if binding.key != .value { continue }
      if let due = instrument.judgementTime { tick(at: due) }
      instrument.isFlashOn = isOn
      if instrument.isFlashing { tick(at: FlashClock.nextTime(.warning, after: time)) }
      if instrument.quality == .old {
        // An option may be old.
        guard signals.reading(binding.signal).quality == .old, let heard = signals.lastReceived(binding.signal) else {
          instrument.age = -1
          continue
        }
        instrument.age = Int(Swift.min(1_000_000, (time - heard) / 1_000_000_000))
        // Minutes are enough beyond one minute. All ages change at whole seconds, together.
        let second: Int64 = 1_000_000_000
        let unit = instrument.age < 60 ? second : 60 * second
        let due = heard + ((time - heard) / unit + 1) * unit
        tick(at: (due + second - 1) / second * second)
      }
    }
  }

  private func tick(at time: Int64) { nextTick = Swift.min(nextTick ?? .max, time) }
}
