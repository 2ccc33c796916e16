import Foundation
import Testing

/// One test after another: a program that is started inherits the pipes of others that are started at the same time.
@Suite(.serialized) struct LaminaTests {}

/// The program, which was built beside the tests.
private final class Marker {}
private let program = Bundle(for: Marker.self).bundleURL.appendingPathComponent("lamina")

/// A folder that is removed with its last reference.
final class WorkFolder: Sendable {
  let path = NSTemporaryDirectory() + "/lamina-command-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: file(name), atomically: true, encoding: .utf8)
    return file(name)
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// The outcome of a command.
struct CommandOutcome {
  let status: Int32
  let output, errors: String
}

/// A command that has not ended.
final class RunningCommand {
  private let process = Process()
  private let (output, errors) = (Pipe(), Pipe())

  init(_ arguments: [String], in folder: WorkFolder, path: String? = nil) throws {
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    if let path { process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 } }
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// The first line of its standard output.
  func firstLine() -> String {
    var bytes: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for its end.
  func outcome() -> CommandOutcome {
    let output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return CommandOutcome(status: process.terminationStatus, output: output, errors: errors)
  }
}

/// Runs a command to its end.
func lamina(_ arguments: String..., in folder: WorkFolder, path: String? = nil) throws -> CommandOutcome {
  try RunningCommand(arguments, in: folder, path: path).outcome()
}

let goodPanel = """
  panel: 1
  size: 160x120
  sources:
    in: {lines: stdin}
  signals:
    speed: {from: in/speed, range: 0..120, demo: 40}
  pages:
    main: {number: speed}

  """
