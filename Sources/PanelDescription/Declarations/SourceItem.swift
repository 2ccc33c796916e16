// Sources. A source of a description, for the compiler of its kind.
import PanelAssets
import PanelFile

/// The keys of a source, and its record.
struct SourceItem: DescribedSource {
  let keys: Keys
  let record: RecordDraft
  let problems: Problems
  /// The path of a file that the description names.
  let path: (String) -> String

  func text(_ key: String) -> String? { keys[key].map { $0.value.text ?? "" } }

  func duration(_ key: String) -> Int64? { keys[key]?.value.text.flatMap { parseDuration($0) } }

  func file(_ key: String, limit: Int) -> [UInt8]? {
    guard let item = keys[key]?.value, !item.isReported else { return nil }
    guard let name = item.text, !item.isEmpty else {
      problems.report(item.textPlace, "'\(item.text ?? "")' for \(key)", expected: "the name of a file")
      return nil
    }
    problems.note(file: path(name))
    do throws(AssetError) { return try readFile(path(name), limit: limit) } catch {
      problems.report(item.textPlace, error.message)
      return nil
    }
  }

  func report(_ key: String, _ found: String, expected: String?) {
    guard let item = keys[key]?.value, !item.isReported else { return }
    problems.report(item.textPlace, found, expected: expected)
  }

  func write(_ text: String, _ key: PropertyKey) { record[key] = .text(text) }

  func write(_ flag: Bool, _ key: PropertyKey) { record[key] = .flag(flag) }

  var nearest: (String, [String]) -> String? { { PanelDescription.nearest($0, in: $1) } }
}
