import PanelAssets

/// A PNG file of any colour type and depth, interlaced or not, made by the standard alone (W3C, "Portable Network
/// Graphics Specification, third edition", https://www.w3.org/TR/png-3): what libpng is to read back.
struct PNGEncoder {
  /// 0 gray, 2 colours, 3 palette, 4 gray with alpha, 6 colours with alpha.
  let colorType: Int
  let depth: Int
  let width, height: Int
  var isInterlaced = false
  var palette: [[UInt8]] = []
  /// `tRNS`: a transparent gray or colour, or a palette's alphas.
  var transparency: [UInt8]?
  /// The samples of the pixel in this place, each below 2^depth.
  let samples: (_ x: Int, _ y: Int) -> [Int]

  var file: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    let header = big(width) + big(height) + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    file += chunk("IHDR", header)
    if !palette.isEmpty { file += chunk("PLTE", palette.flatMap { $0 }) }
    if let transparency { file += chunk("tRNS", transparency) }
    file += chunk("IDAT", stored(rows))
    return file + chunk("IEND", [])
  }

  /// The rows of the picture, or of the seven passes of Adam7, each with filter 0.
  private var rows: [UInt8] {
    if !isInterlaced { return rows(x: 0, y: 0, stepX: 1, stepY: 1) }
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return passes.flatMap { rows(x: $0.0, y: $0.1, stepX: $0.2, stepY: $0.3) }
  }

  private func rows(x: Int, y: Int, stepX: Int, stepY: Int) -> [UInt8] {
    if x >= width { return [] }
    return stride(from: y, to: height, by: stepY).flatMap { row in
      var bits: [Bool] = []
      for column in stride(from: x, to: width, by: stepX) {
        for sample in samples(column, row) {
          for bit in (0..<depth).reversed() { bits.append(sample >> bit & 1 == 1) }
        }
      }
      while bits.count % 8 != 0 { bits.append(false) }
      let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      }
      return [0] + bytes
    }
  }

  private func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(data.count) + body + big(Int(crc32(body[...])))
  }

  /// zlib, not compressed: one block, so at most 65535 bytes.
  private func stored(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count < 65536)
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    let (low, high) = (UInt8(data.count & 255), UInt8(data.count >> 8))
    return [0x78, 1, 1, low, high, ~low, ~high] + data + big(b << 16 | a)
  }
}
