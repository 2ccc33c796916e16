import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// The values of registers, and the registers of values.
@Suite struct ModbusValueTests {
  /// The value of an address in registers from its first one on.
  private func value(_ address: String, _ registers: [UInt16], isSunSpec: Bool = false) -> String? {
    guard let field = modbusField(address) else { return nil }
    var notes = ModbusNotes()
    let data = registers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return field.tell(data.span, from: Int(field.address), 0, isSunSpec: isSunSpec, &notes) ? notes.last[0] : nil
  }

  // row: P6A
  @Test("P6A registers are whole numbers with a sign or without, of 16, 32 and 64 bits")
  func whole() {
    #expect(value("holding 0", [0xFFFE]) == "65534" && value("holding 0 u16", [0xFFFE]) == "65534")
    #expect(value("holding 0 s16", [0xFFFE]) == "-2" && value("input 7 s16", [0x8000]) == "-32768")
    #expect(value("holding 0 u32", [1, 2]) == "65538" && value("holding 0 s32", [0xFFFF, 0xFFFE]) == "-2")
    #expect(
      value("holding 0 u64", [0, 0, 1, 2]) == "65538"
        && value("holding 0 s64", [0xFFFF, 0xFFFF, 0xFFFF, 0xFFFE]) == "-2")
    // Beyond 32.32.
    #expect(
      value("holding 0 u32", [0x8000, 0]) == "failed" && value("holding 0 u32 *0.5", [0x8000, 0]) == "1073741824")
    #expect(
      value("holding 0 u64", [1, 0, 0, 0]) == "failed" && value("holding 0 u64 *1e-9", [1, 0, 0, 0]) == "281474.976711")
  }

  @Test("P6A floats have 32 and 64 bits; one that is no number fails")
  func floats() {
    #expect(
      value("holding 0 f32", [0x4048, 0xF5C3]) == "3.140000"
        && value("holding 0 f32", [0xC2F6, 0xE979]) == "-123.456001")
    #expect(value("holding 0 f64", [0x4009, 0x1EB8, 0x51EB, 0x851F]) == "3.14")
    #expect(value("holding 0 f32", [0x7FC0, 0]) == "failed" && value("holding 0 f32", [0x7F80, 0]) == "failed")
    #expect(value("holding 0 f32 *10 +1", [0x3F80, 0]) == "11" && value("holding 0 f32", [0, 1]) == "0")
  }

  @Test("P6A the order of words and of bytes is each of the four")
  func orders() {
    for (order, registers) in [
      ("", [0x0102, 0x0304]), ("swap", [0x0304, 0x0102]), ("cdab", [0x0304, 0x0102]), ("swap word", [0x0304, 0x0102]),
      ("swap byte", [0x0201, 0x0403]), ("badc", [0x0201, 0x0403]), ("swap word_byte", [0x0403, 0x0201]),
      ("dcba", [0x0403, 0x0201]), ("abcd", [0x0102, 0x0304]),
    ] as [(String, [UInt16])] {
      #expect(value("holding 0 u32 \(order)", registers) == "16909060", "\(order)")
    }
    #expect(
      value("holding 0 u64 swap", [4, 3, 2, 1]) == "failed" && value("holding 0 u64 swap", [4, 3, 0, 0]) == "196612")
    #expect(value("holding 0 u16 swap byte", [0x0100]) == "1" && value("holding 0 swap", [0x0100]) == "256")
  }

  @Test("P6A digits of BCD are decimal; one above 9 fails")
  func digits() {
    #expect(value("holding 0 bcd", [0x1234]) == "1234" && value("holding 0 bcd *0.1", [0x0999]) == "99.9")
    #expect(
      value("holding 0 bcd32", [0x0012, 0x3456]) == "123456"
        && value("holding 0 bcd32 swap", [0x3456, 0x0012]) == "123456")
    #expect(value("holding 0 bcd64 *1e-12", [0x1234, 0x5678, 0x9012, 0x3456]) == "1234.567890")
    #expect(value("holding 0 bcd", [0x123A]) == "failed" && value("holding 0 bcd", [0xF000]) == "failed")
  }

  @Test("P6A bits are a part of registers, with a sign where the kind has one")
  func bits() {
    #expect(value("holding 0 bits 4..7", [0x00A0]) == "10" && value("holding 0 bit 15", [0x8000]) == "1")
    #expect(value("holding 0 bit 0", [0xFFFE]) == "0" && value("holding 0 s16 bits 0..7", [0x12FE]) == "-2")
    #expect(
      value("holding 0 s16 bits 8..15", [0xFE12]) == "-2" && value("holding 0 u32 bits 16..31", [0x1234, 5]) == "4660")
    #expect(value("holding 0 bits 0..15 *0.1", [5]) == "0.5")
  }

  @Test("P6A texts end at a zero; blanks behind them do not count; letters are UTF-8, or Latin-1")
  func texts() {
    #expect(
      value("holding 0 text 4", [0x5075, 0x6D70]) == "\"Pump\""
        && value("holding 0 text 3", [0x5075, 0x6D70]) == "\"Pum\"")
    #expect(
      value("holding 0 text 4 swap", [0x7550, 0x706D]) == "\"Pump\""
        && value("holding 0 text 4", [0x5000, 0x6D70]) == "\"P\"")
    #expect(
      value("holding 0 text 4", [0x5020, 0x2020]) == "\"P\"" && value("holding 0 text 4", [0x2050, 0xFFFF]) == "\" P\"")
    #expect(value("holding 0 text 4", [0, 0]) == "\"\"" && value("holding 0 text 4 sunspec", [0, 0]) == "none")
    #expect(
      value("holding 0 text 4", [0x41C3, 0xA442]) == "\"AäB\""
        && value("holding 0 text 3", [0x41E4, 0x4200]) == "\"AäB\"")
    #expect(value("holding 0 text 4", [0x4101, 0x0A42]) == "\"A  B\"")
    // Bytes of no letter of UTF-8 are those of ISO 8859-1.
    for bytes in [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xC3], [0xF0, 0x80, 0x80, 0x80],
    ]
      as [[UInt8]]
    {
      var notes = ModbusNotes()
      let field = modbusField("holding 0 text \(bytes.count + 1)")
      let data = bytes + [65, 0, 0, 0]
      #expect(field?.tell(data.span, from: 0, 0, isSunSpec: false, &notes) == true)
      #expect(notes.last[0]?.utf8.count == 2 * bytes.count + 3)
    }
  }

  @Test("P6A SunSpec's not implemented is none, where the address or the source says so")
  func sunSpec() {
    let cases: [(String, [UInt16], String)] = [
      ("s16", [0x8000], "-32768"), ("u16", [0xFFFF], "65535"), ("s32", [0x8000, 0], "-2147483648"),
      ("u32 *0.1", [0xFFFF, 0xFFFF], "429496729.5"), ("f32", [0x7FC0, 0], "failed"),
      ("f32", [0xFFFF, 0xFFFF], "failed"),
      ("s64 *1e-12", [0x8000, 0, 0, 0], "-9223372.036855"),
      ("u64 *1e-12", [0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF], "18446744.073710"),
      ("f64", [0x7FF8, 0, 0, 0], "failed"), ("bits 0..3", [0xFFFF], "15"),
    ]
    for (kind, registers, plain) in cases {
      #expect(value("holding 0 \(kind)", registers) == plain, "\(kind)")
      #expect(value("holding 0 \(kind) sunspec", registers) == "none", "\(kind)")
      #expect(value("holding 0 \(kind)", registers, isSunSpec: true) == "none", "\(kind)")
    }
    // Their neighbours are values.
    #expect(value("holding 0 s16 sunspec", [0x8001]) == "-32767" && value("holding 0 s16 sunspec", [0xFFFF]) == "-1")
    #expect(
      value("holding 0 u16 sunspec", [0x8000]) == "32768" && value("holding 0 f32 sunspec", [0x7F80, 0]) == "failed")
    #expect(value("holding 0 s32 sunspec", [0x7FFF, 0xFFFF]) == "2147483647")
  }

  @Test("P6A coils and inputs are the bits of bytes, the lowest first; bytes that are not there tell nothing")
  func coils() {
    var notes = ModbusNotes()
    let data: [UInt8] = [0b0000_0100, 0b1000_0000]
    for place in 0..<16 {
      #expect(modbusField("coil \(100 + place)")?.tell(data.span, from: 100, place, isSunSpec: true, &notes) == true)
      #expect(notes.last[place] == (place == 2 || place == 15 ? "1" : "0"))
    }
    #expect(modbusField("coil 116")?.tell(data.span, from: 100, 0, isSunSpec: false, &notes) == false)
    #expect(modbusField("coil 99")?.tell(data.span, from: 100, 0, isSunSpec: false, &notes) == false)
    #expect(modbusField("holding 0 u32")?.tell(data.span, from: 0, 0, isSunSpec: false, &notes) == false)
    #expect(value("holding 0 text 4", [1]) == nil)
  }

  // MARK: Writing

  private func written(_ address: String, _ value: String) -> [UInt16]? {
    guard let output = modbusOutput(address), let number = Fixed64(decimal: Array(value.utf8).span),
      let registers = output.registers(for: number)
    else { return nil }
    return (0..<Int(output.field.count)).map {
      let (first, second) = output.register($0, of: registers)
      return UInt16(first) << 8 | UInt16(second)
    }
  }

  // row: P66
  @Test("P66 a value becomes the nearest raw number by the inverted scale; one out of range is none")
  func inverted() {
    #expect(
      written("holding 0", "12") == [12] && written("holding 0", "65535") == [65535]
        && written("holding 0", "65536") == nil)
    #expect(
      written("holding 0", "-1") == nil && written("holding 0", "0.5") == [1] && written("holding 0", "0.49") == [0])
    #expect(written("holding 0", "-0.4") == [0] && written("holding 0", "-0.5") == nil)
    #expect(written("holding 0 s16", "-32768") == [0x8000] && written("holding 0 s16", "32768") == nil)
    #expect(written("holding 0 s16", "-32769") == nil && written("holding 0 s16 *0.1 -40", "21.5") == [615])
    #expect(written("holding 0 s16 *0.1 -40", "-50") == [0xFF9C] && written("holding 0 s16 *-0.1", "2") == [0xFFEC])
    #expect(written("holding 0 u32", "65538") == [1, 2] && written("holding 0 u32 swap", "65538") == [2, 1])
    #expect(
      written("holding 0 u32 dcba", "16909060") == [0x0403, 0x0201]
        && written("holding 0 s32", "-2") == [0xFFFF, 0xFFFE])
    #expect(written("holding 0 bcd", "1234") == [0x1234] && written("holding 0 bcd", "10000") == nil)
    #expect(written("holding 0 bcd32 *0.01", "123.45") == [0x0001, 0x2345] && written("holding 0 bcd", "-1") == nil)
    #expect(
      written("holding 0 f32", "3.14") == [0x4048, 0xF5C3] && written("holding 0 f32 swap", "-1") == [0, 0xBF80])
    #expect(written("holding 0 f32", "0") == [0, 0] && written("holding 0 f64", "1") == [0x3FF0, 0, 0, 0])
    #expect(written("holding 0 u64 *1e-9", "5") == [0, 1, 0x2A05, 0xF200])
    #expect(written("coil 0", "1") == [1] && written("coil 0", "0") == [0] && written("coil 0", "2") == nil)
  }

  @Test("P66 a number written and read again is the same, for random scales and forms")
  func roundTrip() {
    var random = CANRandom(66)
    let scales = ["", "*0.1", "*0.1 -40", "*-0.01 +5", "*2.5e-3-273.15", "+100", "*0.125", "*3"]
    var count = 0
    for _ in 0..<4000 {
      let form = ["u16", "s16", "u32", "s32", "bcd", "u16 swap byte", "s32 dcba", "u32 swap"].randomElement(
        using: &random)!
      let address = "holding 0 \(form) \(scales.randomElement(using: &random)!)"
      guard let output = modbusOutput(address) else { continue }
      let width = 16 * Int(output.field.count)
      let raw = random.next() >> UInt64(64 - width)
      let reading = output.field.reading(raw, isSunSpec: false)
      if reading.quality != .fresh { continue }
      #expect(output.registers(for: reading.value) == raw, "\(address) \(raw)")
      count += 1
    }
    #expect(count > 2000)
  }

  @Test("P66 floats written are the nearest, as the processor's own")
  func floats66() {
    var random = CANRandom(67)
    let output = modbusOutput("holding 0 f32")!
    let wide = modbusOutput("holding 0 f64")!
    for round in 0..<4000 {
      let bits = Int64(bitPattern: random.next()) >> Int64(round % 63)
      let value = Fixed64(rawValue: bits)
      #expect(output.registers(for: value) == UInt64((Float(bits) * 0x1p-32).bitPattern), "\(bits)")
      #expect(wide.registers(for: value) == (Double(bits) * 0x1p-32).bitPattern, "\(bits)")
    }
    for bits in [Int64.min, .max, 1, -1] {
      #expect(output.registers(for: Fixed64(rawValue: bits)) == UInt64((Float(bits) * 0x1p-32).bitPattern))
    }
  }
}
