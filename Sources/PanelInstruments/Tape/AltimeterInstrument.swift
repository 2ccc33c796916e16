// Stage: instruments. A tape of heights.
import PanelFile
import PanelSignals

/// A tape with rolling tens and its numerals at the right, and the pressure that heights are above in a window below it (P45).
public final class AltimeterInstrument: TapeInstrument {
  public override init(_ style: InstrumentStyle) {
    super.init(style)
    (numeralsAtRight, hasDrums) = (true, true)
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    guard let pressure = builder.signal(record.signal(.pressure)) else { return }
    footnote = Reading.none
    footnoteFormat = builder.format(of: pressure)
    footnoteUnit = pressure.text(.unit) ?? ""
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .pressure { footnote = reading } else { super.take(key, reading) }
  }
}
