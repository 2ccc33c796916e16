/// The lengths of a dashed line's dashes and gaps, in points, before the transform. They alternate, a dash first, and
/// start again with each subpath; an odd number of them is gone through twice. Without lengths, or if all are zero, a
/// line is solid.
public struct DashPattern: Hashable, Sendable {
  /// How many lengths there is room for.
  public static var capacity: Int { 16 }
  /// An unbroken line.
  public static var solid: DashPattern { DashPattern() }

  private var lengths = InlineArray<16, Fixed>(repeating: 0)
  public private(set) var count = 0
  /// How many lengths found no room and were left out.
  public private(set) var overflow = 0
  /// How far into the pattern a subpath begins; any number.
  public var phase: Fixed = 0

  public init() {}

  /// - Parameters:
  ///   - lengths: the first ``capacity`` of them count, each below zero as zero.
  ///   - phase: how far into the pattern a line begins, in points.
  public init(_ lengths: Span<Fixed>, phase: Fixed = 0) {
    self.phase = phase
    for i in lengths.indices { append(lengths[i]) }
  }

  /// Dashes and gaps of one length each.
  public init(dash: Fixed, gap: Fixed, phase: Fixed = 0) {
    self.phase = phase
    append(dash)
    append(gap)
  }

  /// Adds a length, below zero as zero; beyond ``capacity`` it is counted in ``overflow`` only.
  public mutating func append(_ length: Fixed) {
    if count == DashPattern.capacity {
      overflow &+= 1
      return
    }
    lengths[count] = Swift.max(0, length)
    count &+= 1
  }

  public subscript(index: Int) -> Fixed { lengths[index] }

  /// Whether it breaks no line.
  public var isSolid: Bool {
    for i in 0..<count where lengths[i] > 0 { return false }
    return true
  }

  public static func == (a: DashPattern, b: DashPattern) -> Bool {
    if a.count != b.count || a.phase != b.phase || a.overflow != b.overflow { return false }
    for i in 0..<a.count where a.lengths[i] != b.lengths[i] { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(phase)
    for i in 0..<count { hasher.combine(lengths[i]) }
  }
}

/// A place in a dash pattern. Lengths have 24 fraction bits.
struct DashCursor {
  /// 0 for the pattern's first length; the even ones are dashes. An odd number of lengths is counted twice.
  private var index = 0
  /// To the end of the dash or the gap.
  private(set) var rest: Int64

  var isDash: Bool { index & 1 == 0 }

  /// Where a subpath begins; in a solid pattern, on a dash without end.
  init(_ pattern: DashPattern) {
    if pattern.isSolid {
      rest = 1 &<< 62
      return
    }
    rest = Int64(pattern[0].rawValue) &<< 8
    let (phase, period) = (Int64(pattern.phase.rawValue) &<< 8, pattern.period)
    skip((phase % period &+ period) % period, pattern)
  }

  /// Goes on by less than the rest, or to its end.
  @inline(__always)
  mutating func advance(_ length: Int64) { rest &-= length }

  /// From a dash to the gap after it, or from a gap to the dash after it.
  mutating func turn(_ pattern: DashPattern) {
    index &+= 1
    if index == pattern.count &<< (pattern.count & 1) { index = 0 }
    rest = Int64(pattern[index >= pattern.count ? index &- pattern.count : index].rawValue) &<< 8
  }

  /// Goes on by any length.
  mutating func skip(_ length: Int64, _ pattern: DashPattern) {
    var length = length % pattern.period
    while length > 0 && length >= rest {
      length &-= rest
      turn(pattern)
    }
    rest &-= length
  }
}

extension DashPattern {
  /// The sum of all lengths, of an odd number of them twice: at most 2^44.
  var period: Int64 {
    var sum: Int64 = 0
    for i in 0..<count { sum &+= Int64(lengths[i].rawValue) &<< 8 }
    return sum &<< Int64(count & 1)
  }

  /// The longest gap; of an odd number of lengths each is one, the second time.
  var longestGap: Int64 {
    var longest: Int64 = 0
    for i in 0..<count where (i | count) & 1 == 1 { longest = Swift.max(longest, Int64(lengths[i].rawValue) &<< 8) }
    return longest
  }

  /// How many dashes there are in a period.
  var dashCount: Int64 { Int64(count & 1 == 0 ? count / 2 : count) }
}
