// Stage: panel tests. Input: values of controls. Output: the list of them.
import PanelFile
import PanelInstruments
import PanelSignals

/// Takes what controls send, as a source that answers to everything, and runs nothing.
final class SentValues: CommandReceiver {
  var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
  /// The values of controls, by their labels, and the commands that were run, since the last ``forget()``.
  private(set) var sent: [(control: String, value: Fixed64)] = []
  private(set) var runs: [String] = []
  private let programs: [String]
  /// The labels of controls, by the numbers of their commands.
  private var labels: [Int32: String] = [:]

  init(_ file: PanelFile) { programs = file.programs.map(\.name) }

  /// Takes the labels of a panel's controls.
  func follow(_ panel: Panel) { panel.forEachCommand { labels[$0] = $1 } }

  /// All labels, each once.
  var controls: [String] { Set(labels.values).sorted() }

  func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    switch request.destination {
    case .address: sent.append((labels[request.identity.command] ?? "", request.value))
    case .program(let number, _): runs.append(programs[Int(number)])
    case .variable: break
    }
    return .accepted
  }

  func forget() { (sent, runs) = ([], []) }
}
