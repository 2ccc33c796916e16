// True and false as text.

/// A flag as text: YAML's words for it differ from version to version.
struct Flag {
  let value: Bool

  init?(_ text: String) {
    switch text {
    case "true": value = true
    case "false": value = false
    default: return nil
    }
  }

  /// The word of ours for a word of YAML's readers.
  static func meant(_ word: String) -> String? {
    ["yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false"][word.lowercased()]
  }
}
