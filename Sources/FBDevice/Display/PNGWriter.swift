// Stage: displays. Input: a picture. Output: a PNG file, written in parts, so that no more than a few rows are in memory.
//
// Compressed by the features of panels: areas of one colour, and rows that repeat the row above. Matches are looked for
// at two distances only, a pixel and a row, and are written with the codes that deflate fixes: no search, no tables.
//
// Formats: PNG, https://www.w3.org/TR/png-3/; zlib, RFC 1950; deflate with fixed codes, RFC 1951 section 3.2.6.

/// Writes 8-bit RGB pictures as PNG.
struct PNGWriter {
  /// The IDAT chunk under construction: its length, which is filled in at the end, its name, its data.
  private var chunk: [UInt8] = []
  /// Bits that do not fill a byte yet, the first one lowest; below 2^count.
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  /// Adler-32's two sums, each below 65521.
  private var sumA: UInt32 = 1
  private var sumB: UInt32 = 0
  /// The row being written and the one above it: the filter type 0, then red, green and blue of each pixel.
  private var row, above: [UInt8]

  /// A chunk is written when it has so many bytes.
  private static var chunkSize: Int { 32768 }

  /// - Parameter sink: takes the file's bytes, part by part.
  static func encode<Failure: Error>(
    _ picture: PixelReader, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var writer = PNGWriter(picture.width)
    try sink(writer.header(picture))
    // A window of 32 KiB; no dictionary, fastest: 0x7801 is a multiple of 31. One block, the last one, of fixed codes.
    writer.chunk += [0x78, 0x01]
    writer.put(0b011, 3)
    for y in 0..<picture.height {
      writer.read(picture, y)
      writer.compressRow(hasRowAbove: y > 0)
      if writer.chunk.count >= chunkSize { try sink(writer.takeChunk()) }
    }
    writer.finish()
    try sink(writer.takeChunk())
    try sink(Self.chunk("IEND", []))
  }

  private init(_ width: Int) {
    row = [UInt8](repeating: 0, count: 1 + 3 * width)
    above = row
    // A row in which nothing repeats takes nine bits a byte.
    chunk.reserveCapacity(Self.chunkSize + row.count * 9 / 8 + 32)
    beginChunk()
  }

  private func header(_ picture: PixelReader) -> [UInt8] {
    var data: [UInt8] = []
    Self.append(UInt32(picture.width), to: &data)
    Self.append(UInt32(picture.height), to: &data)
    // 8 bits a channel, RGB, the only compression, the only filter method, not interlaced
    data += [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", data)
  }

  // MARK: Rows

  private mutating func read(_ picture: PixelReader, _ y: Int) {
    swap(&row, &above)
    for x in 0..<picture.width {
      let pixel = picture.rgb(x, y)
      row[3 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 16)
      row[3 * x + 2] = UInt8(truncatingIfNeeded: pixel >> 8)
      row[3 * x + 3] = UInt8(truncatingIfNeeded: pixel)
    }
    for byte in row {
      sumA += UInt32(byte)
      if sumA >= 65521 { sumA -= 65521 }
      sumB += sumA
      if sumB >= 65521 { sumB -= 65521 }
    }
  }

  private mutating func compressRow(hasRowAbove: Bool) {
    // Deflate reaches back 32768 bytes.
    let canRepeatRow = hasRowAbove && row.count <= 32768
    var place = 0
    while place < row.count {
      let left = place > 3 ? matchLeft(place) : 0
      let up = canRepeatRow ? matchAbove(place) : 0
      let length = Swift.max(left, up)
      if length < 3 {
        putSymbol(Int(row[place]))
        place += 1
      } else {
        putMatch(length, distance: up >= left ? row.count : 3)
        place += length
      }
    }
  }

  /// How many bytes from `place` on are those a pixel before: at most 258, as deflate has it.
  private func matchLeft(_ place: Int) -> Int {
    let end = Swift.min(row.count, place + 258)
    var next = place
    while next < end, row[next] == row[next - 3] { next += 1 }
    return next - place
  }

  private func matchAbove(_ place: Int) -> Int {
    let end = Swift.min(row.count, place + 258)
    var next = place
    while next < end, row[next] == above[next] { next += 1 }
    return next - place
  }

  // MARK: Codes

  /// - Parameter length: 3...258; `distance`: 1...32768.
  private mutating func putMatch(_ length: Int, distance: Int) {
    // Lengths and distances in groups that double: a code for each quarter of a group, or half, and the rest as it is.
    if length == 258 {
      putSymbol(285)
    } else {
      let extra = Swift.max(0, Self.width(length - 3) - 3)
      putSymbol(257 + 4 * extra + (length - 3) >> extra)
      put(UInt32(length - 3) & (1 << UInt32(extra) - 1), UInt32(extra))
    }
    let extra = Swift.max(0, Self.width(distance - 1) - 2)
    put(Self.reversed(UInt32(2 * extra + (distance - 1) >> extra), 5), 5)
    put(UInt32(distance - 1) & (1 << UInt32(extra) - 1), UInt32(extra))
  }

  /// Bits of a number up to its highest one.
  private static func width(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }

  /// A byte, the end of the block (256) or a length's code.
  private mutating func putSymbol(_ symbol: Int) {
    let code = UInt32(symbol)
    switch symbol {
    case ..<144: put(Self.reversed(0x30 + code, 8), 8)
    case ..<256: put(Self.reversed(0x190 + code - 144, 9), 9)
    case ..<280: put(Self.reversed(code - 256, 7), 7)
    default: put(Self.reversed(0xC0 + code - 280, 8), 8)
    }
  }

  /// Codes begin with their highest bit, everything else with its lowest.
  private static func reversed(_ code: UInt32, _ count: UInt32) -> UInt32 {
    var (rest, result): (UInt32, UInt32) = (code, 0)
    for _ in 0..<count {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }

  /// - Parameter count: at most 16; seven bits may wait already.
  private mutating func put(_ value: UInt32, _ count: UInt32) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      chunk.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// The block's end, the last byte filled up with zeros, and the checksum.
  private mutating func finish() {
    putSymbol(256)
    if bitCount > 0 { put(0, 8 - bitCount) }
    Self.append(sumB << 16 | sumA, to: &chunk)
  }

  // MARK: Chunks

  private mutating func beginChunk() {
    chunk.removeAll(keepingCapacity: true)
    chunk += [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54]  // IDAT
  }

  /// The chunk with its length and checksum; another one is begun.
  private mutating func takeChunk() -> [UInt8] {
    Self.close(&chunk)
    let result = chunk
    beginChunk()
    return result
  }

  private static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0]
    for index in 0..<4 { bytes.append(unsafe type.utf8Start[index]) }
    bytes += data
    close(&bytes)
    return bytes
  }

  /// Fills in the length of the data and appends the checksum of name and data.
  private static func close(_ chunk: inout [UInt8]) {
    let length = UInt32(chunk.count - 8)
    for place in 0..<4 { chunk[place] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * place)) }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in chunk[4...] {
      crc ^= UInt32(byte)
      for _ in 0..<2 { crc = crc >> 4 ^ Self.crcTable[Int(crc & 15)] }
    }
    append(~crc, to: &chunk)
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  /// The effect of four zero bits on the remainder, for the polynomial 0xEDB88320.
  private static let crcTable: InlineArray<16, UInt32> = [
    0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158, 0x5005_713C,
    0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4, 0xA00A_E278, 0xBDBD_F21C,
  ]
}
