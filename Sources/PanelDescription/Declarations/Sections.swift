// Sections of a panel, from its own file and from those that it includes.
import Foundation
import PanelAssets

/// The sections of all files.
final class Sections: ItemReading {
  let problems: Problems
  /// The folder of the description, in which named files are looked for.
  private let folder: String
  private var sections: [String: Pairs] = [:]
  /// Which parts of the files hold.
  private var switches: Switches
  /// How many files were included.
  private var includeCount = 0

  /// - Parameter switches: of the description and of the files that it includes.
  init(_ problems: Problems, file: String, _ switches: Switches) {
    (self.problems, self.switches) = (problems, switches)
    folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  /// The pairs of a section; none where it is missing.
  subscript(name: String) -> Pairs { sections[name] ?? [] }

  /// The sections of a file that others include.
  private static let sectionNames = [
    "sources", "signals", "zones", "alarms", "themes", "styles", "templates", "texts", "pages",
  ]

  /// Adds the sections of a file, those of the files that it includes before its own.
  /// - Parameter path: the files that lead here, each included by the one before.
  func gather(_ keys: Keys, file: String, path: [String]) {
    if let item = keys["include"]?.value {
      for item in item.list ?? [item] { include(item, path) }
    }
    for name in Self.sectionNames {
      // A section by a wrong name, which was reported, is read all the same: it is not to make more errors.
      let meant = keys.keys.first { key in
        !Vocabulary.panel.contains { $0.name == key } && nearest(key, in: Self.sectionNames) == name
      }
      guard let item = (keys[name] ?? meant.flatMap { keys[$0] })?.value, !item.isReported else { continue }
      guard let pairs = item.map else {
        let spec = Vocabulary.panel.first { $0.name == name }
        refuse(item, name, spec?.type.expectation ?? "a map")
        continue
      }
      var places: [String?: Place] = [:]
      for pair in sections[name] ?? [] { places[pair.key.text] = pair.key.place }
      for pair in pairs {
        if let former = places.updateValue(pair.key.place, forKey: pair.key.text) {
          problems.report(
            pair.key.place, "\(pair.key.words) of \(name) a second time, after \(former.text)",
            expected: "names that differ")
        } else {
          sections[name, default: []].append(pair)
        }
      }
    }
  }

  private func include(_ item: Item, _ path: [String]) {
    // `{file: NAME, optional: true}`: one that may be missing.
    var (item, isOptional) = (item, false)
    if item.map != nil, let keys = map(item, "a file") {
      check(keys, Vocabulary.included, "a file that is included")
      isOptional = keys["optional"]?.value.text == "true"
      if let file = keys["file"]?.value { item = file }
    }
    guard let name = item.text, !item.isEmpty, !name.isEmpty else {
      return refuse(item, "include", "a file, {file: NAME, optional: true}, or a list of these")
    }
    let file = self.path(name)
    if path.contains(file) {
      let circle = (path.drop { $0 != file } + [file]).joined(separator: " includes ")
      return problems.report(item.place, "a circle: \(circle)", expected: "files that end")
    }
    if path.count > 8 {
      return problems.report(item.place, "files \(path.count) deep in each other", expected: "8 at most")
    }
    includeCount += 1
    if includeCount > 64 {
      if includeCount == 65 { problems.report(item.place, "more than 64 files that are included", expected: "fewer") }
      return
    }
    problems.note(file: file)
    if isOptional && !FileManager.default.fileExists(atPath: file) { return }
    let bytes: [UInt8]
    do throws(AssetError) { bytes = try readFile(file, limit: descriptionLimit) } catch {
      return problems.report(item.place, "no file: " + error.message.replacing("; expected", with: " — expected"))
    }
    guard let read = readDescription(bytes, file: file, problems), let root = switches.chosen(read) else { return }
    guard let keys = map(root, "a map of sections") else { return }
    for (name, entry) in keys where !Self.sectionNames.contains(name) && name != "include" && name != "panel" {
      if Vocabulary.panel.contains(where: { $0.name == name }) {
        problems.report(entry.key.place, "'\(name)' in a file that is included", expected: "it in the panel's own file")
      } else {
        check([name: entry], Vocabulary.panel, "a panel")
      }
    }
    gather(keys, file: file, path: path + [file])
  }

  /// The path of a file that the description names.
  func path(_ name: String) -> String { name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)" }
}
