// A picture becomes an image pack: docs/packs.md, "An image".
import FixedRaster
import Packs

/// The values of `--format`.
public enum ImageChoice: String, CaseIterable, Sendable {
  case auto, argb8888, xrgb8888, rgb565, rgb565a8, a8, palette8, palette4
}

public struct ImageOptions {
  public var format = ImageChoice.auto
  /// The colour of a8, 0xAARRGGBB.
  public var color: UInt32 = 0xFF00_0000
  public var hasMipLevels = false

  public init() {}
}

public struct CompiledImage {
  public let bytes: [UInt8]
  /// One line.
  public let summary: String
}

/// - Parameter name: the picture's name in errors.
public func compileImage(_ picture: Picture, _ options: ImageOptions, name: String) throws(AssetError) -> CompiledImage
{
  let compiler = ImageCompiler(picture: picture, name: name)
  let format = compiler.format(options.format)
  let planes = try compiler.planes(format)
  let mipLevels = options.hasMipLevels ? compiler.mipLevels(format, planes) : SectionBytes()
  let levels = options.hasMipLevels ? compiler.levelCount : 0
  var header = SectionBytes()
  for number in [Int(format.rawValue), levels, picture.width, picture.height] { header.append(u16: number) }
  header.append(u32: Int(options.color))
  var writer = PackWriter(kind: 2)
  writer.add("IMAG", header)
  writer.add("PIXL", planes.pixels)
  if let alpha = planes.alpha { writer.add("ALPH", alpha) }
  if let palette = planes.palette { writer.add("PALT", palette) }
  if levels > 0 { writer.add("MIPS", mipLevels) }
  let bytes = writer.finish()
  // The device does the same.
  do throws(PackError) { _ = try ImagePack(bytes: bytes, name: name) } catch {
    throw AssetError(name, "the device would refuse its pack (\(error.message))", expected: "a picture a pack can hold")
  }
  let summary = "\(picture.width) × \(picture.height), \(format), \(levels) mip levels, \(bytes.count) bytes"
  return CompiledImage(bytes: bytes, summary: summary)
}

/// The sections that hold pixels.
struct ImagePlanes {
  var pixels = SectionBytes()
  var alpha: SectionBytes?
  var palette: SectionBytes?
}

struct ImageCompiler {
  let picture: Picture
  let name: String

  func format(_ choice: ImageChoice) -> ImageFormat {
    switch choice {
    case .auto: picture.firstTransparentPixel == nil ? .xrgb8888 : .argb8888
    case .argb8888: .argb8888
    case .xrgb8888: .xrgb8888
    case .rgb565: .rgb565
    case .rgb565a8: .rgb565Alpha8
    case .a8: .alpha8
    case .palette8: .palette8
    case .palette4: .palette4
    }
  }

  func planes(_ format: ImageFormat) throws(AssetError) -> ImagePlanes {
    var planes = ImagePlanes()
    switch format {
    case .argb8888: planes.pixels = rows { $0.append(u32: Int(premultiplied($1))) }
    case .xrgb8888:
      try requireOpaque(format)
      planes.pixels = rows { $0.append(u32: Int(picture.argb($1))) }
    case .rgb565:
      try requireOpaque(format)
      planes.pixels = rows { $0.append(u16: Int(RGB565.pack(picture.argb($1)))) }
    case .rgb565Alpha8:
      planes.pixels = rows { $0.append(u16: Int(RGB565.pack(picture.argb($1)))) }
      planes.alpha = rows { $0.append([picture.rgba[$1 * 4 + 3]]) }
    case .alpha8:
      let channel = try coverageChannel()
      planes.pixels = rows { $0.append([picture.rgba[$1 * 4 + channel]]) }
    case .palette8, .palette4:
      try addPalette(format, to: &planes)
    }
    return planes
  }

  private func premultiplied(_ index: Int) -> UInt32 { Color(argb: picture.argb(index)).premultiplied.argb }

