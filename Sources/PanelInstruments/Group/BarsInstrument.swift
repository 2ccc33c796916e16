// Stage: instruments. Bars on one scale.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Bars that share one scale and line up (P44).
public final class BarsInstrument: GroupInstrument {
  private var bars: [BarInstrument] = []
  /// Whether the bars stand beside each other, rather than lie below each other.
  public var isAcross = true { didSet { if isAcross != oldValue { setNeedsLayout() } } }

  public convenience init(_ style: InstrumentStyle, _ bars: [BarInstrument]) {
    self.init(style)
    for bar in bars { add(bar) }
  }

  /// Adds a bar behind the others.
  public func add(_ bar: BarInstrument) {
    bars.append(bar)
    addMember(bar)
  }

  public override func layOut(in content: Rect) {
    if members.isEmpty { return }
    for bar in bars { (bar.range, bar.isUpright) = (range, isAcross) }
    // All are of one size, or those with room for a title would have shorter scales.
    let room = isAcross ? content.width : content.height
    let step = Fixed((room / Fixed(members.count)).floor)
    let edge = Fixed(half(room - step * Fixed(members.count)).floor)
    let area = content.insetBy(dx: isAcross ? edge : 0, dy: isAcross ? 0 : edge)
    for (index, bar) in bars.enumerated() {
      bar.measure = measure
      let from = step * Fixed(index)
      bar.frame =
        isAcross
        ? Rect(x: area.minX + from, y: area.minY, width: step, height: area.height)
        : Rect(x: area.minX, y: area.minY + from, width: area.width, height: step)
    }
  }

  package override var missingPart: String? { bars.contains { $0.missingPart != nil } ? "values" : nil }

  // MARK: Its record

  /// Each bar has a title and a unit of its own.
  override func describe(by signal: PanelRecord, _ shown: ShownUnit, _ builder: PanelBuilder) {}

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    readMembers(record, builder, isFollowed: true, BarInstrument.init) { bar, entry, _ in
      bar.title = entry.text(.title) ?? bar.title
      bar.tint = entry.tint
      add(bar)
    }
    if let first = members.first { range = first.range }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .isUpright { isAcross = reading.isTrue } else { super.take(key, reading) }
  }
}
