// Commas in expressions, where YAML ends a value.

extension DescriptionReader {
  /// In `{ }` and `[ ]` a comma ends a value, so that `{is: max(a, b)}` has the key `b)` too. That is reported once, and
  /// read as it was meant.
  func joined(_ pairs: [ItemPair]) -> [ItemPair] {
    var result: [ItemPair] = []
    var index = 0
    while index < pairs.count {
      var pair = pairs[index]
      index += 1
      var parts: [Item] = []
      while let open = openBrackets(pair.value, parts), open > 0, index < pairs.count, pairs[index].value.isEmpty,
        pairs[index].key.text != nil
      {
        parts.append(pairs[index].key)
        index += 1
      }
      if !parts.isEmpty { pair.value = join(pair.value, parts) }
      if parts.isEmpty, index < pairs.count, pairs[index].value.isEmpty,
        let value = joinDecimals(pair.value, pairs[index].key)
      {
        pair.value = value
        index += 1
      }
      result.append(pair)
    }
    return result
  }

  func joined(_ items: [Item]) -> [Item] {
    var result: [Item] = []
    var index = 0
    while index < items.count {
      let item = items[index]
      index += 1
      var parts: [Item] = []
      while let open = openBrackets(item, parts), open > 0, index < items.count, items[index].text != nil {
        parts.append(items[index])
        index += 1
      }
      result.append(parts.isEmpty ? item : join(item, parts))
    }
    return result
  }

  /// How many brackets are open behind a plain value and the parts that follow it; `nil` where it is no plain value.
  private func openBrackets(_ item: Item, _ parts: [Item]) -> Int? {
    guard let text = item.text, !item.isQuoted, text.contains("(") else { return nil }
    return ([text] + parts.map { $0.text ?? "" }).joined().reduce(0) { $1 == "(" ? $0 + 1 : $1 == ")" ? $0 - 1 : $0 }
  }

  /// A number with a comma for its point, `show: bar 0,0`, or one between thousands, `show: 0,000`.
  /// - Returns: `nil` where it is none.
  private func joinDecimals(_ item: Item, _ rest: Item) -> Item? {
    guard let text = item.text, !item.isQuoted, let decimals = rest.text, !rest.isQuoted, text.last?.isNumber == true,
      let word = decimals.split(separator: " ").first, word.allSatisfy({ "0123456789".contains($0) })
    else { return nil }
    let isGroup = text.hasSuffix("0") && word == "000"
    let meant = text + (isGroup ? "," : ".") + decimals
    problems.report(
      item.place, "the comma in '\(text),\(decimals)' ends the value: it stands in { } or [ ]",
      expected: isGroup ? "quotation marks around it" : "a point before decimals",
      meant: isGroup ? Self.quoted(meant) : meant)
    return Item(content: .text(meant, isQuoted: false), place: item.place)
  }

  private func join(_ item: Item, _ parts: [Item]) -> Item {
    let text = ([item.text ?? ""] + parts.map { $0.text ?? "" }).joined(separator: ", ")
    problems.report(
      item.place, "the comma in '\(text)' ends the value: it stands in { } or [ ]",
      expected: "quotation marks around it",
      meant: Self.quoted(text))
    return Item(content: .text(text, isQuoted: false), place: item.place)
  }

  /// The words in quotation marks that they do not have themselves.
  private static func quoted(_ text: String) -> String { text.contains("\"") ? "'\(text)'" : "\"\(text)\"" }
}
