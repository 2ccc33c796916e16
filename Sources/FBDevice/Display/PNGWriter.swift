// Stage: displays. Input: a picture. Output: a PNG file. The picture data are stored, not compressed, which needs no
// tables and no memory but the result's: a board writes a picture only when somebody asks for one.
//
// Formats: PNG, https://www.w3.org/TR/png-3/; zlib, RFC 1950; stored blocks, RFC 1951 section 3.2.4.

/// Writes 8-bit RGB pictures as PNG.
struct PNGWriter {
  private var bytes: [UInt8] = []
  private var crc: UInt32 = 0
  /// Adler-32's two sums, each below 65521.
  private var sumA: UInt32 = 1
  private var sumB: UInt32 = 0

  static func encode(_ picture: PixelReader) -> [UInt8] {
    var writer = PNGWriter()
    writer.bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    writer.chunk("IHDR", length: 13) { writer in
      writer.word(UInt32(picture.width))
      writer.word(UInt32(picture.height))
      // 8 bits a channel, RGB, the only compression, the only filter method, not interlaced
      for value in [8, 2, 0, 0, 0] as [UInt8] { writer.byte(value) }
    }
    writer.pictureData(picture)
    writer.chunk("IEND", length: 0) { _ in }
    return writer.bytes
  }

  /// One IDAT chunk per row, each with the row's stored blocks: a chunk's length never comes near its limit of 2^31.
  private mutating func pictureData(_ picture: PixelReader) {
    let rowLength = 1 + 3 * picture.width
    let blockLimit = 65535
    let blocks = (rowLength + blockLimit - 1) / blockLimit
    bytes.reserveCapacity(64 + picture.height * (rowLength + 5 * blocks + 18))
    for y in 0..<picture.height {
      let isFirst = y == 0
      let isLast = y == picture.height - 1
      let length = rowLength + 5 * blocks + (isFirst ? 2 : 0) + (isLast ? 4 : 0)
      chunk("IDAT", length: length) { writer in
        if isFirst {
          writer.byte(0x78)  // deflate with a window of 32 KiB
          writer.byte(0x01)  // no dictionary, fastest; makes 0x7801 a multiple of 31
        }
        for position in 0..<rowLength {
          if position % blockLimit == 0 {
            let count = min(blockLimit, rowLength - position)
            writer.blockHeader(count, isFinal: isLast && position + count == rowLength)
          }
          writer.pictureByte(Self.rowByte(picture, y, position))
        }
        if isLast { writer.word(writer.sumB << 16 | writer.sumA) }
      }
    }
  }

  /// Byte `position` of a row: the filter type 0, then red, green and blue of each pixel.
  private static func rowByte(_ picture: PixelReader, _ y: Int, _ position: Int) -> UInt8 {
    if position == 0 { return 0 }
    let (x, channel) = ((position - 1) / 3, (position - 1) % 3)
    return UInt8(truncatingIfNeeded: picture.rgb(x, y) >> UInt32(16 - 8 * channel))
  }

  private mutating func blockHeader(_ count: Int, isFinal: Bool) {
    byte(isFinal ? 1 : 0)
    let length = UInt16(count)
    for value in [length, ~length] {
      byte(UInt8(truncatingIfNeeded: value))
      byte(UInt8(truncatingIfNeeded: value >> 8))
    }
  }

  private mutating func pictureByte(_ value: UInt8) {
    sumA = (sumA + UInt32(value)) % 65521
    sumB = (sumB + sumA) % 65521
    byte(value)
  }

  private mutating func chunk(_ type: StaticString, length: Int, body: (inout PNGWriter) -> Void) {
    word(UInt32(length))
    crc = 0xFFFF_FFFF
    for index in 0..<4 { byte(unsafe type.utf8Start[index]) }
    body(&self)
    word(~crc)
  }

  private mutating func word(_ value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { byte(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  private mutating func byte(_ value: UInt8) {
    bytes.append(value)
    crc ^= UInt32(value)
    for _ in 0..<2 { crc = crc >> 4 ^ Self.crcTable[Int(crc & 15)] }
  }

  /// What four zero bits do to the remainder, for the polynomial 0xEDB88320.
  private static let crcTable: InlineArray<16, UInt32> = [
    0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158, 0x5005_713C,
    0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4, 0xA00A_E278, 0xBDBD_F21C,
  ]
}
