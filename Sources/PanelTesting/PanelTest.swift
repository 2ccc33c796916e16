// Stage: panel tests. The tests of a panel, as a file of them says.
import FixedRaster
import PanelDescription
import PanelReplay
import PanelSignals

/// One test: a panel that nobody has told anything, and the steps of it.
struct PanelTest {
  let name: String
  let place: Place
  let options: Options
  let steps: [Step]

  /// How the panel is shown at first.
  struct Options {
    var width: Int?, height: Int?
    var page, theme, language, system: String?
    /// The time of day at the beginning, in seconds.
    var clock: Int64 = 10 * 3600
    /// Whether signals that are told nothing show their demonstration.
    var showsDemo = false
    /// A recording that is played, beside the test's file.
    var replay: (path: String, place: Place)?
  }

  /// A time, what is done then, and what is expected some time later.
  struct Step {
    let place: Place
    /// Nanoseconds since the beginning of the test; `nil` for ``after``.
    var at: Int64?
    /// Nanoseconds since the step before.
    var after: Int64 = 0
    var acts: [Act] = []
    /// Nanoseconds from the acts to the look.
    var wait: Int64 = 0
    var checks: [Check] = []
  }

  /// Something that is done.
  struct Act {
    let place: Place
    let kind: Kind

    enum Kind {
      case tell(ReplayedValue)
      /// The signal's source says nothing any more.
      case silence(SignalIndex)
      case clock(Int64)
      case page(String), theme(String), language(String), system(String)
      case finger(Gesture, Target)
      case release
      case drag(from: Target, to: Target)
      case key(code: Int), turn(Int)
    }
  }

  enum Gesture { case tap, hold, press }

  /// A place on the display.
  enum Target {
    /// In pixels.
    case pixel(PixelPoint)
    /// The middle of the instrument with this title, label or signal.
    case named(String)
  }

  /// A value that a control is to have sent.
  struct ExpectedSending {
    let control: String
    let value: Fixed64
    let decimals: Int
  }

  /// Something that is expected.
  struct Check {
    let place: Place
    let kind: Kind

    enum Kind {
      case page(String)
      /// An instrument of this name shows a text.
      case text(name: String, String)
      /// Some instrument of the page shows a text.
      case anyText(String)
      case state(name: String, String)
      /// All alarms that are there; a state where one is named.
      case alarms([(name: String, state: String?)])
      case value(SignalIndex, name: String, ExpectedValue)
      /// All that was sent since the last look.
      case sent([[ExpectedSending]])
      /// All commands that were run since the last look.
      case runs([String])
      /// A picture beside the test's file.
      case picture(String)
    }
  }

  /// The value of a signal.
  enum ExpectedValue {
    /// As many decimals count as are written.
    case number(Fixed64, decimals: Int)
    case text(String), none, failed, old
  }
}
