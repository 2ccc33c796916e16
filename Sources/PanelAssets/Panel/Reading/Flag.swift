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
}
