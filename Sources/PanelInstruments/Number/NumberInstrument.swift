// Stage: instruments. A value in digits.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A number (P43): title above, value, and its unit behind it on the same line.
public final class NumberInstrument: Instrument {
  private let field = ShapeLayer()
  private let titleText: Caption
  private let valueText: Caption
  private let unitText: Caption

  public override init(_ style: InstrumentStyle) {
    titleText = Caption(style.fonts[.text])
    valueText = Caption(style.fonts[.text], alignment: .right)
    unitText = Caption(style.fonts[.text], alignment: .left)
    super.init(style)
    for layer in [field, titleText, valueText, unitText] { addSublayer(layer) }
    colorsChanged()
  }

  public override func layoutSublayers() {
    let area = bounds
    field.frame = area
    field.path = Path(roundedRect: field.bounds, cornerRadius: 4)
    let hasTitle = title != nil && area.height >= 48
    let titleHeight = hasTitle ? Swift.max(8, Swift.min(area.height / 8, 16)) : 0
    titleText.isHidden = !hasTitle
    if hasTitle {
      titleText.show(title ?? "")
      titleText.place(x: area.midX, middle: titleHeight * 1.6, capHeight: titleHeight)
    }
    let top = titleHeight * 2.4
    // The widest value and its unit fill nine tenths of the width, or half of the height.
    valueText.place(x: 0, middle: 0, capHeight: 100)
    valueText.show(format.text(of: widest))
    unitText.place(x: 0, middle: 0, capHeight: 45)
    unitText.show(unit ?? "")
    let gap: Fixed = unit == nil ? 0 : 25
    let valueWidth = valueText.textWidth
    let whole = valueWidth + gap + (unit == nil ? 0 : unitText.textWidth)
    let scale = Swift.min(area.width * 0.9 / Swift.max(1, whole), (area.height - top) * 0.55 / 100)
    let middle = top + half(area.height - top)
    let left = half(area.width - whole * scale)
    valueText.place(x: left + valueWidth * scale, middle: middle, capHeight: 100 * scale)
    unitText.place(
      x: left + (valueWidth + gap) * scale, middle: middle + (100 - 45) * scale / 2, capHeight: 45 * scale)
    valueChanged()
  }

  /// The value that takes the most digits.
  private var widest: Fixed64 {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return format.bytes(of: lower).count > format.bytes(of: upper).count ? lower : upper
  }

  public override func valueChanged() {
    valueText.show(value.hasValue ? format.text(of: value.value) : "– – –")
    let state = state
    let isUrgent = state >= .caution && value.quality == .fresh
    field.fillColor = isUrgent ? theme[state.role] : theme[.surface]
    valueText.foregroundColor = isUrgent ? theme[.surface] : value.quality == .fresh ? theme[.ink] : theme[.stale]
    unitText.foregroundColor = isUrgent ? theme[.surface] : theme[.dim]
    titleText.foregroundColor = isUrgent ? theme[.surface] : theme[.dim]
  }

  public override func colorsChanged() { valueChanged() }
}
