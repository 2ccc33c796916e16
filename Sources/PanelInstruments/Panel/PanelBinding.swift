// Stage: a panel. The bindings of signals to elements.
import PanelFile
import PanelSignals

/// A signal, and the key of an element that follows it.
final class PanelBinding {
  /// The page number of elements on every page.
  static var everyPage: Int { -1 }

  let signal: SignalIndex
  let page: Int
  let element: PanelElement
  let key: PropertyKey
  /// Whether it moves and therefore shows the value that follows.
  let isFollowed: Bool
  /// From the signal's unit to the shown one.
  let conversion: ShownUnit
  /// How the signal's digits are written, which tells the zone of its value.
  let format: NumberFormat
  /// The pace of digits; `nil` without digits.
  var pacer: NumberPacer?
  /// How bad the element was told that the signal is, as ``OptionUse/quality(_:)`` has it.
  var quality = Quality.fresh

  init(
    signal: SignalIndex, page: Int, element: PanelElement, key: PropertyKey, isFollowed: Bool, conversion: ShownUnit,
    format: NumberFormat, pacer: NumberPacer?
  ) {
    (self.signal, self.page, self.element, self.key) = (signal, page, element, key)
    (self.isFollowed, self.conversion, self.format, self.pacer) = (isFollowed, conversion, format, pacer)
  }

  /// Whether the signal's value is the number of a text.
  var isText: Bool { key == .title || key == .text }
}

/// How a value of a signal becomes one that is shown.
struct ShownUnit {
  /// `nil` where it is the signal's own.
  private let conversion: UnitConversion?
  private let code: Int

  /// The shown unit of a signal's record, unless the record of an instrument has one of its own.
  init(_ signal: PanelRecord?, in instrument: PanelRecord? = nil) {
    code = ((instrument?.number(.shownUnit) ?? signal?.number(.shownUnit)) ?? .zero).rounded
    conversion = code == 0 ? nil : UnitOfMeasure.conversion(code: code)
  }

  func apply(_ value: Fixed64) -> Fixed64 {
    // The ends of a range that has none stay where they are.
    guard let conversion, value != .min, value != .max else { return value }
    return conversion.convert(value)
  }

  /// A difference of two values, as a step of a scale.
  func apply(difference: Fixed64) -> Fixed64 { conversion?.convertDifference(difference) ?? difference }

  /// From the shown unit to the signal's.
  private var inverse: UnitConversion? { UnitOfMeasure.conversion(code: (code & 255) << 8 | code >> 8) }

  /// Converts a difference from the shown unit to the signal's.
  func difference(from shown: Fixed64) -> Fixed64 {
    if conversion == nil { return shown }
    return inverse?.convertDifference(shown) ?? shown
  }

  /// Converts a value from the shown unit to the signal's.
  func value(from shown: Fixed64) -> Fixed64 {
    if conversion == nil { return shown }
    return inverse?.convert(shown) ?? shown
  }

  /// A value that is too large in the shown unit has failed.
  func apply(_ reading: Reading) -> Reading {
    let value = apply(reading.value)
    let isTooLarge = conversion != nil && reading.hasValue && (value == .max || value == .min)
    return Reading(value, isTooLarge ? .failed : reading.quality)
  }

  /// The range of a signal's record as it is shown; none if it has none, or if nothing is left of it in this unit.
  func range(of signal: PanelRecord) -> ClosedRange<Fixed64>? {
    guard let lower = signal.number(.lower), let upper = signal.number(.upper) else { return nil }
    let (first, last) = (apply(lower), apply(upper))
    return first < last ? first...last : nil
  }
}

/// An instrument that shows the time, alarms or histories, and its page.
struct TimedInstrument {
  let instrument: Instrument
  let page: Int
}

/// An end of an instrument's zone that a signal says.
struct ZoneEnd {
  let instrument: Instrument
  /// The zone's number in ``Instrument/zones``.
  let zone: Int
  let isUpper: Bool
  let signal: SignalIndex
  let page: Int
  let conversion: ShownUnit
  /// How bad the instrument was told that the signal is.
  private var quality = Quality.fresh

  init(_ instrument: Instrument, zone: Int, isUpper: Bool, _ signal: SignalIndex, page: Int, _ conversion: ShownUnit) {
    (self.instrument, self.zone, self.isUpper) = (instrument, zone, isUpper)
    (self.signal, self.page, self.conversion) = (signal, page, conversion)
  }

  /// Moves the end; without a value nothing lies in the zone, and the instrument is marked.
  mutating func take(_ reading: Reading) {
    let new = OptionUse.need.quality(reading.quality)
    if new != quality { instrument.optionChanged(.need, from: quality, to: new) }
    quality = new
    let value = reading.hasValue ? conversion.apply(reading).value : nil
    if isUpper { instrument.zones[zone].upper = value ?? .min } else { instrument.zones[zone].lower = value ?? .max }
  }
}
