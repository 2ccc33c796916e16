// Stage: geometry. Input: the depth of a plane as a linear function. Output: how near it lies at each pixel.
//
// Depth is z / w of the transformed point, in 16.16, saturated: greater is nearer. It is linear over a plane seen in
// perspective, so that planes are compared exactly where they meet.

/// The depth of a plane at each pixel, made ready to be asked for many.
public struct DepthPlane {
  /// Planes that lie no farther apart are in the same place: 1/256 point, more than the rounding of two transforms that mean
  /// the same plane.
  public static var tolerance: Fixed { Fixed(rawValue: 256) }

  private let row: ProjectionRow

  public init(_ depth: PlaneDepth) { self.init(depth.column) }

  /// - Parameter column: z / w, in points.
  init(_ column: ProjectedPlane.Column) {
    row = ProjectionRow(column.x, column.y, column.one, isNegative: false)
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
