import ArgumentParser
import AssetCommands
import Foundation
import PanelAssets
import PanelFile

/// `lamina picture`: a PNG of a panel, as a device draws it.
struct Picture: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a panel's demonstration, or a moment of a replay, into a PNG.",
    discussion: """
      The picture has the pixels that a board shows. --at says how far the demonstration \
      has gone; a replay shows its last moment.
      """)

  @Argument(help: "A description.", completion: .file(extensions: ["yaml", "yml"]))
  var panel: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The picture.", valueName: "file.png"), completion: .file())
  var output: String

  @Option(help: ArgumentHelp("Pixels (default: the panel's own size, or 800x480).", valueName: "WxH"))
  var size: String?

  @Option(help: "Show this page.")
  var page: String?

  @Option(help: "Show this theme.")
  var theme: String?

  @Option(help: "Show this language of the description.")
  var language: String?

  @Option(name: .customLong("system"), help: "Show this system of units of the description.")
  var system: String?

  @Option(help: ArgumentHelp("How far the demonstration has gone, up to 10min (default: 3s).", valueName: "time"))
  var at: String?

  @Option(
    help: ArgumentHelp("Show the last moment of a replay instead of the demonstration.", valueName: "file"),
    completion: .file())
  var replay: String?

  @Option(help: ArgumentHelp("Set a switch of the description; may be repeated.", valueName: "name=word"))
  var set: [String] = []

  func run() throws {
    let milliseconds = try Self.milliseconds(at)
    if !output.lowercased().hasSuffix(".png") {
      throw AssetError.usage("--output '\(output)'; expected a name that ends in .png, as boat.png")
    }
    if at != nil, replay != nil { throw AssetError.usage("--at with --replay: expected one of the two") }
    let folder = NSTemporaryDirectory() + "/lamina-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw AssetError(folder, "cannot be made", expected: "a folder for temporary files, named by TMPDIR")
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/panel.panel"
    let result = try makePanel(panel, output: file, switches: set)
    if result.status != 0 { return try Output.finish(result) }
    try Output.finish(CommandResult(status: 0, errors: result.errors))
    var arguments = ["--display", "memory:\(try displaySize(file)):xrgb8888", "--snapshot", output]
    if let replay {
      arguments += ["--replay", replay]
    } else {
      let moments = folder + "/moments"
      // Clocks show the morning, not the beginning of a day.
      let start = "0 time=10:08:00\n"
      try writeFile(moments, Array((milliseconds == 0 ? start : start + "\(milliseconds)\n").utf8))
      arguments += ["--demo", "--replay", moments]
    }
    for (option, value) in [("--page", page), ("--theme", theme), ("--language", language), ("--system", system)] {
      if let value { arguments += [option, value] }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Project.program("panel-ui"))
    process.arguments = arguments + [file]
    let messages = Pipe()
    process.standardError = messages
    try process.run()
    let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // Nobody has called that program.
    let lines = text.split(separator: "\n").map {
      $0.hasPrefix("panel-ui: ") ? "lamina: " + $0.dropFirst(10) : String($0)
    }
    _ = writeLines(lines, to: 2)
    if process.terminationStatus != 0 { throw ExitCode(process.terminationStatus) }
  }

  /// The display that was asked for, or the panel's own.
  private func displaySize(_ file: String) throws -> String {
    if let size {
      let numbers = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard numbers.count == 2, numbers.allSatisfy({ (16...8191).contains($0) }) else {
        throw AssetError.usage("--size '\(size)'; expected a size of 16 to 8191 pixels, as 800x480")
      }
      return "\(numbers[0])x\(numbers[1])"
    }
    let size = try designSize(file)
    return "\(size.width)x\(size.height)"
  }

  /// The milliseconds of `3s`, `500ms` or `2min`.
  static func milliseconds(_ text: String?) throws(AssetError) -> Int {
    guard let text else { return 3000 }
    for (unit, factor) in [("ms", 1.0), ("min", 60_000), ("s", 1000)] where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number >= 0, number * factor <= 600_000 else { break }
      return Int((number * factor).rounded())
    }
    throw .usage("--at '\(text)'; expected a time of 0s to 10min, as 3s or 500ms")
  }
}
