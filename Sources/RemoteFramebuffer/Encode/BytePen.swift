// Stage: remote framebuffer. Input: numbers and pixels. Output: bytes of the protocol, in memory that was reserved.
import FixedRaster

/// Writes bytes one after another. Who makes it sees to the room.
@safe
struct BytePen {
  /// The next byte's.
  private(set) var place: UnsafeMutableRawPointer

  @unsafe
  init(_ place: UnsafeMutableRawPointer) { unsafe self.place = place }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe place.storeBytes(of: byte, as: UInt8.self)
    unsafe place += 1
  }

  /// - Parameter number: below 2^16; the highest byte is first.
  @inline(__always)
  mutating func put16(_ number: UInt32) {
    unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: number).bigEndian, as: UInt16.self)
    unsafe place += 2
  }

  @inline(__always)
  mutating func put32(_ number: UInt32) {
    unsafe place.storeBytes(of: number.bigEndian, as: UInt32.self)
    unsafe place += 4
  }

  /// The header of a rectangle.
  mutating func putHeader(_ area: PixelRect, _ encoding: RemoteEncoding) {
    put16(UInt32(truncatingIfNeeded: area.minX))
    put16(UInt32(truncatingIfNeeded: area.minY))
    put16(UInt32(truncatingIfNeeded: area.width))
    put16(UInt32(truncatingIfNeeded: area.height))
    put32(UInt32(bitPattern: encoding.rawValue))
  }

  /// - Parameter bytes: of the pixel, 1, 2 or 4; the lowest is first.
  @inline(__always)
  mutating func putPixel(_ pixel: UInt32, _ bytes: Int) {
    // The bytes beyond the pixel's are overwritten by what follows, or were reserved and are not sent.
    switch bytes {
    case 4: unsafe place.storeBytes(of: pixel.littleEndian, as: UInt32.self)
    case 2: unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: pixel).littleEndian, as: UInt16.self)
    default: unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: pixel), as: UInt8.self)
    }
    unsafe place += bytes
  }

  @_optimize(speed)
  @unsafe
  mutating func putPixels(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ bytes: Int) {
    switch bytes {
    case 4: unsafe place.copyMemory(from: pixels, byteCount: 4 * count)
    case 2:
      for index in 0..<count {
        unsafe place.storeBytes(
          of: UInt16(truncatingIfNeeded: pixels[index]).littleEndian, toByteOffset: 2 * index, as: UInt16.self)
      }
    default:
      for index in 0..<count {
        unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: pixels[index]), toByteOffset: index, as: UInt8.self)
      }
    }
    unsafe place += count * bytes
  }

  /// The rectangles of a Hextile tile.
  /// - Parameter colors: `nil` where all have the same.
  @_optimize(speed)
  @unsafe
  mutating func putRects(
    _ places: UnsafeMutablePointer<UInt32>, _ colors: UnsafeMutablePointer<UInt32>?, _ count: Int, _ bytes: Int
  ) {
    var (pen, index) = unsafe (place, 0)
    let colorBytes = unsafe colors == nil ? 0 : bytes
    while index < count {
      if let colors = unsafe colors {
        let color = unsafe colors[index]
        // What is beyond the pixel's bytes is overwritten by what follows.
        if bytes == 4 {
          unsafe pen.storeBytes(of: color.littleEndian, as: UInt32.self)
        } else {
          unsafe pen.storeBytes(of: UInt16(truncatingIfNeeded: color).littleEndian, as: UInt16.self)
        }
        unsafe pen += colorBytes
      }
      // Bytes become halves of bytes: x and y, width − 1 and height − 1.
      let rect = unsafe places[index]
      let halves = rect | rect &>> 4
      unsafe pen.storeBytes(of: UInt8(truncatingIfNeeded: halves &>> 16), as: UInt8.self)
      unsafe pen.storeBytes(of: UInt8(truncatingIfNeeded: halves), toByteOffset: 1, as: UInt8.self)
      unsafe pen += 2
      index &+= 1
    }
    unsafe place = pen
  }
}
