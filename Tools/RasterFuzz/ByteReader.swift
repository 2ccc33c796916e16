// Turns a fuzzer's bytes into numbers. A byte selects the kind of number, so that a change of one byte leads from an
// ordinary one to an extreme one or to one that occurred before; bytes that have run out read as zero.

import FixedRaster

/// Reads numbers of every kind from bytes, to the end and beyond.
struct ByteReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The last coordinates, to come back: coincident points, zero lengths, closed figures.
  private var recent: [Fixed] = Array(repeating: .zero, count: 8)
  private var recentIndex = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  mutating func byte() -> UInt8 {
    defer { index += 1 }
    return index < bytes.count ? bytes[index] : 0
  }

  mutating func word() -> UInt32 { (0..<4).reduce(0) { word, _ in word << 8 | UInt32(byte()) } }
  mutating func long() -> UInt64 { UInt64(word()) << 32 | UInt64(word()) }
  mutating func isSet() -> Bool { byte() & 1 == 1 }
  /// A whole number in `range`, which holds at most 65536.
  mutating func int(in range: ClosedRange<Int>) -> Int {
    if range.count <= 256 { return range.lowerBound + Int(byte()) % range.count }
    return range.lowerBound + (Int(byte()) << 8 | Int(byte())) % range.count
  }
  mutating func element<T>(of choices: [T]) -> T { choices[Int(byte()) % choices.count] }

  /// A length or coordinate in points: near the picture, at an end of the range, anything, or one that occurred before.
  mutating func fixed() -> Fixed {
    let value: Fixed
    switch byte() {
    case 0..<48: value = element(of: Self.extremes)
    case 48..<112: value = Fixed(rawValue: Int32(byte()) << 14)  // 0...63.75 in quarters
    case 112..<160: value = Fixed(rawValue: Int32(Int8(bitPattern: byte())) << 16 | Int32(byte()) << 8)
    case 160..<208: value = Fixed(rawValue: Int32(bitPattern: word()))
    case 208..<216: value = recent[Int(byte() & 7)] + Fixed(rawValue: 1)
    default: value = recent[Int(byte() & 7)]
    }
    recent[recentIndex & 7] = value
    recentIndex += 1
    return value
  }

  mutating func point() -> Point { Point(x: fixed(), y: fixed()) }

  mutating func coefficient() -> Coefficient {
    switch byte() {
    case 0..<64: element(of: Self.extremeCoefficients)
    case 64..<128: Coefficient(rawValue: Int64(Int8(bitPattern: byte())) << 27)  // −4...3.97
    case 128..<192: Coefficient(rawValue: Int64(bitPattern: long()))
    default: Coefficient(fixed())
    }
  }

  /// A device coordinate in pixels.
  mutating func pixel() -> Int32 {
    switch byte() {
    case 0..<32: element(of: [0, 1, -1, 8191, -8191, 0x40_0000, -0x40_0000, .max, .min, .max - 1, .min + 1])
    case 32..<64: Int32(bitPattern: word())
    case 64..<96: Int32(Int8(bitPattern: byte()))
    default: Int32(byte() & 63)
    }
  }

  mutating func pixelRect() -> PixelRect { PixelRect(minX: pixel(), minY: pixel(), maxX: pixel(), maxY: pixel()) }

  private static var extremes: [Fixed] {
    [
      .max, .min, 0, Fixed(rawValue: 1), Fixed(rawValue: -1), Fixed(rawValue: .min + 1), 32767, -32767, 0.5, 1, -1,
      Fixed(rawValue: 255), Fixed(rawValue: 256), Fixed(rawValue: -257), 8191, 8192, -8192, 8193, 4096, 16384, 32, 64,
      .pi, 63.99609375,
    ]
  }

  private static var extremeCoefficients: [Coefficient] {
    [
      1, 0, -1, .max, .min, Coefficient(rawValue: 1), Coefficient(rawValue: -1), Coefficient(rawValue: 4_294_967),
      Coefficient(rawValue: 1 << 61), Coefficient(rawValue: -1 << 61), Coefficient(rawValue: 1 << 62), 32767, -32768,
      0.5, 2, 1000, Coefficient(rawValue: 65536), Coefficient(rawValue: 0x7FFF_FFFF_8000_0000),
    ]
  }
}
