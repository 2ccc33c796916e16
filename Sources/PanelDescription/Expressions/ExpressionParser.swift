// The grammar of expressions: words and signs become a tree.
import PanelSignals

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
      var lower = try sum()
      if !take(sign: "..") && !take(word: "and") { throw unexpected("'..' and the upper end, as 'between 3..5'") }
      var upper = try sum()
      (lower, upper) = (lower.inUnit(of: upper), upper.inUnit(of: lower))
      return .operation(
        .and,
        [.operation(.atLeast, [left, lower], column: column), .operation(.atMost, [left, upper], column: column)],
        column: column)
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
