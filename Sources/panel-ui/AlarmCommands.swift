// Stage: program. Input: the alarms' states. Output: a process for each command that an alarm wants.
import CLinux
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
    /// 0 where it has ended.
    var process: pid_t
    /// When the alarm was raised that it was started for.
    var raisedAt: Int64
  }

  private let list: CommandList
  private let loop: EventLoop
  /// The command of each alarm, by its number.
  private var wishes: [CommandList.Command?] = []
  private var runs: [Run] = []
  /// Processes that were asked to end, and when those that have not are killed.
  private var ending: [(process: pid_t, deadline: Int64)] = []
  private var timer: EventLoop.Timer?
  private var shownChanges = -1
  /// Paths of commands that did not start the last time, which has been printed.
  private var refused: [String] = []

  /// Nanoseconds that a process has to end in before it is killed.
  private static var grace: Int64 { 1_000_000_000 }

  init(_ list: CommandList, _ loop: EventLoop) { (self.list, self.loop) = (list, loop) }

  /// Ends all, within a second.
  deinit {
    while !runs.isEmpty { end(runs.count - 1) }
    var tries = 100
    while tries > 0 && !ending.isEmpty {
      usleep(10_000)
      reap()
      tries -= 1
    }
    kill(until: .max)
    if let timer { loop.cancelTimer(timer) }
  }

  /// Goes on with a panel. Names of commands that the list has not are said once.
  func follow(_ panel: Panel) {
    var missing: [String] = []
    wishes = panel.file.root.children(.alarm).map { alarm in
      guard let name = alarm.text(.command) else { return nil }
      let command = list.command(named: name)
      if command == nil && !missing.contains(where: { haveSameBytes($0, name) }) {
        missing.append(name)
        Files.writeError(
          "panel-ui: alarm " + printable(alarm.text(.name) ?? "") + ": " + Self.missing(name) + "\n")
      }
      return command
    }
    shownChanges = -1
  }

  /// The message of a missing command.
  static func missing(_ name: String) -> String {
    "there is no command " + printable(name) + " in the list of --commands"
  }

  /// Starts and ends processes, if the alarms have changed.
  func update(_ alarms: AlarmStore) {
    if alarms.changeCount == shownChanges { return }
    shownChanges = alarms.changeCount
    reap()
    for index in runs.indices.reversed() where raisedAt(runs[index].command.name, alarms) == nil { end(index) }
    for wish in wishes {
      guard let wish, let raised = raisedAt(wish.name, alarms) else { continue }
      if let index = runs.firstIndex(where: { haveSameBytes($0.command.name, wish.name) }) {
        // A program that ended by itself runs again for the next alarm.
        if runs[index].process == 0 && runs[index].raisedAt < raised { runs[index].process = start(wish) }
        runs[index].raisedAt = raised
      } else {
        runs.append(Run(command: wish, process: start(wish), raisedAt: raised))
      }
    }
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

  /// - Returns: 0 where it cannot be started. The first of several failures in a row prints a message.
  private func start(_ command: CommandList.Command) -> pid_t {
    var bytes = command.words
    var process: pid_t = 0
    let code = unsafe bytes.withUnsafeMutableBytes { texts in
      guard let words = unsafe texts.baseAddress?.assumingMemoryBound(to: CChar.self) else { return EINVAL }
      return unsafe linux_spawn(&process, words, words, texts.count, 2)
    }
    let failed = refused.firstIndex { haveSameBytes($0, command.path) }
    if code == 0 {
      if let failed { refused.remove(at: failed) }
      return process
    }
    if failed != nil { return 0 }
    refused.append(command.path)
    let error = DeviceError("run", command.path, code: code, remedy: "mend the list of commands")
    Files.writeError("panel-ui: " + error.message + "\n")
    return 0
  }

  /// Ends a process, whether it wants to or not.
  private func end(_ index: Int) {
    let process = runs.remove(at: index).process
    if process == 0 { return }
    // Its own processes end too.
    _ = CLinux.kill(-process, SIGTERM)
    ending.append((process, EventLoop.now + Self.grace))
    if timer == nil { awaitFirst() }
  }

  private func awaitFirst() {
    timer = ending.first.map { first in
      loop.addTimer(at: first.deadline) { [unowned(unsafe) self] in unsafe kill(until: $0) }
    }
  }

  /// Kills those that should have ended by a time.
  private func kill(until time: Int64) {
    reap()
    while let first = ending.first, first.deadline <= time {
      _ = CLinux.kill(-first.process, SIGKILL)
      _ = waitpid(first.process, nil, 0)
      ending.removeFirst()
    }
    if let timer { loop.cancelTimer(timer) }
    awaitFirst()
  }

  /// Collects ended processes.
  private func reap() {
    ending.removeAll { Self.hasEnded($0.process) }
    for index in runs.indices where runs[index].process > 0 && Self.hasEnded(runs[index].process) {
      runs[index].process = 0
    }
  }

  private static func hasEnded(_ process: pid_t) -> Bool { waitpid(process, nil, WNOHANG) != 0 }
}
