// Expressions of a description: text becomes a tree. `+ - * / mod`, comparisons as words or signs, `and or not`, functions.
import PanelSignals

/// A part of an expression, with the column in the text at which it begins, from 0.
indirect enum Expression {
  case number(Fixed64, column: Int)
  case name(String, column: Int)
  case operation(Instruction.Operation, [Expression], column: Int)
  /// A function of a signal itself, as `age(rpm)`.
  case query(Instruction.Operation, String, column: Int)
  case bit(Expression, Int, column: Int)

  var column: Int {
    switch self {
    case .number(_, let column), .name(_, let column), .operation(_, _, let column), .query(_, _, let column),
      .bit(_, _, let column):
      column
    }
  }
}

/// Why a text is no expression.
struct ExpressionError: Error {
  let column: Int
  let found: String
  let expected: String
  var meant: String?
}

struct ExpressionParser {
  private enum Token: Equatable { case number(Fixed64), word(String), sign(String), end }

  private var tokens: [(token: Token, column: Int)] = []
  private var position = 0
  private var depth = 0

  static func parse(_ text: String) throws(ExpressionError) -> Expression {
    var parser = ExpressionParser()
    try parser.split(Array(text.utf8))
    let result = try parser.either()
    if parser.next != .end { throw parser.unexpected("an operator, or the end") }
    return result
  }

  // MARK: Words and signs

  private mutating func split(_ bytes: [UInt8]) throws(ExpressionError) {
    var index = 0
    func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    func isLetter(_ byte: UInt8) -> Bool { byte | 32 >= 97 && byte | 32 <= 122 || byte == 95 }
    while index < bytes.count {
      let byte = bytes[index]
      let start = index
      if byte == 32 {
        index += 1
        continue
      }
      if isDigit(byte) || byte == 46 && index + 1 < bytes.count && isDigit(bytes[index + 1]) {
        while index < bytes.count, isDigit(bytes[index]) || bytes[index] == 46 { index += 1 }
        guard let number = parseNumber(String(decoding: bytes[start..<index], as: UTF8.self)) else {
          throw ExpressionError(
            column: start, found: "'\(String(decoding: bytes[start..<index], as: UTF8.self))'",
            expected: "a plain decimal number")
        }
        tokens.append((.number(number), start))
      } else if isLetter(byte) {
        while index < bytes.count, isLetter(bytes[index]) || isDigit(bytes[index]) { index += 1 }
        tokens.append((.word(String(decoding: bytes[start..<index], as: UTF8.self)), start))
      } else {
        let pair = index + 1 < bytes.count ? String(decoding: bytes[index...index + 1], as: UTF8.self) : ""
        let sign = ["<=", ">=", "==", "!="].contains(pair) ? pair : String(decoding: [byte], as: UTF8.self)
        if sign.utf8.count != 2, !"+-*/()<>=,".contains(sign) {
          let hint =
            sign == "%" ? "mod" : sign == "?" ? "if(a, b, c)" : sign == "!" ? "not" : "a name, a number or an operator"
          // A letter of more than one byte whole.
          let end = bytes[(start + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
          let found = String(decoding: bytes[start..<end], as: UTF8.self)
          throw ExpressionError(column: start, found: "'\(found)'", expected: hint)
        }
        tokens.append((.sign(sign), start))
        index += sign.utf8.count
      }
      if tokens.count > 500 {
        throw ExpressionError(column: start, found: "more than 500 words and signs", expected: "fewer")
      }
    }
    tokens.append((.end, bytes.count))
  }

  private var next: Token { tokens[position].token }
  private var column: Int { tokens[position].column }

  private func unexpected(_ expected: String) -> ExpressionError {
    let found =
      switch next {
      case .end: "the end of the expression"
      case .word(let word): "'\(word)'"
      case .sign(let sign): "'\(sign)'"
      case .number: "a number"
      }
    return ExpressionError(column: column, found: found, expected: expected)
  }

  private mutating func take(word: String) -> Bool { take(.word(word)) }
  private mutating func take(sign: String) -> Bool { take(.sign(sign)) }

  private mutating func take(_ token: Token) -> Bool {
    if next != token { return false }
    position += 1
    return true
  }

  // MARK: Precedence: or, and, not, comparisons, + -, * / mod, a sign

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
    let column = column
    let words: [(String, Instruction.Operation)] = [
      ("below", .below), ("above", .above), ("equals", .equal), ("is", .equal),
    ]
    for (word, operation) in words where take(word: word) {
      return .operation(operation, [left, try sum()], column: column)
    }
    if take(word: "between") {
      let lower = try sum()
      if !take(word: "and") { throw unexpected("'and' and the upper end") }
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
      if case .number(let number) = next {
        position += 1
        return .number(-number, column: column)
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
      return .number(number, column: column)
    case .word(let word):
      position += 1
      if take(sign: "(") { return try function(word, column) }
      if ["above", "below", "between", "and", "or", "mod", "equals"].contains(word) {
        position -= 1
        throw unexpected("a number or a signal before it")
      }
      if word == "true" || word == "yes" { return .number(1, column: column) }
      if word == "false" || word == "no" { return .number(0, column: column) }
      return .name(word, column: column)
    default: throw unexpected("a number, a signal or '('")
    }
  }

  // MARK: Functions

  private static let queries: [String: Instruction.Operation] = ["ok": .isFresh, "age": .age, "quality": .quality]
  private static let functions: [String: (Instruction.Operation, count: Int?)] = [
    "min": (.minimum, nil), "max": (.maximum, nil), "abs": (.absolute, 1), "clamp": (.clamp, 3), "round": (.round, 1),
    "floor": (.floor, 1), "sqrt": (.squareRoot, 1), "if": (.choose, 3),
  ]

  private mutating func function(_ name: String, _ column: Int) throws(ExpressionError) -> Expression {
    if let query = Self.queries[name] {
      guard case .word(let signal) = next else { throw unexpected("a signal's name") }
      position += 1
      if !take(sign: ")") { throw unexpected("')'") }
      return .query(query, signal, column: column)
    }
    var arguments: [Expression] = []
    repeat { arguments.append(try either()) } while take(sign: ",")
    if !take(sign: ")") { throw unexpected("',' or ')'") }
    if name == "bit" {
      guard arguments.count == 2, case .number(let bit, _) = arguments[1], (0...30).contains(bit.floor),
        Fixed64(bit.floor) == bit
      else { throw ExpressionError(column: column, found: "bit()", expected: "a value and a bit's number, 0 to 30") }
      return .bit(arguments[0], bit.floor, column: column)
    }
    guard let (operation, count) = Self.functions[name] else {
      throw ExpressionError(
        column: column, found: "a function '\(name)'",
        expected: (Self.functions.keys.sorted() + Self.queries.keys.sorted() + ["bit"]).joined(separator: ", "),
        meant: nearest(name, in: Array(Self.functions.keys) + Self.queries.keys))
    }
    if let count {
      if arguments.count != count {
        throw ExpressionError(
          column: column, found: "\(arguments.count) values for \(name)()", expected: "\(count)")
      }
      return .operation(operation, arguments, column: column)
    }
    if arguments.count < 2 {
      throw ExpressionError(column: column, found: "one value for \(name)()", expected: "two or more")
    }
    var result = arguments[0]
    for argument in arguments.dropFirst() { result = .operation(operation, [result, argument], column: column) }
    return result
  }
}
