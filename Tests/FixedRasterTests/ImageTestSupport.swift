import TestSupport
import Testing

@testable import FixedRaster

let allImageFormats: [ImageFormat] = [
  .alpha8, .rgb565, .rgb565Alpha8, .argb8888, .xrgb8888, .palette8, .palette4,
]

/// An image of random pixels in memory of exactly its size, and what each pixel should be read as.
@safe
final class TestImage {
  let image: Image
  let width: Int, height: Int
  /// Premultiplied, row by row; made by plain arithmetic, not by the code under test.
  let expected: [UInt32]
  private let memory: UnsafeMutableRawPointer
  private let alpha: UnsafeMutableRawPointer
  private let palette: UnsafeMutablePointer<UInt32>
  private var levels: UnsafeMutableRawPointer?

  init(_ format: ImageFormat, _ width: Int, _ height: Int, _ random: inout SplitMix, padding: Int = 4) {
    (self.width, self.height) = (width, height)
    let bytesPerRow = (format.bytes(width: width) + padding + 3) & ~3
    unsafe memory = .allocate(byteCount: Swift.max(4, bytesPerRow * height), alignment: 4)
    unsafe alpha = .allocate(byteCount: (width + 3) * height, alignment: 1)
    unsafe palette = .allocate(capacity: 256)
    let color = Color(argb: 0xE0FF_8040)
    for k in 0..<256 { unsafe palette[k] = Self.premultiplied(&random) }
    for k in 0..<bytesPerRow * height { unsafe memory.storeBytes(of: random.byte(), toByteOffset: k, as: UInt8.self) }
    for k in 0..<(width + 3) * height { unsafe alpha.storeBytes(of: random.byte(), toByteOffset: k, as: UInt8.self) }
    var expected: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width {
        let row = unsafe memory + y * bytesPerRow
        let a = UInt32(unsafe alpha.load(fromByteOffset: y * (width + 3) + x, as: UInt8.self))
        switch format {
        case .argb8888:
          unsafe row.storeBytes(of: Self.premultiplied(&random), toByteOffset: x * 4, as: UInt32.self)
          expected.append(unsafe row.load(fromByteOffset: x * 4, as: UInt32.self))
        case .xrgb8888:
          expected.append(unsafe row.load(fromByteOffset: x * 4, as: UInt32.self) | 0xFF00_0000)
        case .rgb565: expected.append(Self.expanded(unsafe row.load(fromByteOffset: x * 2, as: UInt16.self)))
        case .rgb565Alpha8:
          expected.append(product(Self.expanded(unsafe row.load(fromByteOffset: x * 2, as: UInt16.self)), a))
        case .alpha8:
          let value = UInt32(unsafe row.load(fromByteOffset: x, as: UInt8.self))
          expected.append(product(color.premultiplied.argb, value))
        case .palette8: expected.append(unsafe palette[Int(row.load(fromByteOffset: x, as: UInt8.self))])
        case .palette4:
          let byte = unsafe row.load(fromByteOffset: x / 2, as: UInt8.self)
          expected.append(unsafe palette[Int(x % 2 == 0 ? byte / 16 : byte % 16)])
        }
      }
    }
    self.expected = expected
    unsafe image = Image(
      format, pixels: memory, width: width, height: height, bytesPerRow: bytesPerRow, alpha: alpha,
      alphaBytesPerRow: width + 3, palette: palette, color: color)
  }

  deinit {
    unsafe memory.deallocate()
    unsafe alpha.deallocate()
    unsafe palette.deallocate()
    unsafe levels?.deallocate()
  }

  /// The image with mip levels; bytes around their memory must stay as they are.
  func withLevels() -> Image {
    let count = image.mipByteCount
    let levels = UnsafeMutableRawPointer.allocate(byteCount: count + 8, alignment: 4)
    unsafe levels.initializeMemory(as: UInt8.self, repeating: 0xA5, count: count + 8)
    let result = unsafe image.makeMipLevels(in: levels)
    for k in count..<count + 8 { #expect(unsafe levels.load(fromByteOffset: k, as: UInt8.self) == 0xA5) }
    unsafe self.levels?.deallocate()
    unsafe self.levels = levels
    return result
  }

  subscript(x: Int, y: Int) -> UInt32 { expected[y * width + x] }

  static func premultiplied(_ random: inout SplitMix) -> UInt32 {
    Color(argb: UInt32(truncatingIfNeeded: random.next())).premultiplied.argb
  }

  private static func expanded(_ pixel: UInt16) -> UInt32 {
    let (r, g, b) = (UInt32(pixel) >> 11, (UInt32(pixel) >> 5) & 63, UInt32(pixel) & 31)
    return 0xFF00_0000 | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2)
  }
}

