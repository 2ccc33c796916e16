// Stage: instruments. The time, in digits.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// The time as a pattern has it (P45).
public final class ClockInstrument: Instrument {
  /// Letters as Unicode's date patterns have them: `HH:mm`, `EEE d MMM`.
  public var pattern = "HH:mm" {
    didSet {
      timePattern = TimePattern(pattern, names: names)
      barRoom = nil
      setNeedsLayout()
    }
  }
  /// Nanoseconds that it is ahead of Greenwich; `nil` where it shows the time of the place.
  public var zone: Int64?
  /// The names of weekdays and months in the panel's language; empty for English.
  private var names: [String] = []
  private var timePattern = TimePattern("HH:mm")
  private let digits: Caption
  /// The width in a bar, and the height of capitals that it is of.
  private var barRoom: (cap: Fixed, width: Fixed)?
  private var time = WallTime(0)

  public override init(_ style: InstrumentStyle) {
    digits = Caption(style.fonts.text)
    super.init(style)
    card = .none
    addSublayer(digits)
  }

  /// Shows a time.
  /// - Parameter seconds: since the beginning of 1970, as clocks of the place show it.
  public func show(seconds: Int64) {
    let time = WallTime(seconds)
    if time == self.time { return }
    self.time = time
    digits.show(timePattern.text(of: time))
  }

  /// Seconds after which the text may change.
  public var interval: Int64 { timePattern.showsSeconds ? 1 : 60 }

  override var showsTime: Bool { true }

  override func advance(in panel: borrowing PanelMoment) -> Int64? {
    let offset = panel.wallClockOffset + (zone.map { $0 - panel.zoneOffset } ?? 0)
    show(seconds: (panel.time + offset) / 1_000_000_000)
    let nanoseconds = interval * 1_000_000_000
    return ((panel.time + offset) / nanoseconds + 1) * nanoseconds - offset
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    names = record.children(.entry).map { $0.text(.text) ?? "" }
  }

  public override func layOut(in content: Rect) {
    let text = timePattern.text(of: time)
    let wide = digits.width(of: text, capHeight: 100)
    let cap = scaled(Swift.min(content.height * 0.4, content.width * 0.92 / Swift.max(1, wide) * 100), 6, 120).whole
    digits.show(text)
    digits.place(x: content.midX.whole, middle: content.midY.whole, capHeight: cap, room: content.width)
  }

  /// Of the widest date: a bar does not move every day.
  override func barWidth(_ height: Fixed) -> Fixed? {
    // In a high bar of a narrow display others need the room.
    let cap = Swift.min(scaled(height * 0.4, 6, 120), measure * 24).whole
    if let barRoom, barRoom.cap == cap { return barRoom.width }
    var widest: Fixed = 0
    // Of names one of each month and weekday; of digits any, for they are alike. In the evening both have two.
    for week in 0..<(timePattern.hasNames ? 60 : 1) {
      let time = WallTime(Int64(week) * 6 * 86_400 + 26 * 86_400 + 72_528)
      widest = Swift.max(widest, digits.width(of: timePattern.text(of: time), capHeight: cap))
    }
    barRoom = (cap, (widest + cap).ceilWhole)
    return barRoom?.width
  }

  public override func appearanceChanged() { digits.foregroundColor = theme[.ink] }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .zoneOffset { zone = Int64(reading.value.rounded) * 60_000_000_000 } else { super.take(key, reading) }
  }

  public override func take(_ key: PropertyKey, _ text: String) {
    if key == .text { pattern = text } else { super.take(key, text) }
  }
}
