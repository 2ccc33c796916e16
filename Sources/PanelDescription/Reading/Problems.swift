// The mistakes of a description: all at once, in the order of its lines.
import SystemFiles

/// Where something stands in a description. Lines and columns count from 1.
public struct Place: Comparable, Hashable, Sendable {
  /// As the description or one of its files is named.
  public var file: String
  /// In characters, from 1.
  public var line, column: Int

  public static func < (a: Place, b: Place) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }

  /// So many columns further on the same line.
  func moved(by columns: Int) -> Place { Place(file: file, line: line, column: column + columns) }

  var text: String { "\(printable(file)):\(line):\(column)" }
}

/// A mistake of a description, or a possible improvement.
public struct Problem: Hashable, Sendable {
  let place: Place
  /// The mistake, the expectation, and perhaps the meant word: one line.
  public let text: String
  public var isWarning = false

  /// As the description or one of its files is named.
  public var file: String { place.file }
  /// The line and the column in the file, in characters, from 1.
  public var lineNumber: Int { place.line }
  public var column: Int { place.column }

  var line: String { "\(place.text): \(isWarning ? "warning: " : "")\(text)" }
}

/// Collects mistakes.
package final class Problems {
  private(set) var all: [Problem] = []
  /// Templates that are being filled in, each with the place that asks for it.
  var uses: [(template: String, place: Place)] = []

  package init() {}

  /// As many are reported; a file that is something else altogether would have a line for each of its own.
  static let limit = 100

  /// The description and the files that it names, read or missing, in the order in which they were looked for.
  private(set) var files: [String] = []

  private(set) var errorCount = 0
  package var hasErrors: Bool { errorCount > 0 }
  /// Whether nobody reads further reports: meant words need not be looked for.
  var isFull: Bool { errorCount > Self.limit }

  /// - Parameters:
  ///   - found: the mistake.
  ///   - expected: the right value.
  ///   - meant: the probably meant word.
  package func report(_ place: Place, _ found: String, expected: String? = nil, meant: String? = nil) {
    var text = printable(found)
    // Words of a list may be names of the description; each is made printable by itself, for the list may be long.
    if let expected {
      text +=
        " — expected "
        + expected.split(separator: " ", omittingEmptySubsequences: false)
        .map { printable(String($0)) }.joined(separator: " ")
    }
    if let meant { text += " — did you mean '\(printable(meant))'?" }
    text += use
    errorCount += 1
    all.append(Problem(place: place, text: text))
  }

  /// Notes a file that the description depends on.
  func note(file: String) {
    if !files.contains(file) { files.append(file) }
  }

  /// A place, with the template that is being filled in.
  func used(_ place: Place) -> UsedPlace { UsedPlace(place: place, use: use) }

  /// Words for the template that is being filled in, behind a message.
  private var use: String {
    uses.last.map { " (in template '\(printable($0.template))', used at \($0.place.text))" } ?? ""
  }

  /// Adds to the last report that nothing behind it was looked at.
  func sayRestIsUnread() {
    guard let last = all.popLast() else { return }
    all.append(Problem(place: last.place, text: last.text + "; nothing else of this file was checked"))
  }

  /// A name that is none of those there are.
  package func reportUnknown(_ place: Place, _ kind: String, _ name: String, among names: some Sequence<String>) {
    if isFull { return report(place, "no \(kind) '\(name)'") }
    let names = Array(names)
    let meant = nearest(name, in: names)
    let list =
      names.count > 12 ? names.sorted().prefix(12).joined(separator: ", ") + " …" : names.joined(separator: ", ")
    if names.isEmpty { return report(place, "no \(kind) '\(name)': there is none at all") }
    report(place, "no \(kind) '\(name)'", expected: meant != nil ? nil : list, meant: meant)
  }

  /// - Parameter use: of the template that the place lies in, where the same is said once.
  func warn(_ place: Place, _ text: String, use: String = "") {
    let isRepeated =
      !use.isEmpty && all.contains { $0.isWarning && $0.place == place && $0.text.hasPrefix(printable(text)) }
    if isRepeated { return }
    let text = text + use
    all.append(Problem(place: place, text: printable(text), isWarning: true))
  }

  /// In the order of the files; a repeated message of a place stands once. Where there are errors, warnings wait: many
  /// would come of them.
  var sorted: [Problem] {
    var seen: Set<Problem> = []
    let hasErrors = hasErrors
    return all.filter { !(hasErrors && $0.isWarning) && seen.insert($0).inserted }.sorted { $0.place < $1.place }
  }

  /// A line each of ``sorted``, as many as are reported.
  var lines: [String] {
    let sorted = sorted
    let lines = sorted.prefix(Self.limit).map(\.line)
    return sorted.count > Self.limit ? lines + ["… and \(sorted.count - Self.limit) more"] : lines
  }
}

/// The name among `names` that was probably meant: at most about a third of its letters are other ones, or it is the
/// beginning of the other. Of names that are as near, the one that begins alike counts.
public func nearest(_ word: String, in names: some Sequence<String>) -> String? {
  var best: (name: String, rank: (Int, Int, String))?
  let letters = Array(word.lowercased().unicodeScalars)
  for name in names {
    let others = Array(name.lowercased().unicodeScalars)
    let common = zip(letters, others).prefix { $0 == $1 }.count
    let isBeginning = common >= 3 && common == min(letters.count, others.count)
    let limit = min((max(letters.count, others.count) + 1) / 3, min(letters.count, others.count) - 1)
    // That many letters at least are to be added.
    if !isBeginning && abs(letters.count - others.count) > max(limit, 0) { continue }
    var distance = editDistance(letters, others)
    if isBeginning { distance = min(distance, 1) }
    // The name itself last, so that the answer is always the same.
    let rank = (distance, -common, name)
    if distance <= max(limit, 0), distance > 0 || letters == others, best.map({ rank < $0.rank }) ?? true {
      best = (name, rank)
    }
  }
  return best?.name
}

/// How many letters have to be changed, left out, added, or exchanged with the next.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  if a.count > 64 || b.count > 64 { return .max }
  // The row before the last one, the last one, and the one that is made.
  var (before, last) = (Array(0...b.count), Array(0...b.count))
  var row = last
  for i in a.indices {
    row[0] = i + 1
    for j in b.indices {
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
      row[j + 1] = least
    }
    (before, last, row) = (last, row, before)
  }
  return last[b.count]
}

/// A place in the description, and words for the template that was filled in there.
public struct UsedPlace: Sendable {
  public let place: Place
  /// Empty outside templates.
  public let use: String
}
