// Stage: sources. The table of kinds.
import PanelFile
import PanelSignals

/// A kind of source.
public struct SourceKind: Sendable {
  /// Its number in files, which never changes.
  public let number: Int
  /// Makes a source, which is not open yet; `nil` where the record's place is none, which is said. A kind without it is not
  /// read by this version.
  public let make: (@Sendable (SourceContext) -> (any PanelSource)?)?
  /// Looks at the places of a record without opening them.
  public let examine: @Sendable (PanelRecord, [SourceAddress]) -> [SourceFinding]
  #if !hasFeature(Embedded)
  /// Its keys and their documents.
  package let spec: KindSpec
  /// Whether two sources would take each other's values away.
  package let isSamePlace: @Sendable (String, String) -> Bool
  /// The wrong part of an address, and what was expected; `nil` for a right one.
  package let checkAddress: @Sendable (String) -> (found: String, expected: String)?
  /// The same of an address that a control sends to.
  package let checkOutput: @Sendable (String) -> (found: String, expected: String)?
  /// Whether a place only tells, so that a control has nobody to send to.
  package let isOneWay: @Sendable (String) -> Bool
  #endif

  /// - Parameter spec: of the host alone, as the checks before it. A board's file has no text of it.
  init(
    _ number: Int, _ make: (@Sendable (SourceContext) -> (any PanelSource)?)? = nil,
    examine: @escaping @Sendable (PanelRecord, [SourceAddress]) -> [SourceFinding] = { _, _ in [] },
    isSamePlace: @escaping @Sendable (String, String) -> Bool = { _, _ in false },
    isOneWay: @escaping @Sendable (String) -> Bool = { _ in false },
    checkOutput: (@Sendable (String) -> (found: String, expected: String)?)? = nil,
    checkAddress: @escaping @Sendable (String) -> (found: String, expected: String)? = { _ in nil },
    _ spec: @autoclosure () -> KindSpec
  ) {
    (self.number, self.make, self.examine) = (number, make, examine)
    #if !hasFeature(Embedded)
    var spec = spec()
    spec.isBuilt = make != nil
    self.spec = spec
    (self.isSamePlace, self.isOneWay) = (isSamePlace, isOneWay)
    (self.checkAddress, self.checkOutput) = (checkAddress, checkOutput ?? checkAddress)
    #endif
  }

  /// All kinds, in the order of the documents; with the trait Lean those of little code.
  public static let all: [SourceKind] = {
    #if Lean
    [.lines, .files, .gpio, .nmea0183, .gpsd, .signalK, .veDirect, .panel]
    #else
    [
      .lines, .files, .gpio, .can, .n2k, .mqtt, .nmea0183, .gpsd, .signalK, .modbus, .veDirect, .obd, .panel,
    ]
    #endif
  }()

  /// The kind of a source's record; `nil` where this version has none.
  public static func of(_ record: PanelRecord) -> SourceKind? {
    let number = record.choice(.style) ?? 0
    return all.first { $0.number == number }
  }
}
