// Stage: a panel. Input: records. Output: instruments, and which signals they show.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Makes the pages of a panel.
final class PanelBuilder {
  let file: PanelFile
  let style: InstrumentStyle
  private(set) var bindings: [PanelBinding] = []
  private(set) var alarmLists: [AlarmList] = []
  private(set) var zoneEnds: [ZoneEnd] = []
  var trends: [TrendFeed] = []
  private(set) var clocks: [ClockPlace] = []
  /// Why a picture of the file cannot be shown; `nil` where all can.
  var failure: PackError?
  private(set) var timed: [TimedInstrument] = []
  /// Instruments whose tap resets the greatest and the least value of a signal.
  private(set) var resets: [(instrument: Instrument, signal: SignalIndex)] = []
  private(set) var pageLists: [PagesInstrument] = []
  private let signals: [PanelRecord]
  /// The records of all pages that are shown.
  private let pages: [PanelRecord]
  private(set) var pageCount = 0

  init(_ file: PanelFile, _ pages: [PanelRecord], _ style: InstrumentStyle) {
    (self.file, self.pages, self.style) = (file, pages, style)
    signals = file.root.children(.signal)
  }

  func page(_ record: PanelRecord) -> PanelPage {
    var children: [PanelElement] = []
    for number in 0..<record.childCount where record.child(number).kind.isElement {
      children.append(element(record.child(number)))
    }
    pageCount += 1
    return PanelPage(record, content: PanelElement(record, instrument: nil, children: children))
  }

  /// A strip of every page.
  func strip(_ record: PanelRecord) -> PanelStrip {
    let former = pageCount
    pageCount = PanelBinding.everyPage
    defer { pageCount = former }
    var elements: [PanelElement] = []
    for number in 0..<record.childCount where record.child(number).kind.isElement {
      elements.append(element(record.child(number)))
    }
    return PanelStrip(record, elements)
  }

  private func element(_ record: PanelRecord) -> PanelElement {
    var children: [PanelElement] = []
    if record.kind.isContainer {
      for number in 0..<record.childCount where record.child(number).kind.isElement {
        children.append(element(record.child(number)))
      }
    }
    let instrument = record.kind.isContainer ? nil : makeInstrument(record)
    let element = PanelElement(record, instrument: instrument, children: children)
    if let instrument, record.kind.movesByItself {
      timed.append(TimedInstrument(instrument: instrument, page: pageCount))
    }
    let shown = signal(record.signal(.value))
    if let instrument, let shown, record.kind != .bars {
      describe(instrument, shown, ShownUnit(shown, in: record))
    }
    // The number within the wind is its speed.
    if let wind = instrument as? WindInstrument, let speed = signal(record.signal(.second)) {
      wind.unit = speed.text(.unit)
      wind.format = format(of: speed)
    }
    if let trend = instrument as? TrendInstrument { makeTrend(trend, record) }
    if let number = instrument as? NumberInstrument { makeHistory(number, record) }
    if let lamp = instrument as? LampInstrument, let shown { lamp.entries = states(shown) }
    if let states = instrument as? EnumInstrument { makeStates(states, shown, record.kind) }
    if let plot = instrument as? PlotInstrument { makePlot(plot, record) }
    if let tape = instrument as? TapeInstrument { makeTape(tape, record) }
    if record.kind == .horizon || record.kind == .plot { bindSecond(record, element) }
    for number in 0..<record.propertyCount { take(record.property(number), element, ShownUnit(shown, in: record)) }
    return element
  }

  private func makeInstrument(_ record: PanelRecord) -> Instrument {
    switch record.kind {
    case .gauge: GaugeInstrument(style)
    case .number: NumberInstrument(style)
    case .bar: makeBar()
    case .lamp: makeLamp()
    case .tank: TankInstrument(style)
    case .compass: CompassInstrument(style)
    case .text: TextInstrument(style)
    case .enumeration, .symbol: EnumInstrument(style)
    case .trend: TrendInstrument(style)
    case .alarms: makeAlarms()
    case .battery: BatteryInstrument(style)
    case .horizon: HorizonInstrument(style)
    case .tape, .heading, .altimeter: TapeInstrument(style)
    case .wind: WindInstrument(style)
    case .clock: makeClock()
    case .pages: makePages()
    case .bars, .table: makeGroup(record)
    case .hours: CounterInstrument(style)
    case .timer: makeTimer(record)
    case .wait: WaitInstrument(style)
    case .shape: makeShape(record)
    case .image: makeImage(record)
    case .plot: PlotInstrument(style)
    case .button, .switch, .slider, .knob, .selector, .keypad: makeControl()
    default: Instrument(style)
    }
  }

  /// Bars lie unless they are told to stand.
  private func makeBar() -> Instrument {
    let bar = BarInstrument(style)
    bar.isUpright = false
    return bar
  }

  /// Lamps are cautions unless they are told to be something else.
  private func makeLamp() -> Instrument {
    let lamp = LampInstrument(style)
    lamp.urgency = .caution
    return lamp
  }

