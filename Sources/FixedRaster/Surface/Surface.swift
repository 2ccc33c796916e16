/// Premultiplied 0xAARRGGBB pixels in memory that the caller owns and keeps alive while the surface is used.
@safe
public struct Surface {
  /// The first pixel of the first row.
  public let base: UnsafeMutableRawPointer
  public let width, height: Int
  /// Bytes from a row to the next; at least `width` pixels.
  public let bytesPerRow: Int

  /// - Parameters:
  ///   - base: aligned to a pixel; `height · bytesPerRow` bytes are written at the most.
  ///   - width: pixels of a row.
  ///   - height: rows.
  ///   - bytesPerRow: a multiple of a pixel's size, at least `width` pixels.
  @unsafe
  public init(base: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int) {
    unsafe self.base = base
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
  }

  @inlinable
  public var bounds: PixelRect { PixelRect(width: width, height: height) }

  /// The first pixel of row `y`, which must be in `0..<height`.
  @inlinable @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: UInt32.self)
  }

  /// The rows from `y` on, which must be in `0...height`.
  func rows(from y: Int) -> Surface {
    unsafe Surface(base: base + y &* bytesPerRow, width: width, height: height &- y, bytesPerRow: bytesPerRow)
  }
}
