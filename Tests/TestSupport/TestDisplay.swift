import CLinux
import FixedRaster

/// A display in memory.
@safe
public final class TestDisplay {
  public let width: Int, height: Int
  private let bits: Int
  private let base: UnsafeMutableRawPointer
  private let layout: PixelLayout
  private let rotation: DisplayRotation
  private let stride: Int

  /// Width and height are the memory's: the picture's, before it is rotated.
  public init(width: Int, height: Int, layout: PixelLayout = .xrgb8888, rotation: DisplayRotation = .none) {
    (self.width, self.height, self.layout, self.rotation) = (width, height, layout, rotation)
    bits = Int(layout.bitsPerPixel)
    stride = ((width * bits + 7) / 8 + 23) & ~3
    unsafe base = .allocate(byteCount: stride * height, alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * height)
  }

  deinit { unsafe base.deallocate() }

  public var memory: DisplayMemory {
    unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: stride, layout: layout, rotation: rotation,
      owner: self)
  }

  /// A row's pixels, without the padding.
  public func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let place = y * stride + x * bits / 8
    if bits < 8 { return UInt32(byte(place) >> UInt8(7 - x % 8)) & 1 }
    return (0..<bits / 8).reduce(0) { $0 | UInt32(byte(place + $1)) << UInt32(8 * $1) }
  }

  private func byte(_ place: Int) -> UInt8 { unsafe base.load(fromByteOffset: place, as: UInt8.self) }

  /// Turns every bit over.
  public func invert() {
    for i in 0..<stride * height { unsafe base.storeBytes(of: ~byte(i), toByteOffset: i, as: UInt8.self) }
  }

  public var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: base, count: stride * height)) }
}

// MARK: - Whole pictures at once

extension TestDisplay {
  /// Fills all of it, the padding too.
  public func fillWithNoise(_ random: inout SplitMix) {
    for i in 0..<stride * height {
      unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: random.next()), toByteOffset: i, as: UInt8.self)
    }
  }

  /// Takes over everything from a display of the same kind.
  public func copy(_ other: TestDisplay) { unsafe base.copyMemory(from: other.base, byteCount: stride * height) }

  /// Takes over some rectangles of the picture from a display of the same kind, whole bytes.
  public func copy(_ rects: [PixelRect], from other: TestDisplay) {
    for rect in rects.map(memory.memoryArea) {
      let (first, end) = (Int(rect.minX) * bits / 8, (Int(rect.maxX) * bits + 7) / 8)
      for y in Int(rect.minY)..<Int(rect.maxY) {
        let place = y * stride + first
        unsafe (base + place).copyMemory(from: other.base + place, byteCount: end - first)
      }
    }
  }

  /// The first pixel that differs from another display's of the same kind, padding included; `nil` if none does.
  public func firstDifference(from other: TestDisplay) -> (x: Int, y: Int)? {
    if unsafe memcmp(base, other.base, stride * height) == 0 { return nil }
    for i in 0..<stride * height where byte(i) != other.byte(i) { return (i % stride * 8 / bits, i / stride) }
    return nil
  }
}
