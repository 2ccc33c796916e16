import FixedRaster

/// The images of S3, S4 and S10, made from their formulas, and the scenes that draw them.
@safe
struct SceneImages: ~Copyable {
  /// Opaque, in the surface's own format: xrgb8888 or rgb565.
  let opaque: Image
  /// Premultiplied.
  let translucent: Image
  private let pixels: UnsafeMutableRawPointer

  init(is565: Bool) {
    let (width, height) = (SceneData.width, SceneData.height)
    unsafe pixels = .allocate(byteCount: width * height * 8, alignment: 4096)
    let words = unsafe pixels.bindMemory(to: UInt32.self, capacity: width * height * 2)
    let halves = unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt16.self)
    for y in 0..<height {
      for x in 0..<width {
        let (r, g, b) = (UInt32(x * 255 / width), UInt32(y * 255 / height), UInt32((x ^ y) & 255))
        let place = y * width + x
        if is565 {
          unsafe halves[place] = UInt16((r >> 3) << 11 | (g >> 2) << 5 | b >> 3)
        } else {
          unsafe words[place] = 0xFF00_0000 | r << 16 | g << 8 | b
        }
        let (dx, dy) = (x - 400, y - 240)
        let distance = dx * dx + dy * dy
        let a = distance < 90 * 90 ? 255 : distance > 300 * 300 ? 0 : UInt32((x * 3 + y * 2) & 255)
        unsafe words[width * height + place] = a << 24 | (r * a / 255) << 16 | (g * a / 255) << 8 | b * a / 255
      }
    }
    unsafe opaque = Image(
      is565 ? .rgb565 : .xrgb8888, pixels: pixels, width: width, height: height, bytesPerRow: width * (is565 ? 2 : 4))
    unsafe translucent = Image(
      .argb8888, pixels: words + width * height, width: width, height: height, bytesPerRow: width * 4)
  }

  deinit { unsafe pixels.deallocate() }
}

extension Scenes {
  /// An opaque image, one to one.
  func s3(_ images: borrowing SceneImages, on canvas: inout Canvas) { canvas.draw(images.opaque, x: 0, y: 0) }

  /// A premultiplied image, one to one.
  func s4(_ images: borrowing SceneImages, on canvas: inout Canvas) { canvas.draw(images.translucent, x: 0, y: 0) }

  /// The opaque image turned by 15° and scaled by 1.1 about the centre.
  func s10(_ images: borrowing SceneImages, on canvas: inout Canvas) {
    let center = AffineTransform(translationX: -400, y: -240)
      .concatenating(AffineTransform(rotationAngle: 0.26179939))
      .concatenating(AffineTransform(scaleX: 1.1, y: 1.1))
      .concatenating(AffineTransform(translationX: 400, y: 240))
    canvas.draw(images.opaque, mapping: Mapping(center), sampling: .bilinear)
  }
}
