import FixedRaster

/// Pixels made up in memory, for as long as the object lives.
@safe
public final class TestImage {
  private let memory: UnsafeMutablePointer<UInt32>
  private let pixels: Image
  /// It keeps this object.
  public var image: Image { unsafe pixels.keeping(self) }

  /// - Parameter pixel: 0xAARRGGBB, premultiplied, of (x, y).
  public init(width: Int, height: Int, isOpaque: Bool = false, _ pixel: (Int, Int) -> UInt32) {
    unsafe memory = .allocate(capacity: width * height)
    for y in 0..<height { for x in 0..<width { unsafe memory[y * width + x] = pixel(x, y) } }
    pixels = unsafe Image(
      .argb8888, pixels: UnsafeRawPointer(memory), width: width, height: height, bytesPerRow: width * 4,
      isOpaque: isOpaque)
  }

  deinit { unsafe memory.deallocate() }
}
