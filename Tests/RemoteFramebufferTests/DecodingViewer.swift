import FBDevice
import FixedRaster

@testable import RemoteFramebuffer

/// A viewer without a socket: sends messages to a session, and decodes its updates the slow way, as RFC 6143 says.
final class DecodingViewer {
  let session: ViewerSession
  var (width, height) = (0, 0)
  /// Pixels as numbers of the viewer's format.
  var picture: [UInt32] = []
  var format = ClientPixelFormat(.xrgb8888)
  /// Rectangles by their encoding, and sent pixels.
  var (rects, pixels, updates) = ([Int32: Int](), 0, 0)
  private var input: [UInt8] = []
  private var place = 0

  init(_ display: RemoteDisplay, rules: ViewerRules = ViewerRules(name: "panel", password: nil, isViewOnly: true)) {
    session = ViewerSession(display, rules, finger: 7)
    format = ClientPixelFormat(display.viewedMemory.layout)
  }

  func send(_ bytes: [UInt8]) { session.receive(bytes.span) }

  /// Begins a session of version 3.8 without a password.
  func begin() {
    send(Array("RFB 003.008\n".utf8) + [1, 1])
    take()
    _ = next(12)
    precondition(next(2) == [1, 1] && next(4) == [0, 0, 0, 0])
    (width, height) = (number(2), number(2))
    _ = next(16)
    precondition(next(number(4)) == Array("panel".utf8))
    picture = [UInt32](repeating: 0, count: width * height)
  }

  func set(_ encodings: [Int32]) {
    var bytes: [UInt8] = [2, 0, 0, UInt8(encodings.count)]
    for encoding in encodings {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: encoding >> shift)) }
    }
    send(bytes)
  }

  /// - Parameter message: SetPixelFormat.
  func set(format message: [UInt8]) {
    format = ClientPixelFormat(message.span)!
    send(message)
  }

  func request(_ area: PixelRect? = nil, isIncremental: Bool = true) {
    let area = area ?? PixelRect(width: width, height: height)
    var bytes: [UInt8] = [3, isIncremental ? 1 : 0]
    for value in [Int(area.minX), Int(area.minY), area.width, area.height] {
      bytes += [UInt8(value >> 8), UInt8(value & 255)]
    }
    send(bytes)
  }

  /// Takes output until there is no more, and decodes its updates.
  /// - Parameter part: bytes that are taken at once.
  func look(part: Int = .max) {
    take(part)
    while place < input.count { decodeUpdate() }
    (input, place) = ([], 0)
  }

  private func take(_ part: Int = .max) {
    while true {
      session.fillOutput()
      let count = min(part, session.output.count)
      if count == 0 { return }
      input += unsafe Array(session.output.waiting[0..<count])
      session.output.remove(count)
    }
  }

  // MARK: Decoding

  private func next(_ count: Int) -> [UInt8] {
    defer { place += count }
    return Array(input[place..<place + count])
  }

  private func number(_ count: Int) -> Int { next(count).reduce(0) { $0 << 8 | Int($1) } }

  private func pixel() -> UInt32 {
    let bytes = next(format.bytes)
    return (format.isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func decodeUpdate() {
    precondition(next(2) == [0, 0])
    updates += 1
    for _ in 0..<number(2) { decodeRect() }
  }

  private func decodeRect() {
    let (x, y, width, height) = (number(2), number(2), number(2), number(2))
    let encoding = Int32(truncatingIfNeeded: number(4))
    rects[encoding, default: 0] += 1
    if encoding == -223 {
      (self.width, self.height) = (width, height)
      picture = [UInt32](repeating: 0, count: width * height)
      return
    }
    pixels += width * height
    switch encoding {
    case 0: fill(x, y, width, height)
    case 2:
      let count = number(4)
      fill(x, y, width, height, pixel())
      for _ in 0..<count {
        let color = pixel()
        fill(x + number(2), y + number(2), number(2), number(2), color)
      }
    default: decodeHextile(x, y, width, height)
    }
  }

  private func decodeHextile(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    var (background, foreground): (UInt32?, UInt32?) = (nil, nil)
    for top in stride(from: y, to: y + height, by: 16) {
      for left in stride(from: x, to: x + width, by: 16) {
        let (columns, rows) = (min(16, x + width - left), min(16, y + height - top))
        let flags = number(1)
        if flags & 1 != 0 {
          fill(left, top, columns, rows)
          // Neither is carried over.
          (background, foreground) = (nil, nil)
          continue
        }
        if flags & 2 != 0 { background = pixel() }
        if flags & 4 != 0 { foreground = pixel() }
        fill(left, top, columns, rows, background!)
        if flags & 8 == 0 { continue }
        for _ in 0..<number(1) {
          let color = flags & 16 != 0 ? pixel() : foreground!
          let (place, size) = (number(1), number(1))
          fill(left + place >> 4, top + place & 15, size >> 4 + 1, size & 15 + 1, color)
        }
        if flags & 16 != 0 { foreground = nil }
      }
    }
  }

  /// - Parameter color: `nil` reads each pixel.
  private func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32? = nil) {
    for row in y..<y + height { for column in x..<x + width { picture[row * self.width + column] = color ?? pixel() } }
  }

  /// The picture as 8-bit channels become this viewer's.
  func matches(_ memory: DisplayMemory) -> Bool {
    for y in 0..<height {
      for x in 0..<width {
        let color = slowPixel(memory, x, y)
        let own = picture[y * width + x]
        for (channel, shift) in [(format.red, 16), (format.green, 8), (format.blue, 0)]
          as [(ClientPixelFormat.Channel, UInt32)]
        {
          if (own >> channel.shift) & channel.maximum != ((color >> shift & 255) * channel.maximum + 127) / 255 {
            return false
          }
        }
      }
    }
    return true
  }
}

/// A pixel as 0xRRGGBB, the slow way; 0 outside.
func slowPixel(_ memory: DisplayMemory, _ x: Int, _ y: Int) -> UInt32 {
  if x >= memory.width || y >= memory.height { return 0 }
  let area = memory.memoryArea(of: PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 1), maxY: Int32(y + 1)))
  let (bits, layout) = (Int(memory.layout.bitsPerPixel), memory.layout)
  let row = unsafe memory.base + Int(area.minY) * memory.bytesPerRow
  var raw: UInt32 = 0
  if bits == 1 {
    raw =
      UInt32(unsafe row.load(fromByteOffset: Int(area.minX) / 8, as: UInt8.self)) >> UInt32(7 - Int(area.minX) % 8) & 1
  } else {
    for byte in 0..<bits / 8 {
      raw |=
        UInt32(unsafe row.load(fromByteOffset: Int(area.minX) * bits / 8 + byte, as: UInt8.self)) << UInt32(8 * byte)
    }
  }
  var color: UInt32 = 0
  for field in [layout.red, layout.green, layout.blue] {
    let value = raw >> UInt32(field.offset) & (1 << UInt32(field.length) - 1)
    // Bits of a short value are repeated.
    var (repeated, count): (UInt64, Int) = (0, 0)
    while count < 8 {
      repeated = repeated << UInt64(field.length) | UInt64(value)
      count += Int(field.length)
    }
    color = color << 8 | UInt32(repeated >> UInt64(count - 8))
  }
  return color
}
