// Stage: sources. A request of OBD-II, and the state of its answers.

/// A mode and a PID that a panel wants, of one address or several.
struct OBDRequest: BitwiseCopyable {
  let mode, pid: UInt8
  /// The wanted time between two requests, in nanoseconds.
  var interval: Int64
  /// The time from which on the next one is due; `Int64.min` for at once.
  var askedAt = Int64.min
  /// Asked no earlier, as an ECU has refused it.
  var heldUntil = Int64.min
  /// The last byte of the id of the ECU whose answers count; −1 where the first one does.
  var ecu = -1
  /// The ECUs that have it, by the low bits of their ids.
  var ecus: UInt32 = 0
  /// Requests without an answer since the last one.
  var misses = 0
  /// Whether an ECU has it, or may have it.
  var isWanted: Bool
  /// Whether a page that shows it is seen.
  var isSeen = true

  init(_ mode: UInt8, _ pid: UInt8, interval: Int64) {
    (self.mode, self.pid, self.interval) = (mode, pid, interval)
    isWanted = OBDRequest.hasNoMask(mode)
  }

  /// Codes are asked for without a mask.
  static func hasNoMask(_ mode: UInt8) -> Bool { mode != 1 && mode != 9 }

  /// One that nobody answers is asked less often, as is one that nobody sees.
  var presentInterval: Int64 {
    var interval = isSeen ? interval : interval &* OBDRequests.unseenFactor
    if misses >= OBDRequests.missLimit { interval = Swift.max(interval, OBDRequests.missInterval) }
    return interval
  }

  /// When it is due.
  var dueAt: Int64 {
    if !isWanted { return .max }
    return askedAt == .min ? heldUntil : Swift.max(heldUntil, askedAt &+ presentInterval)
  }

  /// The age of its value in 256ths of the wanted interval.
  func age(at time: Int64) -> Int64 {
    askedAt == .min ? .max : (time &- askedAt) / Swift.max(1, presentInterval >> 8)
  }
}

/// An address without its name, as answers are looked up.
struct OBDWanted: BitwiseCopyable {
  /// 0 for an address that is none.
  let mode, pid: UInt8
  /// −1 for any.
  let ecu: Int
  /// `nil` for texts and counts.
  let bits: CANBits?
  let scale: CANScale
  let isCount: Bool

  init(_ address: OBDAddress?) {
    (mode, pid, ecu) = (address?.mode ?? 0, address?.pid ?? 0, address?.ecu ?? -1)
    switch address?.value {
    case .number(let bits, let scale)?: (self.bits, self.scale, isCount) = (bits, scale, false)
    case .count?: (bits, scale, isCount) = (nil, .one, true)
    case .text?, nil: (bits, scale, isCount) = (nil, .one, false)
    }
  }
}

/// What is asked now.
struct OBDQuestion: BitwiseCopyable {
  let mode, pid: UInt8
  /// The place among the requests; −1 for a mask.
  let request: Int
  /// How many ECUs will answer; 0 where that is not known, so that all have the whole time for it.
  let answers: Int
}