  /// A dim text in the place of a control, which this version does not draw.
  private func makeControl() -> Instrument {
    let control = TextInstrument(style)
    (control.showsCard, control.alignment, control.role) = (true, .center, .dim)
    control.capHeight = style.density * 2.4
    return control
  }

  private func makeClock() -> Instrument {
    let clock = ClockInstrument(style)
    clocks.append(ClockPlace(clock: clock, page: pageCount))
    return clock
  }

  private func makePages() -> Instrument {
    let instrument = PagesInstrument(style)
    instrument.titles = pages.map { $0.text(.title) ?? $0.text(.name) ?? "" }
    pageLists.append(instrument)
    return instrument
  }

  private func makeTrend(_ instrument: TrendInstrument, _ record: PanelRecord) {
    let roles: InlineArray<4, Role> = [.accent, .needle, .normal, .ink]
    var pens: [(signal: SignalIndex, shown: ShownUnit)] = []
    for entry in record.children(.entry) {
      guard let index = entry.signal(.value) else { continue }
      pens.append((index, ShownUnit(signal(index))))
      instrument.penNames.append(signal(index)?.text(.title) ?? signal(index)?.text(.name) ?? "")
    }
    instrument.pens = pens.indices.map { number in
      TrendPen(roles[number & 3], showsBand: record.flag(.band) ?? true)
    }
    instrument.showsZones = record.flag(.showsZones) ?? false
    instrument.duration = Fixed64(Int(clamping: (record.duration(.last) ?? 300_000_000_000) / 1_000_000_000))
    trends.append(TrendFeed(instrument, page: pageCount, pens: pens))
  }

  /// Of two signals the first is the value, as the pitch of a horizon; the second is the roll, or what a plot has upwards.
  private func bindSecond(_ record: PanelRecord, _ element: PanelElement) {
    let entries = record.children(.entry)
    guard entries.count > 1, let second = entries[1].signal(.value) else { return }
    bindings.append(
      PanelBinding(
        signal: second, page: pageCount, element: element, key: .second, isFollowed: true,
        conversion: ShownUnit(signal(second)), pacer: nil))
  }

  /// Tells a colour from a role, which is below 256.
  private static var colorBit: Int { 0x100_0000 }

  /// The texts, icons and colours of a signal's values.
  private func makeStates(_ instrument: EnumInstrument, _ signal: PanelRecord?, _ kind: RecordKind) {
    if let signal { instrument.entries = states(signal) }
    if kind != .symbol { return }
    // A sign stands for itself.
    (instrument.showsIconOnly, instrument.showsCard, instrument.title) = (true, false, nil)
  }

  func states(_ signal: PanelRecord) -> [StateEntry] {
    var states: [StateEntry] = []
    for entry in signal.children(.entry) {
      guard let code = entry.number(.value), let text = entry.text(.text) else { continue }
      let icon = entry.text(.icon)?.unicodeScalars.first
      var state = StateEntry(
        code.rounded, text, icon: icon, role: entry.choice(.role).flatMap { Role(rawValue: $0) } ?? .ink)
      state.color = entry[.color]?.color.map { Int($0) & 0xFF_FFFF | Self.colorBit }
      states.append(state)
    }
    return states
  }

  /// Ties a signal to an instrument within another one.
  func bind(_ signal: SignalIndex, to instrument: Instrument, _ record: PanelRecord, isFollowed: Bool) {
    bindings.append(
      PanelBinding(
        signal: signal, page: pageCount, element: PanelElement(record, instrument: instrument, children: []),
        key: .value, isFollowed: isFollowed, conversion: ShownUnit(self.signal(signal)),
        pacer: isFollowed ? nil : NumberPacer()))
  }

  private func makeAlarms() -> Instrument {
    let instrument = AlarmsInstrument(style)
    instrument.texts = file.root.children(.alarm).map { $0.text(.text) ?? $0.text(.name) ?? "" }
    alarmLists.append(AlarmList(instrument: instrument, page: pageCount))
    return instrument
  }

  /// The properties of a signal hold for each of its instruments, unless the instrument has its own.
  func describe(_ instrument: Instrument, _ signal: PanelRecord, _ shown: ShownUnit) {
    if let title = signal.text(.title) { instrument.title = title }
    if let unit = signal.text(.unit) { instrument.unit = unit }
    if let range = shown.range(of: signal) { instrument.range = range }
    if let resolution = signal.number(.resolution) { instrument.resolution = shown.apply(difference: resolution) }
    if signal[.format] != nil {
      instrument.format = format(of: signal)
    } else if !signal.children(.entry).contains(where: { $0[.text] != nil }) {
      instrument.format = style.numbers.plain(decimals: Self.decimals(instrument.range, instrument.resolution))
    }
    for zone in signal.children(.zone) {
      guard let state = ZoneState(rawValue: zone.choice(.state) ?? 0) else { continue }
      let (lower, upper) = (zone.signal(.lower), zone.signal(.upper))
      // An end that a signal says is not there until it does: nothing lies in the zone.
      instrument.zones.append(
        Zone(
          lower == nil ? shown.apply(zone.number(.lower) ?? .min) : .max,
          upper == nil ? shown.apply(zone.number(.upper) ?? .max) : .min, state))
      for (end, isUpper) in [(lower, false), (upper, true)] {
        guard let end else { continue }
        zoneEnds.append(
          ZoneEnd(
            instrument, zone: instrument.zones.count - 1, isUpper: isUpper, end, page: pageCount, shown))
      }
    }
  }

