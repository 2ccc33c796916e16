import PanelSignals
import PanelSources

/// Keeps the values of messages: a line each, as `0 1.5`, `1 failed` or `2 'text`.
struct GroupListener: ValueListener {
  var lines: [String] = []

  mutating func receive(_ address: Int, _ reading: Reading) {
    switch reading.quality {
    case .failed: lines.append("\(address) failed")
    case .none: lines.append("\(address) none")
    default: lines.append("\(address) \(Double(reading.value.rawValue) / 4_294_967_296)")
    }
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    var letters: [UInt8] = []
    for index in text.indices { letters.append(text[index]) }
    lines.append("\(address) '" + String(decoding: letters, as: UTF8.self))
  }

  /// The lines since the last call.
  mutating func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A decoder of short texts, with frames by their ids.
struct GroupBus {
  var decoder: CANDecoder
  var listener = GroupListener()

  /// - Parameter texts: short texts of addresses.
  init(_ texts: [String]) { decoder = CANDecoder(texts.map { CANField.fields($0) ?? [] }) }

  /// - Returns: the values.
  mutating func send(_ id: UInt32, _ data: [UInt8], after time: Int64 = 1_000_000) -> [String] {
    decoder.time += time
    decoder.take(id: id, isExtended: true, isFD: false, data: data.span, &listener)
    return listener.take()
  }

  /// - Returns: the values of each frame.
  mutating func send(_ frames: [(id: UInt32, data: [UInt8])]) -> [String] { frames.flatMap { send($0.id, $0.data) } }
}

/// The frames of a fast packet.
func fastPacket(_ number: UInt32, source: UInt8, sequence: UInt8, _ message: [UInt8]) -> [(id: UInt32, data: [UInt8])] {
  let id = 6 << 26 | number << 8 | UInt32(source)
  var frames: [(id: UInt32, data: [UInt8])] = [(id, [sequence << 5, UInt8(message.count)] + message.prefix(6))]
  var rest = message.dropFirst(6)
  while !rest.isEmpty {
    frames.append((id, [sequence << 5 | UInt8(frames.count)] + rest.prefix(7)))
    rest = rest.dropFirst(7)
  }
  for index in frames.indices { while frames[index].data.count < 8 { frames[index].data.append(0xFF) } }
  return frames
}

/// The frames of a message of the transport protocol, as far as its sender has them.
/// - Parameter receiver: 255 for everybody.
func transport(_ number: UInt32, source: UInt8, receiver: UInt8 = 255, _ message: [UInt8]) -> [(
  id: UInt32, data: [UInt8]
)] {
  let (count, packets) = (message.count, (message.count + 6) / 7)
  func id(_ group: UInt32) -> UInt32 { 7 << 26 | group << 8 | UInt32(receiver) << 8 | UInt32(source) }
  var frames: [(id: UInt32, data: [UInt8])] = [
    (
      id(0xEC00),
      [
        receiver == 255 ? 32 : 16, UInt8(count & 255), UInt8(count >> 8), UInt8(clamping: packets), 255,
        UInt8(number & 255),
        UInt8(number >> 8 & 255), UInt8(number >> 16),
      ]
    )
  ]
  for packet in 0..<packets {
    var data = [UInt8(truncatingIfNeeded: packet + 1)] + message.dropFirst(packet * 7).prefix(7)
    while data.count < 8 { data.append(0xFF) }
    frames.append((id(0xEB00), data))
  }
  return frames
}
