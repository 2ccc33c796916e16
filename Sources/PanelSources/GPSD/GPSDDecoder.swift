// Stage: sources. Input: the reports of gpsd, a JSON object a line. Output: values and the places of their addresses.
import PanelFile
import PanelSignals
import SystemFiles

/// Reads reports of gpsd: an address is a class and a name in it, as `TPV.speed`.
public struct GPSDDecoder: StreamDecoder {
  private var lines = LineDecoder(limit: Self.lineLimit)
  private let names: AddressTable
  private let noNames = AddressTable([])
  /// The receiver that counts; empty for any.
  private let device: [UInt8]
  private var key: [UInt8]
  /// Whether an address means something without a place too.
  private let stays: [Bool]

  /// The longest report, in bytes: that of many satellites.
  static var lineLimit: Int { 16384 }

  public init(_ addresses: [String], _ record: PanelRecord) {
    self.init(addresses, device: record.text(.device) ?? "")
  }

  /// - Parameter device: the path of the receiver that counts; empty for any.
  public init(_ addresses: [String], device: String) {
    names = AddressTable(addresses.map { ($0, SignalIndex.none, 0) })
    self.device = Array(device.utf8)
    stays = addresses.map { haveSameBytes($0, "TPV.mode") || haveSameBytes($0, "TPV.time") }
    key = []
    key.reserveCapacity(LineDecoder.nameLimit + 8)
  }

  public func greeting(hearsAll: Bool) -> [UInt8] {
    // As JSON has it.
    let escaped = device.flatMap { $0 == 34 || $0 == 92 ? [92, $0] : [$0] }
    let device = device.isEmpty ? "" : ",\"device\":\"" + String(decoding: escaped, as: UTF8.self) + "\""
    return Array(("?WATCH={\"enable\":true,\"json\":true" + device + "}\n").utf8)
  }

  static var usualPort: UInt16 { 2947 }

  public func place(_ record: PanelRecord) -> ConnectionPlace? {
    Endpoint((record.text(.path) ?? "").utf8, port: Self.usualPort).map { .tcp($0) }
  }

  public static var places: StaticString { "ADDRESS or ADDRESS:PORT, as 127.0.0.1:2947" }

  public var leftOut: Int64 { lines.garbage + lines.tooLong }
  public var sample: [UInt8] { lines.sample }
  public static var expectation: StaticString { "a report of gpsd, a JSON object a line" }

  @discardableResult
  public mutating func reset() -> Bool { lines.reset() }

  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) {
    // Lent out, so that nothing is copied while the lines change.
    var lent: [UInt8] = []
    swap(&lent, &key)
    var report = GPSDReport(names: names, device: device, stays: stays, key: lent, listener: listener)
    lent = []
    lines.take(bytes, noNames, &report)
    swap(&key, &report.key)
    listener = report.listener
  }
}

/// The members of a report. The class comes first, the device second, and the mode before what depends on it.
private struct GPSDReport<Listener: ValueListener>: LineListener {
  let names: AddressTable
  let device: [UInt8]
  /// Whether an address is that of a mode or a time.
  let stays: [Bool]
  /// The class and a point; behind them the name.
  var key: [UInt8]
  var listener: Listener
  /// How many of the key's bytes are the class and its point; 0 for a report that does not count.
  var start = 0
  /// Whether the receiver has no place.
  var hasNoFix = false

  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
    -> Bool
  {
    if StaticString("class").isEqual(to: name) {
      key.removeAll(keepingCapacity: true)
      hasNoFix = false
      // Classes of values have three letters.
      if word.count == 3 {
        for index in 0..<3 { key.append(word[index]) }
        key.append(UInt8(ascii: "."))
      }
      start = key.count
      listener.countMessage()
      return true
    }
    if start == 0 { return true }
    if StaticString("device").isEqual(to: name) {
      if !device.isEmpty && !haveSameBytes(device, word) { start = 0 }
      return true
    }
    if StaticString("mode").isEqual(to: name), case .number(let mode) = value, mode < 2 {
      hasNoFix = true
      failAll()
    }
    if name.count > LineDecoder.nameLimit { return true }
    key.removeSubrange(start...)
    for index in name.indices { key.append(name[index]) }
    var address = names.find(key.span)
    if address < 0 && listener.counts {
      let name = key
      listener.skip(name.span)
    }
    while address >= 0 {
      tell(address, value, word, isQuoted: isQuoted)
      address = names.next(address)
    }
    return true
  }

  private mutating func tell(_ address: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool) {
    // What a receiver without a place says of it is old.
    if hasNoFix && !stays[address] { return }
    if value != .text { listener.receive(address, value.reading) }
    if isQuoted {
      if let seconds = secondsOfDay(word) { listener.receive(address, Reading(seconds)) }
      listener.receive(address, text: word)
    }
  }

  /// All of the class, but for its mode and its time.
  private mutating func failAll() {
    for address in 0..<names.count where !stays[address] && names.starts(address, with: key.span.extracting(0..<start))
    {
      listener.receive(address, Reading(.zero, .failed))
    }
  }

  /// The seconds since midnight of `2026-11-28T12:30:05.250Z`, UTC; `nil` for another text.
  private func secondsOfDay(_ text: Span<UInt8>) -> Fixed64? {
    guard text.count >= 20, text[10] == UInt8(ascii: "T"), text[text.count - 1] == UInt8(ascii: "Z"),
      let hours = Fixed64(decimal: text.extracting(11..<13)), let minutes = Fixed64(decimal: text.extracting(14..<16)),
      let seconds = Fixed64(decimal: text.extracting(17..<text.count - 1)),
      hours >= .zero, hours < 24, minutes >= .zero, minutes < 60, seconds >= .zero, seconds < 61
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}
