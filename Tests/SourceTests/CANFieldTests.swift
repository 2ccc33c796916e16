import PanelSignals
import PanelSources
import Testing

/// A field of its short text.
func canField(_ text: String) throws -> CANField { try #require(CANField(text), "\(text)") }

/// The raw values of a field in one frame; `nil` for each that is failed.
func canValues(_ text: String, _ data: [UInt8]) throws -> [Int64?] {
  var decoder = CANDecoder([[try canField(text)]])
  var listener = CANListener()
  decoder.take(id: 0x123, isExtended: false, isFD: data.count > 8, data: data.span, &listener)
  return listener.values()
}

private let one: Int64 = 1 << 32

struct CANFieldTests {
  @Test("P62 little-endian bits begin at the lowest one, big-endian bits at the highest one, as DBC numbers them")
  func orders() throws {
    let data: [UInt8] = [0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0]
    #expect(try canValues("123 u0:8", data) == [0x12 * one])
    #expect(try canValues("123 u0:10", data) == [0x3412 * one])
    #expect(try canValues("123 U7:10", data) == [0x1234 * one])
    #expect(try canValues("123 u4:8", data) == [0x41 * one])
    #expect(try canValues("123 U3:8", data) == [0x23 * one])
    #expect(try canValues("123 U3:10", data) == [0x2345 * one])
    #expect(try canValues("123 s3C:4", data) == [-1 * one])
    #expect(try canValues("123 S3B:4", data) == [0])
    #expect(try canValues("123 U0:1", data) == [0])
    #expect(try canValues("123 u1:1", data) == [one])
  }

  @Test("P62 each start and length of both orders takes the bits that a count bit by bit takes")
  func everyPlace() throws {
    var generator = CANRandom(62)
    let data = (0..<64).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    var (counts, refused) = ([0, 0], 0)
    let id = try #require(CANID(0x123, isExtended: false))
    for isBigEndian in [false, true] {
      for start in 0..<512 {
        for count in 1...64 {
          let first = isBigEndian ? start / 8 * 8 + 7 - start % 8 : start
          // Places of the bits from the lowest one on: in big-endian order counted from each byte's highest bit.
          let places = (0..<count).map { isBigEndian ? first + count - 1 - $0 : first + $0 }
          guard let bits = CANBits(start: start, count: count, isBigEndian: isBigEndian, kind: .unsigned) else {
            refused += 1
            #expect(first + count > 512)
            continue
          }
          if first + count > 512 || bits.start != start { Issue.record("\(start):\(count)") }
          // 31 bits fit 32.32; of longer numbers the low bits count here, the comparison with cantools has the rest.
          if count > 31 { continue }
          var expected: Int64 = 0
          for (index, place) in places.enumerated() {
            let bit = isBigEndian ? data[place / 8] >> (7 - place % 8) & 1 : data[place / 8] >> (place % 8) & 1
            expected |= Int64(bit) << index
          }
          let field = try #require(CANField(id: id, bits: bits))
          var decoder = CANDecoder([[field]])
          var listener = CANListener()
          decoder.take(id: 0x123, isExtended: false, isFD: true, data: data.span, &listener)
          if listener.values() != [expected << 32] { Issue.record("\(start):\(count) \(isBigEndian)") }
          counts[isBigEndian ? 1 : 0] += 1
        }
      }
    }
    #expect(counts[0] > 10_000 && counts[1] > 10_000 && refused > 1000)
  }

  @Test("P62 a number across nine bytes keeps its 64 bits")
  func nineBytes() throws {
    // −2 in 64 bits from bit 3 on.
    #expect(try canValues("123 s3:40", [0xF0] + Array(repeating: 0xFF, count: 11)) == [-2 * one])
    #expect(try canValues("123 S4:40", Array(repeating: 0xFF, count: 8) + [0xDF, 0, 0, 0]) == [-2 * one])
  }

  @Test("P62 factor and offset are exact, halves are rounded away from zero")
  func scale() throws {
    // 0.1 · 3 − 40: −39.7 · 2³² = −170 510 201 651.2
    #expect(try canValues("123 u0:8 *1-190/5>1", [3]) == [-170_510_201_651])
    // Steps of 2⁻³³: ±0.5 and ±1.5 of the last bit.
    #expect(try canValues("123 s0:8 *1>21", [1]) == [1])
    #expect(try canValues("123 s0:8 *1>21", [0xFF]) == [-1])
    #expect(try canValues("123 s0:8 *1>21", [3]) == [2])
    #expect(try canValues("123 s0:8 *1>21", [0xFD]) == [-2])
    #expect(try canValues("123 s0:8 *-1>21", [3]) == [-2])
    // The offset of half a bit: −1 + 0.5, 0 + 0.5, 1 + 0.5.
    #expect(try canValues("123 s0:8 *2+1>21", [0xFF]) == [-1])
    #expect(try canValues("123 s0:8 *2+1>21", [0]) == [1])
    #expect(try canValues("123 s0:8 *2+1>21", [1]) == [2])
    // A third cannot be written in decimals, but is a fraction too.
    #expect(try canValues("123 u0:8 *1/3", [1]) == [1_431_655_765])
    #expect(try canValues("123 u0:8 *1/3", [2]) == [2_863_311_531])
  }

  @Test("P62 a value that does not fit 32.32 is failed, its neighbours are not")
  func extremes() throws {
    #expect(try canValues("123 s0:20", [0, 0, 0, 0x80]) == [.min])
    #expect(try canValues("123 s0:20 *1-1", [0, 0, 0, 0x80]) == [nil])
    #expect(try canValues("123 u0:20", [0xFF, 0xFF, 0xFF, 0x7F]) == [0x7FFF_FFFF * one])
    #expect(try canValues("123 u0:20", [0, 0, 0, 0x80]) == [nil])
    #expect(try canValues("123 u0:20 *-1", [0, 0, 0, 0x80]) == [.min])
    #expect(try canValues("123 u0:20 *1-80000000", [0, 0, 0, 0x80]) == [0])
    // 2³¹ − 2⁻³³ is half a step above the largest number.
    #expect(try canValues("123 u0:40 *1>21", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == [nil])
    #expect(try canValues("123 u0:40 *1>21", [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == [.max])
    // All limits at once: no sum of 128 bits overflows.
    let largest = "*FFFFFFFFFFFFFFFF+3FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF/3FFFFFFFFFFFFFFF>21"
    #expect(try canValues("123 u0:40 " + largest, Array(repeating: 0xFF, count: 8)) == [nil])
    #expect(try canValues("123 s0:40 " + largest, Array(repeating: 0xFF, count: 8)).count == 1)
    #expect(
      try canValues(
        "123 u0:40 *-FFFFFFFFFFFFFFFF-3FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF>21", Array(repeating: 0xFF, count: 8)) == [nil])
  }

  @Test("P62 floats of 32 and 64 bits are exact; infinite ones and those that are no number are failed")
  func floats() throws {
    func bytes(_ number: Float) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) } }
    func bytes(_ number: Double) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) } }
    #expect(try canValues("123 f0:20", bytes(Float(1.5))) == [one + one / 2])
    #expect(try canValues("123 F7:20", bytes(Float(-1.5)).reversed()) == [-one - one / 2])
    #expect(try canValues("123 f0:40", bytes(0.1)) == [429_496_730])
    #expect(try canValues("123 f0:40", bytes(-0.0)) == [0])
    #expect(try canValues("123 f0:40", bytes(0x1p-33)) == [1])
    #expect(try canValues("123 f0:40", bytes(-0x1p-33)) == [-1])
    #expect(try canValues("123 f0:40", bytes((0x1p-33).nextDown)) == [0])
    #expect(try canValues("123 f0:40", bytes(Double.leastNonzeroMagnitude)) == [0])
    #expect(try canValues("123 f0:20", bytes(Float.leastNonzeroMagnitude)) == [0])
    // The fraction that is lost behind 128 bits still decides: an offset of half a bit, and a little less.
    #expect(try canValues("123 f0:40 *2+1>21", bytes(-Double.leastNonzeroMagnitude)) == [0])
    #expect(try canValues("123 f0:40 *2+1>21", bytes(0.0)) == [1])
    #expect(try canValues("123 f0:40 *2-1>21", bytes(Double.leastNonzeroMagnitude)) == [0])
    #expect(try canValues("123 f0:40 *2-1>21", bytes(-Double.leastNonzeroMagnitude)) == [-1])
    #expect(try canValues("123 f0:40", bytes(-0x1p31)) == [.min])
    for number in [
      Double.nan, .signalingNaN, .infinity, -.infinity, 0x1p31, -(0x1p31).nextUp, .greatestFiniteMagnitude,
    ] {
      #expect(try canValues("123 f0:40", bytes(number)) == [nil])
    }
    for number in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      #expect(try canValues("123 f0:20 *1+1", bytes(number)) == [nil])
    }
  }

  @Test("P62 a switch decides whether a frame has a number; ranges and nested switches all have to hold")
  func switches() throws {
    let plain = "123 u8:8 ?u0:8=3"
    #expect(try canValues(plain, [3, 9]) == [9 * one])
    #expect(try canValues(plain, [2, 9]) == [])
    let ranges = "123 u8:8 ?u0:4=1,3-5,F"
    let there = try (0..<16).filter { try canValues(ranges, [UInt8($0) | 0xA0, 9]) == [9 * one] }
    #expect(there == [1, 3, 4, 5, 15])
    let nested = "123 u18:8 ?u8:8=2 ?U7:8=1"
    for (outer, inner) in [(0, 0), (0, 2), (1, 0), (1, 2)] as [(UInt8, UInt8)] {
      #expect(try canValues(nested, [outer, inner, 0, 7]) == (outer == 1 && inner == 2 ? [7 * one] : []))
    }
  }

  @Test("P62 the text of a field is read as it was written, and damaged texts are refused")
  func texts() throws {
    let texts = [
      "7FF u0:1", "1FFFFFFF s0:40", "000 U1FF:8", "123 f20:20 *-1>21",
      "1A0 F7:40 *FFFFFFFFFFFFFFFF-3FFF0000000000000001/5>21",
      "1A0 u0:10 *1-190/5>1 ?U7:8=1,3-5 ?u8:1=0", "00000001 u0:8 *2",
    ]
    for text in texts { #expect(try canField(text).text == text) }
    let several = texts.joined(separator: ";")
    #expect(try #require(CANField.fields(several)).count == texts.count)
    #expect(CANField.text(try #require(CANField.fields(several))) == several)
    #expect(CANField(several) == nil)
    for text in [
      "", "800 u0:8", "20000000 u0:8", "12 u0:8", "123", "123 x0:8", "123 u0:0", "123 u0:41", "123 u200:1",
      "123 u1FF:2",
      "123 f0:10", "123 u0:8 ", "123 u0:8 *0", "123 u0:8 *1/0", "123 u0:8 *1>22", "123 u0:8 *1/4000000000000000",
      "123 u0:8 *10000000000000000", "123 u0:8 *1+40000000000000000000000000000000>21", "123 u0:8 ?u0:8=",
      "123 u0:8 ?u0:8",
      "123 u0:8;", "123 u0:8 *1+", "123 u0:8 *", "123 u0:8 ?u0:8=1-", "123 u0:8 *1+100000000000000000000000000000000",
      "123 u0:8" + String(repeating: " ?u0:8=1", count: 9), "123 u0:8 ?u0:8=1" + String(repeating: ",1", count: 64),
      Array(repeating: "123 u0:8", count: 65).joined(separator: ";"),
    ] { #expect(CANField.fields(text) == nil, "\(text)") }
    #expect(CANField("123 u0:8" + String(repeating: " ?u0:8=1", count: 8)) != nil)
    #expect(CANField.fields(Array(repeating: "123 u0:8", count: 64).joined(separator: ";"))?.count == 64)
  }

  @Test("P62 20,000 damaged texts of fields are read or refused, and what is read is written again")
  func damagedTexts() throws {
    var generator = CANRandom(7)
    let text = Array("1A0 u0:10 *1-190/5>1 ?U7:8=1,3-5 ?u8:1=0;12345678 F7:40 *-FFFF+12/3>4".utf8)
    var read = 0
    for _ in 0..<20_000 {
      let bytes = generator.damaged(text)
      guard let fields = CANField.fields(String(decoding: bytes, as: UTF8.self)) else { continue }
      read += 1
      #expect(CANField.fields(CANField.text(fields)) == fields)
      var (decoder, listener) = (CANDecoder([fields]), CANListener())
      for field in fields {
        decoder.take(
          id: field.id.number, isExtended: field.id.isExtended, isFD: true,
          data: Array(repeating: 0xA5, count: 64).span, &listener)
      }
    }
    #expect(read > 500 && read < 19_000)
  }
}
