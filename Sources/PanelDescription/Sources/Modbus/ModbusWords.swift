// Stage: description of sources. The words of addresses of Modbus, and those of other programs for the same.
import PanelSources

/// The wrong part of an address, and what was expected.
struct ModbusFault: Error {
  let found, expected: String

  init(_ found: String, _ expected: String) { (self.found, self.expected) = (found, expected) }
}

/// A kind of number.
struct ModbusType {
  let name: String
  let registers: Int
  let kind: CANBits.Kind
  var isBCD = false

  static let all = [
    ModbusType(name: "u16", registers: 1, kind: .unsigned), ModbusType(name: "s16", registers: 1, kind: .signed),
    ModbusType(name: "u32", registers: 2, kind: .unsigned), ModbusType(name: "s32", registers: 2, kind: .signed),
    ModbusType(name: "u64", registers: 4, kind: .unsigned), ModbusType(name: "s64", registers: 4, kind: .signed),
    ModbusType(name: "f32", registers: 2, kind: .float), ModbusType(name: "f64", registers: 4, kind: .float),
    ModbusType(name: "bcd", registers: 1, kind: .unsigned, isBCD: true),
    ModbusType(name: "bcd32", registers: 2, kind: .unsigned, isBCD: true),
    ModbusType(name: "bcd64", registers: 4, kind: .unsigned, isBCD: true),
  ]
}

enum ModbusWords {
  static let tables: [(word: String, table: ModbusTable, digit: Character)] = [
    ("coil", .coils, "0"), ("discrete", .discreteInputs, "1"), ("input", .inputRegisters, "3"),
    ("holding", .holdingRegisters, "4"),
  ]

  /// The orders of bytes by letters, A the highest.
  static let orders: [(word: String, words: Bool, bytes: Bool)] = [
    ("abcd", false, false), ("cdab", true, false), ("badc", false, true), ("dcba", true, true),
  ]

  /// The words behind `swap`; without one it is that of registers.
  static let swaps: [(word: String, words: Bool, bytes: Bool)] = [
    ("word", true, false), ("byte", false, true), ("word_byte", true, true),
  ]

  /// Words of Home Assistant, ESPHome, Telegraf, Node-RED and of PLCs, in small letters.
  static let others = [
    "uint16": "u16", "int16": "s16", "uint32": "u32", "int32": "s32", "uint64": "u64", "int64": "s64",
    "float16": "f32", "float32": "f32", "float64": "f64", "float": "f32", "double": "f64", "real": "f32",
    "lreal": "f64", "fp32": "f32", "fp32_r": "f32 swap", "u_word": "u16", "s_word": "s16", "u_dword": "u32",
    "s_dword": "s32", "u_dword_r": "u32 swap", "s_dword_r": "s32 swap", "u_qword": "u64", "s_qword": "s64",
    "u_qword_r": "u64 swap", "s_qword_r": "s64 swap", "word": "u16", "int": "s16", "dword": "u32", "dint": "s32",
    "uint": "u16", "udint": "u32", "i16": "s16", "i32": "s32", "i64": "s64", "string": "text 16", "utf8": "text 16",
    "bool": "bit 0", "u8": "bits 0..7", "uint8": "bits 0..7", "s8": "s16 bits 0..7", "int8": "s16 bits 0..7",
    "bcd16": "bcd", "little": "swap", "word_swap": "swap", "swap_word": "swap word", "swap_byte": "swap byte",
    "swapped": "swap", "coils": "coil", "holdings": "holding", "inputs": "input", "discretes": "discrete",
    "discrete_input": "discrete", "discrete_inputs": "discrete", "holding_register": "holding",
    "holding_registers": "holding", "input_register": "input", "input_registers": "input", "register": "holding",
    "hr": "holding", "ir": "input", "di": "discrete", "co": "coil", "read": "input", "slave": "unit",
    "device": "unit", "multi": "multiple", "scan_interval": "every",
  ]

  /// Reads a time as `500ms`, `5s`, `2min` or `1h`.
  /// - Returns: milliseconds, 10 at least and a day at most.
  static func milliseconds(_ text: Substring) -> UInt32? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [(Substring, Int)] = [("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000)]
    guard let unit = units.first(where: { $0.0 == text[digits.endIndex...] })?.1, digits.count <= 8,
      let number = Int(digits), number * unit >= 10, number * unit <= 86_400_000
    else { return nil }
    return UInt32(number * unit)
  }
}
