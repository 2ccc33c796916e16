// libpng's full interface, for the one kind of file that its simplified one gets wrong: Adam7 with 16 bits a channel
// (https://github.com/pnggroup/libpng/issues/853; Debian 12 has it). Without setjmp, which Swift cannot call: the file
// has been read once already by the other interface, so that nothing is left to go wrong but memory.
import CPNG

/// The rest of the file.
private struct PNGStream {
  let bytes: [UInt8]
  var place = 0
}

/// - Parameter bytes: a PNG file that the simplified interface has read without an error.
/// - Returns: red, green, blue, alpha of 8 bits, row after row.
func decodeInterlaced16(_ bytes: [UInt8]) -> [UInt8] {
  var png = unsafe png_create_read_struct(
    PNG_LIBPNG_VER_STRING, nil, { _, message in unsafe fatalError(String(cString: message!)) }, { _, _ in })
  var info = unsafe png_create_info_struct(png)
  defer { unsafe png_destroy_read_struct(&png, &info, nil) }
  var stream = PNGStream(bytes: bytes)
  return unsafe withUnsafeMutablePointer(to: &stream) { stream in
    unsafe png_set_read_fn(png, stream) { png, target, count in
      let stream = unsafe png_get_io_ptr(png)!.assumingMemoryBound(to: PNGStream.self)
      let rest = unsafe stream.pointee.bytes[stream.pointee.place...].prefix(count)
      _ = unsafe UnsafeMutableBufferPointer(start: target, count: count).update(fromContentsOf: rest)
      unsafe stream.pointee.place += count
    }
    // As the other interface does: sRGB unless the file says otherwise.
    unsafe png_set_alpha_mode_fixed(png, PNG_ALPHA_PNG, png_default_srgb())
    unsafe png_read_png(png, info, png_transforms_to_8_bit_rgb(), nil)
    return unsafe rgba(png, info)
  }
}

private func rgba(_ png: OpaquePointer?, _ info: OpaquePointer?) -> [UInt8] {
  let (width, height) = unsafe (Int(png_get_image_width(png, info)), Int(png_get_image_height(png, info)))
  let channels = unsafe Int(png_get_channels(png, info))
  guard let rows = unsafe png_get_rows(png, info) else { return [] }
  var result: [UInt8] = []
  result.reserveCapacity(width * height * 4)
  for y in 0..<height {
    for x in 0..<width {
      for channel in 0..<4 { result.append(channel < channels ? unsafe rows[y]![x * channels + channel] : 255) }
    }
  }
  return result
}