extension SplitMix {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// In steps of 2⁻²⁰ between two bounds.
  mutating func coefficient(_ low: Double, _ high: Double) -> Coefficient {
    let steps = next(in: Int(low * 1_048_576)...Int(high * 1_048_576))
    return Coefficient(rawValue: Int64(steps) << 12)
  }
}

func channelOf(_ argb: UInt32, _ index: Int) -> Int { Int(argb >> UInt32(8 * index)) & 255 }

/// Each channel times `factor / 255`, rounded: in plain words.
func product(_ argb: UInt32, _ factor: UInt32) -> UInt32 {
  var result: UInt32 = 0
  for k in 0..<4 { result |= UInt32((2 * channelOf(argb, k) * Int(factor) + 255) / 510) << UInt32(8 * k) }
  return result
}

/// Source-over by the book.
func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
  var result: UInt32 = 0
  let rest = product(destination, 255 - source >> 24)
  for k in 0..<4 { result |= UInt32(channelOf(source, k) + channelOf(rest, k)) << UInt32(8 * k) }
  return result
}

/// What lies at a whole pixel of an image or beyond its edges.
func pixel(_ image: TestImage, _ x: Int, _ y: Int, _ wrap: ImageWrap) -> UInt32 {
  func held(_ value: Int, _ size: Int) -> Int {
    wrap == .clamp ? Swift.max(0, Swift.min(size - 1, value)) : ((value % size) + size) % size
  }
  return image[held(x, image.width), held(y, image.height)]
}

/// The bilinear mean at a place, channel by channel.
func bilinear(_ u: Double, _ v: Double, _ read: (Int, Int) -> UInt32) -> [Double] {
  let (x, y) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
  let (fx, fy) = (u - 0.5 - x, v - 0.5 - y)
  return (0..<4).map { k in
    func at(_ dx: Int, _ dy: Int) -> Double { Double(channelOf(read(Int(x) + dx, Int(y) + dy), k)) }
    return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
  }
}

/// The largest difference of a channel.
func difference(_ argb: UInt32, _ expected: [Double]) -> Double {
  (0..<4).map { abs(Double(channelOf(argb, $0)) - expected[$0]) }.max()!
}

func rectangle(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) -> [PathElement] {
  [
    .move(Point(x: Fixed(minX), y: Fixed(minY))), .line(Point(x: Fixed(maxX), y: Fixed(minY))),
    .line(Point(x: Fixed(maxX), y: Fixed(maxY))), .line(Point(x: Fixed(minX), y: Fixed(maxY))), .close,
  ]
}

/// Draws in one piece and in tiles of several sizes, over the same pattern: byte for byte the same.
func expectSameInTiles(
  _ width: Int, _ height: Int, _ draw: (inout Canvas) -> Void
) {
  func pattern(_ x: Int, _ y: Int) -> UInt32 {
    0xFF00_0000 | UInt32(x * 7 & 255) << 16 | UInt32(y * 5 & 255) << 8 | UInt32((x ^ y) & 255)
  }
  let whole = TestMemory(ARGB8888.self, width: width, height: height)
  for y in 0..<height { for x in 0..<width { whole[x, y] = pattern(x, y) } }
  withCanvas(whole.surface, draw)
  var (changed, wrong) = (0, 0)
  for (tileWidth, tileHeight) in [(16, 16), (64, 32), (7, 5), (33, height), (1, height)] {
    let tile = TestMemory(ARGB8888.self, width: tileWidth, height: tileHeight)
    withCanvas(tile.surface) { canvas in
      for top in stride(from: 0, to: height, by: tileHeight) {
        for left in stride(from: 0, to: width, by: tileWidth) {
          for y in 0..<tileHeight { for x in 0..<tileWidth { tile[x, y] = pattern(left + x, top + y) } }
          canvas.draw(into: tile.surface, x: Int32(left), y: Int32(top))
          draw(&canvas)
          for y in 0..<Swift.min(tileHeight, height - top) {
            for x in 0..<Swift.min(tileWidth, width - left) {
              if tile[x, y] != whole[left + x, top + y] { wrong += 1 }
              if tile[x, y] != pattern(left + x, top + y) { changed += 1 }
            }
          }
        }
      }
    }
  }
  #expect(changed > 0 && wrong == 0, "\(wrong) pixels differ in tiles")
}
