// Stage: sources. Input: the bytes of a log of frames or sentences. Output: their values and times.
import PanelFile
import PanelSignals

/// A log that another program has written, in the place of a source: frames as `candump -L` writes them, or sentences of
/// NMEA 0183.
public struct SourceLog {
  private enum Format { case frames, sentences }

  private let format: Format
  private var buses: [Bus] = []
  private var devices: [SentenceDecoder] = []
  /// The signals of each bus or device.
  private var addresses: [[SourceAddress]] = []
  /// The time of the first line, in nanoseconds of its own clock.
  private var start: Int64?
  /// The time of the last line since the first one, in milliseconds.
  public private(set) var time = 0
  private var cycle = SentenceCycle()

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

  /// - Returns: `nil` where the bytes are no log: its first line begins with a bracket, or with a sign of sentences.
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
    guard let first = bytes.first(where: { $0 > 32 }) else { return nil }
    switch first {
    case UInt8(ascii: "("): format = .frames
    case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"): format = .sentences
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
    }
  }

  /// Reads a line.
  /// - Parameter tell: called with each value: its signal, the source's rank among those of the signal, and the value.
  /// - Returns: false where the line is none of the log's.
  public mutating func take(_ line: [UInt8], _ tell: (SourceAddress, LoggedValue) -> Void) -> Bool {
    switch format {
    case .frames: takeFrame(line, tell)
    case .sentences: takeSentences(line, tell)
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
