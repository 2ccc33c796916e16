// Stage: instruments. The state of a value among its zones, without flicker.
import PanelSignals

/// Finds the state of a value, for all instruments that show its signal alike.
///
/// The digits decide: a value that is written as 99.5 lies in a zone that begins there. A more urgent state counts at once. A
/// less urgent one counts when the value has been half a digit beyond the zone for half a second, so that a value that
/// trembles about a limit changes nothing.
struct ZoneJudge {
  /// Nanoseconds before a less urgent state counts.
  static var delay: Int64 { 500_000_000 }

  private(set) var state = ZoneState.normal
  /// Since when the value has asked for a less urgent state.
  private var calmSince: Int64?

  /// When the state changes though the value stays; `nil` for never.
  var nextTime: Int64? { calmSince.map { $0 + Self.delay } }

  /// Takes a value, or its zones, after a change of either.
  /// - Parameter format: of the signal's digits.
  mutating func take(_ value: Fixed64, _ zones: [Zone], _ format: NumberFormat, at time: Int64) {
    let new = Self.state(of: value, zones, format)
    if new >= state {
      (state, calmSince) = (new, nil)
      return
    }
    let step = Fixed64(rawValue: format.lastDigit(of: value).rawValue / 2)
    let near = Swift.max(Self.state(of: value + step, zones, format), Self.state(of: value - step, zones, format))
    if near >= state {
      calmSince = nil
    } else if let since = calmSince, time - since >= Self.delay {
      (state, calmSince) = (Swift.max(new, near), nil)
    } else if calmSince == nil {
      calmSince = time
    }
  }

  /// Forgets the state: the next value decides alone.
  mutating func reset() { (state, calmSince) = (.normal, nil) }

  /// The most urgent state of the zones that hold the value or its digits: a zone may be narrower than a digit.
  private static func state(of value: Fixed64, _ zones: [Zone], _ format: NumberFormat) -> ZoneState {
    if zones.isEmpty { return .normal }
    let shown = format.isCutOff ? value : format.shownValue(of: value)
    var state = ZoneState.normal
    for zone in zones where zone.contains(value) || zone.contains(shown) { state = Swift.max(state, zone.state) }
    return state
  }
}
