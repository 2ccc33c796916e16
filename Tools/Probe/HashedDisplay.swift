// A display of which frames are hashed, for what scripts/golden compares.
import FixedRaster

/// A display in memory, of which the pixels of frames are hashed.
@safe
final class HashedDisplay {
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  let memory: DisplayMemory

  /// - Parameters:
  ///   - width: in pixels, and the height too.
  init(width: Int, height: Int) {
    byteCount = width * height * 4
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    memory = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: 4 * width, layout: .xrgb8888)
  }

  deinit { unsafe base.deallocate() }

  /// Adds all pixels to a hash.
  func add(to hash: inout ProbeHash) {
    for place in stride(from: 0, to: byteCount, by: 4) {
      hash.add(pixel: unsafe base.load(fromByteOffset: place, as: UInt32.self))
    }
  }
}
