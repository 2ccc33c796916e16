// People write YAML's own signs in values: these signs, and their replacements.

/// Something in a line that YAML reads as another thing than its writer meant.
struct YAMLTrap {
  /// The columns of the text that is wrong, from 0.
  let range: Range<Int>
  let found: String
  let expected: String

  /// - Returns: `nil` where the line has none.
  init?(line: [Character], onlyComments: Bool = false) {
    var column = 0
    while let value = Self.nextValue(line, from: column) {
      if !onlyComments, let list = Self.listInValue(value, line) {
        (range, found) = (list, "'[' within a value in { }")
        expected = "quotation marks around it, as \"\(String(line[list]))\""
        return
      }
      if !onlyComments || line[value.lowerBound] == "#", let (found, expected) = Self.explain(value, in: line) {
        (range, self.found, self.expected) = (value, found, expected)
        return
      }
      column = value.upperBound
      if value.isEmpty { column += 1 }
    }
    return nil
  }

  /// The next plain value of a line: behind `: `, `- `, `, ` or a bracket, to its end.
  private static func nextValue(_ line: [Character], from start: Int) -> Range<Int>? {
    var column = start
    while column < line.count {
      let isBegin: Bool
      switch line[column] {
      case ":", ",", "[": isBegin = true
      case "-": isBegin = line[..<column].allSatisfy { $0 == " " }
      case "#":
        isBegin = false
        if column == 0 || line[column - 1] == " " { return nil }
      default: isBegin = false
      }
      column += 1
      if !isBegin { continue }
      var first = column
      while first < line.count, line[first] == " " { first += 1 }
      if first == line.count { return nil }
      if line[column - 1] == ":" && first == column { continue }
      if "\"'{[".contains(line[first]) { continue }
      let end = valueEnd(line, first)
      // In { } the word behind a comma is a key; in [ ] a value.
      if line[column - 1] == ",",
        line[first..<end].indices.contains(where: { line[$0] == ":" && ($0 + 1 == end || line[$0 + 1] == " ") })
      {
        continue
      }
      return first..<end
    }
    return nil
  }

  /// A plain value in { } with a list in it, as `demo: steps 2s [1, 2]`, or a place in one, as `from: in/list[0].p`: to
  /// its end.
  private static func listInValue(_ value: Range<Int>, _ line: [Character]) -> Range<Int>? {
    guard line[..<value.lowerBound].contains("{"), let open = line[value].firstIndex(of: "["), open > value.lowerBound,
      let close = line[open...].firstIndex(of: "]")
    else { return nil }
    let rest = line[(close + 1)...].prefix { !" ,}]".contains($0) }
    return value.lowerBound..<close + 1 + rest.count
  }

  /// In brackets a value ends with a comma or a bracket, else with the line or a comment.
  private static func valueEnd(_ line: [Character], _ first: Int) -> Int {
    let isFlow = line[..<first].contains { "{[".contains($0) }
    var end = first
    while end < line.count {
      if isFlow && ",]}".contains(line[end]) { break }
      if line[end] == "#" && end > first && line[end - 1] == " " { break }
      end += 1
    }
    while end > first, line[end - 1] == " " { end -= 1 }
    return end
  }

  private static func explain(_ range: Range<Int>, in line: [Character]) -> (String, String)? {
    let value = line[range]
    guard let sign = value.first else { return nil }
    switch sign {
    case "#":
      let word = value.prefix { !" ,}]".contains($0) }
      if word.dropFirst().first?.isHexDigit != true { return nil }
      return ("'\(String(word))' is a comment in YAML", "a colour in quotation marks, or a role")
    case "%": return ("a value cannot begin with % in YAML", "the word percent, or quotation marks")
    case ">", "|":
      // Of blocks there are none in { } and [ ].
      let isFlow = line[..<range.lowerBound].contains { "{[".contains($0) }
      if !isFlow, value.dropFirst().allSatisfy({ "+-0123456789".contains($0) }) { return nil }
      return ("'\(sign)' begins a block of text in YAML", "'above' or 'below', as 'coolant above 105'")
    case "!": return ("'!' begins a tag in YAML", "'not', as 'not ready'")
    case "*": return ("'*' begins an alias in YAML", "a name or a number before it, or quotation marks")
    case "&": return ("'&' begins an anchor in YAML", "'and', or quotation marks")
    case "@", "`": return ("a value cannot begin with \(sign) in YAML", "quotation marks around it")
    default: break
    }
    let text = String(value)
    if text.contains("?"), text.contains(" : ") {
      return ("a choice with '?' and ':'", "if(a, b, c), in quotation marks within { }")
    }
    if value.dropLast().indices.contains(where: { value[$0] == ":" && value[$0 + 1] == " " }) {
      return ("a second ': ' in a value", "quotation marks around the value")
    }
    return nil
  }
}
