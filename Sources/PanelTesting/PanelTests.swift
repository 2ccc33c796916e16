// Stage: panel tests. Input: the paths of a panel and of its tests. Output: what failed, in lines.
import Foundation
import Packs
import PanelAssets
import PanelDescription
import PanelFile

/// Something that is not as expected, at its place in the file of tests.
struct TestFailure: Error {
  let place: Place
  let message: String

  init(_ place: Place, _ message: String) { (self.place, self.message) = (place, message) }

  var line: String { "\(place.file):\(place.line):\(place.column): \(message)" }
}

/// The outcome of one test.
public struct PanelTestOutcome: Sendable {
  public let name: String
  /// A line each, with file, line and column; none where it passed.
  public let failures: [String]
  /// How long it took, in seconds.
  public let seconds: Double
}

/// The outcome of a panel's tests.
public struct PanelTestReport: Sendable {
  /// The file of tests.
  public let path: String
  public let outcomes: [PanelTestOutcome]

  init(path: String, outcomes: [PanelTestOutcome]) { (self.path, self.outcomes) = (path, outcomes) }

  /// The report of a file that is not played: a lone failure.
  public init(unread path: String, _ lines: [String]) {
    self.init(path: path, outcomes: [PanelTestOutcome(name: "the file is read", failures: lines, seconds: 0)])
  }

  public var failed: [PanelTestOutcome] { outcomes.filter { !$0.failures.isEmpty } }
  /// How long they took, in seconds.
  public var seconds: Double { outcomes.reduce(0) { $0 + $1.seconds } }
}

/// Plays the tests of a panel.
/// - Parameters:
///   - panel: the path of the description.
///   - tests: the path of the file of tests; `nil` for the one beside it, `NAME.test.yaml`.
///   - switches: the values of the description's switches, by their names.
///   - only: the name of a test, or a part of it; `nil` for all.
///   - blesses: whether pictures are written, not compared.
///   - pictures: the folder for pictures of differences; `nil` for `NAME.test-failures` beside the tests.
/// - Throws: `DescriptionError` where the panel or the tests are wrong, `AssetError` where a file cannot be read or no test has
///   the name.
public func runPanelTests(
  of panel: String, tests: String? = nil, switches: [String: String] = [:], only: String? = nil, blesses: Bool = false,
  pictures: String? = nil
) throws -> PanelTestReport {
  let stem = panel.hasSuffix(".yaml") || panel.hasSuffix(".yml") ? (panel as NSString).deletingPathExtension : panel
  let path = tests ?? stem + ".test.yaml"
  let compiled = try compilePanel(try readFile(panel, limit: descriptionLimit), name: panel, switches: switches)
  let file: PanelFile
  do throws(PackError) { file = try PanelFile(bytes: compiled.bytes, name: panel) } catch {
    throw AssetError(panel, error.message, expected: "a panel that a device shows: please report this")
  }
  guard FileManager.default.fileExists(atPath: path) else {
    throw AssetError(path, "there is no such file", expected: "the panel's tests: docs/testing-panels.md")
  }
  let problems = Problems()
  let root = readDescription(try readFile(path, limit: descriptionLimit), file: path, problems)
  let all = root.map { TestReader(file, path: path, problems).tests($0) } ?? []
  if problems.hasErrors { throw DescriptionError(problems) }
  let chosen = only.map { word in all.filter { $0.name.localizedCaseInsensitiveContains(word) } } ?? all
  if chosen.isEmpty {
    throw AssetError(
      path, "no test has '\(only ?? "")' in its name", expected: all.map(\.name).joined(separator: ", "))
  }
  let comparison = PictureComparison(
    writes: blesses, base: String(path.prefix(path.count - (path as NSString).lastPathComponent.count)),
    folder: pictures ?? (path as NSString).deletingPathExtension + "-failures")
  return PanelTestReport(path: path, outcomes: chosen.map { outcome($0, file, comparison) })
}

private func outcome(_ test: PanelTest, _ file: PanelFile, _ pictures: PictureComparison) -> PanelTestOutcome {
  let start = ContinuousClock.now
  var failures: [TestFailure]
  do {
    var run = try TestRun(test, of: file, pictures)
    failures = run.run()
  } catch let failure as TestFailure { failures = [failure] } catch { failures = [TestFailure(test.place, "\(error)")] }
  let taken = start.duration(to: .now).components
  return PanelTestOutcome(
    name: test.name, failures: failures.map(\.line),
    seconds: Double(taken.seconds) + Double(taken.attoseconds) / 1e18)
}
