// Stage: instruments. A name and its value on one line.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A row of a table (P43): the name at the left, the value at the right, and its unit in a column of its own. A code is
/// written as the word that it means.
public final class RowInstrument: Instrument {
  public var label = "" { didSet { if !haveSameBytes(label, oldValue) { setNeedsLayout() } } }
  public var entries: [StateEntry] = [] { didSet { setNeedsLayout() } }
  /// The words of a signal of texts; `nil` for a number or a code.
  private var words: String?
  private var hasWords: Bool { !entries.isEmpty || words != nil }
  /// The height of capitals.
  var capHeight: Fixed = 10 { didSet { if capHeight != oldValue { setNeedsLayout() } } }
  /// How wide the units of all rows are, in points.
  var unitColumn: Fixed = 0 { didSet { if unitColumn != oldValue { setNeedsLayout() } } }

  /// How far the number ends before the column's edge, so that decimal signs lie below each other, in points.
  var decimalInset: Fixed = 0 { didSet { if decimalInset != oldValue { setNeedsLayout() } } }

  /// A value that has more digits than those of the range, if there was one; and how many bytes there is room for.
  private var longest: Fixed64?
  private var roomBytes = 0
  private var roomiest: Fixed64 {
    guard let longest else { return widestValue }
    return format.bytes(of: longest).count > format.bytes(of: widestValue).count ? longest : widestValue
  }
  let labelText: Caption
  let readout: ValueReadout
  private let line = Layer()

  public override init(_ style: InstrumentStyle) {
    labelText = Caption(style.fonts.text, alignment: .left)
    readout = ValueReadout(style.fonts.text, unit: .beside)
    super.init(style)
    for layer in [line, labelText, readout] as [Layer] { addSublayer(layer) }
  }

  override var isDigitsAlone: Bool { true }

  /// Of the number that takes the most room, with room for the beginning of a label, for capitals of 100 points: where
  /// names and words are too long for their line they are shortened before all is made too small to be read.
  var numberWidth: Fixed { readout.valueText.width(of: format.text(of: roomiest), capHeight: 100) + 900 }
  /// Of label and value with the room between them, for capitals of 100 points.
  var textWidth: Fixed { labelText.width(of: label, capHeight: 90) + valueWidth(100) + 480 }
  /// Of the decimals with their sign, for capitals of 100 points; 0 for words.
  var decimalsWidth: Fixed {
    if !entries.isEmpty || format.style != .decimal || format.decimals == 0 { return 0 }
    return readout.valueText.width(of: "." + String(repeating: "0", count: format.decimals), capHeight: 100)
  }
  /// Whether its value is a plain number.
  var isNumber: Bool { entries.isEmpty && format.style == .decimal }
  /// - Parameter share: of the unit's capitals.
  func unitWidth(_ share: Fixed) -> Fixed {
    unit.map { readout.unitText.width(of: $0, capHeight: share * 100) + 100 } ?? 0
  }

  private func labelWidth(_ cap: Fixed) -> Fixed { labelText.width(of: label, capHeight: cap * 0.9) + cap * 3 }

  private func valueWidth(_ cap: Fixed) -> Fixed {
    var width = readout.valueText.width(of: format.text(of: roomiest), capHeight: cap)
    for entry in entries { width = Swift.max(width, readout.valueText.width(of: entry.text, capHeight: cap)) }
    if let words { width = Swift.max(width, readout.valueText.width(of: words, capHeight: cap)) }
    return width
  }

  /// Whether the label has no room, after the layout.
  private(set) var hidesLabel = false

  // The corner belongs to the mark, and the value to the rest of the line.
  public override var showsAge: Bool { false }

  public override func layOut(in content: Rect) {
    readout.frame = bounds
    let cap = capHeight
    let middle = content.midY.whole
    // Room for the mark in the corner.
    let end = Swift.max(cap * 0.8, unitColumn > 0 ? 9.5 - cap * 0.5 : 9.5)
    let right = content.maxX - unitColumn - end - decimalInset
    let all = Swift.max(0, right - content.minX - cap * 0.8)
    // The value goes before the label; a word leaves two fifths of the line for it.
    let widest = valueWidth(cap)
    // A word leaves two fifths of the line for it, and so does a number that can be read in the rest.
    let hasShare = hasWords || widest * 5 <= all * 0.65 * cap
    let share = label.isEmpty ? all : Swift.max(all * (hasWords ? 0.6 : 0.65), all - labelWidth(cap))
    let width = Swift.min(widest, hasShare ? share : all)
    labelText.show(label)
    labelText.isHidden = right - width - cap * 4 < content.minX
    hidesLabel = labelText.isHidden && !label.isEmpty
    labelText.place(
      x: content.minX + cap * 0.8, middle: middle, capHeight: cap * 0.9,
      width: Swift.max(0, right - width - cap * 2 - content.minX))
    readout.place(
      x: right, middle: middle, capHeight: cap, width: width, room: width + 0.5,
      words: hasWords ? width : nil,
      field: Rect(
        x: right - width - cap * 0.5, y: content.minY + 2, width: width + decimalInset + unitColumn + cap,
        height: Swift.max(0, content.height - 4)))
    roomBytes = format.bytes(of: roomiest).count
    readout.unitText.isHidden = unit == nil || all < cap * 2
    readout.unitText.show(unit ?? "")
    readout.placeUnit(
      x: right + decimalInset + cap * 0.5, middle: middle, cap: cap, unitCap: ValueReadout.unitCap(cap))
    line.frame = Rect(x: content.minX, y: content.maxY - 1, width: content.width, height: 1)
  }

  /// Words of a signal of texts.
  public override func take(_ key: PropertyKey, _ text: String) {
    if key != .text { return super.take(key, text) }
    words = text
    value = Reading(.zero)
    setNeedsLayout()
  }

  public override func valueChanged() {
    if let words {
      readout.show(words, isWord: true)
    } else if let index = entries.index(of: value) {
      readout.show(entries[index].text, isWord: true)
    } else {
      let text = value.hasValue ? format.text(of: value.value) : nil
      readout.show(text)
      // The label is shorter beside a longer number.
      if let text, text.utf8.count > roomBytes {
        longest = value.value
        setNeedsLayout()
      }
    }
  }

  public override func appearanceChanged() {
    labelText.foregroundColor = theme[.dim]
    line.backgroundColor = theme[.surface].mixed(225, with: theme[.ink])
    // Words are an option, and the value none.
    let shown = words != nil && markQuality == .old ? .old : quality
    readout.show(shown, zoneState, isLit: isLit, color: theme[.ink], theme)
  }
}
