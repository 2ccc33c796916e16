// Stage: mesh. How near each pixel of a group lies, in memory that the caller owns.
//
// Depth is z / w of the transformed point, in 16.16, saturated: greater is nearer. It is linear over a plane seen in
// perspective, so that planes are compared exactly where they meet.

/// The depth of each pixel of a surface. Clear it for each group of layers that share a space.
///
/// A pixel shows where it is at most ``tolerance`` farther away than what was drawn there before: of two planes in the
/// same place the later one shows. A pixel that is less than half covered is tested, but leaves the depth as it is,
/// whatever its colour. So draw from back to front where edges should be smooth or colours are translucent; which of
/// two planes that intersect is in front is decided for each pixel in either order.
@safe
public struct DepthBuffer {
  /// 1/256 point: more than the rounding of two transforms that mean the same plane.
  public static var tolerance: Fixed { Fixed(rawValue: 256) }

  /// In pixels; nothing is drawn beyond.
  public let width, height: Int
  let base: UnsafeMutablePointer<Int32>

  /// How many bytes a buffer takes.
  public static func byteCount(width: Int, height: Int) -> Int { width &* height &* 4 }

  /// - Parameters:
  ///   - memory: ``byteCount(width:height:)`` bytes, aligned to four; what is in it counts until ``clear()``.
  ///   - width: the surface's, whose first pixel is the buffer's.
  ///   - height: the surface's.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, width: Int, height: Int) {
    (self.width, self.height) = (Swift.max(0, width), Swift.max(0, height))
    unsafe base = memory.bindMemory(to: Int32.self, capacity: self.width &* self.height)
  }

  /// Makes every pixel as far away as can be.
  public func clear() { unsafe base.update(repeating: .min, count: width &* height) }
}

/// The depth of a plane at each pixel, made ready to be asked for many.
public struct DepthPlane {
  private let row: ProjectionRow

  public init(_ depth: PlaneDepth) { self.init(depth.column) }

  /// - Parameter column: z / w, in points.
  init(_ column: ProjectedPlane.Column) {
    row = ProjectionRow(column.x, column.y, column.one, isNegative: false)
  }

  /// Depth of the plane z = 0; `nil` where it is seen from its edge.
  init?(_ transform: Transform3D) {
    guard let plane = ProjectedPlane(transform) else { return nil }
    self.init(plane.quotient(ScaledNumber(transform.m13), ScaledNumber(transform.m23), ScaledNumber(transform.m43)))
  }

  /// At a pixel's centre, in 16.16 points, rounded down, saturated.
  ///
  /// - Parameters:
  ///   - x: the pixel's column, within ±2^14.
  ///   - y: its row, likewise.
  @inline(__always)
  public func depth(_ x: Int32, _ y: Int32) -> Int32 { DepthPlane.fixed(row.value(x, y), row.exponent) }

  /// How much nearer the next pixel to the right lies, and the next one below.
  var slopes: (x: Int32, y: Int32) {
    (DepthPlane.fixed(row.stepX, row.exponent), DepthPlane.fixed(row.stepY, row.exponent))
  }

  @inline(__always)
  private static func fixed(_ value: Int64, _ exponent: Int64) -> Int32 {
    let shift = exponent &+ 16
    if shift <= 0 { return saturating32(value &>> Swift.min(63, 0 &- shift)) }
    // Anything but zero becomes too large beyond 32 bits.
    return shift >= 32
      ? (value == 0 ? 0 : value < 0 ? .min : .max) : saturating32(Int64(saturating32(value)) &<< shift)
  }
}
