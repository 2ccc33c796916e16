// The kerning of pairs of glyphs as a table: docs/packs.md, `KERN`.

/// Kerning as classes: glyphs that behave alike on the left of a pair share a row, on the right a column.
struct KerningClasses {
  private(set) var left: [Int] = []
  private(set) var right: [Int] = []
  /// Row after row.
  private(set) var values: [Int] = []
  private(set) var leftCount = 0
  private(set) var rightCount = 0

  /// - Parameter pairs: a row for each left glyph, as long as there are glyphs. All zeros are no classes.
  init(_ pairs: [[Int]]) {
    if pairs.allSatisfy({ row in row.allSatisfy { $0 == 0 } }) { return }
    let rows = Self.distinct(pairs)
    let columns = Self.distinct(pairs.indices.map { column in rows.kinds.map { $0[column] } })
    (left, right) = (rows.classes, columns.classes)
    (leftCount, rightCount) = (rows.kinds.count, columns.kinds.count)
    for row in 0..<leftCount { values += columns.kinds.map { $0[row] } }
  }

  private static func distinct(_ lines: [[Int]]) -> (classes: [Int], kinds: [[Int]]) {
    var numbers: [[Int]: Int] = [:]
    var kinds: [[Int]] = []
    let classes = lines.map { line in
      if let number = numbers[line] { return number }
      numbers[line] = kinds.count
      kinds.append(line)
      return kinds.count - 1
    }
    return (classes, kinds)
  }
}
