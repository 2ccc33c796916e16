// The command line of lamina: words become calls, errors become a line and an exit status.
import ArgumentParser
import Glibc
import PanelAssets
import PanelDescription
import SystemFiles

@main
struct Lamina: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina",
    abstract: "Instrument panels for small boards: described in YAML, seen in the browser, put onto a board.",
    discussion: """
      A panel is a file of YAML. `lamina new boat` makes one to begin with, \
      `lamina preview boat/boat.yaml` shows it in the browser while it is written, \
      `lamina deploy` puts it onto a board.

      Exit status: 0 done, 1 failed, 2 used wrongly.
      """,
    version: "lamina 0.1.0",
    subcommands: [
      New.self, Check.self, Preview.self, Picture.self, Test.self, Build.self, Deploy.self, Doctor.self, Sources.self,
      Font.self,
      Image.self,
    ])

  /// Runs the command and ends the process.
  static func main() async {
    ProcessStart.prepare()
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    Glibc.exit(status)
  }

  /// - Parameter arguments: without the program's name.
  /// - Returns: the exit status.
  static func run(_ arguments: [String]) async -> Int32 {
    do {
      var command = try parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return 0
    } catch {
      return report(error, arguments)
    }
  }

  /// Prints an error, or the help that was asked for.
  private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
    if let error = error as? AssetError {
      return Output.fail(error.message, status: error.status, help: command(in: arguments))
    }
    if let error = error as? ExitCode { return error.rawValue }
    if let first = arguments.first, !first.hasPrefix("-"), first != "help", !commands.contains(first) {
      let meant = nearest(first, in: commands)
      let remedy = meant.map { "did you mean '\($0)'?" } ?? "expected one of \(commands.joined(separator: ", "))"
      return Output.fail("no command '\(first)'; \(remedy)", status: 2)
    }
    let code = exitCode(for: error)
    if code == .success { return Output.print([fullMessage(for: error)]) }
    let message = message(for: error).split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
    return Output.fail(message, status: code == .validationFailure ? 2 : 1, help: command(in: arguments))
  }

  private static var commands: [String] { configuration.subcommands.map { $0._commandName } }

  /// The beginning of the command line whose `--help` has the remedy.
  private static func command(in arguments: [String]) -> String {
    guard let first = arguments.first, commands.contains(first) else { return "lamina" }
    return "lamina \(first)"
  }
}
