import PanelSignals
import TestSupport

/// A decoder or a session under test.
protocol Trial: SendableMetatype {
  /// Values told so far.
  var told: Int64 { get }
  /// Messages, texts or bytes left out so far.
  var leftOut: Int64 { get }

  /// Makes a short input and takes it.
  mutating func execute(_ maker: inout Maker)

  /// Begins afresh and takes valid messages.
  /// - Returns: the sum of the told values: the same each time.
  mutating func proof() -> UInt64

  /// Takes valid messages as they would follow, without beginning afresh.
  mutating func goOn()
}

extension Trial {
  /// A session that is out of step ends, and begins afresh.
  mutating func goOn() { _ = proof() }
}

/// A name, and a run of its trial.
struct Candidate: Sendable {
  let name: String
  let run: @Sendable (inout Runner) -> Void

  init(_ name: String, _ make: @escaping @Sendable () -> some Trial) {
    self.name = name
    run = { runner in
      var trial = make()
      runner.run(&trial)
    }
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
