import CLinux
import EventLoop
import Foundation
import Testing

@testable import PanelSources

/// A program that a test talks to; it ends with this object.
final class Counterpart {
  private let process = Process()

  /// - Parameter arguments: the program's path first.
  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  /// - Parameter arguments: the program's path first.
  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch { Issue.record("\(arguments[0]) is not installed: scripts/test does that") }
  }

  func stop() {
    // Signals that end a program may be held back from this one, and so from those that it starts.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    while process.isRunning { usleep(1000) }
  }

  deinit { stop() }
}

/// A port of this machine that was free a moment ago.
func freePort() -> UInt16 { Server().endpoint.port }

/// Runs a loop until a condition holds.
/// - Parameter seconds: how long at most.
func run(_ loop: EventLoop, _ seconds: Int64 = 10, until condition: @escaping () -> Bool) -> Bool {
  let limit = EventLoop.now + seconds * 1_000_000_000
  let timer = loop.addTimer(at: EventLoop.now, repeating: 2_000_000) { now in
    if condition() || now > limit { loop.stop() }
  }
  _ = loop.run()
  loop.cancelTimer(timer)
  return condition()
}

func send(_ text: String, to descriptor: Int32) { _ = unsafe write(descriptor, text, text.utf8.count) }
