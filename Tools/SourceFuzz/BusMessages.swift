// Valid frames and messages of a bus, and their frames on gateways' streams.

@testable import PanelSources

enum BusMessages {
  static let addresses = [
    "123 u0:8", "123 u8:8 ?u0:8=1,3-5", "00000456 S7:10 *1-190/5>1", "200 f0:20", "201 F7:40", "123 U17:9",
    "P1F201+ u8:10 !n", "P1F112 u8:10 !n", "PF004 u18:10 !j *1>3", "P1F201+@23 u0:8", "PFECA= d1", "PFECA= d5",
    "PFEE3= u0:8 !j", "123 u0:8;00000456 u8:8", "300 u1F8:8",
  ]

  typealias Frame = (id: UInt32, data: [UInt8])

  /// Frames as the kernel has them.
  static func kernel(_ frames: [Frame], isExtended: Bool = true) -> [UInt8] {
    frames.flatMap { frame in
      let word = isExtended ? frame.id | 1 << 31 : frame.id
      return word.littleEndianBytes + [UInt8(frame.data.count), 0, 0, 0] + frame.data
        + Array(repeating: 0, count: (frame.data.count > 8 ? 64 : 8) - frame.data.count)
    }
  }

  static func fastPacket(_ number: UInt32, source: UInt8, sequence: UInt8, _ message: [UInt8]) -> [Frame] {
    let id = 6 << 26 | number << 8 | UInt32(source)
    var frames: [Frame] = [(id, [sequence << 5, UInt8(message.count)] + message.prefix(6))]
    var rest = message.dropFirst(6)
    while !rest.isEmpty {
      frames.append((id, [sequence << 5 | UInt8(frames.count)] + rest.prefix(7)))
      rest = rest.dropFirst(7)
    }
    for index in frames.indices { while frames[index].data.count < 8 { frames[index].data.append(0xFF) } }
    return frames
  }

  /// - Parameter receiver: 255 for everybody.
  static func transport(_ number: UInt32, source: UInt8, receiver: UInt8 = 255, _ message: [UInt8]) -> [Frame] {
    let (count, packets) = (message.count, (message.count + 6) / 7)
    func id(_ group: UInt32) -> UInt32 { 7 << 26 | group << 8 | UInt32(receiver) << 8 | UInt32(source) }
    let head: [UInt8] = [receiver == 255 ? 32 : 16, UInt8(count & 255), UInt8(count >> 8), UInt8(packets), 255]
    var frames: [Frame] = [(id(0xEC00), head + number.littleEndianBytes.prefix(3))]
    if receiver != 255 {
      let clear: [UInt8] = [17, UInt8(packets), 1, 255, 255] + number.littleEndianBytes.prefix(3)
      frames.append((7 << 26 | 0xEC00 << 8 | UInt32(source) << 8 | UInt32(receiver), clear))
    }
    for packet in 0..<packets {
      var data = [UInt8(packet + 1)] + message.dropFirst(packet * 7).prefix(7)
      while data.count < 8 { data.append(0xFF) }
      frames.append((id(0xEB00), data))
    }
    return frames
  }

  static let fast = fastPacket(0x1F201, source: 0x23, sequence: 4, [16, 16, 3] + Array(repeating: 1, count: 20))
  static let single: Frame = (0x09F1_1217, [1, 0x10, 0x27, 255, 255, 255, 255, 253])
  static let engine: Frame = (0x0CF0_0400, [255, 255, 255, 0x40, 0x1F, 255, 255, 255])
  private static let codes: [UInt8] = [0x04, 0xFF, 0x6E, 0, 3, 5, 0x64, 0, 4, 2, 0x5B, 0, 1, 127]

  /// Whole messages on their frames.
  static let kernelSeeds: [[UInt8]] = [
    kernel([(0x123, [1, 2, 3, 4, 5, 6, 7, 8]), (0x123, [3, 9])], isExtended: false),
    kernel([(0x200, [0, 0, 0x80, 0x3F, 1, 2, 3, 4]), (0x201, [0x40, 9, 0x21, 0xFB, 0, 0, 0, 0])], isExtended: false),
    kernel([(0x456, [0xFF, 0x38, 7])]), kernel(fast), kernel([single, engine]),
    kernel([(0x300, Array(1...64))], isExtended: false),
    kernel(transport(0xFECA, source: 3, codes)), kernel(transport(0xFEE3, source: 5, receiver: 9, Array(10...48))),
    kernel([(0x18FE_CA03, [0, 255, 0, 0, 0, 0, 255, 255])]),
  ]

  // MARK: Gateways

  private static func hexadecimal(_ bytes: some Sequence<UInt8>, _ separator: String = "") -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: separator)
  }

  /// Yacht Devices RAW.
  static let lineSeeds: [[UInt8]] = [fast, [single], [engine], transport(0xFECA, source: 3, codes)].map { frames in
    frames.flatMap { frame in
      bytes("00:01:54.330 R \(hexadecimal(frame.id.littleEndianBytes.reversed())) \(hexadecimal(frame.data, " "))\r\n")
    }
  }

  private static let messages: [(number: UInt32, source: UInt8, data: [UInt8])] = [
    (0x1F201, 0x23, [16, 16, 3] + Array(repeating: 1, count: 20)), (0x1F112, 0x17, single.data),
    (0xF004, 0, engine.data), (0xFECA, 3, codes),
  ]

  /// Actisense N2K ASCII.
  static let messageLineSeeds: [[UInt8]] = messages.map { message in
    let number = hexadecimal(message.number.littleEndianBytes.prefix(3).reversed()).dropFirst()
    return bytes("A173321.107 \(hexadecimal([message.source]))FF6 \(number) \(hexadecimal(message.data))\r\n")
  }

  /// Bodies of Actisense packets, without sum and marks.
  static let packetSeeds: [[UInt8]] =
    messages.map { message in
      [0x93, UInt8(11 + message.data.count), 6] + message.number.littleEndianBytes.prefix(3)
        + [255, message.source, 1, 2, 3, 4, UInt8(message.data.count)] + message.data
    }
    + [
      [0xA0, 2, 16, 0], [0xD0, 21, 0, 255, 0x17, 0x12, 0xF1, 0x09, 0, 1, 2, 3, 4] + single.data,
      [0x95, 14, 0, 0, 0, 0x04, 0xF0, 0x0C] + engine.data,
    ]

  /// Sum and marks of a packet.
  static func mark(_ body: [UInt8], _ bytes: inout [UInt8]) {
    bytes.append(16)
    bytes.append(2)
    var sum: UInt8 = 0
    for index in 0...body.count {
      let byte = index < body.count ? body[index] : 0 &- sum
      sum &+= byte
      bytes.append(byte)
      if byte == 16 { bytes.append(16) }
    }
    bytes.append(16)
    bytes.append(3)
  }
}

extension UInt32 {
  var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
