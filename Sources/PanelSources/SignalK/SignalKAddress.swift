// Stage: sources. Input: addresses in the short form that the host writes. Output: their parts.
//
//   v26:navigation.speedOverGround0:            a value, of any source
//   v19:navigation.position0:latitude           a member of its object
//   v22:navigation.headingTrue11:nmea0183.II    a value of one source
//   s17:notifications.mob0:state                the severity of a notification, a number
import SystemFiles

/// An address of a Signal K server: a path, and the place of the value there.
public struct SignalKAddress: Equatable, Sendable {
  /// The meaning of a value. The letter of the short form.
  public enum Form: UInt8, Sendable {
    /// As it stands: a number, a word or a text.
    case value = 118
    /// A word of severity: `normal` is 0, `emergency` is 4.
    case severity = 115
  }

  public let form: Form
  /// As the server writes it, 1...``pathLimit`` bytes. Empty for an address that nothing is told to.
  public let path: [UInt8]
  /// The `$source` that counts; empty for any.
  public let source: [UInt8]
  /// The name of the value's member, as ``JSONReader`` gives it; empty for the value itself.
  public let member: [UInt8]

  /// In bytes.
  public static var pathLimit: Int { 256 }

  public init(_ form: Form = .value, path: [UInt8], source: [UInt8] = [], member: [UInt8] = []) {
    (self.form, self.path, self.source, self.member) = (form, path, source, member)
  }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    var place = 1
    guard let letter = bytes.first, let form = Form(rawValue: letter),
      let pathCount = readCount(bytes, at: &place), pathCount > 0, pathCount <= Self.pathLimit,
      pathCount <= bytes.count - place
    else { return nil }
    let path = place
    place += pathCount
    guard let sourceCount = readCount(bytes, at: &place), sourceCount <= bytes.count - place else { return nil }
    // The server is asked for paths within quotation marks.
    for index in path..<path + pathCount where !Self.isPlain(bytes[index]) { return nil }
    self.form = form
    self.path = Array(bytes[path..<path + pathCount])
    source = Array(bytes[place..<place + sourceCount])
    member = Array(bytes[(place + sourceCount)...])
  }

  /// Whether JSON has a byte as it is.
  static func isPlain(_ byte: UInt8) -> Bool { byte >= 32 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }

  #if !hasFeature(Embedded)
  /// The short form.
  public var text: String {
    let bytes =
      [form.rawValue] + decimalDigits(path.count) + [58] + path + decimalDigits(source.count) + [58] + source + member
    return String(decoding: bytes, as: UTF8.self)
  }
  #endif
}
