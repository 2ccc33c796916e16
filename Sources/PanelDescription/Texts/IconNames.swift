// The names of icons, from the font that scripts/assets installs.
import PanelAssets

/// Material Design Icons by name.
struct IconNames {
  /// The folder of the font and of its icons' names.
  static let folder = "/usr/local/share/lamina/icons"
  private var scalars: [String: Unicode.Scalar] = [:]
  /// Why there are none.
  private(set) var failure: (found: String, expected: String)?

  init() {
    guard let bytes = try? readFile(Self.folder + "/names") else {
      failure = ("the icons are not on this machine", "\(Self.folder), which scripts/assets installs")
      return
    }
    // Lines as `water-pump F058F`.
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let scalar = UInt32(parts[1], radix: 16).flatMap({ Unicode.Scalar($0) }) else { continue }
      scalars[String(parts[0])] = scalar
    }
  }

  subscript(name: String) -> Unicode.Scalar? { scalars[name] }

  /// The names that have a word in them, `water-pump` for `pump`, the shortest of them; else the three nearest.
  func meant(_ word: String) -> String? {
    let names = scalars.keys.filter { $0.split(separator: "-").contains(Substring(word)) }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(3)
    if !names.isEmpty { return names.joined(separator: "', '") }
    // Else those that are nearest in their letters.
    var left = scalars.keys.sorted()
    var found: [String] = []
    while found.count < 3, let next = nearest(word, in: left) {
      found.append(next)
      left.removeAll { $0 == next }
    }
    return found.isEmpty ? nil : found.joined(separator: "', '")
  }
}
