// Stage: sources. The short text of a compiled address of Modbus, as it stands in a panel's file.
//
//     h3:64/2 s0:20 w *1/A @1F4
//
// All numbers are hexadecimal. The letter of the table, the unit if the address names one, the address and the number of
// registers; then the bits as those of CAN, `b` for BCD or `t` and the bytes of a text. Behind them, in any order: `w` and
// `y` for swapped words and bytes, `n` for SunSpec, `m` for the function that writes several, the scale as that of CAN, and
// `@` with the milliseconds between readings.

extension ModbusField {
  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    var reader = CANTextReader(bytes: Array(text.utf8))
    guard let letter = reader.take(), let table = ModbusTable(letter: letter) else { return nil }
    var unit: UInt8?
    if !reader.skip(UInt8(ascii: ":")) {
      guard let number = reader.readNumber(), number < 256, reader.skip(UInt8(ascii: ":")) else { return nil }
      unit = UInt8(number)
    }
    guard let address = reader.readNumber(), address < 65536, reader.skip(UInt8(ascii: "/")),
      let count = reader.readSmall(), reader.skip(32)
    else { return nil }
    var (form, bits, length) = (Form.number, CANBits?.none, 0)
    if reader.skip(UInt8(ascii: "b")) {
      form = .bcd
    } else if reader.skip(UInt8(ascii: "t")) {
      guard let number = reader.readSmall() else { return nil }
      (form, length) = (.text, number)
    } else {
      guard let read = reader.readBits() else { return nil }
      bits = read
    }
    var (swapsWords, swapsBytes, isSunSpec, writesMultiple) = (false, false, false, false)
    var (scale, interval) = (CANScale.one, UInt32(0))
    while reader.skip(32) {
      switch reader.take() {
      case UInt8(ascii: "w"): swapsWords = true
      case UInt8(ascii: "y"): swapsBytes = true
      case UInt8(ascii: "n"): isSunSpec = true
      case UInt8(ascii: "m"): writesMultiple = true
      case UInt8(ascii: "*"):
        guard let read = reader.readScale() else { return nil }
        scale = read
      case UInt8(ascii: "@"):
        guard let number = reader.readNumber(), number <= Self.intervalLimit else { return nil }
        interval = UInt32(number)
      default: return nil
      }
    }
    if !reader.isAtEnd { return nil }
    self.init(
      table, unit: unit, UInt16(address), count: count, form, bits, scale: scale, length: length,
      swapsWords: swapsWords, swapsBytes: swapsBytes, isSunSpec: isSunSpec, writesMultiple: writesMultiple,
      interval: interval)
  }

  #if !hasFeature(Embedded)
  /// The short form.
  public var text: String {
    func digits(_ number: some BinaryInteger) -> String { String(number, radix: 16, uppercase: true) }
    var text = String(decoding: [table.letter], as: UTF8.self) + (unit.map { digits($0) } ?? "")
    text += ":" + digits(address) + "/" + digits(count) + " "
    text += form == .number ? bits.text : form == .bcd ? "b" : "t" + digits(length)
    if swapsWords { text += " w" }
    if swapsBytes { text += " y" }
    if isSunSpec { text += " n" }
    if writesMultiple { text += " m" }
    if scale != .one { text += " *" + scale.text }
    if interval != 0 { text += " @" + digits(interval) }
    return text
  }
  #endif
}

extension CANTextReader {
  /// The next byte; `nil` at the end.
  fileprivate mutating func take() -> UInt8? {
    if isAtEnd { return nil }
    place += 1
    return bytes[place - 1]
  }
}
