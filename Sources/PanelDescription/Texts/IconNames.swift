// The names of icons, from the font that Debian installs.
import PanelAssets

/// Material Design Icons by name.
struct IconNames {
  private static let path = "/usr/share/fonts-materialdesignicons-webfont/scss/_variables.scss"
  private var scalars: [String: Unicode.Scalar] = [:]
  /// Why there are none.
  private(set) var failure: (found: String, expected: String)?

  init() {
    guard let bytes = try? readFile(Self.path) else {
      failure = (
        "the names of icons are not on this machine",
        "Debian's package fonts-materialdesignicons-webfont: sudo apt-get install it"
      )
      return
    }
    // Lines as `    "engine": F1FA,`.
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\"")
      guard parts.count == 3, parts[2].hasPrefix(": ") else { continue }
      let digits = parts[2].dropFirst(2).prefix { $0.isHexDigit }
      if let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) { scalars[String(parts[1])] = scalar }
    }
  }

  subscript(name: String) -> Unicode.Scalar? { scalars[name] }

  /// The names that have a word in them, `water-pump` for `pump`, the shortest of them; else the nearest.
  func meant(_ word: String) -> String? {
    let names = scalars.keys.filter { $0.split(separator: "-").contains(Substring(word)) }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(4)
    return names.isEmpty ? nearest(word, in: scalars.keys.sorted()) : names.joined(separator: "', '")
  }
}
