// Stage: program. Input: the alarms' states. Output: a process for each command that an alarm wants.
import EventLoop
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import SystemFiles

/// Runs the commands of alarms (P52): each from when an alarm is raised until somebody acknowledges it, or its cause has
/// gone. Several alarms with one command share its process, as a buzzer is one.
final class AlarmCommands {
  private struct Run {
    let command: CommandList.Command
    /// `nil` where it has ended, or could not be started.
    var process: ChildProcess?
    /// When the alarm was raised that it was started for.
    var raisedAt: Int64
  }

  private let programs: CommandStarter
  /// The command of each alarm, by its number.
  private var wishes: [CommandList.Command?] = []
  private var runs: [Run] = []
  /// Processes that were asked to end and have not yet.
  private var ending: [ChildProcess] = []
  private var shownChanges = -1

  init(_ programs: CommandStarter) { self.programs = programs }

  /// Ends all, within a second.
  deinit {
    while !runs.isEmpty { end(runs.count - 1) }
    let deadline = EventLoop.now + ChildProcess.grace
    for process in ending { process.wait(until: deadline) }
  }

  /// Goes on with a panel. Names of commands that the list has not are said once.
  func follow(_ panel: Panel) {
    var missing: [String] = []
    wishes = panel.file.root.children(.alarm).map { alarm in
      guard let name = alarm.text(.command) else { return nil }
      let command = programs.list.command(named: name)
      if command == nil && !missing.contains(where: { haveSameBytes($0, name) }) {
        missing.append(name)
        programs.say("alarm " + printable(alarm.text(.name) ?? "") + ": " + CommandList.missing(name))
      }
      return command
    }
    shownChanges = -1
  }

  /// Starts and ends processes, if the alarms have changed.
  func update(_ alarms: AlarmStore) {
    if alarms.changeCount == shownChanges { return }
    shownChanges = alarms.changeCount
    for index in runs.indices.reversed() where raisedAt(runs[index].command.name, alarms) == nil { end(index) }
    for wish in wishes {
      guard let wish, let raised = raisedAt(wish.name, alarms) else { continue }
      if let index = runs.firstIndex(where: { haveSameBytes($0.command.name, wish.name) }) {
        // A program that ended by itself runs again for the next alarm.
        if runs[index].process == nil && runs[index].raisedAt < raised { runs[index].process = start(wish) }
        runs[index].raisedAt = raised
      } else {
        runs.append(Run(command: wish, process: start(wish), raisedAt: raised))
      }
    }
  }

  /// Returns `nil` where it cannot be started.
  private func start(_ command: CommandList.Command) -> ChildProcess? {
    programs.start(command) { [unowned(unsafe) self] in unsafe processEnded($0, $1) }
  }

  /// When the last alarm was raised that wants a command now; `nil` where none does.
  private func raisedAt(_ name: String, _ alarms: AlarmStore) -> Int64? {
    var last: Int64?
    for (alarm, wish) in wishes.enumerated() where wish.map({ haveSameBytes($0.name, name) }) == true {
      let state = alarms.state(alarm)
      if state == .unacknowledged || state == .latched { last = max(last ?? .min, alarms.raisedAt(alarm) ?? .min) }
    }
    return last
  }

  // MARK: Processes

  /// Ends a process, whether it wants to or not.
  private func end(_ index: Int) {
    guard let process = runs.remove(at: index).process else { return }
    process.terminate()
    ending.append(process)
  }

  private func processEnded(_ process: ChildProcess, _ end: ChildProcess.End) {
    ending.removeAll { $0 === process }
    guard let index = runs.firstIndex(where: { $0.process === process }) else { return }
    runs[index].process = nil
    programs.say(runs[index].command, end)
  }
}
