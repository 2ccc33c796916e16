// Stage: remote framebuffer. Input: a file. Output: the password of viewers.
import SystemFiles

/// The password of VNC authentication (RFC 6143 section 7.2.2).
///
/// It is weak: DES with a key of 56 bits at most, and nothing but the password is hidden. It keeps other users of the same
/// machine away; ssh protects the way to it.
public struct RemotePassword: Sendable {
  let bytes: [UInt8]

  /// - Parameter bytes: 1...8 of them.
  /// - Throws: there are none, or more.
  public init(_ bytes: [UInt8]) throws(DeviceError) { try self.init(bytes, of: "viewers") }

  /// Reads the first line of a file.
  /// - Throws: the file cannot be read, or its line has not 1...8 bytes.
  public init(file path: String) throws(DeviceError) {
    var bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: 256) } catch {
      throw DeviceError(error, remedy: "name a file with the password in its first line")
    }
    if let end = bytes.firstIndex(where: { $0 == 10 || $0 == 13 }) { bytes.removeSubrange(end...) }
    try self.init(bytes, of: path)
  }

  private init(_ bytes: [UInt8], of place: String) throws(DeviceError) {
    // More would be cut off without a word by the protocol.
    if !(1...8).contains(bytes.count) {
      throw DeviceError(
        "take the password of", place, reason: "it has not 1 to 8 bytes",
        remedy: "use 8: the protocol has no longer ones")
    }
    self.bytes = bytes
  }

  /// DES of the challenge, with a key whose bytes have their bits reversed: by long custom of VNC.
  func answer(to challenge: InlineArray<16, UInt8>) -> InlineArray<16, UInt8> {
    var key: UInt64 = 0
    for index in 0..<8 {
      var (byte, reversed): (UInt8, UInt8) = (index < bytes.count ? bytes[index] : 0, 0)
      for _ in 0..<8 {
        reversed = reversed << 1 | byte & 1
        byte >>= 1
      }
      key = key << 8 | UInt64(reversed)
    }
    let cipher = DESCipher(key: key)
    var result = InlineArray<16, UInt8>(repeating: 0)
    for half in 0..<2 {
      var block: UInt64 = 0
      for index in 0..<8 { block = block << 8 | UInt64(challenge[8 * half + index]) }
      block = cipher.encrypt(block)
      for index in 0..<8 { result[8 * half + index] = UInt8(truncatingIfNeeded: block >> UInt64(56 - 8 * index)) }
    }
    return result
  }
}
