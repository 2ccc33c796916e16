/// Unpacks a zlib stream (RFC 1950, RFC 1951): golden pictures are stored compressed. Checks nothing; a bad stream is
/// nil.
struct Inflate {
  private let bytes: [UInt8]
  private var position = 16  // in bits, behind the stream's two bytes of header
  private var output: [UInt8] = []

  static func unpack(_ bytes: [UInt8]) -> [UInt8]? {
    var inflate = Inflate(bytes: bytes)
    while let isLast = inflate.bits(1) {
      guard let kind = inflate.bits(2), inflate.block(kind) else { return nil }
      if isLast == 1 { return inflate.output }
    }
    return nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// A number of `count` bits, the lowest first.
  private mutating func bits(_ count: Int) -> Int? {
    if position + count > bytes.count * 8 { return nil }
    var value = 0
    for bit in 0..<count {
      value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << bit
      position += 1
    }
    return value
  }

  private mutating func block(_ kind: Int) -> Bool {
    switch kind {
    case 0: return stored()
    case 1:
      let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
      return codes(Huffman(lengths), Huffman(Array(repeating: 5, count: 30)))
    case 2: return dynamic()
    default: return false
    }
  }

  private mutating func stored() -> Bool {
    position = (position + 7) / 8 * 8
    guard let count = bits(16), bits(16) != nil, position / 8 + count <= bytes.count else { return false }
    output += bytes[position / 8..<position / 8 + count]
    position += count * 8
    return true
  }

  private mutating func dynamic() -> Bool {
    guard let literals = bits(5), let distances = bits(5), let count = bits(4) else { return false }
    var lengths = Array(repeating: 0, count: 19)
    for place in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count + 4) {
      guard let length = bits(3) else { return false }
      lengths[place] = length
    }
    let code = Huffman(lengths)
    var all: [Int] = []
    while all.count < literals + 257 + distances + 1 {
      guard let symbol = symbol(code) else { return false }
      switch symbol {
      case 16: all += Array(repeating: all.last ?? 0, count: 3 + (bits(2) ?? 0))
      case 17: all += Array(repeating: 0, count: 3 + (bits(3) ?? 0))
      case 18: all += Array(repeating: 0, count: 11 + (bits(7) ?? 0))
      default: all.append(symbol)
      }
    }
    return codes(Huffman(Array(all[..<(literals + 257)])), Huffman(Array(all[(literals + 257)...])))
  }

  private mutating func codes(_ literals: Huffman, _ distances: Huffman) -> Bool {
    while let symbol = symbol(literals) {
      if symbol == 256 { return true }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let length = symbol == 285 ? 258 : extended(symbol - 257, step: 4, start: 3)
      guard let code = self.symbol(distances) else { return false }
      let distance = extended(code, step: 2, start: 1)
      if distance > output.count { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  /// A length or a distance: every `step` codes have one extra bit more than those before.
  private mutating func extended(_ code: Int, step: Int, start: Int) -> Int {
    if code < 2 * step { return start + code }
    let extra = code / step - 1
    return start + ((step + code % step) << extra) + (bits(extra) ?? 0)
  }

  private mutating func symbol(_ huffman: Huffman) -> Int? {
    var (code, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = bits(1) else { return nil }
      code = code << 1 | bit
      let count = huffman.counts[length]
      if code - first < count { return huffman.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
    }
    return nil
  }

  private struct Huffman {
    /// How many codes have each length, and the symbols in their codes' order.
    var counts = Array(repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length {
          counts[length] += 1
          symbols.append(symbol)
        }
      }
    }
  }
}