  /// How many decimals are written where nothing is said: a small range hides its differences without them. None is finer than
  /// the resolution.
  static func decimals(_ range: ClosedRange<Fixed64>, _ resolution: Fixed64) -> Int {
    if resolution >= 1 { return 0 }
    let most = Swift.max(range.lowerBound.magnitude, range.upperBound.magnitude)
    return most < 1 ? 3 : most <= 2 ? 2 : most < 10 ? 1 : 0
  }

  /// How a record's numbers are written, with the panel's signs.
  func format(of record: PanelRecord) -> NumberFormat {
    guard let packed = record.number(.format) else { return style.numbers }
    let group = style.numbers.groupSign
    var format = NumberFormat(
      packed: UInt32(truncatingIfNeeded: packed.rounded), decimalSign: style.numbers.decimalSign,
      groupSign: group != 0 ? group : style.numbers.decimalSign == 44 ? 46 : 44)
    // Grouped everywhere if the panel says how.
    if group != 0 && format.style == .decimal { format.groupSign = group }
    return format
  }

  func signal(_ index: SignalIndex?) -> PanelRecord? {
    guard let index, signals.indices.contains(Int(index.rawValue)) else { return nil }
    return signals[Int(index.rawValue)]
  }

  /// Marks on the scale of the value convert as the value does.
  private func conversion(_ key: PropertyKey, _ own: SignalIndex, _ record: PanelRecord) -> ShownUnit {
    switch key {
    case .visible: ShownUnit(nil)
    case .value, .setpoint, .peak, .low, .from, .lower, .upper: ShownUnit(signal(record.signal(.value)), in: record)
    default: ShownUnit(signal(own))
    }
  }

  private func take(_ property: PanelProperty, _ element: PanelElement, _ shown: ShownUnit) {
    if let signal = property.signal {
      if property.key == .resets {
        if let instrument = element.instrument { resets.append((instrument, signal)) }
        return
      }
      let (kind, isValue) = (element.record.kind, property.key == .value)
      let hasDigits = isValue ? kind.hasDigits : (kind == .wind && property.key == .second)
      bindings.append(
        PanelBinding(
          signal: signal, page: pageCount, element: element, key: property.key,
          isFollowed: isValue && kind.moves,
          conversion: conversion(property.key, signal, element.record),
          pacer: hasDigits ? NumberPacer(interval: element.record.duration(.interval) ?? 250_000_000) : nil))
      return
    }
    guard let instrument = element.instrument else { return }
    switch property.type {
    case .number:
      if let number = property.number {
        switch property.key {
        case .lower, .upper, .setpoint, .from: instrument.take(property.key, Reading(shown.apply(number)))
        case .format: instrument.format = format(of: element.record)
        case .step, .span, .resolution: instrument.take(property.key, Reading(shown.apply(difference: number)))
        default: instrument.take(property.key, Reading(number))
        }
      }
    case .flag: instrument.take(property.key, Reading(property.flag == true ? 1 : 0))
    case .choice:
      instrument.take(property.key, Reading(Fixed64(property.choice ?? 0)))
    case .text: if let text = element.record.text(property.key) { instrument.take(property.key, text) }
    case .color:
      instrument.take(property.key, Reading(Fixed64(Int(property.color ?? 0) & 0xFF_FFFF | Self.colorBit)))
    default: break
    }
  }
}

extension RecordKind {
  /// Whether an instrument moves with its value, which therefore follows.
  fileprivate var moves: Bool {
    switch self {
    case .number, .lamp, .text, .enumeration, .trend, .symbol, .table, .alarms: false
    default: true
    }
  }

  /// Whether an instrument writes its value in digits, which change less often than a needle.
  fileprivate var hasDigits: Bool {
    switch self {
    case .number, .trend, .gauge, .bar, .tank, .battery, .compass: true
    default: false
    }
  }

  /// Whether the instrument shows the time.
  fileprivate var movesByItself: Bool {
    self == .timer || self == .wait || self == .shape || self == .plot || self == .text
  }
}

extension NumberFormat {
  /// Whole numbers with the signs that a panel chose.
  init(of file: PanelFile) {
    // In the order of the format's choices: nothing, a space, and . , ' which every panel's fonts have.
    let groups: InlineArray<5, UInt8> = [0, 32, 46, 44, 39]
    self.init(decimalSign: file.root.choice(.decimalSign) == 1 ? 44 : 46)
    if let choice = file.root.choice(.groupSign), groups.indices.contains(choice) { groupSign = groups[choice] }
  }
}
