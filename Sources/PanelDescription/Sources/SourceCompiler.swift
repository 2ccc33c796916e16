// Sources. The table of the host's parts of kinds.
import PanelFile

/// The host's part of a kind of source: it reads addresses, and the keys that a device reads in a short form.
struct SourceCompiler: Sendable {
  /// The name of the kind.
  let kind: String
  /// Finds probable mistakes in all addresses of a source together.
  let findings: @Sendable (any DescribedSource, [CompiledAddress]) -> [AddressFinding]
  /// Whether a control sends to the place of an address and would write it as another number.
  let differs: @Sendable (_ output: CompiledAddress, _ address: CompiledAddress) -> Bool
  /// Reads the keys of a source, reports what is wrong with them, and makes the reader of its addresses; `nil` where no
  /// address can be read for what was reported.
  let makeReader: @Sendable (any DescribedSource) -> (any AddressReader)?

  init(
    kind: String,
    findings: @escaping @Sendable (any DescribedSource, [CompiledAddress]) -> [AddressFinding] = { _, _ in [] },
    differs: @escaping @Sendable (_ output: CompiledAddress, _ address: CompiledAddress) -> Bool = { _, _ in false },
    makeReader: @escaping @Sendable (any DescribedSource) -> (any AddressReader)?
  ) {
    (self.kind, self.findings, self.makeReader) = (kind, findings, makeReader)
    self.differs = differs
  }

  /// Kinds without a part here have addresses that a device reads as they are written.
  static let all: [SourceCompiler] = [
    .files, .gpio, .can, .n2k, .mqtt, .nmea0183, .gpsd, .signalK, .modbus, .veDirect, .obd,
  ]
}

/// A probable mistake in the addresses of a source.
struct AddressFinding {
  /// Its addresses, by their places in the list; none where it is one of the source.
  let places: [Int]
  /// Without a full stop.
  let sentence: String
}

/// A source in a panel's description.
protocol DescribedSource {
  /// The text of a key; `nil` where the source has no such key.
  func text(_ key: String) -> String?

  /// The nanoseconds of a key; `nil` where it has none.
  func duration(_ key: String) -> Int64?

  /// The bytes of the file that a key names.
  /// - Returns: `nil` where there is no such key, and where the file cannot be read, which is reported.
  func file(_ key: String, limit: Int) -> [UInt8]?

  /// Reports what is wrong at a key.
  func report(_ key: String, _ found: String, expected: String?)

  /// Writes a property of the source to the panel's file.
  func write(_ text: String, _ key: PropertyKey)
  func write(_ flag: Bool, _ key: PropertyKey)

  /// The name among others that was probably meant.
  var nearest: (String, [String]) -> String? { get }
}
