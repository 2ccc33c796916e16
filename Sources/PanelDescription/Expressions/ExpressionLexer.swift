// The words and signs of expressions.
import PanelSignals

/// A word, a sign or a number of a text.
enum ExpressionToken: Equatable {
  case number(Fixed64)
  case word(String)
  case text(String)
  case sign(String)
  case end

  var words: String {
    switch self {
    case .end: "the end of the expression"
    case .word(let word), .sign(let word): "'\(word)'"
    case .text(let text): "the text \"\(text)\""
    case .number: "a number"
    }
  }
}

/// Splits a text into words and signs.
struct ExpressionLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private(set) var tokens: [(token: ExpressionToken, column: Int)] = []

  static let limit = 1000

  init(_ text: String) throws(ExpressionError) {
    scalars = Array(text.unicodeScalars)
    while index < scalars.count {
      let start = index
      if scalars[index].properties.isWhitespace {
        index += 1
        continue
      }
      tokens.append((try next(), start))
      if tokens.count > Self.limit {
        throw ExpressionError(column: start, found: "more than \(Self.limit) words and signs", expected: "fewer")
      }
    }
    tokens.append((.end, scalars.count))
  }

  private func scalar(_ offset: Int = 0) -> Unicode.Scalar {
    index + offset < scalars.count ? scalars[index + offset] : "\0"
  }
  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }
  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar >= "a" && scalar <= "z" || scalar >= "A" && scalar <= "Z" || scalar == "_"
  }

  private mutating func take(_ isPart: (ExpressionLexer) -> Bool) -> String {
    let start = index
    while index < scalars.count, isPart(self) { index += 1 }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<index])
    return text
  }

  private mutating func next() throws(ExpressionError) -> ExpressionToken {
    let start = index
    let first = scalar()
    if isDigit(first) || first == "." && isDigit(scalar(1)) {
      // Two dots are a range's.
      let text = take {
        $0.isDigit($0.scalar()) || $0.scalar() == "_" || $0.scalar() == "." && $0.isDigit($0.scalar(1))
      }
      guard let number = parseNumber(text) else {
        let isLarge = text.allSatisfy { $0.isNumber || $0 == "." } && text.first != "0" && text.count > 9
        throw ExpressionError(
          column: start, found: "'\(text)'",
          expected: isLarge ? "a number between -2147483648 and 2147483648" : "a plain decimal number, as 12.5")
      }
      return .number(number)
    }
    if isLetter(first) {
      // Roles and colours have hyphens: gray-20.
      var word = take { $0.isLetter($0.scalar()) || $0.isDigit($0.scalar()) }
      if scalar() == "-", isDigit(scalar(1)), NamedColor.hues[word] != nil {
        word += take { $0.scalar() == "-" || $0.isDigit($0.scalar()) }
      }
      return .word(word)
    }
    if first == "\"" || first == "'" {
      index += 1
      let text = take { $0.scalar() != first }
      if index == scalars.count {
        throw ExpressionError(column: start, found: "a text that does not end", expected: "its second quotation mark")
      }
      index += 1
      return .text(text)
    }
    return try sign()
  }

  private mutating func sign() throws(ExpressionError) -> ExpressionToken {
    let start = index
    let (first, second) = (scalar(), scalar(1))
    let pair = "\(first)\(second)"
    if ["<=", ">=", "==", "!=", "..", "&&", "||", "<>", "**"].contains(pair) {
      let hint = ["&&": "and", "||": "or", "<>": "!= or 'not'", "**": "a product"][pair]
      if let hint { throw ExpressionError(column: start, found: "'\(pair)'", expected: hint) }
      index += 2
      return .sign(pair)
    }
    if "+-*/()<>=,".unicodeScalars.contains(first) {
      index += 1
      return .sign(String(first))
    }
    let hint =
      [
        "%": "mod, or the word percent", "?": "if(a, b, c)", "!": "not", "^": "a product",
        "$": "a parameter of the template",
        "[": "'('", "{": "'('", "−": "-", "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=",
      ][String(first)]
    throw ExpressionError(column: start, found: "'\(first)'", expected: hint ?? "a name, a number or an operator")
  }
}
