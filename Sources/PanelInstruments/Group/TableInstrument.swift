// Stage: instruments. Rows of names and values.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Rows below each other, with their numbers and units in columns (P43).
public class TableInstrument: GroupInstrument {
  /// The values, line by line: the first one of a line has its name.
  final var rows: [RowInstrument] = []
  package static var mostColumns: Int { 12 }
  /// How many values a line has, 1...12.
  public final var columnCount = 1 {
    didSet {
      columnCount = Swift.max(1, Swift.min(columnCount, Self.mostColumns))
      if columnCount != oldValue { setNeedsLayout() }
    }
  }
  /// What stands above the columns.
  private final var headings: [Caption] = []
  private final var headingMiddle: Fixed = 0
  /// Where columns end.
  private final var columnEnds: [Fixed] = []
  final var lineCount: Int { rows.count / columnCount }

  public convenience init(_ style: InstrumentStyle, _ rows: [RowInstrument]) {
    self.init(style)
    for row in rows { add(row) }
  }

  /// Adds a row below the others.
  public final func add(_ row: RowInstrument) {
    // Rows lie on the table's field.
    row.card = .none
    rows.append(row)
    addMember(row)
  }

  public override func layOut(in content: Rect) {
    if members.isEmpty { return }
    let area = layOutHeadings(content)
    // Rows without room are left out, rather than drawn one over the other.
    let shown = Swift.min(lineCount, (area.height / Self.leastRow).floor)
    // No row is higher than a line of text needs, or a table of two would be all air.
    let step = Swift.min(titleCapHeight * 5, area.height / Fixed(Swift.max(1, shown)))
    align(step, in: content)
    placeLines(shown, step: step, in: area)
  }

  /// - Returns: the room below the headings.
  final func layOutHeadings(_ content: Rect) -> Rect {
    if headings.isEmpty { return content }
    let height = Swift.min(titleCapHeight * 3, content.height / Fixed(lineCount + 1)).whole
    headingMiddle = content.minY + half(height).whole
    return Rect(
      x: content.minX, y: content.minY + height, width: content.width, height: Swift.max(0, content.height - height))
  }

  /// Places as many lines, a step high each, and hides the others.
  final func placeLines(_ count: Int, step: Fixed, in content: Rect) {
    for (index, row) in rows.enumerated() {
      let (line, column) = (index / columnCount, index % columnCount)
      row.isHidden = line >= count
      row.measure = measure
      // Edges are rounded, not sizes.
      let (from, to) = ((step * Fixed(line)).whole, (step * Fixed(line + 1)).whole)
      let left = column == 0 ? 0 : columnEnds[column - 1]
      row.frame = Rect(
        x: content.minX + left, y: content.minY + from, width: columnEnds[column] - left, height: to - from)
    }
  }

  /// The height of a line whose letters can be read, in points.
  static var leastRow: Fixed { 11 }
  /// The height of capitals below which long texts do not make them smaller, in points.
  private static var readable: Fixed { 8 }

  /// Gives rows one size of letters, with room for the longest label, and in each column one place of units, and decimal signs
  /// below each other.
  final func align(_ height: Fixed, in content: Rect) {
    let width = content.width
    var decimals = Array(repeating: Fixed(0), count: columnCount), columns = decimals, units = decimals
    for (index, row) in rows.enumerated() {
      decimals[index % columnCount] = Swift.max(decimals[index % columnCount], row.decimalsWidth)
    }
    func inset(_ index: Int) -> Fixed {
      rows[index].isNumber ? decimals[index % columnCount] - rows[index].decimalsWidth : 0
    }
    // Labels may be shortened: numbers count with the beginning of one.
    var numbers: Fixed = 1
    for (index, row) in rows.enumerated() {
      columns[index % columnCount] = Swift.max(
        columns[index % columnCount], row.textWidth + inset(index) - (index % columnCount > 0 ? 240 : 0))
      if index % columnCount == 0 { numbers = Swift.max(numbers, row.numberWidth + inset(index)) }
    }
    // Headings are smaller, as labels are.
    for (index, heading) in headings.enumerated() where index < columnCount {
      let width = heading.width(of: heading.text, capHeight: 65) + 130
      columns[index] = Swift.max(columns[index], index == 0 ? half(columns[0]) + width : width)
    }
    let others = columns.dropFirst().reduce(0, +)
    // Units of small letters are nearly as high, and take more of the line.
    var cap: Fixed = 20
    for _ in 0..<2 {
      for column in 0..<columnCount { units[column] = 0 }
      for (index, row) in rows.enumerated() {
        let unit = row.unitWidth(ValueReadout.unitCap(cap) / cap)
        units[index % columnCount] = Swift.max(units[index % columnCount], unit)
      }
      let unit = units.reduce(0, +)
      let all = width * 100 / Swift.max(1, columns[0] + others + unit)
      let shortened = Swift.min(Self.readable, width * 100 / (numbers + others + unit))
      cap = scaled(Swift.min(height * 0.4, Swift.max(all, shortened)), 6, 20).whole
    }
    for (index, row) in rows.enumerated() {
      (row.capHeight, row.unitColumn, row.decimalInset) = (
        cap, units[index % columnCount] * cap / 100, inset(index) * cap / 100
      )
    }
    // What is left over is shared; what is missing is the labels'.
    let rest = width - (columns[0] + others + units.reduce(0, +)) * cap / 100
    columnEnds.removeAll(keepingCapacity: true)
    var end: Fixed = 0
    for column in 0..<columnCount {
      end += (columns[column] + units[column]) * cap / 100
      end += rest > 0 ? rest / Fixed(columnCount) : column == 0 ? rest : 0
      columnEnds.append(column == columnCount - 1 ? width : end.whole)
    }
    placeHeadings(cap * 0.9, content.minX)
  }

  /// All in one size: as large as the widest may be.
  private final func placeHeadings(_ most: Fixed, _ left: Fixed) {
    var (cap, rooms) = (Swift.min(most, titleCapHeight), [Fixed]())
    for (column, heading) in headings.enumerated() where column < columnCount {
      // The first one has a part of the labels' room.
      let room = columnEnds[column] - (column == 0 ? columnEnds[0] * 0.4 : columnEnds[column - 1]) - most
      rooms.append(Swift.max(0, room))
      cap = Swift.min(cap, room * 100 / Swift.max(1, heading.width(of: heading.text, capHeight: 100)))
    }
    for (column, room) in rooms.enumerated() {
      headings[column].place(
        x: left + columnEnds[column] - most * 0.8, middle: headingMiddle, capHeight: Swift.max(6, cap), width: room + 1)
    }
  }

  public override func appearanceChanged() {
    super.appearanceChanged()
    for heading in headings { heading.foregroundColor = theme[.dim] }
  }

  package override final var missingPart: String? { rows.contains { $0.hidesLabel } ? "labels" : nil }

  // MARK: Its record

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    columnCount = record.choice(.columnCount) ?? 1
    for entry in record.children(.entry) where entry[.value] == nil {
      let heading = Caption(fonts.text, alignment: .right)
      heading.show(entry.text(.text) ?? "", isWord: true)
      headings.append(heading)
      addSublayer(heading)
    }
    readMembers(record, builder, isFollowed: false, RowInstrument.init) { row, entry, signal in
      row.label = entry.text(.text) ?? signal?.text(.title) ?? signal?.text(.name) ?? ""
      (row.title, row.entries) = (nil, signal.map { builder.states($0) } ?? [])
      add(row)
    }
  }
}
