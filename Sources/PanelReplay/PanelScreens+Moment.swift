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
  /// - Parameter time: in nanoseconds since the start.
  package func take(_ moment: Moment, of replay: Replay, at time: Int64) {
    if let seconds = moment.timeOfDay {
      state.wallClockOffset = (Replay.day * 86_400 + seconds) * 1_000_000_000 - time
    }
    let signals = state.signals
    for value in replay.values[moment.values] {
      if let text = value.text, signals.receive(value.signal, source: value.rank ?? 0, text: text.span, at: time) {
        continue
      }
      if let rank = value.rank {
        signals.receive(value.signal, source: rank, unscaled: value.value.reading, at: time)
        continue
      }
      switch value.value {
      case .number(let number): signals.set(value.signal, to: number, at: time)
      case .failed: signals.fail(value.signal, at: time)
      case .none, .text: signals.clear(value.signal, at: time)
      }
    }
    // Devices number their fingers from 0: those of a replay are kept apart from them.
    if let touch = moment.touch {
      let finger = -1 - touch.finger
      if state.touch(finger: finger, touch.phase, at: time) {
        first.screen.touch(finger: finger, phase: touch.phase, at: touch.location)
      }
    }
  }
}
