// Stage: instruments. A tape of headings.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A lying tape that goes round, with letters at the quarters (P45).
public final class HeadingInstrument: TapeInstrument {
  public override init(_ style: InstrumentStyle) {
    super.init(style)
    form = TapeForm(isUpright: false, wraps: 360, hasLetters: true)
  }

  /// In a narrower one the age would lie over the heading.
  public override var showsAge: Bool { bounds.width >= 100 }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    (range, unit, format) = (0...360, nil, builder.style.numbers.plain(decimals: 0, minimumDigits: 3))
  }

  /// A bug is in degrees, whatever the heading's unit.
  public override func measure(of key: PropertyKey) -> OptionMeasure { key == .bug ? .own : super.measure(of: key) }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .bug { setpoint = reading } else { super.take(key, reading) }
  }
}
