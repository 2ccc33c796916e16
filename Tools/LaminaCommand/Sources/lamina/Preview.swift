import ArgumentParser
import AssetCommands
import PanelAssets
import PreviewServer

/// `lamina preview`: the panel in a page of the browser, shown again with each save.
struct Preview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a panel in the browser while it is written.",
    discussion: """
      Serves a page on this machine alone. Each save of the description, or of a file \
      that it names, is shown within a second. A wrong file keeps the last good picture \
      and shows the mistakes. Ctrl-C ends it.
      """)

  @Argument(help: "A description.", completion: .file(extensions: ["yaml", "yml"]))
  var panel: String

  @Option(help: "The port of the page (default: 4680, or the next one that is free).")
  var port: UInt16?

  @Flag(inversion: .prefixedNo, help: "Open the browser.")
  var open = true

  @Flag(help: "Ask the panel's sources on this machine in the place of the demonstration; nothing is sent.")
  var live = false

  @Option(help: ArgumentHelp("Set a switch of the description; may be repeated.", valueName: "name=word"))
  var set: [String] = []

  func run() async throws {
    _ = try readFile(panel, limit: descriptionLimit)
    let program = live ? try Project.program("panel-ui") : nil
    let sources = program.map { LiveSources(program: $0) { _ = writeLines([$0], to: 2) } }
    let watched = WatchedPanel(
      panel, switches: try readSwitches(set), build: PreviewServer.build(of: Project.folder), live: sources)
    let server = PreviewServer(watched, project: Project.folder)
    let port = try await server.listen(on: port.map { $0...$0 } ?? 4680...4779)
    let address = "http://127.0.0.1:\(port)/"
    _ = Output.print(["preview: \(address)  (Ctrl-C ends it)"])
    if open { Browser.open(address) }
    await watched.watch { lines in _ = writeLines(lines, to: 2) }
  }
}
