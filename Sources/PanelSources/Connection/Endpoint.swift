// Stage: sources. The numbers of addresses.

/// An address and a port of IPv4. Names are not looked up: that waits, and a panel does not.
public struct Endpoint: Equatable, Sendable {
  public let address: UInt32
  public let port: UInt16

  /// 127.0.0.1
  static var loopback: UInt32 { 0x7F00_0001 }

  /// Reads `ADDRESS:PORT`, and one of both where the other is known.
  /// - Parameters:
  ///   - text: `localhost` is 127.0.0.1.
  ///   - address: where the text has none.
  ///   - port: where the text has none; 0 for none.
  /// - Returns: `nil` where it is something else.
  init?(_ text: some Collection<UInt8>, address: UInt32? = nil, port: UInt16 = 0) {
    let parts = text.split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0) }
    if parts.count == 2 {
      guard let host = Self.address(parts[0]), let port = number(parts[1], limit: 65535), port > 0 else { return nil }
      (self.address, self.port) = (host, UInt16(port))
    } else if let address, let number = number(parts[0], limit: 65535), number > 0 {
      (self.address, self.port) = (address, UInt16(number))
    } else if port > 0, let host = Self.address(parts[0]) {
      (self.address, self.port) = (host, port)
    } else {
      return nil
    }
  }

  private static func address(_ text: [UInt8]) -> UInt32? {
    if text.elementsEqual("localhost".utf8) { return loopback }
    let parts = text.split(separator: 46, omittingEmptySubsequences: false)
    if parts.count != 4 { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard let number = number(part, limit: 255) else { return nil }
      address = address << 8 | UInt32(number)
    }
    return address
  }

  public var text: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      if !text.isEmpty { text += "." }
      text += String(Int(address >> shift & 255))
    }
    return text + ":" + String(Int(port))
  }
}

/// A number of digits alone; `nil` where there is something else, or where it is beyond the limit.
func number(_ digits: some Collection<UInt8>, limit: Int) -> Int? {
  if digits.isEmpty || digits.count > 6 { return nil }
  var value = 0
  for digit in digits {
    if digit < 48 || digit > 57 { return nil }
    value = value * 10 + Int(digit - 48)
  }
  return value <= limit ? value : nil
}
