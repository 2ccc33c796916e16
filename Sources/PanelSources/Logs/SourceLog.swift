// Stage: sources. Input: the bytes of a log of frames or sentences. Output: their values and times.
import PanelFile
import PanelSignals

/// A log that another program has written, in the place of a source: frames as `candump -L` writes them, sentences of
/// NMEA 0183, or lines of a gateway of Yacht Devices.
public struct SourceLog {
  private enum Format { case frames, sentences, gatewayLines }

  private let format: Format
  private var buses: [Bus] = []
  private var devices: [SentenceDecoder] = []
  private var gateways: [N2KStream] = []
  /// The signals of each bus, device or gateway.
  private var addresses: [[SourceAddress]] = []
  /// The time of the first line, in nanoseconds of its own clock.
  private var start: Int64?
  /// The time of the last line since the first one, in milliseconds.
  public private(set) var time = 0
  private var cycle = SentenceCycle()
  private var clock = DayClock()

  private struct Bus {
    let interface: [UInt8]
    var decoder: CANDecoder
  }

  /// A source that a log may stand for.
  struct Source {
    /// The number of its kind.
    let kind: Int
    let place: String
    let wantsChecksum: Bool
    let addresses: [SourceAddress]

    init(kind: Int, place: String, wantsChecksum: Bool = true, _ addresses: [SourceAddress]) {
      (self.kind, self.place, self.wantsChecksum, self.addresses) = (kind, place, wantsChecksum, addresses)
    }
  }

  /// - Returns: `nil` where the bytes are no log: its first line begins with a bracket, a sign of sentences, or
  ///   a time of day.
  public init?(_ bytes: [UInt8], for panel: PanelFile) {
    var sources: [Source] = []
    for (number, record) in panel.sources.enumerated() {
      sources.append(
        Source(
          kind: record.choice(.style) ?? 0, place: record.text(.path) ?? "",
          wantsChecksum: record.flag(.checksum) ?? true, panel.addresses(ofSource: number)))
    }
    self.init(bytes, sources)
  }

  init?(_ bytes: [UInt8], _ sources: [Source]) {
    guard let first = bytes.firstIndex(where: { $0 > 32 }) else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "("): format = .frames
    case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"): format = .sentences
    case _ where DayClock.milliseconds(bytes[first...]) != nil: format = .gatewayLines
    default: return nil
    }
    for source in sources {
      if format == .frames, source.kind == SourceKind.can.number {
        buses.append(
          Bus(
            interface: Array(source.place.utf8),
            decoder: CANDecoder(source.addresses.map { CANField.fields($0.address) ?? [] })))
        addresses.append(source.addresses)
      } else if format == .sentences, source.kind == SourceKind.nmea0183.number {
        let texts = source.addresses.map { $0.address }
        devices.append(SentenceDecoder(texts, wantsChecksum: source.wantsChecksum))
        addresses.append(source.addresses)
      } else if format == .gatewayLines, source.kind == SourceKind.n2k.number {
        gateways.append(N2KStream(source.addresses.map { $0.address }, .lines))
        addresses.append(source.addresses)
      }
    }
  }

  /// Whether the panel has a source for it.
  public var hasSource: Bool { !addresses.isEmpty }

  /// The source that the panel lacks, for a message.
  public var expectation: StaticString {
    switch format {
    case .frames: "a panel with a source of can, for a log of candump"
    case .sentences: "a panel with a source of nmea0183, for a log of sentences"
    case .gatewayLines: "a panel with a source of n2k, for a log of Yacht Devices RAW"
    }
  }

  /// A line of the log, for a message.
  public var lineExpectation: StaticString {
    switch format {
    case .frames: "a line of candump -L, as (0.1) can0 123#DEADBEEF"
    case .sentences: "a sentence"
    case .gatewayLines: "a line of Yacht Devices RAW, as 00:01:54.330 R 15FD0A10 00 00 00 68 65 0F 00 FF"
    }
  }

  /// Reads a line.
  /// - Parameter tell: called with each value: its signal, the source's rank among those of the signal, and the value.
  /// - Returns: false where the line is none of the log's.
  public mutating func take(_ line: [UInt8], _ tell: (SourceAddress, LoggedValue) -> Void) -> Bool {
    switch format {
    case .frames: takeFrame(line, tell)
    case .sentences: takeSentences(line, tell)
    case .gatewayLines: takeGatewayLine(line, tell)
    }
  }

  private mutating func takeFrame(_ line: [UInt8], _ tell: (SourceAddress, LoggedValue) -> Void) -> Bool {
    guard let entry = CandumpLine(line.span) else { return false }
    let start = self.start ?? entry.frame.time
    self.start = start
    time = Swift.max(time, Int((entry.frame.time - start) / 1_000_000))
    let interface = line[entry.interface]
    for index in buses.indices {
      // One bus may have had another name where the log was written.
      if buses.count > 1 && !buses[index].interface.elementsEqual(interface) { continue }
      var listener = LogListener()
      buses[index].decoder.take(entry.frame, &listener)
      for value in listener.values { tell(addresses[index][value.address], value.value) }
    }
    return true
  }

  private mutating func takeGatewayLine(_ line: [UInt8], _ tell: (SourceAddress, LoggedValue) -> Void) -> Bool {
    guard let clock = DayClock.milliseconds(line[...]) else { return false }
    time = Swift.max(time, self.clock.take(clock))
    let bytes = line + [10]
    for index in gateways.indices {
      var listener = LogListener()
      let garbage = gateways[index].garbage
      gateways[index].setTime(Int64(time) * 1_000_000)
      gateways[index].take(bytes.span, &listener)
      if gateways[index].garbage != garbage { return false }
      for value in listener.values { tell(addresses[index][value.address], value.value) }
    }
    return true
  }

  private mutating func takeSentences(_ line: [UInt8], _ tell: (SourceAddress, LoggedValue) -> Void) -> Bool {
    time += cycle.take(line)
    let bytes = line + [10]
    for index in devices.indices {
      var listener = LogListener()
      devices[index].take(bytes.span, &listener)
      for value in listener.values { tell(addresses[index][value.address], value.value) }
    }
    return true
  }
}

