// Stage: sources. Input: the bytes of a gateway to NMEA 2000. Output: values of addresses. Nothing of it is trusted: memory
// is taken at the start alone, and damaged lines and packets are counted.
import PanelFile
import PanelSignals
import SystemFiles

/// Cuts the bytes of a gateway into frames and messages, and tells the values in them.
public struct N2KStream: StreamDecoder {
  /// The format of a stream. The numbers stand in panel files.
  public enum Format: Int, Sendable {
    /// A line a frame, Yacht Devices RAW.
    case lines
    /// Packets between DLE STX and DLE ETX, with whole messages or frames: Actisense BST 93, D0 and 95.
    case packets
    /// A line a message, Actisense N2K ASCII.
    case messageLines
  }

  private(set) var decoder: CANDecoder
  /// Lines and packets that were not understood.
  public private(set) var garbage: Int64 = 0
  /// The beginning of the last of them.
  public private(set) var sample: [UInt8] = []
  private let format: Format
  /// Whether the gateway waits to be asked.
  private let isAsked: Bool
  /// A line or a packet that has not ended.
  private var buffer: [UInt8]
  private var count = 0
  private var state = State.outside
  /// Its bytes as numbers.
  private var data: [UInt8]

  private enum State {
    /// Between packets, or in a line that is left out.
    case outside
    case inside
    /// Behind a DLE between packets, and in one.
    case outsideMark, insideMark
  }

  private static var sampleLimit: Int { 48 }
  /// The longest line: a message of the transport protocol.
  static var lineLimit: Int { 32 + 2 * ParameterGroup.transportLimit }

  public init(_ addresses: [String], _ record: PanelRecord) {
    var isAsked = false
    let format = Format(rawValue: record.choice(.streamFormat) ?? 0) ?? .lines
    if case .serial? = ConnectionPlace(record.text(.path) ?? "") { isAsked = format == .packets }
    self.init(addresses, format, isAsked: isAsked)
  }

  /// - Parameters:
  ///   - addresses: one that is none, in a damaged file, is told nothing.
  ///   - isAsked: whether the gateway is asked for all messages: an NGT-1 at a serial line wants that.
  public init(_ addresses: [String], _ format: Format, isAsked: Bool = false) {
    decoder = CANDecoder(addresses.map { CANField.fields($0) ?? [] })
    (self.format, self.isAsked) = (format, isAsked)
    state = format == .packets ? .outside : .inside
    buffer = Array(repeating: 0, count: format == .packets ? GatewayPacket.limit : Self.lineLimit)
    data = Array(repeating: 0, count: ParameterGroup.transportLimit)
    sample.reserveCapacity(Self.sampleLimit)
  }

  /// The operating mode in which an NGT-1 hands on all messages: command A1, 11 for the mode, 2 for all.
  public var greeting: [UInt8] { isAsked ? [0x10, 0x02, 0xA1, 0x03, 0x11, 0x02, 0x00, 0x49, 0x10, 0x03] : [] }

  public func place(_ record: PanelRecord) -> ConnectionPlace? { ConnectionPlace(record.text(.path) ?? "") }

  public static var places: StaticString {
    "tcp ADDRESS:PORT, udp PORT, udp ADDRESS:PORT, unix PATH or serial PATH BAUD"
  }
  public static var expectation: StaticString { "lines or packets of the source's format" }
  public var leftOut: Int64 { garbage &+ decoder.garbage &+ decoder.tooShort }

  public mutating func setTime(_ time: Int64) { decoder.time = time }

  @discardableResult
  public mutating func reset() -> Bool {
    let isCut = count > 0
    count = 0
    state = format == .packets ? .outside : .inside
    decoder.reset()
    return isCut
  }

  /// Takes the end of a datagram for the end of its last line.
  public mutating func end<Listener: ValueListener>(_ listener: inout Listener) {
    if format != .packets { return endLine(&listener) }
    if state == .inside || state == .insideMark { countGarbage() }
    (state, count) = (.outside, 0)
  }

  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) {
    if format == .packets {
      for index in bytes.indices { takePacketByte(bytes[index], &listener) }
      return
    }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 10 || byte == 13 {
        endLine(&listener)
      } else if count < buffer.count {
        buffer[count] = byte
        count &+= 1
      } else if state == .inside {
        countGarbage()
        state = .outside
      }
    }
  }

  private mutating func countGarbage() {
    garbage &+= 1
    sample.removeAll(keepingCapacity: true)
    for index in 0..<Swift.min(count, Self.sampleLimit) { sample.append(buffer[index]) }
  }

  // MARK: Lines

  private mutating func endLine<Listener: ValueListener>(_ listener: inout Listener) {
    if count > 0 && state == .inside && !takeLine(&listener) { countGarbage() }
    (state, count) = (.inside, 0)
  }

  /// - Returns: whether it is a right one.
  private mutating func takeLine<Listener: ValueListener>(_ listener: inout Listener) -> Bool {
    // Lent out, so that nothing is copied while the decoder changes.
    var (line, bytes): ([UInt8], [UInt8]) = ([], [])
    swap(&line, &buffer)
    swap(&bytes, &data)
    var isRight = false
    var text = MessageText(line.span.extracting(0..<count))
    if format == .lines {
      if let (id, count) = text.readFrame(&bytes) {
        isRight = true
        decoder.take(id: id, isExtended: true, isFD: false, data: bytes.span.extracting(0..<count), &listener)
      }
    } else if let (header, count) = text.readMessage(&bytes) {
      isRight = true
      decoder.take(header, message: bytes.span.extracting(0..<count), &listener)
    }
    swap(&line, &buffer)
    swap(&bytes, &data)
    return isRight
  }

  // MARK: Packets

  private mutating func takePacketByte<Listener: ValueListener>(_ byte: UInt8, _ listener: inout Listener) {
    let (mark, start, end): (UInt8, UInt8, UInt8) = (0x10, 0x02, 0x03)
    switch state {
    case .outside: if byte == mark { state = .outsideMark }
    case .outsideMark: (state, count) = (byte == start ? .inside : byte == mark ? .outsideMark : .outside, 0)
    case .inside: if byte == mark { state = .insideMark } else { append(byte) }
    case .insideMark:
      state = .inside
      if byte == mark { return append(byte) }
      if byte == end {
        takePacket(&listener)
      } else {
        countGarbage()
      }
      // A packet may begin where another has no end.
      (state, count) = (byte == start ? .inside : .outside, 0)
    }
  }

  private mutating func append(_ byte: UInt8) {
    if count < buffer.count {
      buffer[count] = byte
      count &+= 1
      return
    }
    countGarbage()
    (state, count) = (.outside, 0)
  }

  private mutating func takePacket<Listener: ValueListener>(_ listener: inout Listener) {
    // Lent out, so that nothing is copied while the decoder changes.
    var lent: [UInt8] = []
    swap(&lent, &buffer)
    let isRight = takePacket(lent.span.extracting(0..<count), &listener)
    swap(&lent, &buffer)
    if !isRight { countGarbage() }
  }

  private mutating func takePacket<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) -> Bool {
    let packet = GatewayPacket(bytes)
    switch packet.contents {
    case .message(let place): decoder.take(packet.header, message: bytes.extracting(place), &listener)
    case .frame(let place):
      decoder.take(id: packet.id, isExtended: true, isFD: false, data: bytes.extracting(place), &listener)
    case .other: break
    case .damaged: return false
    }
    return true
  }
}
