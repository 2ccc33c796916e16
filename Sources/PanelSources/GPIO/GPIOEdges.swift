// Stage: sources. Input: the edges of one GPIO line. Output: its level, its count and its frequency.
import PanelSignals

/// The edges of a line.
///
/// The kernel drops the oldest events where nobody reads them in time, and numbers all of them: the count has those too.
struct GPIOEdges {
  var isOpen = false
  var isActive = false
  private var number: UInt32 = 0
  private var hasBothEdges = true
  /// The number of the last event.
  private var sequence: UInt32 = 0
  private var rises: Int64 = 0
  /// The rising edges since a time, for the frequency; below 0 before the first one.
  private var (windowStart, windowRises) = (Int64(0), Int64(-1))
  /// The last rising edge, or the time at which the line was requested.
  private var lastRise: Int64 = 0
  private var frequency = Reading.none

  /// A frequency is the mean of this time at least, in nanoseconds.
  static var windowLength: Int64 { 250_000_000 }
  /// Without a rising edge for this time it is 0.
  static var silence: Int64 { 2_000_000_000 }

  mutating func begin(_ number: UInt32, _ isActive: Bool, _ hasBothEdges: Bool, _ time: Int64) {
    (isOpen, self.number, self.isActive, self.hasBothEdges) = (true, number, isActive, hasBothEdges)
    (sequence, windowRises, lastRise, frequency) = (0, -1, time, .none)
  }

  /// - Parameter event: 48 bytes.
  /// - Returns: false for an event that is none of this line.
  mutating func take(_ event: Span<UInt8>) -> Bool {
    let kind = Self.word(event, 8)
    let missed = Self.word(event, 20) &- sequence &- 1
    // An event is never before the last one.
    if !isOpen || kind &- 1 > 1 || Self.word(event, 12) != number || missed >= 1 << 31 { return false }
    sequence = Self.word(event, 20)
    isActive = kind == 1
    // Edges of both kinds take turns: of an odd number, the one that is missing has the kind of this one's opposite.
    let others = hasBothEdges ? (isActive ? missed >> 1 : (missed &+ 1) >> 1) : missed
    let new = Int64(others) &+ (isActive ? 1 : 0)
    rises &+= new
    if new > 0 {
      rise(Int64(truncatingIfNeeded: UInt64(Self.word(event, 0)) | UInt64(Self.word(event, 4)) << 32), new)
    }
    return true
  }

  private mutating func rise(_ time: Int64, _ count: Int64) {
    let (since, between) = (time &- windowStart, time &- lastRise)
    lastRise = time
    if windowRises < 0 || between > Self.silence || between < 0 || since < 0 {
      (windowStart, windowRises) = (time, 0)
      return
    }
    windowRises &+= count
    if since < Self.windowLength { return }
    // 4,000,000,000 rises at most, by the numbers of events in a window of some seconds.
    let (scaled, isTooLarge) = windowRises.multipliedReportingOverflow(by: 1_000_000_000)
    if isTooLarge || scaled / since >= 1 << 31 {
      frequency = Reading(.zero, .failed)
    } else {
      frequency = Reading((Fixed64(rawValue: scaled) / Fixed64(rawValue: since)) ?? .zero)
    }
    (windowStart, windowRises) = (time, 0)
  }

  var silentAt: Int64 {
    if frequency == Reading(.zero) { return .max }
    let (time, isTooLarge) = lastRise.addingReportingOverflow(Self.silence)
    return isTooLarge ? .max : time
  }

  mutating func advance(to time: Int64) {
    if time < silentAt { return }
    (frequency, windowRises) = (Reading(.zero), -1)
  }

  func reading(_ value: GPIOValue) -> Reading {
    switch value {
    case .level: Reading(isActive ? .one : .zero)
    case .count: rises >= 1 << 31 ? Reading(.zero, .failed) : Reading(Fixed64(rawValue: rises << 32))
    case .frequency: frequency
    }
  }

  private static func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
    UInt32(bytes[place]) | UInt32(bytes[place &+ 1]) << 8 | UInt32(bytes[place &+ 2]) << 16
      | UInt32(bytes[place &+ 3]) << 24
  }
}
