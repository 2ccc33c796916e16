// Stage: displays. Input: memory of any layout. Output: 8-bit channels, for snapshots and comparisons; never for
// drawing.
import FixedRaster

/// Reads single pixels of a picture in memory of any layout and rotation.
@safe
struct PixelReader {
  let width, height: Int
  private let memory: DisplayMemory

  /// - Parameter memory: must stay valid while the reader is used.
  init(_ memory: DisplayMemory) {
    self.memory = memory
    width = memory.width
    height = memory.height
  }

  /// The pixel as 0x00RRGGBB. A channel of fewer than 8 bits is filled up by repeating its bits, so that all ones
  /// become 255; one of more is cut.
  /// - Parameters:
  ///   - x: in `0..<width`.
  ///   - y: in `0..<height`.
  func rgb(_ x: Int, _ y: Int) -> UInt32 {
    let layout = memory.layout
    let pixel = raw(x, y)
    return Self.channel(pixel, layout.red) << 16 | Self.channel(pixel, layout.green) << 8
      | Self.channel(pixel, layout.blue)
  }

  /// The pixel's bits. Of 1-bit pixels the leftmost of a byte is its highest bit.
  private func raw(_ x: Int, _ y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    let place = memory.memoryArea(of: PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 1), maxY: Int32(y + 1)))
    let (x, row) = unsafe (Int(place.minX), memory.base + Int(place.minY) * memory.bytesPerRow)
    let bits = Int(memory.layout.bitsPerPixel)
    if bits < 8 {
      let shift = 8 - bits - x * bits % 8
      let byte = unsafe row.load(fromByteOffset: x * bits / 8, as: UInt8.self)
      return UInt32(byte) >> UInt32(shift) & (1 << UInt32(bits) - 1)
    }
    var pixel: UInt32 = 0
    for byte in 0..<bits / 8 {
      pixel |= UInt32(unsafe row.load(fromByteOffset: x * bits / 8 + byte, as: UInt8.self)) << UInt32(8 * byte)
    }
    return pixel
  }

  private static func channel(_ pixel: UInt32, _ field: BitField) -> UInt32 {
    let length = UInt32(field.length)
    if length == 0 { return 0 }
    let value = pixel >> UInt32(field.offset) & (UInt32.max >> (32 - length))
    if length >= 8 { return value >> (length - 8) }
    var result: UInt32 = 0
    var shift = 8 - Int32(length)
    while shift > -Int32(length) {
      result |= shift >= 0 ? value << UInt32(shift) : value >> UInt32(-shift)
      shift -= Int32(length)
    }
    return result
  }
}
