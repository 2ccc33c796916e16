// Stage: remote framebuffer. Input: sixteen bytes of a viewer. Output: the format that it wants pixels in, or none.
import FixedRaster

/// A viewer's format of pixels, of RFC 6143 section 7.4: true colour alone.
struct ClientPixelFormat: Equatable {
  /// Of a channel: a value of 0...maximum, which is 2^n − 1, from bit `shift` on.
  struct Channel: Equatable {
    var maximum: UInt32
    var shift: UInt32
  }

  /// 1, 2 or 4.
  let bytes: Int
  let isBigEndian: Bool
  let red, green, blue: Channel

  /// The server's own: that of memory as far as viewers are likely to take it.
  init(_ layout: PixelLayout) {
    isBigEndian = false
    if layout == .rgb565 {
      bytes = 2
      (red, green) = (Channel(maximum: 31, shift: 11), Channel(maximum: 63, shift: 5))
      blue = Channel(maximum: 31, shift: 0)
    } else {
      bytes = 4
      (red, green) = (Channel(maximum: 255, shift: 16), Channel(maximum: 255, shift: 8))
      blue = Channel(maximum: 255, shift: 0)
    }
  }

  /// - Parameter message: SetPixelFormat, 20 bytes.
  /// - Returns: `nil` for colour maps, for other sizes than 8, 16 and 32 bits, and for channels that are not bits of them.
  init?(_ message: Span<UInt8>) {
    let bits = UInt32(message[4])
    if message.count != 20 || (bits != 8 && bits != 16 && bits != 32) || message[7] == 0 { return nil }
    bytes = Int(bits / 8)
    isBigEndian = message[6] != 0
    func channel(_ place: Int, _ shift: Int) -> Channel? {
      let maximum = UInt32(message[place]) << 8 | UInt32(message[place + 1])
      let shift = UInt32(message[shift])
      let width = UInt32(truncatingIfNeeded: maximum.nonzeroBitCount)
      return maximum == 0 || maximum & (maximum + 1) != 0 || shift + width > bits
        ? nil : Channel(maximum: maximum, shift: shift)
    }
    guard let red = channel(8, 14), let green = channel(10, 15), let blue = channel(12, 16) else { return nil }
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Appends the sixteen bytes of this format.
  func write(to output: ViewerOutput) {
    output.append(UInt8(8 * bytes))
    let depth = red.maximum.nonzeroBitCount + green.maximum.nonzeroBitCount + blue.maximum.nonzeroBitCount
    output.append(UInt8(depth))
    output.append(isBigEndian ? 1 : 0)
    output.append(1)
    for channel in [red, green, blue] { output.append16(UInt16(truncatingIfNeeded: channel.maximum)) }
    for channel in [red, green, blue] { output.append(UInt8(truncatingIfNeeded: channel.shift)) }
    for _ in 0..<3 { output.append(0) }
  }

  /// A pixel's bytes as a number whose lowest byte is sent first.
  func stored(_ pixel: UInt32) -> UInt32 { isBigEndian ? pixel.byteSwapped >> UInt32(32 - 8 * bytes) : pixel }

  /// The part of a pixel that a channel's value makes, as ``stored(_:)`` has it.
  /// - Parameter value: 0...255.
  func part(_ channel: Channel, _ value: UInt32) -> UInt32 {
    // Below 2^25: no overflow.
    stored(((value * channel.maximum + 127) / 255) << channel.shift)
  }
}
