// Stage: sources. The address of a value in sentences of NMEA 0183. The host writes its short form, the device reads it.

/// The place of a value in a sentence, and the way it is read.
///
/// The short form is a tag, a point, the number of a field, a letter for the form, and conditions: `RMC.7n!2:V!12:N` is
/// the number in field 7 of RMC from any talker, failed where field 2 is V or field 12 is N. `GPRMC.7n` is of the talker
/// GP alone, `PGRMZ.1n` of a proprietary sentence. `XDR.0g@UBATTERY` is the transducer `BATTERY` of type U, with `*` in
/// the place of U that of any type.
public struct SentenceAddress: Sendable {
  /// The way a field is read. Its raw value is the letter of the short form.
  public enum Form: UInt8, Sendable {
    /// `n`: a number.
    case number = 110
    /// `s`: a number, and a letter in the next field: W, S and L are below 0.
    case signed = 115
    /// `p`: degrees and minutes, and a letter in the next field. A number of degrees.
    case position = 112
    /// `t`: `hhmmss.ss`, as seconds of the day.
    case time = 116
    /// `D`: `ddmmyy`, as days since 1970-01-01.
    case date = 68
    /// `d`, `m`, `y`: parts of `ddmmyy`.
    case day = 100
    case month = 109
    case year = 121
    /// `z`: three fields, day, month and year, as days since 1970-01-01.
    case splitDate = 122
    /// `x`: letters.
    case text = 120
    /// `f`: A is 1, V is 0.
    case flag = 102
    /// `w`: a speed, and the letter of its unit in the next field. A number of metres a second.
    case speed = 119
    /// `c`: a distance, a letter for its sign and one for its unit in the next fields. A number of nautical miles.
    case crossTrack = 99
    /// `g`: the number of a transducer in XDR's groups of four.
    case transducer = 103
  }

  /// A condition on another field of the sentence.
  public struct Condition: Equatable, Sendable {
    /// Its raw value is the sign of the short form.
    public enum Test: UInt8, Sendable {
      /// `!`: the value is failed where the field has this letter alone, once or several times.
      case fails = 33
      /// `=`: the value is another one where the field has another letter.
      case picks = 61
      /// `~`: the same, but an empty field is no other letter.
      case unit = 126
      /// `#`: the value is another one where the field has another whole number.
      case counts = 35
    }

    public let test: Test
    public let field: UInt8
    /// A letter; for ``Test/counts`` a number.
    public let value: UInt8

    public init(_ test: Test, _ field: UInt8, _ value: UInt8) {
      (self.test, self.field, self.value) = (test, field, value)
    }
  }

  public let tag: SentenceTag
  /// Field 0 is the tag.
  public let field: UInt8
  public let form: Form
  public let conditions: [Condition]
  /// The type of a transducer; `*` for any.
  public let transducerType: UInt8
  public let transducerName: [UInt8]

  /// As many letters of a transducer's name count, and a name has no more.
  public static var nameLimit: Int { 64 }
  /// More are in no sentence.
  public static var fieldLimit: Int { 250 }
  /// As many conditions are in a short form.
  static var conditionLimit: Int { 8 }

  public init(
    _ tag: SentenceTag, _ field: UInt8, _ form: Form, _ conditions: [Condition] = [], transducerType: UInt8 = 42,
    transducerName: [UInt8] = []
  ) {
    (self.tag, self.field, self.form, self.conditions) = (tag, field, form, conditions)
    (self.transducerType, self.transducerName) = (transducerType, transducerName)
  }

  /// Reads the short form.
  /// - Returns: `nil` for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let point = bytes.firstIndex(of: 46), let tag = SentenceTag(address: bytes.span.extracting(0..<point))
    else { return nil }
    var place = point + 1
    guard let field = Self.number(bytes, &place), place < bytes.count, let form = Form(rawValue: bytes[place])
    else { return nil }
    place += 1
    if form == .transducer {
      let name = place + 2
      if name >= bytes.count || bytes[place] != 64 || bytes.count - name > Self.nameLimit { return nil }
      self.init(tag, field, form, transducerType: bytes[place + 1], transducerName: Array(bytes[name...]))
      return
    }
    var conditions: [Condition] = []
    while place < bytes.count {
      guard conditions.count < Self.conditionLimit, let condition = Self.condition(bytes, &place) else { return nil }
      conditions.append(condition)
    }
    self.init(tag, field, form, conditions)
  }

  private static func condition(_ bytes: [UInt8], _ place: inout Int) -> Condition? {
    guard let test = Condition.Test(rawValue: bytes[place]) else { return nil }
    place += 1
    guard let field = number(bytes, &place), place + 1 < bytes.count, bytes[place] == 58 else { return nil }
    place += 1
    if test == .counts {
      guard let value = number(bytes, &place) else { return nil }
      return Condition(test, field, value)
    }
    place += 1
    return Condition(test, field, bytes[place - 1])
  }

  /// A number of one to three digits, 250 at most.
  private static func number(_ bytes: [UInt8], _ place: inout Int) -> UInt8? {
    let first = place
    var number = 0
    while place < bytes.count, place - first < 3, bytes[place] >= 48, bytes[place] <= 57 {
      number = number * 10 + Int(bytes[place] - 48)
      place += 1
    }
    return place == first || number > fieldLimit ? nil : UInt8(number)
  }

  #if !hasFeature(Embedded)
  /// The short form.
  public var text: String {
    var text = tag.text + "." + String(field) + Self.letter(form.rawValue)
    if form == .transducer {
      return text + "@" + Self.letter(transducerType) + String(decoding: transducerName, as: UTF8.self)
    }
    for condition in conditions {
      text += Self.letter(condition.test.rawValue) + String(condition.field) + ":"
      text += condition.test == .counts ? String(condition.value) : Self.letter(condition.value)
    }
    return text
  }

  private static func letter(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }
  #endif
}
