// Stage: program. Input: commands of the device's list. Output: their processes, and messages of how they ended.
import EventLoop
import PanelKit
import SystemFiles

/// Starts the commands of alarms and of controls.
final class CommandStarter {
  let list: CommandList
  private let loop: EventLoop
  /// Takes messages, a line each.
  private let messageHandler: (String) -> Void
  /// Paths of commands that did not start the last time, which has been printed.
  private var refused: [String] = []

  init(_ list: CommandList, _ loop: EventLoop, messageHandler: @escaping (String) -> Void = Files.writeError) {
    (self.list, self.loop, self.messageHandler) = (list, loop, messageHandler)
  }

  /// Starts a command. The first of several failures in a row prints a message.
  /// - Parameters:
  ///   - argument: the last one, behind those of the list; empty for none.
  ///   - endHandler: as that of a ``ChildProcess``.
  /// - Returns: `nil` where it cannot be started.
  func start(
    _ command: CommandList.Command, _ argument: String = "",
    endHandler: @escaping (ChildProcess, ChildProcess.End) -> Void
  ) -> ChildProcess? {
    let failed = refused.firstIndex { haveSameBytes($0, command.path) }
    let words = argument.isEmpty ? command.words : command.words + Array(argument.utf8) + [0]
    do throws(DeviceError) {
      let process = try ChildProcess(command.path, words, output: 2, loop, endHandler: endHandler)
      if let failed { refused.remove(at: failed) }
      return process
    } catch {
      if failed == nil {
        refused.append(command.path)
        say(command, ": " + error.message)
      }
      return nil
    }
  }

  /// Prints how a command ended by itself, but for a status of 0.
  func say(_ command: CommandList.Command, _ end: ChildProcess.End) {
    switch end {
    case .exited(0): break
    case .exited(let status): say(command, " ended with status " + String(Int(status)))
    case .signal(let signal): say(command, " ended by signal " + String(Int(signal)))
    }
  }

  private func say(_ command: CommandList.Command, _ words: String) {
    say("command " + printable(command.name) + words)
  }

  func say(_ sentence: String) { messageHandler("panel-ui: " + sentence + "\n") }
}
