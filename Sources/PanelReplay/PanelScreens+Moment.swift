// Stage: replay. Input: a moment. Output: its values and its touch, on the screens.
import PanelDisplays
import PanelInstruments
import PanelKit
import PanelSignals
import PanelSources

extension Replay {
  /// The date of its times of day: Monday, 15 June 2026, in days since 1970.
  package static var day: Int64 { 20_619 }
}

extension PanelScreens {
  /// Takes a moment's values and touch; the next ``advance(to:)`` shows them.
  /// - Parameters:
  ///   - time: in nanoseconds since the start.
  ///   - touchTime: the same time on the clock of gestures; `nil` for `EventLoop.now`.
  package func take(_ moment: Moment, of replay: Replay, at time: Int64, touchTime: Int64? = nil) {
    if let seconds = moment.timeOfDay { setClock(seconds, at: time) }
    for value in replay.values[moment.values] { take(value, at: time) }
    if let touch = moment.touch {
      self.touch(finger: touch.finger, touch.phase, at: touch.location, time: time, touchTime: touchTime)
    }
  }

  /// Has clocks show a time of day, in seconds since midnight.
  package func setClock(_ seconds: Int64, at time: Int64) {
    state.wallClockOffset = (Replay.day * 86_400 + seconds) * 1_000_000_000 - time
  }

  /// Takes one value.
  package func take(_ value: ReplayedValue, at time: Int64) {
    let signals = state.signals
    if let text = value.text, signals.receive(value.signal, source: value.rank ?? 0, text: text.span, at: time) {
      return
    }
    if case .text = value.value, signals.takesTexts(value.signal) {
      return signals.fail(value.signal, source: value.rank ?? 0, at: time)
    }
    if let rank = value.rank {
      signals.receive(value.signal, source: rank, unscaled: value.value.reading, at: time)
      return
    }
    switch value.value {
    case .number(let number): signals.set(value.signal, to: number, at: time)
    case .failed: signals.fail(value.signal, at: time)
    case .none, .text: signals.clear(value.signal, at: time)
    }
  }
}