  /// Each row padded to four bytes.
  private func rows(_ append: (inout SectionBytes, Int) -> Void) -> SectionBytes {
    var section = SectionBytes()
    for y in 0..<picture.height {
      for x in 0..<picture.width { append(&section, y * picture.width + x) }
      section.padToFour()
    }
    return section
  }

  private func place(_ index: Int) -> String {
    "\(name), pixel \(index % picture.width), \(index / picture.width)"
  }

  private func requireOpaque(_ format: ImageFormat) throws(AssetError) {
    guard let index = picture.firstTransparentPixel else { return }
    throw AssetError(
      place(index), "alpha \(picture.rgba[index * 4 + 3])",
      expected: "255 for \(format); argb8888 and rgb565a8 keep alpha")
  }

  /// Alpha where there is any; else gray, white being full coverage.
  private func coverageChannel() throws(AssetError) -> Int {
    if picture.firstTransparentPixel != nil { return 3 }
    for i in 0..<picture.pixelCount {
      let red = picture.rgba[i * 4]
      if picture.rgba[i * 4 + 1] != red || picture.rgba[i * 4 + 2] != red {
        throw AssetError(place(i), "a colour", expected: "gray, or a picture with alpha, for a8")
      }
    }
    return 0
  }

  /// The distinct colours in ascending order. Nothing is approximated.
  private func addPalette(_ format: ImageFormat, to planes: inout ImagePlanes) throws(AssetError) {
    let limit = format == .palette4 ? 16 : 256
    var found: Set<UInt32> = []
    for i in 0..<picture.pixelCount { found.insert(premultiplied(i)) }
    if found.count > limit {
      throw AssetError(name, "\(found.count) colours", expected: "at most \(limit) for \(format)")
    }
    let colors = found.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(colors, 0...))
    var palette = SectionBytes()
    // Filled up with a colour that is there: another would count against the image's being opaque.
    let filling = Array(repeating: colors[0], count: limit - colors.count)
    for color in colors + filling { palette.append(u32: Int(color)) }
    planes.palette = palette
    for y in 0..<picture.height {
      let row = (0..<picture.width).map { UInt8(numbers[premultiplied(y * picture.width + $0)] ?? 0) }
      if format == .palette8 {
        planes.pixels.append(row)
      } else {
        planes.pixels.append(
          stride(from: 0, to: row.count, by: 2).map { row[$0] << 4 | ($0 + 1 < row.count ? row[$0 + 1] : 0) })
      }
      planes.pixels.padToFour()
    }
  }

  /// Below the image itself, down to one pixel.
  var levelCount: Int { Int.bitWidth - 1 - max(picture.width, picture.height).leadingZeroBitCount }

  /// As FixedRaster makes them: the levels' sizes, then their pixels.
  func mipLevels(_ format: ImageFormat, _ planes: ImagePlanes) -> SectionBytes {
    var section = SectionBytes()
    for k in 1..<levelCount + 1 {
      section.append(u16: max(1, picture.width >> k))
      section.append(u16: max(1, picture.height >> k))
    }
    section.append(mipBytes(format, planes))
    return section
  }

  private func mipBytes(_ format: ImageFormat, _ planes: ImagePlanes) -> [UInt8] {
    unsafe planes.pixels.bytes.withUnsafeBytes { pixels in
      unsafe (planes.alpha?.bytes ?? [0]).withUnsafeBytes { alpha in
        unsafe (planes.palette?.bytes ?? [0]).withUnsafeBytes { palette in
          let image = unsafe Image(
            format, pixels: pixels.baseAddress!, width: picture.width, height: picture.height,
            bytesPerRow: pixels.count / picture.height, alpha: alpha.baseAddress,
            alphaBytesPerRow: alpha.count / picture.height,
            palette: palette.baseAddress!.assumingMemoryBound(to: UInt32.self))
          var words = [UInt32](repeating: 0, count: (image.mipByteCount + 3) / 4)
          unsafe words.withUnsafeMutableBytes { _ = unsafe image.makeMipLevels(in: $0.baseAddress!) }
          return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }
      }
    }
  }
}
