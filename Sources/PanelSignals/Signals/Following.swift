// Stage: signals. The shown value follows the received one, by elapsed time alone.

/// How a signal's shown value follows it.
struct Motion: BitwiseCopyable {
  /// Nanoseconds: away from 0, and back; at once for 0.
  let attack, release: Int64
  /// 0 for never.
  let wraps: Fixed64
  /// Where a turn begins.
  let turnStart: Fixed64

  init(_ definition: SignalDefinition) {
    (attack, release, wraps) = (definition.attack, definition.release, Swift.max(.zero, definition.wraps))
    turnStart = definition.turnStart
  }
}

/// A value on its way to another: `target + (start − target) · e^(−t/τ)`, a function of the time since the target was
/// set, whatever frames are drawn meanwhile. It ends exactly: once within the tolerance it is the target.
struct Following {
  private(set) var value = Fixed64.zero
  private var start = Fixed64.zero
  private var target = Fixed64.zero
  private var startTime: Int64 = 0
  private var timeConstant: Int64 = 0
  private(set) var isMoving = false

  /// Is at a value at once.
  mutating func jump(to value: Fixed64) {
    (self.value, target, isMoving) = (value, value, false)
  }

  /// Sets out for another value, from where it is at `time`.
  @_optimize(speed)
  mutating func setTarget(_ new: Fixed64, at time: Int64, _ motion: Motion, _ tolerance: Fixed64) {
    if new == target { return }
    advance(to: time, motion, tolerance)
    (start, target, startTime) = (value, new, time)
    timeConstant = new.magnitude > value.magnitude ? motion.attack : motion.release
    if timeConstant <= 0 {
      jump(to: new)
    } else {
      isMoving = true
    }
  }

  @_optimize(speed)
  mutating func advance(to time: Int64, _ motion: Motion, _ tolerance: Fixed64) {
    if !isMoving { return }
    let elapsed = Swift.max(0, time - startTime)
    let rest = shortWay(from: target, to: start, wraps: motion.wraps) * decay(elapsed, timeConstant)
    if rest.magnitude <= tolerance {
      jump(to: target)
      return
    }
    value = target + rest
    if motion.wraps > .zero { value = inTurn(value, motion.wraps, from: motion.turnStart) }
  }
}

/// The value within a turn that begins at `start`; both ends of the turn are within it.
func inTurn(_ value: Fixed64, _ wraps: Fixed64, from start: Fixed64) -> Fixed64 {
  let way = value - start
  return way >= .zero && way <= wraps ? value : (way.modulo(wraps) ?? way) + start
}

/// `b − a`, the short way round where the value wraps.
public func shortWay(from a: Fixed64, to b: Fixed64, wraps: Fixed64) -> Fixed64 {
  let difference = b - a
  if wraps <= .zero { return difference }
  let half = Fixed64(rawValue: wraps.rawValue / 2)
  return ((difference + half).modulo(wraps) ?? difference) - half
}

/// `e^(−time / constant)` within 2⁻²⁵, from 1 down to 0.
/// - Parameters: both in nanoseconds, the constant above 0.
func decay(_ time: Int64, _ constant: Int64) -> Fixed64 {
  // Beyond 22 time constants nothing is left of 2⁻³².
  if time / constant >= 22 { return .zero }
  // log2(e) · 2³² = 6196328019: below 2⁵.
  let ratio = Fixed64.quotient(time, constant) ?? .zero
  let exponent = ratio * Fixed64(rawValue: 6_196_328_019)
  // 2^−whole · the product of 2^−(2^−i) for each bit i of the fraction, all with 32 bits behind the point.
  var result = UInt64(0x1_0000_0000) >> UInt64(exponent.floor)
  let fraction = UInt32(truncatingIfNeeded: exponent.rawValue)
  for index in powersOfHalf.indices where fraction >> UInt32(31 &- index) & 1 != 0 {
    result = (result &* powersOfHalf[index] &+ 0x8000_0000) >> 32
  }
  return Fixed64(rawValue: Int64(result))
}

/// 2^(−2^(−i)) · 2³² for i = 1, 2, …; the rest of the fraction changes less than 2⁻²⁶ of the result.
private let powersOfHalf: InlineArray<26, UInt64> = [
  3_037_000_500, 3_611_622_603, 3_938_502_376, 4_112_874_773, 4_202_935_003, 4_248_701_965, 4_271_771_996,
  4_283_353_945, 4_289_156_690, 4_292_061_010, 4_293_513_907, 4_294_240_540, 4_294_603_903, 4_294_785_595,
  4_294_876_445, 4_294_921_870, 4_294_944_583, 4_294_955_939, 4_294_961_618, 4_294_964_457, 4_294_965_876,
  4_294_966_586, 4_294_966_941, 4_294_967_119, 4_294_967_207, 4_294_967_252,
]
