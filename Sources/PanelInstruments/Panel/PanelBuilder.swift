// Stage: a panel. Input: records. Output: instruments, and which signals they show.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// Makes the pages of a panel.
package final class PanelBuilder {
  let file: PanelFile
  let style: InstrumentStyle
  private(set) var bindings: [PanelBinding] = []
  private(set) var zoneEnds: [ZoneEnd] = []
  /// The reason why an element of the file cannot be shown; `nil` where all can.
  private(set) var failure: PackError?
  private(set) var timed: [TimedInstrument] = []
  /// All controls, in the order of the description, and their keys.
  private(set) var controls: [ControlInstrument] = []
  private(set) var keys: [PanelKey] = []
  private let signals: [PanelRecord]
  /// The records of all pages that are shown.
  private let pages: [PanelRecord]
  /// Whether swipes turn pages.
  var pagesSwipe = false
  private var pageCount = 0
  private var commandCount: Int32 = 0

  init(_ file: PanelFile, _ pages: [PanelRecord], _ style: InstrumentStyle) {
    (self.file, self.pages, self.style) = (file, pages, style)
    signals = file.root.children(.signal)
  }

  func page(_ record: PanelRecord) -> PanelPage {
    let children = elements(of: record)
    pageCount += 1
    return PanelPage(record, content: PanelElement(record, instrument: nil, children: children))
  }

  /// A strip of every page.
  func strip(_ record: PanelRecord) -> PanelStrip {
    let former = pageCount
    pageCount = PanelBinding.everyPage
    defer { pageCount = former }
    return PanelStrip(record, elements(of: record))
  }

  // MARK: Elements

  private func elements(of record: PanelRecord) -> [PanelElement] {
    var elements: [PanelElement] = []
    for number in 0..<record.childCount where record.child(number).kind.isElement {
      elements.append(element(record.child(number), isStacked: record.kind == .stack))
    }
    return elements
  }

  private func element(_ record: PanelRecord, isStacked: Bool) -> PanelElement {
    let isContainer = record.kind.isContainer
    let instrument = isContainer ? nil : makeInstrument(record)
    let element = PanelElement(
      record, instrument: instrument, children: elements(of: record), isStacked: isStacked)
    let signal = signal(record.signal(.value))
    // A control has no value: its numbers are in the unit that is shown.
    let shown = ShownUnit(signal, in: signal == nil ? nil : record)
    if let instrument {
      if let signal { instrument.describe(by: signal, shown, self) }
      let zones = record.children(.zone)
      if !zones.isEmpty { describe(instrument, zones: zones, shown) }
      instrument.read(record, self)
      if instrument.showsTime { timed.append(TimedInstrument(instrument: instrument, page: pageCount)) }
    }
    for number in 0..<record.propertyCount { take(record.property(number), element, shown) }
    for child in element.children { connect(child.instrument, shown) }
    return element
  }

  /// Tells a setpoint how the scale that it lies on is shown. A program has no copy of it, as of ``makeInstrument(_:)``.
  @export(interface)
  private func connect(_ part: Instrument?, _ shown: ShownUnit) {
    if let handle = part as? SetpointHandle { handle.scaleShown = shown }
  }

  /// An instrument of the record's kind, or an empty field where this version has no such kind.
  ///
  /// A program's part of the file calls it, and has no copy of it: with it would come the tables of all instruments' methods,
  /// 58 kB, which the linker does not drop.
  @export(interface)
  private func makeInstrument(_ record: PanelRecord) -> Instrument {
    if let kind = InstrumentKind.of(record.kind) { return kind.make(style) }
    failure = failure ?? record.unknownKind
    return Instrument(style)
  }

  // MARK: For controls

  /// The place that a control's values go to; `nil` where the record names none.
  func output(of record: PanelRecord) -> (number: Int32, source: Int32)? {
    guard let source = record.choice(.source), let address = record.text(.address) else { return nil }
    let number = file.outputs.firstIndex { $0.source == source && haveSameBytes($0.address, address) }
    return number.map { (Int32($0), Int32(source)) }
  }

  /// The program that a control's values are given to; `nil` where the record names none.
  func program(of record: PanelRecord) -> Int32? {
    guard let name = record.text(.command) else { return nil }
    return file.programs.firstIndex { haveSameBytes($0.name, name) }.map { Int32($0) }
  }

  /// A control, with the keys of its record that do something with it.
  func add(_ control: ControlInstrument, _ record: PanelRecord) {
    controls.append(control)
    for key in record.children(.key) { if let key = PanelKey(key, control) { keys.append(key) } }
  }

  /// A number for a command, which no other one of the panel has.
  func commandNumber() -> Int32 {
    commandCount += 1
    return commandCount
  }

  // MARK: For instruments

  /// The titles of the pages, in their order.
  var pageTitles: [String] { pages.map { $0.text(.title) ?? $0.text(.name) ?? "" } }

  /// The texts of the alarms, by their numbers.
  var alarmTexts: [String] { file.root.children(.alarm).map { $0.text(.text) ?? $0.text(.name) ?? "" } }

  /// An image of the file; `nil` where it is damaged, which becomes the panel's ``failure``.
  func image(_ pack: Int) -> Image? {
    do throws(PackError) { return try file.image(pack).image } catch { failure = error }
    return nil
  }

  /// Has a key of an instrument follow the signal of an entry.
  /// - Parameter isFollowed: whether it moves; else its digits keep the pace of numbers.
  func bind(_ entry: PanelRecord, to instrument: Instrument, key: PropertyKey, isFollowed: Bool) {
    guard let index = entry.signal(.value) else { return }
    bindings.append(
      PanelBinding(
        signal: index, page: pageCount, element: PanelElement(entry, instrument: instrument, children: []), key: key,
        isFollowed: isFollowed, conversion: ShownUnit(signal(index), in: entry), format: signalFormat(index, in: entry),
        pacer: key != .text && (!isFollowed || instrument.writesDigits(key)) ? NumberPacer() : nil))
  }

  /// The record of a signal; `nil` for none.
  func signal(_ index: SignalIndex?) -> PanelRecord? {
    guard let index, signals.indices.contains(Int(index.rawValue)) else { return nil }
    return signals[Int(index.rawValue)]
  }

  /// The texts, icons and colours of a signal's values.
  func states(_ signal: PanelRecord) -> [StateEntry] {
    var states: [StateEntry] = []
    for entry in signal.children(.entry) {
      guard let code = entry.number(.value), let text = entry.text(.text) else { continue }
      let icon = entry.text(.icon)?.unicodeScalars.first
      var state = StateEntry(
        code.rounded, text, icon: icon, role: entry.choice(.role).flatMap { Role(rawValue: $0) } ?? .ink)
      state.color = entry[.color]?.color.map { Instrument.tint($0) }
      if let role = entry.choice(.role), Role(rawValue: role) == nil { state.color = role }
      states.append(state)
    }
    return states
  }

  /// The words that a scale has in the place of numerals.
  func scaleWords(of record: PanelRecord) -> ScaleWords {
    let shown = ShownUnit(signal(record.signal(.value)), in: record)
    var words = ScaleWords()
    for entry in record.children(.entry) {
      if let value = entry.number(.value), let text = entry.text(.text) { words.append(text, at: shown.apply(value)) }
    }
    return words
  }

  /// The properties of a signal hold for each of its instruments, unless the instrument has its own.
  func describe(_ instrument: Instrument, _ signal: PanelRecord, _ shown: ShownUnit) {
    if let title = signal.text(.title) { instrument.title = title }
    if let unit = signal.text(.unit) { instrument.unit = unit }
    if let range = shown.range(of: signal) { instrument.range = range }
    if let resolution = signal.number(.resolution) { instrument.resolution = shown.apply(difference: resolution) }
    if let division = signal.choice(.division) { instrument.division = ScaleDivision(rawValue: division) ?? .decimal }
    if signal[.format] != nil || !signal.children(.entry).contains(where: { $0[.text] != nil }) {
      instrument.format = numbers(of: signal, shown, instrument.range, instrument.resolution)
    }
    instrument.format.goRound(shown.apply(difference: signal.number(.wraps) ?? .zero), instrument.range)
    describe(instrument, zones: signal.children(.zone), shown)
  }

  /// Gives an instrument the zones of records, in place of those that it has.
  private func describe(_ instrument: Instrument, zones: [PanelRecord], _ shown: ShownUnit) {
    zoneEnds.removeAll { $0.instrument === instrument }
    instrument.zones.removeAll()
    for zone in zones {
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

  /// How the numbers of a signal are written.
  /// - Parameters:
  ///   - range: as it is shown; `nil` for the signal's own.
  ///   - resolution: as it is shown; `nil` for the signal's own.
  func numbers(
    of signal: PanelRecord, _ shown: ShownUnit, _ range: ClosedRange<Fixed64>? = nil, _ resolution: Fixed64? = nil
  ) -> NumberFormat {
    if signal[.format] != nil { return format(of: signal) }
    return style.numbers.plain(
      decimals: Self.decimals(
        range ?? shown.range(of: signal) ?? 0...100,
        resolution ?? shown.apply(difference: signal.number(.resolution) ?? .zero)))
  }

  /// How many decimals are written where nothing is said: a small range hides its differences without them. None is finer than
  /// the resolution.
  package static func decimals(_ range: ClosedRange<Fixed64>, _ resolution: Fixed64) -> Int {
    if resolution >= 1 { return 0 }
    let most = Swift.max(range.lowerBound.magnitude, range.upperBound.magnitude)
    var (decimals, digit) = (most < 1 ? 3 : most <= 2 ? 2 : most < 10 ? 1 : 0, Fixed64(1))
    // A tenth of the range can be told, however far from zero it lies.
    for count in 0..<6 {
      if digit * 10 <= range.upperBound - range.lowerBound { break }
      (digit, decimals) = (Fixed64(rawValue: digit.rawValue / 10), Swift.max(decimals, count + 1))
    }
    return decimals
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

  /// How the values of a signal are written.
  /// - Parameter record: of an instrument, perhaps with a unit of its own.
  private func signalFormat(_ index: SignalIndex, in record: PanelRecord? = nil) -> NumberFormat {
    guard let signal = signal(index) else { return style.numbers }
    let shown = ShownUnit(signal, in: record)
    // Digits of another unit are not the signal's: a state that went by them would be another than beside it.
    var format = record?[.shownUnit] == nil ? numbers(of: signal, shown) : style.numbers.plain(decimals: 6)
    format.goRound(shown.apply(difference: signal.number(.wraps) ?? .zero), shown.range(of: signal) ?? 0...100)
    return format
  }

  // MARK: Properties

  private func take(_ property: PanelProperty, _ element: PanelElement, _ shown: ShownUnit) {
    if let signal = property.signal { return follow(signal, property.key, element, shown) }
    let key = property.key
    if key == .visible {
      let isVisible = property.flag ?? property.number.map { $0 != .zero } ?? true
      _ = element.setVisible(Reading(isVisible ? 1 : 0))
      return
    }
    guard let instrument = element.instrument else { return }
    switch property.type {
    case .number:
      guard let number = property.number else { return }
      if key == .format {
        let turn = instrument.format.turn
        instrument.format = format(of: element.record)
        return instrument.format.goRound(turn, instrument.range)
      }
      switch instrument.measure(of: key) {
      case .value: instrument.take(key, Reading(shown.apply(number)))
      case .difference: instrument.take(key, Reading(shown.apply(difference: number)))
      case .own: instrument.take(key, Reading(number))
      }
    case .flag: instrument.take(key, Reading(property.flag == true ? 1 : 0))
    case .choice: instrument.take(key, Reading(Fixed64(property.choice ?? 0)))
    case .text: if let text = element.record.text(key) { instrument.take(key, text) }
    case .color: instrument.take(key, Reading(Fixed64(Instrument.tint(property.color ?? 0))))
    default: break
    }
  }

  /// Has a key of an element follow a signal.
  private func follow(_ signal: SignalIndex, _ key: PropertyKey, _ element: PanelElement, _ shown: ShownUnit) {
    let instrument = element.instrument
    if key == .resets {
      instrument?.resetSignal = signal
      return
    }
    let conversion =
      // A button sends in the signal's unit.
      key == .visible || key == .payload || key == .released
      ? ShownUnit(nil)
      : instrument?.measure(of: key) == .value
        ? shown : ShownUnit(self.signal(signal), in: key == .shownState ? element.record : nil)
    let writesDigits = instrument?.writesDigits(key) ?? false
    bindings.append(
      PanelBinding(
        signal: file.translated(signal), page: pageCount, element: element, key: key,
        isFollowed: key == .value && instrument?.followsValue ?? true, conversion: conversion,
        format: signalFormat(signal, in: key == .value ? element.record : nil),
        pacer: writesDigits
          ? NumberPacer(interval: element.record.duration(.interval) ?? NumberPacer.standardInterval) : nil))
  }
}

extension PanelRecord {
  /// A role or a colour, as ``Instrument/tint``; `nil` where it has none.
  var tint: Int? { self[.color]?.color.map { Instrument.tint($0) } ?? choice(.color) }
}

extension NumberFormat {
  /// Whole numbers with the signs that a panel chose.
  init(of file: PanelFile) {
    self.init(decimalSign: file.root.choice(.decimalSign) == 1 ? 44 : 46)
    group(file.root.choice(.groupSign))
  }
}
