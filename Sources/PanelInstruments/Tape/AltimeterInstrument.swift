// Stage: instruments. A tape of heights.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A tape with rolling tens and its numerals at the right, and the pressure that heights are above in a window below it (P45).
public final class AltimeterInstrument: TapeInstrument {
  /// That pressure; `nil` leaves the window out.
  public var pressure: Reading? {
    didSet {
      if (pressure == nil) != (oldValue == nil) { setNeedsLayout() } else if pressure != oldValue { showPressure() }
    }
  }
  public var pressureFormat = NumberFormat() { didSet { if pressureFormat != oldValue { showPressure() } } }
  public var pressureUnit = "" { didSet { if !haveSameBytes(pressureUnit, oldValue) { setNeedsLayout() } } }

  private let pressureText: Caption

  public override init(_ style: InstrumentStyle) {
    pressureText = Caption(style.fonts.text)
    super.init(style)
    (side, hasDrums) = (.right, true)
    addSublayer(pressureText)
  }

  override func layOutFootnote(below tape: Rect) -> Fixed {
    pressureText.isHidden = pressure == nil
    if pressure == nil { return 0 }
    let widest = pressureText.width(of: "0000 " + pressureUnit, capHeight: 100)
    let cap = Swift.min(tape.height * 0.06, tape.width * 0.86 / widest * 100).held(6, 16).whole
    let height = (cap * 2.2).whole
    pressureText.place(
      x: tape.midX.whole, middle: tape.minY + Swift.max(0, tape.height - height) + half(height), capHeight: cap,
      room: tape.width * 0.94)
    showPressure()
    return height
  }

  private func showPressure() {
    guard let pressure else { return }
    let text = pressure.hasValue ? pressureFormat.text(of: pressure.value) : noValueText
    pressureText.show(pressureUnit.isEmpty ? text : text + " " + pressureUnit)
    pressureText.foregroundColor = theme[pressure.quality == .fresh ? .advisory : .stale]
  }

  public override func appearanceChanged() {
    super.appearanceChanged()
    showPressure()
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    guard let pressure = builder.signal(record.signal(.pressure)) else { return }
    self.pressure = Reading.none
    pressureFormat = builder.format(of: pressure)
    pressureUnit = pressure.text(.unit) ?? ""
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .pressure { pressure = reading } else { super.take(key, reading) }
  }
}
