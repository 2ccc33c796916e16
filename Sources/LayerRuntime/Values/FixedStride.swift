// Stage: values. The standard library's loop over numbers at equal distances, which it has for floating point. Not in
// FixedRaster, where nothing may take memory: a sequence can make an array of itself.

import FixedRaster

/// Numbers at equal distances.
public struct FixedStride: Sequence, IteratorProtocol, Sendable {
  // In 1/65536, in 64 bits: the number after the last one may lie beyond the range of Fixed.
  private var next64: Int64
  private let end, step: Int64
  private let includesEnd: Bool

  fileprivate init(from start: Fixed, end: Fixed, by step: Fixed, includesEnd: Bool) {
    (next64, self.end) = (Int64(start.rawValue), Int64(end.rawValue))
    (self.step, self.includesEnd) = (Int64(step.rawValue), includesEnd)
  }

  public mutating func next() -> Fixed? {
    if step == 0 || (step > 0 ? next64 > end : next64 < end) || (next64 == end && !includesEnd) { return nil }
    defer { next64 &+= step }
    return Fixed(rawValue: Int32(truncatingIfNeeded: next64))
  }
}

/// The numbers from `start` to before `end`; none with a step of zero.
public func stride(from start: Fixed, to end: Fixed, by step: Fixed) -> FixedStride {
  FixedStride(from: start, end: end, by: step, includesEnd: false)
}

/// The numbers from `start` to `end`, which is one of them if a step meets it; none with a step of zero.
public func stride(from start: Fixed, through end: Fixed, by step: Fixed) -> FixedStride {
  FixedStride(from: start, end: end, by: step, includesEnd: true)
}
