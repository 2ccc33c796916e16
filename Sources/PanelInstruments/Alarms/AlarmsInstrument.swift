// Stage: instruments. Alarms as a banner or as a list.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Alarms (P47): the newest of the most urgent in one line, or a list of all. A touch acknowledges what it meets. What
/// nobody has acknowledged flashes; what has gone by itself is dim.
public final class AlarmsInstrument: Instrument {
  /// Whether all are listed, not the newest alone.
  public var showsAll = false { didSet { if showsAll != oldValue { setNeedsLayout() } } }
  /// How many lines a list has, 1...20.
  public var rowCount = 6 { didSet { if rowCount != oldValue { setNeedsLayout() } } }
  /// Whether a touch acknowledges.
  public var acknowledges = true
  /// Called with the number of an alarm that was touched.
  public var alarmTouchHandler: (Int) -> Void = { _ in }
  /// What each alarm says, by its number.
  public var texts: [String] = []

  private var lines: [AlarmLine] = []
  private var shown: [Int] = []

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    showsCard = false
  }

  public override func layOut(in content: Rect) {
    let count = showsAll ? Swift.max(1, Swift.min(20, rowCount)) : 1
    while lines.count < count {
      let line = AlarmLine(fonts.text)
      line.isHidden = true
      lines.append(line)
      addSublayer(line)
    }
    let gap: Fixed = count > 1 ? 3 : 0
    let height = (content.height - gap * Fixed(count - 1)) / Fixed(count)
    for index in lines.indices {
      let top = Fixed(((height + gap) * Fixed(index)).rounded)
      let bottom = Fixed(((height + gap) * Fixed(index) + height).rounded)
      lines[index].frame = Rect(
        x: content.minX, y: content.minY + top, width: content.width, height: Swift.max(0, bottom - top))
      if index >= count { lines[index].show(-1, "", .advisory, .normal, theme, isOn: true) }
    }
  }

  /// Shows what the alarms are now.
  public func show(_ alarms: AlarmStore) {
    let count = showsAll ? Swift.max(1, Swift.min(20, rowCount)) : 1
    for index in lines.indices {
      let alarm = index < count && index < alarms.shownCount ? alarms.shown(index) : -1
      lines[index].show(
        alarm, texts.indices.contains(alarm) ? texts[alarm] : "",
        alarm < 0 ? .advisory : alarms.definitions[alarm].priority, alarms.state(alarm), theme, isOn: isFlashOn)
    }
    hasFlashing = lines.contains { $0.isFlashing }
  }

  /// Whether a line flashes.
  public private(set) var hasFlashing = false

  /// Has the lines take the colours of the lit or the dark part of a flash.
  public func flash(isOn: Bool) {
    isFlashOn = isOn
    for line in lines where line.isFlashing { line.color(theme, isOn: isOn) }
  }

  public override func appearanceChanged() { for line in lines { line.color(theme, isOn: isFlashOn) } }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .style: showsAll = reading.value != .zero
    case .rows: rowCount = Swift.max(1, Swift.min(20, reading.value.floor))
    case .acknowledges: acknowledges = reading.value != .zero
    default: super.take(key, reading)
    }
  }

  // MARK: Touch

  public override func touchesBegan(_ touch: Touch) { if !acknowledges { super.touchesBegan(touch) } }

  public override func touchesEnded(_ touch: Touch) {
    let place = touch.location(in: self)
    for line in lines where line.alarm >= 0 && line.frame.contains(place) { alarmTouchHandler(line.alarm) }
  }
}
