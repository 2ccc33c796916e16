// Stage: paint. Input: where a gradient lies in a plane that is seen in perspective. Output: affine functions of the
// plane's place, at each device pixel: a quotient of two functions that are linear there (see ProjectedPlane.swift).
// Each is exact at every pixel and divided on its own, so that a gradient does not depend on tiles.

extension DrawnMapping {
  /// The place relative to `origin`: of a pixel's middle or, of a projective mapping, in the plane. `nil` if nothing
  /// shows.
  func place(from origin: Point) -> GradientPlace? {
    switch self {
    case .affine(let transform): GradientPlace(from: origin, transform)
    case .projective: GradientPlace(inPlaneFrom: origin)
    case .none: nil
    }
  }

  /// Up to three quantities that are affine in the plane's place; `nil` of an affine mapping.
  func projection(
    _ first: ScaledPlane, _ second: ScaledPlane = .zero, _ third: ScaledPlane = .zero
  ) -> GradientProjection? {
    guard case .projective(let projection) = self, let plane = ProjectedPlane(projection.transform) else { return nil }
    return GradientProjection(first: plane.row(first), second: plane.row(second), third: plane.row(third), w: plane.one)
  }
}

/// Up to three quantities, times 1/w, and 1/w.
struct GradientProjection {
  let first, second, third, w: ProjectionRow

  /// Looks a row up: `index` says where the colour of a device pixel lies in the table, `nil` beyond the horizon.
  @inline(never)
  func lookUp<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, _ x: Int32, _ y: Int32, _ count: Int,
    _ index: (Int32, Int32) -> Int?
  ) {
    for i in 0..<count { unsafe row[i] = table[index(x &+ Int32(truncatingIfNeeded: i), y) ?? GradientRamp.clear] }
  }

  /// The first, in 2⁻³¹; `nil` beyond the horizon.
  @inline(__always)
  func ramp(_ x: Int32, _ y: Int32) -> Int64? {
    guard let divisor = ProjectionDivisor(w.value(x, y)) else { return nil }
    return quotient(first, x, y, divisor, bits: 31)
  }

  /// All three, in 2⁻²⁴, 2⁻²⁴ and 2⁻³¹; `nil` beyond the horizon.
  @inline(__always)
  func values(_ x: Int32, _ y: Int32) -> (first: Int64, second: Int64, third: Int64)? {
    guard let divisor = ProjectionDivisor(w.value(x, y)) else { return nil }
    return (
      first: quotient(first, x, y, divisor, bits: 24), second: quotient(second, x, y, divisor, bits: 24),
      third: quotient(third, x, y, divisor, bits: 31)
    )
  }

  /// The first two as a direction, each below 2^31; `nil` beyond the horizon.
  @inline(__always)
  func direction(_ x: Int32, _ y: Int32) -> (x: Int32, y: Int32)? {
    if w.value(x, y) <= 0 { return nil }
    let above = first.exponent &- second.exponent
    let u = first.value(x, y) &>> Swift.max(0, Swift.min(63, 0 &- above))
    let v = second.value(x, y) &>> Swift.max(0, Swift.min(63, above))
    let drop = Swift.max(0, 33 &- Int64((u.magnitude | v.magnitude).leadingZeroBitCount))
    return (x: Int32(truncatingIfNeeded: u &>> drop), y: Int32(truncatingIfNeeded: v &>> drop))
  }

  @inline(__always)
  private func quotient(
    _ row: ProjectionRow, _ x: Int32, _ y: Int32, _ divisor: ProjectionDivisor, bits: Int64
  ) -> Int64 {
    divisor.quotient(row.value(x, y), row.exponent &- w.exponent &+ bits &- 32)
  }
}

extension ProjectedPlane {
  /// A quantity that is affine in the plane's place, over w; as ``row(_:_:_:)``.
  fileprivate func row(_ quantity: ScaledPlane) -> ProjectionRow { row(quantity.dx, quantity.dy, quantity.constant) }

  /// 1/w, times the same factor.
  fileprivate var one: ProjectionRow { row(0, 0, 1) }
}
