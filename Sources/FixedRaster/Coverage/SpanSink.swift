/// The seam between shape and colour: a receiver of a shape's coverage, row by row, left to right. Rows that are all alike may
/// come span by span.
protocol SpanSink {
  /// `count` pixels of one coverage in 1...255.
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32)
  /// The same span in each of some rows.
  mutating func spans(x: Int, rows: Range<Int>, count: Int, coverage: UInt32)
  /// `count` pixels, each with its coverage in 0...255, twice: `c | c << 16`, as the wide kernels want it. The memory
  /// may be read, not used, up to the next multiple of four.
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>)
  /// Whether it is so fast that sweeping is compiled for each rule.
  static var isSweptByRule: Bool { get }
  /// Whether each row comes as a whole, also of those that are all alike.
  static var takesWholeRows: Bool { get }
  /// Whether ``quad(x:y:coverage:)`` is called for whole groups of four touched pixels, in place of `mask`.
  static var takesQuads: Bool { get }
  /// Four pixels, each with its coverage in 0...255.
  mutating func quad(x: Int, y: Int, coverage: SIMD4<UInt32>)
}

extension SpanSink {
  static var isSweptByRule: Bool { false }
  static var takesWholeRows: Bool { false }
  static var takesQuads: Bool { false }

  @inline(__always)
  mutating func spans(x: Int, rows: Range<Int>, count: Int, coverage: UInt32) {
    var y = rows.lowerBound
    while y < rows.upperBound {
      span(x: x, y: y, count: count, coverage: coverage)
      y &+= 1
    }
  }

  mutating func quad(x: Int, y: Int, coverage: SIMD4<UInt32>) {}
}

/// How a sum of signed areas becomes coverage.
protocol WindingRule {
  /// From a sum in which 2^17 is one winding to 0...255.
  func coverage(_ sum: Int32) -> UInt32
  /// Returns the coverage of four sums.
  func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32>
}

struct NonZero: WindingRule {
  @inline(__always)
  func coverage(_ sum: Int32) -> UInt32 {
    Swift.min(UInt32(truncatingIfNeeded: sum.magnitude) &>> 9, 255)
  }

  @inline(__always)
  func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let sign = sums &>> 31
    let magnitude = unsafe unsafeBitCast((sums ^ sign) &- sign, to: SIMD4<UInt32>.self)
    return pointwiseMin(magnitude &>> 9, SIMD4(repeating: 255))
  }
}

struct EvenOdd: WindingRule {
  /// The sum modulo two windings, folded: 0…255, 255…0. Of a sum below zero its magnitude, so that the direction of a
  /// path does not matter.
  @inline(__always)
  func coverage(_ sum: Int32) -> UInt32 {
    let turns = (UInt32(truncatingIfNeeded: sum.magnitude) &>> 9) & 511
    return Swift.min(turns, turns ^ 511)
  }

  @inline(__always)
  func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let sign = sums &>> 31
    let magnitude = unsafe unsafeBitCast((sums ^ sign) &- sign, to: SIMD4<UInt32>.self)
    let turns = (magnitude &>> 9) & 511
    return pointwiseMin(turns, turns ^ 511)
  }
}

/// Either rule, asked for each pixel.
extension FillRule: WindingRule {
  @inline(__always)
  func coverage(_ sum: Int32) -> UInt32 {
    self == .nonZero ? NonZero().coverage(sum) : EvenOdd().coverage(sum)
  }

  @inline(__always)
  func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    self == .nonZero ? NonZero().coverage(sums) : EvenOdd().coverage(sums)
  }
}
