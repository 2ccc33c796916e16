// Stage: a page. Input: damaged pixels. Output: rows of RGBA for a canvas, and the rectangles that are new.
import FBDevice
import FixedRaster
import SystemFiles

/// A display in the module's memory, of which a page takes the pixels.
final class WebDisplay: Display {
  /// The limits of its width and height in pixels.
  static var sizes: ClosedRange<Int> { 16...4096 }

  var name: String { "the page" }
  var memory: DisplayMemory { pixels.memory }
  var counts: PresentCounts { pixels.counts }
  let pixelsPerMillimetre: Fixed?
  /// The rectangles of the last frame.
  let damage = WebRects(capacity: 64)
  private let pixels: MemoryDisplay

  /// - Parameters:
  ///   - width: in pixels, within ``sizes``.
  ///   - height: in pixels, within ``sizes``.
  ///   - density: pixels in a millimetre; `nil` where nobody knows.
  /// - Throws: the size is out of range, or there is not enough memory.
  init(width: Int, height: Int, density: Fixed?) throws(DeviceError) {
    guard Self.sizes.contains(width), Self.sizes.contains(height) else {
      throw DeviceError(
        "open", "the page", reason: "the size is out of range", remedy: "use 16 to 4096 pixels each way")
    }
    pixelsPerMillimetre = density
    pixels = try MemoryDisplay(width: width, height: height, layout: .xbgr8888)
  }

  func present(_ damage: Span<PixelRect>) throws(DeviceError) {
    for index in damage.indices { self.damage.append(damage[index].intersection(memory.bounds)) }
    try pixels.present(damage)
  }

  /// The place of the first pixel, for the page.
  var address: UnsafeMutableRawPointer { unsafe memory.base }

  func close() { pixels.close() }

  /// Pixels in a millimetre; `nil` where the size is unknown or pixels are no squares within a sixth, and beyond 1 to 40.
  static func density(width: Int, height: Int, widthMicrometres: Int, heightMicrometres: Int) -> Fixed? {
    if widthMicrometres <= 0 || heightMicrometres <= 0 || !sizes.contains(width) || !sizes.contains(height) {
      return nil
    }
    let (across, down) = (Int64(width) * Int64(heightMicrometres), Int64(height) * Int64(widthMicrometres))
    if abs(across - down) * 6 > max(across, down) { return nil }
    let density = Fixed(width * 1000, over: widthMicrometres)
    return density >= 1 && density <= 40 ? density : nil
  }
}
