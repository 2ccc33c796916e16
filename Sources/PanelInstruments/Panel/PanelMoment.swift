// Stage: a panel. The data that instruments show besides their values, and their requests.
import PanelSignals

/// A panel's time, and the state that instruments may show with it.
struct PanelMoment {
  /// Nanoseconds of a clock that never goes back.
  let time: Int64
  /// Nanoseconds from the panel's time to the local time since the beginning of 1970.
  let wallClockOffset: Int64
  /// Nanoseconds from universal time to local time.
  let zoneOffset: Int64
  let signals: SignalStore
  let alarms: AlarmStore
  let raisedValues: RaisedValues
  /// Whether everything is shown again, as after a change of pages.
  let showsAll: Bool
}

/// A request of an instrument to its panel.
enum PanelEvent {
  /// Show a page.
  case page(Int)
  case pageNamed(String)
  case alarm(AlarmTouch)
  /// Ask above the page, and give the control the answer.
  case ask(ControlInstrument, PanelSheet.Question)
  /// A value of the control was not taken.
  case refused(ControlInstrument, CommandRefusal)
  /// Forget the greatest and the least value of a signal.
  case forgetExtremes(SignalIndex)
  /// Advance: a finger has changed the instrument's own state.
  case changed
}
