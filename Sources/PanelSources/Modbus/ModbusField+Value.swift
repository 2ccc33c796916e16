// Stage: sources. Input: the registers or bits of an answer. Output: the value of an address.
import PanelSignals

extension ModbusField {
  /// Tells the value of an address.
  /// - Parameters:
  ///   - data: the bytes of the answer.
  ///   - first: the register or bit with which they begin, none behind the field's.
  ///   - index: the address's place in the list.
  ///   - isSunSpec: whether all of the source's values are SunSpec's.
  /// - Returns: false where the bytes do not have the field, which tells nothing.
  func tell<Listener: ValueListener>(
    _ data: Span<UInt8>, from first: Int, _ index: Int, isSunSpec: Bool, _ listener: inout Listener
  ) -> Bool {
    let place = Int(address) &- first
    if table.isBits {
      if place < 0 || place >> 3 >= data.count { return false }
      let bit = data[place >> 3] >> UInt8(place & 7) & 1
      listener.receive(index, scaled(UInt64(bit)))
      return true
    }
    if place < 0 || 2 &* (place &+ Int(count)) > data.count { return false }
    if form == .text {
      tell(text: data, at: 2 &* place, index, isSunSpec: isSunSpec, &listener)
    } else {
      listener.receive(index, reading(registers(data, at: 2 &* place), isSunSpec: isSunSpec))
    }
    return true
  }

  /// All registers of a number as one, the lowest bit last.
  private func registers(_ data: Span<UInt8>, at place: Int) -> UInt64 {
    var raw: UInt64 = 0
    let last = Int(count) &- 1
    for index in 0...last {
      let start = place &+ 2 &* (swapsWords ? last &- index : index)
      let (one, two) = (UInt64(data[start]), UInt64(data[start &+ 1]))
      raw = raw &<< 16 | (swapsBytes ? two &<< 8 | one : one &<< 8 | two)
    }
    return raw
  }

  /// The value of all registers.
  func reading(_ registers: UInt64, isSunSpec: Bool) -> Reading {
    if (isSunSpec || self.isSunSpec) && isNotImplemented(registers) { return .none }
    if form != .bcd { return scaled(registers &>> UInt64(bits.start) & UInt64.max &>> UInt64(64 &- bits.count)) }
    var (number, place) = (UInt64(0), 16 &* Int(count))
    while place > 0 {
      place &-= 4
      let digit = registers &>> UInt64(place) & 15
      if digit > 9 { return Reading(.zero, .failed) }
      number = number &* 10 &+ digit
    }
    // Sixteen digits have less than 64 bits.
    return scaled(number)
  }

  /// Once in a board's file: the scale's arithmetic is long.
  @inline(never)
  private func scaled(_ raw: UInt64) -> Reading { scale.reading(raw: raw, of: bits) }

  /// Whether the registers have the value that says that there is none: SunSpec Device Information Model Specification 1.1,
  /// section 4.3. A part of a register is that of a bit field.
  private func isNotImplemented(_ registers: UInt64) -> Bool {
    let all = UInt64.max &>> UInt64(64 &- 16 &* Int(count))
    switch bits.kind {
    case .unsigned: return registers == all
    case .signed: return registers == all ^ all &>> 1
    case .float:
      let digits = all &>> (count == 4 ? 12 : 9)
      let magnitude = registers & all &>> 1
      return magnitude > (all &>> 1) ^ digits
    }
  }

  /// Letters end at the first zero; blanks behind them do not count, and neither does an empty register's 0xFF.
  private func tell<Listener: ValueListener>(
    text data: Span<UInt8>, at place: Int, _ index: Int, isSunSpec: Bool, _ listener: inout Listener
  ) {
    var letters = InlineArray<256, UInt8>(repeating: 32)
    var (count, end) = (0, 0)
    while count < Int(length) {
      let byte = data[place &+ (swapsBytes ? count ^ 1 : count)]
      if byte == 0 { break }
      // Control characters are blanks.
      letters[count] = byte < 32 || byte == 127 ? 32 : byte
      count &+= 1
      if byte > 32 && byte != 127 && byte != 0xFF { end = count }
    }
    if end == 0 && (isSunSpec || self.isSunSpec) { return listener.receive(index, .none) }
    let text = letters.span.extracting(0..<end)
    if isUTF8(text) { return listener.receive(index, text: text) }
    var wide = InlineArray<512, UInt8>(repeating: 0)
    var size = 0
    for place in text.indices {
      let byte = text[place]
      if byte >= 128 {
        wide[size] = 0xC0 | byte >> 6
        size &+= 1
      }
      wide[size] = byte < 128 ? byte : 0x80 | byte & 0x3F
      size &+= 1
    }
    listener.receive(index, text: wide.span.extracting(0..<size))
  }
}

/// Whether bytes are letters of UTF-8. Others are those of ISO 8859-1.
private func isUTF8(_ text: Span<UInt8>) -> Bool {
  var place = 0
  while place < text.count {
    let byte = text[place]
    place &+= 1
    if byte < 128 { continue }
    if byte < 0xC2 || byte > 0xF4 { return false }
    let rest = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
    if place &+ rest > text.count { return false }
    let next = text[place]
    // Longer forms than needed, surrogates, and numbers beyond the last letter.
    if byte == 0xE0 && next < 0xA0 || byte == 0xED && next > 0x9F || byte == 0xF0 && next < 0x90
      || byte == 0xF4 && next > 0x8F
    {
      return false
    }
    for index in 0..<rest where text[place &+ index] & 0xC0 != 0x80 { return false }
    place &+= rest
  }
  return true
}
