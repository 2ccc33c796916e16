// Stage: sources. The tables of a Modbus device, and the exceptions that it answers with.

/// A table of a unit. The number is that of the function that reads it.
public enum ModbusTable: UInt8, Sendable {
  case coils = 1
  case discreteInputs = 2
  case holdingRegisters = 3
  case inputRegisters = 4

  /// Whether its values are single bits.
  public var isBits: Bool { rawValue <= 2 }
  /// The letter of the short form.
  var letter: UInt8 {
    switch self {
    case .coils: UInt8(ascii: "c")
    case .discreteInputs: UInt8(ascii: "d")
    case .holdingRegisters: UInt8(ascii: "h")
    case .inputRegisters: UInt8(ascii: "i")
    }
  }

  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "c"): self = .coils
    case UInt8(ascii: "d"): self = .discreteInputs
    case UInt8(ascii: "h"): self = .holdingRegisters
    case UInt8(ascii: "i"): self = .inputRegisters
    default: return nil
    }
  }

  /// The word of an address.
  public var word: StaticString {
    switch self {
    case .coils: "coil"
    case .discreteInputs: "discrete"
    case .holdingRegisters: "holding"
    case .inputRegisters: "input"
    }
  }
}

/// The number of an exception, as a unit or a gateway answers it.
struct ModbusException {
  let code: UInt8

  /// The names of the standard, "MODBUS Application Protocol Specification V1.1b3", section 7.
  var name: StaticString {
    switch code {
    case 1: "illegal function"
    case 2: "illegal data address"
    case 3: "illegal data value"
    case 4: "server device failure"
    case 5: "acknowledge"
    case 6: "server device busy"
    case 8: "memory parity error"
    case 10: "gateway path unavailable"
    case 11: "gateway target device failed to respond"
    default: "an exception without a name"
    }
  }

  /// Whether a request of fewer registers may do better.
  var isOfRange: Bool { code >= 2 && code <= 4 }
  /// Whether the unit only asks to wait.
  var isBusy: Bool { code == 5 || code == 6 }
  /// Whether a gateway did not reach the unit.
  var isOfGateway: Bool { code == 10 || code == 11 }
}
