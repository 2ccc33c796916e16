// A PNG file as libpng's simplified interface reads it: any colour type, depth and interlacing, as 8 bits a channel of
// sRGB.
import CPNG

/// Pixels that are not multiplied by alpha.
public struct Picture: Equatable {
  public let width, height: Int
  /// Red, green, blue, alpha; row after row.
  public var rgba: [UInt8]

  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(rgba.count == width * height * 4)
    (self.width, self.height, self.rgba) = (width, height, rgba)
  }

  /// 0xAARRGGBB.
  func argb(_ index: Int) -> UInt32 {
    func byte(_ channel: Int) -> UInt32 { UInt32(rgba[index * 4 + channel]) }
    return byte(3) << 24 | byte(0) << 16 | byte(1) << 8 | byte(2)
  }

  var pixelCount: Int { width * height }

  /// The first pixel through which something shows.
  var firstTransparentPixel: Int? { (0..<pixelCount).first { rgba[$0 * 4 + 3] != 255 } }
}

/// The most pixels of a picture, eight times those of a large display: 64 MB on a board, and a few hundred here.
public let pixelLimit = 4096 * 4096

/// - Parameter name: the bytes' name in errors.
public func decodePNG(_ bytes: [UInt8], name: String) throws(AssetError) -> Picture {
  var image = unsafe png_image()
  unsafe image.version = UInt32(PNG_IMAGE_VERSION)
  defer { unsafe png_image_free(&image) }
  if unsafe png_image_begin_read_from_memory(&image, bytes, bytes.count) == 0 { throw unsafe pngError(&image, name) }
  let (width, height) = unsafe (Int(image.width), Int(image.height))
  if width > 32767 || height > 32767 {
    throw AssetError(name, "\(width) × \(height) pixels", expected: "at most 32767 either way")
  }
  if width * height > pixelLimit {
    throw AssetError(name, "\(width) × \(height) pixels", expected: "at most \(pixelLimit) pixels")
  }
  // Without it 16 bits a channel are taken for linear light.
  unsafe image.flags |= png_image_flag_16bit_srgb()
  unsafe image.format = png_format_rgba()
  var rgba = [UInt8](repeating: 0, count: width * height * 4)
  if unsafe png_image_finish_read(&image, nil, &rgba, 0, nil) == 0 { throw unsafe pngError(&image, name) }
  // A warning is no failure to libpng, but a picture that was cut short is not the one that was meant.
  if unsafe image.warning_or_error != 0 { throw unsafe pngError(&image, name) }
  if isInterlaced16(bytes) { rgba = decodeInterlaced16(bytes) }
  return Picture(width: width, height: height, rgba: rgba)
}

/// Whether a PNG file's header says Adam7 and 16 bits: bytes 28 and 24, behind the signature, the chunk's length and
/// name, width and height, and behind depth, colour type, compression and filter.
private func isInterlaced16(_ bytes: [UInt8]) -> Bool { bytes.count > 28 && bytes[24] == 16 && bytes[28] == 1 }

private func pngError(_ image: inout png_image, _ name: String) -> AssetError {
  let message = unsafe withUnsafePointer(to: &image) { unsafe String(cString: png_image_message($0)) }
  return AssetError(name, "libpng: \(message)", expected: "a PNG file")
}