/// The times of day of a log, which begin again at midnight.
private struct DayClock {
  private static var day: Int { 86_400_000 }

  private var first: Int?
  private var last = 0
  private var midnights = 0

  /// The time that a line begins with, as 00:01:54.330, in milliseconds.
  static func milliseconds(_ line: ArraySlice<UInt8>) -> Int? {
    let pattern: StaticString = "29:59:59.999"
    if line.count < pattern.utf8CodeUnitCount { return nil }
    var (time, part) = (0, 0)
    for place in 0..<pattern.utf8CodeUnitCount {
      let (sign, byte) = unsafe (pattern.utf8Start[place], line[line.startIndex + place])
      if sign < 48 || sign > 57 {
        if byte != sign { return nil }
        (time, part) = ((time + part) * (sign == UInt8(ascii: ":") ? 60 : 1000), 0)
      } else if byte < 48 || byte > sign {
        return nil
      } else {
        part = part * 10 + Int(byte - 48)
      }
    }
    return time + part
  }

  /// - Returns: the milliseconds since the first line.
  mutating func take(_ time: Int) -> Int {
    // A line may be a little older than the one before.
    if time + Self.day / 2 < last { midnights += 1 }
    last = time
    let start = first ?? time
    first = start
    return midnights * Self.day + time - start
  }
}

/// A value of a log.
public enum LoggedValue: Equatable, Sendable {
  /// As the source tells it, without the signal's scale and offset.
  case reading(Reading)
  case text([UInt8])
}

/// Gathers the values of a line.
private struct LogListener: ValueListener {
  var values: [(address: Int, value: LoggedValue)] = []

  mutating func receive(_ address: Int, _ reading: Reading) { values.append((address, .reading(reading))) }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    var letters: [UInt8] = []
    for index in text.indices { letters.append(text[index]) }
    values.append((address, .text(letters)))
  }
}

/// The times of sentences: a device sends the same ones each second, and most of them have no time.
private struct SentenceCycle {
  /// The name of the first sentence.
  private var name: [UInt8] = []

  /// - Returns: the milliseconds from the line before to this one: a second where the first sentence comes again.
  mutating func take(_ line: [UInt8]) -> Int {
    guard let sign = line.firstIndex(of: UInt8(ascii: "$")), line.count >= sign + 6 else { return 0 }
    let name = Array(line[sign..<sign + 6])
    if self.name.isEmpty {
      self.name = name
      return 0
    }
    return name == self.name ? 1000 : 0
  }
}
