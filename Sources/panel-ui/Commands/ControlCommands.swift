// Stage: program. Input: values of controls that run commands. Output: a process for each value, and its exit status as the
// answer.
import EventLoop
import PanelFile
import PanelInstruments
import PanelSignals
import SystemFiles

/// Runs the commands of controls (P66): each once for a value. The exit status is the answer.
///
/// A command whose process still runs takes no other value: half of a command's work may be worse than none.
final class ControlCommands: CommandReceiver {
  private struct Run {
    let command: CommandList.Command
    /// `nil` where the control is one of a panel that is not shown any more.
    var request: CommandRequest.Identity?
    let process: ChildProcess
  }

  var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
  private let programs: CommandStarter
  /// The names of the commands, by their numbers in requests.
  private var names: [String] = []
  private var runs: [Run] = []

  init(_ programs: CommandStarter) { self.programs = programs }

  /// Ends all, within a second.
  deinit {
    for run in runs { run.process.terminate() }
    let deadline = EventLoop.now + ChildProcess.grace
    for run in runs { run.process.wait(until: deadline) }
  }

  /// Goes on with a panel. Commands that the list has not are said once.
  func follow(_ panel: PanelState) {
    for index in runs.indices { runs[index].request = nil }
    answerHandler = { [unowned(unsafe) panel] identity, answer in unsafe panel.take(answer, to: identity) }
    let (former, wanted) = (names, panel.file.programs)
    names = wanted.map { $0.name }
    for (name, control) in wanted
    where programs.list.command(named: name) == nil && !former.contains(where: { haveSameBytes($0, name) }) {
      programs.say("control " + printable(control) + ": " + CommandList.missing(name))
    }
  }

  func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .program(let number, let hasValue) = request.destination, names.indices.contains(Int(number)),
      let command = programs.list.command(named: names[Int(number)])
    else { return .refused(.invalid) }
    if runs.contains(where: { haveSameBytes($0.command.name, command.name) }) { return .refused(.busy) }
    let value = hasValue ? NumberFormat.shortest(request.value, most: 6).text(of: request.value) : ""
    let process = programs.start(command, value) { [unowned(unsafe) self] in unsafe processEnded($0, $1) }
    guard let process else { return .refused(.invalid) }
    runs.append(Run(command: command, request: request.identity, process: process))
    return nil
  }

  private func processEnded(_ process: ChildProcess, _ end: ChildProcess.End) {
    guard let index = runs.firstIndex(where: { $0.process === process }) else { return }
    let run = runs.remove(at: index)
    programs.say(run.command, end)
    guard let request = run.request else { return }
    switch end {
    case .exited(0): answerHandler(request, .accepted)
    case .exited(let status): answerHandler(request, .refused(.exited(status)))
    case .signal(let signal): answerHandler(request, .refused(.killed(signal)))
    }
  }
}
