// Stage: sources. Codes of trouble, as ECUs answer them: SAE J2012.

/// The codes of all ECUs that have answered a request. Memory is taken when it is made.
struct StoredCodes {
  /// Codes of all ECUs. A text of a signal has 512 bytes.
  static var limit: Int { 64 }

  private var codes = [UInt16](repeating: 0, count: StoredCodes.limit)
  private var owners = [UInt8](repeating: 0, count: StoredCodes.limit)
  private var count = 0
  /// The ECUs that have answered, with codes or without: a bit for each.
  private var answered = [UInt64](repeating: 0, count: 4)
  private var text = [UInt8](repeating: 0, count: StoredCodes.limit * 6)
  private var textCount = 0
  private(set) var isOpen = false
  private var mode: UInt8 = 0

  var letters: Span<UInt8> {
    @_lifetime(borrow self) get { text.span.extracting(0..<textCount) }
  }

  mutating func begin(_ mode: UInt8) {
    (count, isOpen, self.mode) = (0, true, mode)
    for index in answered.indices { answered[index] = 0 }
  }

  mutating func end() { isOpen = false }

  /// Whether an ECU has answered; −1 for any.
  func has(_ ecu: Int) -> Bool {
    if ecu >= 0 { return answered[ecu >> 6] >> UInt64(ecu & 63) & 1 != 0 }
    return answered[0] | answered[1] | answered[2] | answered[3] != 0
  }

  /// Takes the codes of a message, each once.
  ///
  /// A bus of CAN has their number in front of them, so that the message's length is even. Older ones have three codes.
  mutating func take(_ ecu: UInt8, _ message: Span<UInt8>) {
    if !isOpen || message[0] & 0x3F != mode { return }
    answered[Int(ecu >> 6)] |= 1 << UInt64(ecu & 63)
    var place = message.count & 1 == 0 ? 2 : 1
    while place &+ 1 < message.count {
      add(UInt16(message[place]) << 8 | UInt16(message[place &+ 1]), ecu)
      place &+= 2
    }
  }

  private mutating func add(_ code: UInt16, _ ecu: UInt8) {
    if code == 0 || count == Self.limit { return }
    for index in 0..<count where codes[index] == code && owners[index] == ecu { return }
    (codes[count], owners[count]) = (code, ecu)
    count &+= 1
  }

  /// How many there are of an ECU; −1 for all.
  func count(of ecu: Int) -> Int {
    if ecu < 0 { return count }
    var number = 0
    for index in 0..<count where Int(owners[index]) == ecu { number &+= 1 }
    return number
  }

  /// Writes them as `P0133 C0300`.
  mutating func write(_ ecu: Int) {
    textCount = 0
    for index in 0..<count where ecu < 0 || Int(owners[index]) == ecu {
      if textCount > 0 { append(32) }
      let code = codes[index]
      let letters: StaticString = "PCBU"
      append(unsafe letters.utf8Start[Int(code >> 14)])
      append(48 &+ UInt8(code >> 12 & 3))
      for shift in 0..<3 { append(hexadecimal(UInt8(truncatingIfNeeded: code >> UInt16(8 - 4 * shift)) & 15)) }
    }
  }

  private mutating func append(_ letter: UInt8) {
    text[textCount] = letter
    textCount &+= 1
  }
}

/// A digit of 0...15.
func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 &+ digit : 55 &+ digit }
