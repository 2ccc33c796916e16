import ArgumentParser
// Lines for standard output and standard error.
import AssetCommands
import Glibc
import PanelAssets
import SystemFiles

enum Output {
  /// - Returns: the exit status.
  static func print(_ lines: [String]) -> Int32 {
    if writeLines(lines, to: 1) { return 0 }
    return fail("cannot write standard output: \(unsafe String(cString: strerror(errno)))", status: 1)
  }

  /// Prints one line, and for wrong usage the place of the remedy.
  /// - Returns: the status.
  static func fail(_ message: String, status: Int32, help: String = "lamina") -> Int32 {
    var lines = ["lamina: \(message)"]
    if status == 2 { lines.append("\(help) --help lists the options") }
    _ = writeLines(lines, to: 2)
    return status
  }

  /// Prints a command's result.
  /// - Throws: its exit status, where it failed.
  static func finish(_ result: CommandResult) throws {
    let status = max(print(result.output), result.status)
    _ = writeLines(result.errors, to: 2)
    if status != 0 { throw ExitCode(status) }
  }
}
