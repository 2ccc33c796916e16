// Stage: sources. Input: the stream of a Signal K server, a JSON object a line. Output: values and the places of their addresses.
// Nothing of it is trusted: memory is taken at the start alone, and damaged lines are counted.
import PanelFile
import PanelSignals
import SystemFiles

/// Reads the deltas of a Signal K server: https://signalk.org/specification/1.7.0/doc/data_model.html
///
/// The server greets with a line that has the own vessel's name, and tells nothing until it is asked.
public struct SignalKDecoder: StreamDecoder {
  private var lines = LineDecoder(limit: Self.lineLimit)
  private let table: SignalKTable
  private let noNames = AddressTable([])
  private let addresses: [SignalKAddress]
  /// The vessel that counts; empty for the server's own.
  private let context: [UInt8]
  /// The context of the server's own vessel, as it told in its greeting; empty before that.
  private var own: [UInt8] = []
  /// Room for the names of a reader that looks ahead.
  private var ahead: [UInt8]

  /// The longest line, in bytes.
  static var lineLimit: Int { 65536 }
  /// The longest context, in bytes.
  static var contextLimit: Int { 256 }
  static var usualPort: UInt16 { 8375 }

  public init(_ addresses: [String], _ record: PanelRecord) {
    // In a damaged file an address may be none: nothing is told to it.
    let unknown = SignalKAddress(path: [])
    self.init(addresses.map { SignalKAddress($0) ?? unknown }, context: record.text(.context) ?? "")
  }

  /// - Parameters:
  ///   - addresses: a value is told with its address's place in this list.
  ///   - context: the vessel that counts, as `vessels.urn:mrn:imo:mmsi:230099999`; empty for the server's own.
  public init(_ addresses: [SignalKAddress], context: String = "") {
    (self.addresses, table) = (addresses, SignalKTable(addresses))
    let context = Array(context.utf8)
    self.context = StaticString("vessels.self").isEqual(to: context) ? [] : context
    ahead = Array(repeating: 0, count: LineDecoder.nameLimit)
    own.reserveCapacity(Self.contextLimit)
  }

  public func place(_ record: PanelRecord) -> ConnectionPlace? {
    Endpoint((record.text(.path) ?? "").utf8, port: Self.usualPort).map { .tcp($0) }
  }

  public static var places: StaticString { "ADDRESS or ADDRESS:PORT, as 127.0.0.1:8375" }

  public var leftOut: Int64 { lines.garbage + lines.tooLong }
  public var sample: [UInt8] { lines.sample }
  public static var expectation: StaticString { "a delta of Signal K, a JSON object a line" }

  /// Asks for the paths of all addresses: each once, and each value at once.
  public func greeting(hearsAll: Bool) -> [UInt8] {
    var text: [UInt8] = []
    append("{\"context\":\"", to: &text)
    if context.isEmpty { append("vessels.self", to: &text) }
    for byte in context {
      if !SignalKAddress.isPlain(byte) { text.append(UInt8(ascii: "\\")) }
      text.append(byte < 32 ? 32 : byte)
    }
    append("\",\"subscribe\":[", to: &text)
    var (isFirst, wantsRoot) = (true, false)
    for index in addresses.indices {
      let path = addresses[index].path
      if table.find(path.span) != index { continue }
      appendRow(path, isFirst, to: &text)
      isFirst = false
      if !path.contains(UInt8(ascii: ".")) { wantsRoot = true }
    }
    if hearsAll {
      appendRow([UInt8(ascii: "*")], isFirst, to: &text)
      isFirst = false
    }
    if isFirst { return [] }
    // The vessel's name and its like are members of a value without a path.
    if wantsRoot { appendRow([], false, to: &text) }
    append("]}\r\n", to: &text)
    return text
  }

  private func appendRow(_ path: [UInt8], _ isFirst: Bool, to text: inout [UInt8]) {
    append(isFirst ? "{\"path\":\"" : ",{\"path\":\"", to: &text)
    text += path
    append("\",\"policy\":\"instant\"}", to: &text)
  }

  private func append(_ part: StaticString, to text: inout [UInt8]) {
    for index in 0..<part.utf8CodeUnitCount { text.append(part.byte(index)) }
  }

  @discardableResult
  public mutating func reset() -> Bool { lines.reset() }

  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) {
    // Lent out, so that nothing is copied while the lines change.
    var report = SignalKReport(table: table, context: context, listener: listener)
    swap(&report.own, &own)
    swap(&report.ahead, &ahead)
    lines.take(bytes, noNames, &report)
    swap(&report.own, &own)
    swap(&report.ahead, &ahead)
    listener = report.listener
  }
}
