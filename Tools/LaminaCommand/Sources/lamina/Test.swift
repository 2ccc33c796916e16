import ArgumentParser
import AssetCommands
import PanelAssets
import PanelDescription
import PanelTesting

/// `lamina test`: a panel's own tests.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a panel's tests and say what is not as expected.",
    discussion: """
      The tests of boat.yaml stand in boat.test.yaml: values and fingers at times, then texts, states, alarms, sent values and \
      pictures. They run in their own time, without a display. docs/testing-panels.md has the keys.
      """)

  @Argument(help: "Descriptions, or their files of tests.", completion: .file(extensions: ["yaml", "yml"]))
  var panels: [String]

  @Option(help: ArgumentHelp("The file of tests, of one panel.", valueName: "file"))
  var tests: String?

  @Option(help: ArgumentHelp("Play the tests with these letters in their names alone.", valueName: "word"))
  var only: String?

  @Flag(help: "Write the pictures of the tests instead of comparing them: look at them then.")
  var bless = false

  @Option(help: ArgumentHelp("Where pictures of differences go (default: NAME.test-failures).", valueName: "folder"))
  var pictures: String?

  @Option(help: ArgumentHelp("Write a report for a server of continuous integration.", valueName: "file.xml"))
  var junit: String?

  @Option(help: ArgumentHelp("Set a switch of the descriptions; may be repeated.", valueName: "name=word"))
  var set: [String] = []

  func run() throws {
    if panels.isEmpty { throw AssetError.usage("no panel; expected a description, as boat.yaml") }
    let panels = Self.panels(panels)
    if tests != nil && panels.count > 1 {
      throw AssetError.usage("--tests is of one panel, and \(panels.count) are named")
    }
    if pictures == "" { throw AssetError.usage("--pictures ''; expected a folder") }
    // A slip of the pen does not cost a description.
    if let junit, !junit.hasSuffix(".xml") {
      throw AssetError.usage("--junit '\(junit)'; expected a name that ends in .xml")
    }
    let switches = try readSwitches(set)
    var reports: [PanelTestReport] = []
    var errors: [String] = []
    for panel in panels {
      let lines: [String]
      do {
        let report = try runPanelTests(
          of: panel, tests: tests, switches: switches, only: only, blesses: bless, pictures: pictures)
        reports.append(report)
        _ = writeLines(Self.lines(report), to: 1)
        continue
      } catch let error as DescriptionError { lines = error.lines } catch let error as AssetError {
        lines = ["lamina: \(error.message)"]
      }
      errors += lines
      reports.append(PanelTestReport(unread: panel, lines))
    }
    if let junit { try writeFile(junit, Array(junitReport(reports).utf8)) }
    _ = writeLines(errors, to: 2)
    if reports.contains(where: { !$0.failed.isEmpty }) { throw ExitCode(1) }
  }

  /// The panels that are meant, each once: a file of tests means its panel.
  private static func panels(_ names: [String]) -> [String] {
    var panels: [String] = []
    for name in names {
      let panel = name.hasSuffix(".test.yaml") ? name.dropLast(10) + ".yaml" : name
      if !panels.contains(panel) { panels.append(panel) }
    }
    return panels
  }

  private static func lines(_ report: PanelTestReport) -> [String] {
    var lines: [String] = []
    for outcome in report.failed { lines += ["failed  \(outcome.name)"] + outcome.failures.map { "  " + $0 } }
    let passed = report.outcomes.count - report.failed.count
    let count = report.failed.isEmpty ? "\(passed) passed" : "\(report.failed.count) failed, \(passed) passed"
    return lines + ["\(report.path): \(count), \((report.seconds * 10).rounded() / 10) s"]
  }
}
