// Expressions of a description: text becomes a tree. `+ - * / mod`, comparisons as words or signs, `and or not`,
// functions.
import PanelSignals

/// A part of an expression, with the column in the text at which it begins, from 0.
indirect enum Expression {
  /// - Parameter unit: as written behind the number; `nil` for none.
  case number(Fixed64, unit: String?, column: Int)
  case text(String, column: Int)
  case name(String, column: Int)
  case operation(Instruction.Operation, [Expression], column: Int)
  case call(String, [Expression], column: Int)

  var column: Int {
    switch self {
    case .number(_, _, let column), .text(_, let column), .name(_, let column), .operation(_, _, let column),
      .call(_, _, let column):
      column
    }
  }
}

/// Why a text is no expression.
struct ExpressionError: Error {
  let column: Int
  let found: String
  var expected: String?
  var meant: String?
}

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

/// Reads an expression by precedence: or, and, not, comparisons, sums, products, signs.
struct ExpressionParser {
  private let tokens: [(token: ExpressionToken, column: Int)]
  /// Whether a name is a signal's: `5 m/s` is a speed unless `s` is one.
  private let isSignal: (String) -> Bool
  private var position = 0
  private var depth = 0

  static func parse(_ text: String, isSignal: @escaping (String) -> Bool) throws(ExpressionError) -> Expression {
    var parser = ExpressionParser(try ExpressionLexer(text).tokens, isSignal)
    let result = try parser.either()
    if parser.next != .end { throw parser.unexpected("an operator, or the end") }
    return result
  }

  private init(_ tokens: [(token: ExpressionToken, column: Int)], _ isSignal: @escaping (String) -> Bool) {
    (self.tokens, self.isSignal) = (tokens, isSignal)
  }

  private var next: ExpressionToken { tokens[position].token }
  private var column: Int { tokens[position].column }

  private func unexpected(_ expected: String, meant: String? = nil) -> ExpressionError {
    ExpressionError(column: column, found: next.words, expected: expected, meant: meant)
  }

  private mutating func take(word: String) -> Bool { take(.word(word)) }
  private mutating func take(sign: String) -> Bool { take(.sign(sign)) }

  private mutating func take(_ token: ExpressionToken) -> Bool {
    if next != token { return false }
    position += 1
    return true
  }

  static let words = ["and", "or", "not", "above", "below", "between", "equals", "is", "mod"]

  private mutating func either() throws(ExpressionError) -> Expression {
    depth += 1
    defer { depth -= 1 }
    if depth > 40 {
      throw ExpressionError(column: column, found: "more than 40 brackets in each other", expected: "fewer")
    }
    var result = try both()
    while case let column = column, take(word: "or") { result = .operation(.or, [result, try both()], column: column) }
    return result
  }

  private mutating func both() throws(ExpressionError) -> Expression {
    var result = try negation()
    while case let column = column, take(word: "and") {
      result = .operation(.and, [result, try negation()], column: column)
    }
    return result
  }

  private mutating func negation() throws(ExpressionError) -> Expression {
    let column = column
    var count = 0
    while take(word: "not") { count += 1 }
    let result = try comparison()
    return count % 2 == 0 ? result : .operation(.not, [result], column: column)
  }

  private mutating func comparison() throws(ExpressionError) -> Expression {
    let left = try sum()
    let result = try comparison(of: left)
    if case .sign(let sign) = next, ["<", ">", "<=", ">=", "=", "==", "!="].contains(sign) {
      throw unexpected("'and' between two comparisons")
    }
    return result
  }

  private mutating func comparison(of left: Expression) throws(ExpressionError) -> Expression {
    let column = column
    if take(word: "above") { return .operation(.above, [left, try sum()], column: column) }
    if take(word: "below") { return .operation(.below, [left, try sum()], column: column) }
    if take(word: "equals") { return .operation(.equal, [left, try sum()], column: column) }
    if take(word: "is") {
      let isNot = take(word: "not")
      // People write `is above 3`.
      if ["above", "below", "between"].contains(where: { next == .word($0) }) {
        let result = try comparison(of: left)
        return isNot ? .operation(.not, [result], column: column) : result
      }
      return .operation(isNot ? .unequal : .equal, [left, try sum()], column: column)
    }
    if take(word: "between") {
      let lower = try sum()
      if !take(sign: "..") && !take(word: "and") { throw unexpected("'..' and the upper end, as 'between 3..5'") }
      return .operation(
        .and,
        [
          .operation(.atLeast, [left, lower], column: column), .operation(.atMost, [left, try sum()], column: column),
        ], column: column)
    }
    let signs: [(String, Instruction.Operation)] = [
      ("<=", .atMost), (">=", .atLeast), ("==", .equal), ("!=", .unequal), ("<", .below), (">", .above), ("=", .equal),
    ]
    for (sign, operation) in signs where take(sign: sign) {
      return .operation(operation, [left, try sum()], column: column)
    }
    return left
  }

  private mutating func sum() throws(ExpressionError) -> Expression {
    var result = try product()
    while true {
      let column = column
      if take(sign: "+") {
        result = .operation(.add, [result, try product()], column: column)
      } else if take(sign: "-") {
        result = .operation(.subtract, [result, try product()], column: column)
      } else {
        return result
      }
    }
  }

  private mutating func product() throws(ExpressionError) -> Expression {
    var result = try factor()
    while true {
      let column = column
      if take(sign: "*") {
        result = .operation(.multiply, [result, try factor()], column: column)
      } else if take(sign: "/") {
        result = .operation(.divide, [result, try factor()], column: column)
      } else if take(word: "mod") {
        result = .operation(.modulo, [result, try factor()], column: column)
      } else {
        return result
      }
    }
  }

  private mutating func factor() throws(ExpressionError) -> Expression {
    let column = column
    if take(sign: "-") {
      depth += 1
      defer { depth -= 1 }
      if depth > 40 { throw unexpected("fewer signs in front of each other") }
      if case .number = next, case .number(let number, let unit, _) = try factor() {
        return .number(-number, unit: unit, column: column)
      }
      return .operation(.negate, [try factor()], column: column)
    }
    if take(sign: "(") {
      let inner = try either()
      if !take(sign: ")") { throw unexpected("')'") }
      return inner
    }
    switch next {
    case .number(let number):
      position += 1
      return .number(number, unit: takeUnit(), column: column)
    case .text(let text):
      position += 1
      return .text(text, column: column)
    case .word(let word):
      if Self.words.contains(word) { throw unexpected("a number or a signal before it") }
      position += 1
      return take(sign: "(") ? try call(word, column) : .name(word, column: column)
    default: throw unexpected("a number, a signal or '('")
    }
  }

  /// The unit behind a number.
  private mutating func takeUnit() -> String? {
    guard case .word(let word) = next, !Self.words.contains(word) else { return nil }
    if position + 2 < tokens.count, tokens[position + 1].token == .sign("/"),
      case .word(let other) = tokens[position + 2].token,
      Units.named("\(word)/\(other)") != nil, !isSignal(other)
    {
      position += 3
      return "\(word)/\(other)"
    }
    position += 1
    return word
  }

  private mutating func call(_ name: String, _ column: Int) throws(ExpressionError) -> Expression {
    var arguments: [Expression] = []
    if take(sign: ")") { return .call(name, [], column: column) }
    repeat { arguments.append(try either()) } while take(sign: ",")
    if !take(sign: ")") {
      throw unexpected("',' or ')'")
    }
    return .call(name, arguments, column: column)
  }
}
