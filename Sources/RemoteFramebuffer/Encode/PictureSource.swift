// Stage: remote framebuffer. Input: memory of any layout and rotation. Output: the places of its pixels.
import FixedRaster

/// The picture's pixels in memory that may be rotated. Used for as long as a call takes: another size has another memory.
@safe
struct PictureSource {
  /// The picture's.
  let bounds: PixelRect
  /// From a pixel to the one on its right, and to the one below, in bytes; of 1-bit pixels in pixels. Less than 0 where the
  /// picture is rotated.
  let stepRight, stepDown: Int
  private let base: UnsafeMutableRawPointer
  /// From ``base`` to the picture's first pixel.
  private let origin: Int
  private let bitsPerPixel: Int

  /// - Parameter memory: stays valid while the source is used; of the process's own.
  init(_ memory: DisplayMemory) {
    bounds = memory.bounds
    unsafe base = memory.base
    let bits = Int(memory.layout.bitsPerPixel)
    bitsPerPixel = bits
    /// A pixel's place: below 2^29. It is linear, so that a pixel beyond the picture's end has one.
    func place(_ x: Int32, _ y: Int32) -> Int {
      let pixel = memory.memoryArea(of: PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      let (column, row) = (Int(pixel.minX), Int(pixel.minY) * memory.bytesPerRow)
      return bits < 8 ? row * 8 + column : row + column * (bits / 8)
    }
    origin = place(0, 0)
    stepRight = place(1, 0) - origin
    stepDown = place(0, 1) - origin
  }

  /// A pixel's place.
  func place(_ x: Int, _ y: Int) -> Int { origin + x * stepRight + y * stepDown }

  /// Of pixels of whole bytes.
  @unsafe
  func pointer(_ x: Int, _ y: Int) -> UnsafeRawPointer { unsafe UnsafeRawPointer(base + place(x, y)) }

  /// The bits of the pixel at a place. Of 1-bit pixels the leftmost of a byte is its highest bit.
  @inline(__always)
  func pixel(at place: Int) -> UInt32 {
    switch bitsPerPixel {
    case 32: return unsafe base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    case 16: return UInt32(unsafe base.loadUnaligned(fromByteOffset: place, as: UInt16.self))
    case 24:
      return UInt32(unsafe base.loadUnaligned(fromByteOffset: place, as: UInt16.self))
        | UInt32(unsafe base.load(fromByteOffset: place + 2, as: UInt8.self)) << 16
    case 8: return UInt32(unsafe base.load(fromByteOffset: place, as: UInt8.self))
    default:
      return UInt32(unsafe base.load(fromByteOffset: place >> 3, as: UInt8.self)) >> UInt32(7 - place & 7) & 1
    }
  }
}
