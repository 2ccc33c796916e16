// Stage: instruments. An icon, of a name or of a value.
import FixedRaster
import PanelFile

/// An icon without a field (P43): always the same one, or that of the value.
public final class SymbolInstrument: EnumInstrument {
  public override init(_ style: InstrumentStyle) {
    super.init(style)
    (showsIconOnly, card) = (true, .none)
  }

  override func barWidth(_ height: Fixed) -> Fixed? { height }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    super.read(record, builder)
    title = nil
  }
}
