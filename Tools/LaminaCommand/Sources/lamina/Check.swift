import ArgumentParser
import AssetCommands
import PanelAssets

/// `lamina check`: all mistakes of a description at once.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check a panel and print everything that is wrong with it.",
    discussion: """
      Each mistake is a line: file, line, column, the mistake, the expectation. \
      Warnings follow where nothing is wrong. A file that is no description, such as a .panel or a pack of a font, \
      is loaded as a device loads it.
      """)

  @Argument(help: "A description, a .panel, or a pack.", completion: .file(extensions: ["yaml", "yml", "panel"]))
  var panel: String

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write the panel file that a device shows.", valueName: "file.panel"),
    completion: .file(extensions: ["panel"]))
  var output: String?

  @Option(help: ArgumentHelp("Warn of texts without room on these displays too.", valueName: "480x320,1280x400"))
  var sizes: String?

  @Option(help: ArgumentHelp("Set a switch of the description; may be repeated.", valueName: "name=word"))
  var set: [String] = []

  func run() throws {
    if isDescription(panel) || panel.hasSuffix(".yaml") || panel.hasSuffix(".yml") {
      if let output, [".yaml", ".yml"].contains(where: output.hasSuffix) {
        throw AssetError.usage("--output '\(output)'; expected a name such as boat.panel, which is no description's")
      }
      try Output.finish(try makePanel(panel, output: output, sizes: sizes, switches: set))
    } else if output != nil {
      throw AssetError.usage("--output is for a description; \(panel) is none")
    } else {
      try Output.finish(try checkPack(panel))
    }
  }
}
