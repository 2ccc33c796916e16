// Stage: instruments. Several values of one kind on one field.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Instruments on one field: `bars` (P44), which share one scale and line up, and the rows of a `table` (P43). Each
/// shows its own state.
public final class GroupInstrument: Instrument {
  public let members: [Instrument]
  /// Whether the members lie beside each other, rather than below each other.
  public var isAcross = false { didSet { if isAcross != oldValue { setNeedsLayout() } } }

  public init(_ style: InstrumentStyle, _ members: [Instrument]) {
    self.members = members
    super.init(style)
    for member in members {
      // Rows lie on the group's field; bars keep the room between their frames and what is in them.
      member.showsCard = !(member is RowInstrument)
      addSublayer(member)
    }
  }

  public override func layOut(in content: Rect) {
    if members.isEmpty { return }
    let whole = isAcross ? content.width : content.height
    let rows = members.compactMap { $0 as? RowInstrument }
    // No row is higher than a line of text needs, or a table of two would be all air.
    let most: Fixed = rows.isEmpty ? 4000 : titleCapHeight * 5
    // Rows that have no room are left out, rather than drawn one over the other.
    let shown = rows.isEmpty ? members.count : Swift.min(members.count, (whole / Self.leastRow).floor)
    let step = Swift.min(most, whole / Fixed(Swift.max(1, shown)))
    for index in members.indices {
      members[index].isHidden = index >= shown
      let (from, to) = ((step * Fixed(index)).whole, (step * Fixed(index + 1)).whole)
      members[index].frame =
        isAcross
        ? Rect(x: content.minX + from, y: content.minY, width: to - from, height: content.height)
        : Rect(x: content.minX, y: content.minY + from, width: content.width, height: to - from)
      if let bar = members[index] as? BarInstrument { (bar.range, bar.isUpright) = (range, isAcross) }
    }
    alignRows(rows, step, content.width)
  }

  /// The height of a line whose letters can be read, in points.
  private static var leastRow: Fixed { 11 }
  /// The height of capitals below which long texts do not make them smaller, in points.
  private static var readable: Fixed { 8 }

  /// Gives rows one size of letters, with room for the longest label, and one column of units.
  private func alignRows(_ rows: [RowInstrument], _ height: Fixed, _ width: Fixed) {
    var (whole, numbers, units): (Fixed, Fixed, Fixed) = (1, 1, 0)
    for row in rows {
      numbers = Swift.max(numbers, row.numberWidth)
      whole = Swift.max(whole, row.textWidth)
      units = Swift.max(units, row.unitWidth)
    }
    let all = width * 100 / (whole + units), shortened = Swift.min(Self.readable, width * 100 / (numbers + units))
    let cap = Swift.min((height * 0.4).held(6, 20), Swift.max(all, shortened)).held(6, 20).whole
    for row in rows { (row.capHeight, row.unitColumn) = (cap, units * cap / 100) }
  }

  public override func appearanceChanged() { for member in members { member.theme = theme } }

  /// The members share the scale: it is theirs.
  override func placeQualityChanged(from old: Quality) {
    for member in members { member.optionChanged(.place, from: old, to: placeQuality) }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .isUpright: isAcross = reading.value != .zero
    case .showsZones: for member in members { member.take(key, reading) }
    // The members have values, the group has none.
    case .value: break
    default: super.take(key, reading)
    }
  }
}
