// Stage: instruments. The table of kinds: the classes that a panel's records become, and the keys that descriptions have.
//
// A kind is its class and, beside it, its keys: Wind/WindInstrument.swift and Wind/WindKind.swift. One line here adds it.
import PanelFile

/// A kind of instrument or control.
public struct InstrumentKind: Sendable {
  /// Its number in files, which never changes.
  public let record: RecordKind
  /// Makes an instrument of the kind, without a value.
  public let make: @Sendable (InstrumentStyle) -> Instrument
  /// Whether this version shows it. Another keeps its place and shows its title; the checker warns of that.
  public let isBuilt: Bool
  #if !hasFeature(Embedded)
  /// Its keys and their documents.
  package let spec: KindSpec
  #endif

  /// - Parameters:
  ///   - takesTaps: whether a touch means something else already.
  ///   - spec: of the host alone. A board's file has no text of it.
  init(
    _ record: RecordKind, isBuilt: Bool = true, takesTaps: Bool = false,
    _ make: @escaping @Sendable (InstrumentStyle) -> Instrument,
    _ spec: @autoclosure () -> KindSpec
  ) {
    (self.record, self.make, self.isBuilt) = (record, make, isBuilt)
    #if !hasFeature(Embedded)
    var spec = spec()
    (spec.record, spec.isBuilt) = (record, isBuilt)
    if spec.main != nil { spec.keys += [.card, .opacity] }
    if isBuilt && !takesTaps { spec.keys += [.tap, .hold] }
    self.spec = spec
    #endif
  }

  /// All kinds, in the order of the documents.
  public static let all: [InstrumentKind] = [
    .gauge, .bar, .number, .text, .lamp, .enumeration, .symbol, .image, .trend, .bars, .plot, .tank, .battery, .compass,
    .heading, .wind, .horizon, .tape, .altimeter, .clock, .timer, .hours, .table, .list, .shape, .alarms, .pages, .wait,
    .rings, .button, .switch, .slider, .knob, .stepper, .setpoint, .selector, .picker, .menu, .keypad,
  ]

  /// - Returns: the kind of a record; `nil` where this version has none.
  static func of(_ record: RecordKind) -> InstrumentKind? { all.first { $0.record == record } }
}
