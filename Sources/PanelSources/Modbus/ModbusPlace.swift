// Stage: sources. Input: the place of a source as a person writes it. Output: its connection and its framing.
import PanelFile

/// The other side of a source of Modbus.
public struct ModbusPlace: Equatable {
  public let place: ConnectionPlace
  public let framing: ModbusFraming

  static var usualPort: UInt16 { 502 }
  static var usualBaud: Int { 19200 }
  static var expected: StaticString {
    "ADDRESS, tcp ADDRESS:PORT, rtu ADDRESS:PORT or serial PATH BAUD 8E1, as tcp 192.168.1.20:502"
  }

  /// Reads `ADDRESS`, `ADDRESS:PORT`, `tcp ADDRESS[:PORT]`, `rtu ADDRESS:PORT` for RTU over TCP, and
  /// `serial PATH [BAUD [8E1]]`.
  /// - Returns: `nil` where it is none of these.
  public init?(_ text: String, isRS485: Bool = false) {
    let words = text.utf8.split(separator: 32).map { Array($0) }
    if words.isEmpty { return nil }
    let (isTCP, isRTU) = (words[0] == Array("tcp".utf8), words[0] == Array("rtu".utf8))
    if words.count == 1 || words.count == 2 && (isTCP || isRTU) {
      guard let endpoint = Endpoint(words[words.count - 1], port: isRTU ? 0 : Self.usualPort) else { return nil }
      (place, framing) = (.tcp(endpoint), isRTU ? .rtu : .tcp)
      return
    }
    guard case .serial(let path, let baud, var frame) = ConnectionPlace(text, baud: Self.usualBaud) else { return nil }
    frame.isRS485 = isRS485
    (place, framing) = (.serial(path: path, baud: baud, frame: frame), .rtu)
  }

  init?(_ record: PanelRecord) { self.init(record.text(.path) ?? "", isRS485: record.flag(.rs485) ?? false) }

  /// The time of a character on the line, in nanoseconds; 0 where there is none.
  var characterTime: Int64 {
    if case .serial(_, let baud, let frame) = place { return Int64(frame.bitCount) * 1_000_000_000 / Int64(baud) }
    return 0
  }
}

extension ModbusOptions {
  /// The settings of a record.
  init(_ record: PanelRecord, _ place: ModbusPlace) {
    self.init()
    (framing, characterTime) = (place.framing, place.characterTime)
    unit = UInt8(truncatingIfNeeded: record.choice(.unitNumber) ?? 1)
    interval = Swift.max(ModbusOptions.leastInterval, record.duration(.interval) ?? interval)
    timeout = Swift.max(ModbusOptions.leastInterval, Swift.min(60_000_000_000, record.duration(.timeout) ?? timeout))
    delay = Swift.max(0, Swift.min(60_000_000_000, record.duration(.delay) ?? delay))
    gap = record.choice(.readGap) ?? gap
    most = record.choice(.most) ?? most
    isSunSpec = record.flag(.isSunSpec) ?? isSunSpec
  }

  /// Nanoseconds.
  static var leastInterval: Int64 { 10_000_000 }
}
