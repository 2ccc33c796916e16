// Stage: sources. A compiled address of Modbus: the host makes it, the device's session follows it.
import PanelSignals

/// A value in the registers or bits of a unit.
public struct ModbusField: Sendable {
  public enum Form: UInt8, Sendable {
    case number
    /// Decimal digits of four bits each.
    case bcd
    /// Letters, two in a register.
    case text
  }

  public let table: ModbusTable
  /// `nil` for the source's.
  public let unit: UInt8?
  /// Of the first register or bit, counted from 0.
  public let address: UInt16
  /// Registers: 1...4 of a number, 1...125 of a text. 1 of bits.
  public let count: UInt8
  public let form: Form
  /// The place of a number in all of its registers, from the lowest bit on.
  public let bits: CANBits
  public let scale: CANScale
  /// Bytes of a text: 1...250.
  public let length: UInt8
  /// The order of registers is that of the lowest first.
  public let swapsWords: Bool
  /// The order of bytes in each register is that of the lower first.
  public let swapsBytes: Bool
  /// Whether the value that SunSpec has for "not implemented" is none.
  public let isSunSpec: Bool
  /// Whether it is written with the function for several, though it is one.
  public let writesMultiple: Bool
  /// Milliseconds between readings; 0 for the source's.
  public let interval: UInt32

  /// The most registers that a number has.
  static var numberLimit: Int { 4 }
  /// The most registers of one request.
  public static var registerLimit: Int { 125 }
  /// The most bits of one request.
  public static var bitLimit: Int { 2000 }
  /// A day, in milliseconds.
  static var intervalLimit: UInt32 { 86_400_000 }

  /// - Returns: `nil` where the parts do not fit each other.
  public init?(
    _ table: ModbusTable, unit: UInt8? = nil, _ address: UInt16, count: Int = 1, _ form: Form = .number,
    _ bits: CANBits? = nil, scale: CANScale = .one, length: Int = 0, swapsWords: Bool = false, swapsBytes: Bool = false,
    isSunSpec: Bool = false, writesMultiple: Bool = false, interval: UInt32 = 0
  ) {
    let most = table.isBits ? 1 : form == .text ? Self.registerLimit : Self.numberLimit
    if count < 1 || count > most || Int(address) + count > 65536 || interval > Self.intervalLimit { return nil }
    let width = table.isBits ? 1 : Swift.min(64, 16 * count)
    guard let bits = bits ?? CANBits(start: 0, count: width, isBigEndian: false, kind: .unsigned) else { return nil }
    if bits.isBigEndian || bits.start + Int(bits.count) > width || bits.kind == .float && bits.count != width {
      return nil
    }
    if form != .number && (table.isBits || bits.kind != .unsigned || Int(bits.count) != width) { return nil }
    if form == .text ? length < 1 || length > 2 * count : length != 0 { return nil }
    (self.table, self.unit, self.address, self.count) = (table, unit, address, UInt8(count))
    (self.form, self.bits, self.scale, self.length) = (form, bits, scale, UInt8(length))
    (self.swapsWords, self.swapsBytes, self.isSunSpec) = (swapsWords, swapsBytes, isSunSpec)
    (self.writesMultiple, self.interval) = (writesMultiple, interval)
  }

  /// The register or bit behind the last.
  var end: Int { Int(address) &+ Int(count) }
}

#if !hasFeature(Embedded)
extension ModbusField: Equatable {}
#endif
