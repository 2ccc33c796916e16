// Texts with expressions in braces.

/// The parts of a text with expressions in braces.
struct BracedText {
  enum Part: Equatable {
    case words(String)
    /// An expression, the format behind a colon, and the column where the expression begins.
    case expression(String, format: String?, column: Int)

    var isExpression: Bool { if case .expression = self { true } else { false } }
  }

  private(set) var parts: [Part] = []

  /// - Returns: `nil` where a brace has no other one.
  init?(_ text: String) {
    var (words, column) = ("", 0)
    let scalars = Array(text.unicodeScalars)
    while column < scalars.count {
      let scalar = scalars[column]
      if scalar != "{" && scalar != "}" {
        words.unicodeScalars.append(scalar)
        column += 1
      } else if column + 1 < scalars.count, scalars[column + 1] == scalar {
        words.unicodeScalars.append(scalar)
        column += 2
      } else {
        guard scalar == "{", let end = scalars[column...].firstIndex(of: "}") else { return nil }
        if !words.isEmpty { parts.append(.words(words)) }
        words = ""
        parts.append(Self.expression(scalars[(column + 1)..<end], column + 1))
        column = end + 1
      }
    }
    if !words.isEmpty { parts.append(.words(words)) }
  }

  /// What stands in the braces: a format follows the first colon that is not in quotation marks.
  private static func expression(_ scalars: ArraySlice<Unicode.Scalar>, _ column: Int) -> Part {
    var isQuoted = false
    for index in scalars.indices {
      if scalars[index] == "\"" { isQuoted.toggle() }
      if scalars[index] == ":" && !isQuoted {
        return .expression(
          text(scalars[..<index]), format: text(scalars[(index + 1)...]).trimmed, column: column)
      }
    }
    return .expression(text(scalars), format: nil, column: column)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// The words alone; `nil` where there are expressions.
  var plain: String? {
    if parts.isEmpty { return "" }
    if parts.count == 1, case .words(let words) = parts[0] { return words }
    return nil
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
