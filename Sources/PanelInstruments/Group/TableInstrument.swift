// Stage: instruments. Rows of names and values.
import FixedRaster
import PanelFile
import PanelSignals

/// Rows below each other, with their numbers and units in columns (P43).
public class TableInstrument: GroupInstrument {
  final var rows: [RowInstrument] = []

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
    // Rows without room are left out, rather than drawn one over the other.
    let shown = Swift.min(rows.count, (content.height / Self.leastRow).floor)
    // No row is higher than a line of text needs, or a table of two would be all air.
    let step = Swift.min(titleCapHeight * 5, content.height / Fixed(Swift.max(1, shown)))
    place(shown, step: step, in: content)
    align(step, content.width)
  }

  /// The height of a line whose letters can be read, in points.
  static var leastRow: Fixed { 11 }
  /// The height of capitals below which long texts do not make them smaller, in points.
  private static var readable: Fixed { 8 }

  /// Gives rows one size of letters, with room for the longest label, one column of units, and decimal signs below each other.
  final func align(_ height: Fixed, _ width: Fixed) {
    var (whole, numbers): (Fixed, Fixed) = (1, 1)
    let decimals = rows.reduce(Fixed(0)) { Swift.max($0, $1.decimalsWidth) }
    func inset(_ row: RowInstrument) -> Fixed { row.isNumber ? decimals - row.decimalsWidth : 0 }
    for row in rows {
      numbers = Swift.max(numbers, row.numberWidth + inset(row))
      whole = Swift.max(whole, row.textWidth + inset(row))
    }
    // Units of small letters are nearly as high, and take more of the line.
    var (cap, units): (Fixed, Fixed) = (20, 0)
    for _ in 0..<2 {
      units = rows.reduce(0) { Swift.max($0, $1.unitWidth(ValueReadout.unitCap(cap) / cap)) }
      let all = width * 100 / (whole + units), shortened = Swift.min(Self.readable, width * 100 / (numbers + units))
      cap = scaled(Swift.min(height * 0.4, Swift.max(all, shortened)), 6, 20).whole
    }
    for row in rows {
      (row.capHeight, row.unitColumn, row.decimalInset) = (cap, units * cap / 100, inset(row) * cap / 100)
    }
  }

  package override final var missingPart: String? { rows.contains { $0.hidesLabel } ? "labels" : nil }

  // MARK: Its record

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    readMembers(record, builder, isFollowed: false, RowInstrument.init) { row, entry, signal in
      row.label = entry.text(.text) ?? signal?.text(.title) ?? signal?.text(.name) ?? ""
      (row.title, row.entries) = (nil, signal.map { builder.states($0) } ?? [])
      add(row)
    }
  }
}
