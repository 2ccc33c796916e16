// Stage: sources. Input: the value of a control. Output: the bits of a coil, or of registers.
import PanelSignals

/// The destination of a control's values: a coil, or all bits of one to four holding registers.
public struct ModbusOutput: Sendable {
  public let field: ModbusField

  /// - Returns: `nil` where the field cannot be written: a table that is only read, a part of a register, a text, or a float
  ///   with a factor.
  public init?(_ field: ModbusField) {
    if field.table != .coils && field.table != .holdingRegisters || field.form == .text { return nil }
    if !field.table.isBits && Int(field.bits.count) != 16 * Int(field.count) { return nil }
    if (field.bits.kind == .float || field.table.isBits) && !field.scale.isOne { return nil }
    if field.scale.numerator >> 63 != 0 { return nil }
    self.field = field
  }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    guard let field = ModbusField(text) else { return nil }
    self.init(field)
  }

  /// The function that writes it.
  var function: UInt8 {
    let isMultiple = field.writesMultiple || field.count > 1
    return field.table.isBits ? isMultiple ? 15 : 5 : isMultiple ? 16 : 6
  }

  /// The bits for a value, the nearest; `nil` where the registers have none for it.
  func registers(for value: Fixed64) -> UInt64? {
    if field.bits.kind == .float {
      return field.count == 4 ? value.bits(ofFloat: 52, 1023) : value.bits(ofFloat: 23, 127)
    }
    guard let (magnitude, isNegative) = field.scale.raw(of: value) else { return nil }
    let width = UInt64(field.bits.count)
    if field.form == .bcd {
      var (rest, raw, place) = (magnitude, UInt64(0), UInt64(0))
      while place < width {
        raw |= (rest % 10) &<< place
        rest /= 10
        place &+= 4
      }
      return rest != 0 || isNegative ? nil : raw
    }
    let all = UInt64.max &>> (64 &- width)
    if field.bits.kind == .signed {
      let half = all &>> 1
      if magnitude > half &+ (isNegative ? 1 : 0) { return nil }
      return isNegative ? (0 &- magnitude) & all : magnitude
    }
    return isNegative || magnitude > all ? nil : magnitude
  }

  /// The order in which registers are sent.
  func register(_ index: Int, of registers: UInt64) -> (first: UInt8, second: UInt8) {
    let last = Int(field.count) &- 1
    let place = UInt64(truncatingIfNeeded: field.swapsWords ? index : last &- index)
    let register = registers &>> (16 &* place)
    let (high, low) = (UInt8(register >> 8 & 255), UInt8(register & 255))
    return field.swapsBytes ? (low, high) : (high, low)
  }
}

extension CANScale {
  /// Whether the value is the raw number.
  var isOne: Bool {
    numerator == 1 && denominator == 1 && shift == 0 && !isNegative && offsetHigh | offsetLow == 0
  }
}
