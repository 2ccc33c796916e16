// Stage: remote framebuffer. Input: a layout of memory and a viewer's format. Output: pixels of the one as pixels of the
// other. Pointers are taken of memory that outlives the call.
import FixedRaster

/// Makes a viewer's pixels of those of the picture's memory.
///
/// A channel of the picture has 8 bits as in a snapshot, and becomes the viewer's nearest value: all ones stay all ones.
/// Made at the connection, so that frames allocate nothing.
final class ClientPixels {
  /// How pixels are converted.
  private enum Way {
    /// Both have the same 32 bits, but for those that mean nothing.
    case same32
    /// Red and blue change places.
    case swapped32
    case same16
    /// By the tables of channels.
    case tables
  }

  private(set) var format: ClientPixelFormat
  private var layout: PixelLayout
  private var rotation: DisplayRotation
  private var way = Way.tables
  /// The pixel's part of each value of red, green and blue, of 8 bits or fewer: 256 a channel.
  private var parts = [UInt32](repeating: 0, count: 768)

  init(_ format: ClientPixelFormat, of memory: DisplayMemory) {
    (self.format, layout, rotation) = (format, memory.layout, memory.rotation)
    prepare()
  }

  func set(_ format: ClientPixelFormat, of memory: DisplayMemory) {
    if format == self.format && memory.layout == layout && memory.rotation == rotation { return }
    (self.format, layout, rotation) = (format, memory.layout, memory.rotation)
    prepare()
  }

  private func prepare() {
    let channels = [(format.red, layout.red), (format.green, layout.green), (format.blue, layout.blue)]
    for index in 0..<3 {
      let (channel, field) = channels[index]
      // No layout that can be drawn in has channels of more than 8 bits.
      let length = UInt32(min(8, field.length))
      for value in 0..<UInt32(1) << length {
        parts[256 * index + Int(value)] = format.part(channel, Self.expanded(value, length))
      }
    }
    way = .tables
    if rotation != .none { return }
    if layout.bitsPerPixel == 16 && format.bytes == 2 && isSame(channels) { way = .same16 }
    if layout.bitsPerPixel != 32 || format.bytes != 4 { return }
    if isSame(channels) { way = .same32 }
    let isSwappable = layout.red.offset + layout.blue.offset == 16 && layout.green.offset == 8
    if isSwappable && isSame([(format.blue, layout.red), (format.green, layout.green), (format.red, layout.blue)]) {
      way = .swapped32
    }
  }

  /// Of 8 bits: those of a shorter value are repeated, as a snapshot has it.
  private static func expanded(_ value: UInt32, _ length: UInt32) -> UInt32 {
    var (result, bits): (UInt32, UInt32) = (0, 0)
    while bits < 8 && length > 0 {
      result = result << length | value
      bits += length
    }
    return length == 0 ? 0 : result >> (bits - 8)
  }

  private func isSame(_ channels: [(ClientPixelFormat.Channel, BitField)]) -> Bool {
    for (channel, field) in channels {
      let bits = (UInt32(1) << UInt32(field.length) - 1) << UInt32(field.offset)
      if format.stored(channel.maximum << channel.shift) != bits || field.length > 8 { return false }
    }
    return true
  }

  /// Loads pixels of the picture.
  /// - Parameters:
  ///   - area: within the picture.
  ///   - target: where its first pixel goes, in ``format``; the bits of 32 that no channel has are any.
  ///   - stride: from a row of the target to the next, in pixels.
  /// - Returns: the bits in which any pixel differs from the first.
  @_optimize(speed)
  func load(
    _ area: PixelRect, from source: PictureSource, to target: UnsafeMutablePointer<UInt32>, stride: Int
  ) -> UInt32 {
    var difference: UInt32 = 0
    let (width, height) = (area.width, area.height)
    let step = source.stepDown
    var row = unsafe source.pointer(Int(area.minX), Int(area.minY))
    var output = unsafe target
    switch way {
    case .same32 where width == 16:
      let first = unsafe SIMD16<UInt32>(repeating: row.loadUnaligned(as: UInt32.self))
      var differences = SIMD16<UInt32>(repeating: 0)
      for _ in 0..<height {
        let pixels = unsafe row.loadUnaligned(as: SIMD16<UInt32>.self)
        unsafe UnsafeMutableRawPointer(output).storeBytes(of: pixels, as: SIMD16<UInt32>.self)
        differences = differences | (pixels ^ first)
        unsafe row += step
        unsafe output += stride
      }
      for index in 0..<16 { difference |= differences[index] }
    case .same32:
      let first = unsafe row.loadUnaligned(as: UInt32.self)
      for _ in 0..<height {
        for x in 0..<width {
          let pixel = unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
          unsafe output[x] = pixel
          difference |= pixel ^ first
        }
        unsafe row += step
        unsafe output += stride
      }
    case .swapped32:
      let first = Self.swapped(unsafe row.loadUnaligned(as: UInt32.self))
      for _ in 0..<height {
        for x in 0..<width {
          let pixel = Self.swapped(unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
          unsafe output[x] = pixel
          difference |= pixel ^ first
        }
        unsafe row += step
        unsafe output += stride
      }
    case .same16:
      let first = UInt32(unsafe row.loadUnaligned(as: UInt16.self))
      for _ in 0..<height {
        for x in 0..<width {
          let pixel = UInt32(unsafe row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
          unsafe output[x] = pixel
          difference |= pixel ^ first
        }
        unsafe row += step
        unsafe output += stride
      }
    case .tables:
      return unsafe parts.withUnsafeBufferPointer { table in
        unsafe loadByTables(area, source, table.baseAddress!, target, stride)
      }
    }
    return difference
  }

  /// With red and blue in each other's place: bits 0...7 and 16...23.
  @inline(__always)
  private static func swapped(_ pixel: UInt32) -> UInt32 {
    (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF
  }

  @_optimize(speed)
  private func loadByTables(
    _ area: PixelRect, _ source: PictureSource, _ table: UnsafePointer<UInt32>,
    _ target: UnsafeMutablePointer<UInt32>, _ stride: Int
  ) -> UInt32 {
    var (difference, first): (UInt32, UInt32) = (0, 0)
    let (red, green, blue) = (layout.red, layout.green, layout.blue)
    let (redMask, greenMask, blueMask) = (Self.mask(red), Self.mask(green), Self.mask(blue))
    for y in 0..<area.height {
      var place = source.place(Int(area.minX), Int(area.minY) + y)
      for x in 0..<area.width {
        let raw = source.pixel(at: place)
        place += source.stepRight
        let pixel =
          unsafe table[Int(raw >> UInt32(red.offset) & redMask)]
          | table[256 + Int(raw >> UInt32(green.offset) & greenMask)]
          | table[512 + Int(raw >> UInt32(blue.offset) & blueMask)]
        if x | y == 0 { first = pixel }
        unsafe target[y * stride + x] = pixel
        difference |= pixel ^ first
      }
    }
    return difference
  }

  /// 255 at most, whatever a layout says.
  private static func mask(_ field: BitField) -> UInt32 { UInt32(1) << UInt32(min(8, field.length)) - 1 }
}
