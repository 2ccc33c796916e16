// Sections become a pack: docs/packs.md, "The container".

/// Bytes of a section, little-endian.
public struct SectionBytes {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func append(_ bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }
  public mutating func append(u16 value: Int) { append(little(UInt16(value))) }
  public mutating func append(i16 value: Int) { append(little(UInt16(bitPattern: Int16(value)))) }
  public mutating func append(u32 value: Int) { append(little(UInt32(value))) }
  public mutating func append(i64 value: Int64) { append(little(UInt64(bitPattern: value))) }
  public mutating func padToFour() { while bytes.count % 4 != 0 { bytes.append(0) } }
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
}

/// A pack that is put together.
public struct PackWriter {
  public static let version = 1
  private static let headerBytes = 16

  private let kind: Int
  private var sections: [(tag: String, bytes: [UInt8])] = []

  /// - Parameter kind: 1 for a font, 2 for an image, 3 for a panel.
  public init(kind: Int) { self.kind = kind }

  /// - Parameter tag: four letters.
  public mutating func add(_ tag: String, _ section: SectionBytes) {
    var section = section
    section.padToFour()
    sections.append((tag, section.bytes))
  }

  /// The pack with its length and checksum.
  public func finish() -> [UInt8] {
    var body = SectionBytes()
    body.append(u32: sections.count)
    var offset = Self.headerBytes + 4 + sections.count * 12
    for section in sections {
      body.append(section.tag.utf8)
      body.append(u32: offset)
      body.append(u32: section.bytes.count)
      offset += section.bytes.count
    }
    for section in sections { body.append(section.bytes) }
    var pack = SectionBytes()
    pack.append("LPAK".utf8)
    pack.append(u16: Self.version)
    pack.append(u16: kind)
    pack.append(u32: Self.headerBytes + body.bytes.count)
    pack.append(u32: Int(crc32(body.bytes[...])))
    pack.append(body.bytes)
    return pack.bytes
  }
}

/// The CRC-32 of zlib, PNG and Ethernet.
public func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var remainder: UInt32 = 0xFFFF_FFFF
  for byte in bytes { remainder = remainder >> 8 ^ crcTable[Int((remainder ^ UInt32(byte)) & 255)] }
  return ~remainder
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { remainder, _ in remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
}
