// Stage: instruments. Alarms as a banner or as a list.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// The act of a finger on alarms, with the alarm's number.
public enum AlarmTouch: Sendable {
  case began(Int)
  /// The finger went up where it came down.
  case tapped(Int)
  /// The touch was not meant, or the finger went elsewhere.
  case ended
  /// It is acknowledged along with the others that are seen.
  case acknowledged(Int)
}

/// Alarms (P47): the newest of the most urgent in one line, or a list of all. A tap acknowledges an alarm, and the two
/// ticks beside a list acknowledge all that are seen; holding shelves. Shelved alarms lie below the others of a list,
/// without a ground, and a tap brings them back. Unacknowledged alarms flash; those that ended by themselves are dim.
/// Where the cause of an alarm is not known the frame's mark says so, and no tick says that all is well.
public final class AlarmsInstrument: Instrument {
  public enum Extent: Int, CaseIterable, Sendable { case newest, all }

  static let rowLimits = 1...20
  static let standardRows = 6

  /// Whether all are listed, not the newest alone.
  public var showsAll = false { didSet { if showsAll != oldValue { setNeedsLayout() } } }
  /// How many lines a list has, 1...20.
  public var rowCount = standardRows { didSet { if rowCount != oldValue { setNeedsLayout() } } }
  /// Whether a touch acknowledges.
  public var acknowledges = true
  /// The text of each alarm, by its number.
  public var texts: [String] = []

  private var lines: [AlarmLine] = []
  /// Acknowledges all: beside a list, while there is something to acknowledge.
  private let ticks = ShapeLayer()
  private var ticksArea = Rect.zero
  /// A tick in the first line of a list: all is well. An empty list looks like one that is not there.
  private let calm = ShapeLayer()
  /// How far the causes of alarms are known.
  private var causes = Quality.fresh
  /// The line that a finger came down on, or −1.
  private var pressed = -1

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    card = .none
    ticks.fillColor = nil
    ticks.cornerRadius = 3
    (calm.fillColor, calm.cornerRadius) = (nil, 3)
    addSublayer(ticks)
    addSublayer(calm)
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
    // As wide as a finger needs.
    let side = count > 1 && acknowledges ? Swift.min(density * 9, content.width / 4) : 0
    ticksArea = Rect(x: content.maxX - side, y: content.minY, width: side, height: content.height)
    let width = content.width - (side > 0 ? side + gap : 0)
    let height = (content.height - gap * Fixed(count - 1)) / Fixed(count)
    for index in lines.indices {
      let top = Fixed(((height + gap) * Fixed(index)).rounded)
      let bottom = Fixed(((height + gap) * Fixed(index) + height).rounded)
      lines[index].frame = Rect(
        x: content.minX, y: content.minY + top, width: width, height: Swift.max(0, bottom - top))
      if index >= count { lines[index].show(-1, "", .advisory, .normal, theme, isOn: true) }
    }
    drawTicks(side)
    calm.isHidden = !showsAll || causes != .fresh || lines.contains { !$0.isHidden }
    calm.frame = content
    let unit = (Swift.min(content.width, content.height) / 24).held(1, 5)
    calm.lineWidth = Swift.max(1.5, unit)
    var path = Path(capacity: 4)
    addTick(to: &path, x: half(calm.frame.width), y: half(calm.frame.height), unit)
    calm.path = path
  }

  private func addTick(to path: inout Path, x: Fixed, y: Fixed, _ unit: Fixed) {
    path.move(to: Point(x: x - unit * 3, y: y))
    path.addLine(to: Point(x: x - unit, y: y + unit * 2))
    path.addLine(to: Point(x: x + unit * 3, y: y - unit * 3))
  }

  /// Two ticks, one over the other, in the middle of their area.
  private func drawTicks(_ side: Fixed) {
    ticks.frame = ticksArea
    let unit = half(side) / 6
    ticks.lineWidth = Swift.max(2, unit)
    var path = Path(capacity: 8)
    for row in [Fixed(-2), 2] {
      addTick(to: &path, x: half(side), y: half(ticksArea.height) + row * unit, unit)
    }
    ticks.path = path
  }

  /// Shows the present state of the alarms.
  public func show(_ alarms: AlarmStore) {
    let count = showsAll ? Swift.max(1, Swift.min(20, rowCount)) : 1
    let listed = showsAll ? alarms.listedCount : alarms.shownCount
    for index in lines.indices {
      let alarm = index < Swift.min(count, listed) ? alarms.listed(index) : -1
      lines[index].show(
        alarm, texts.indices.contains(alarm) ? texts[alarm] : "",
        alarm < 0 ? .advisory : alarms.definitions[alarm].priority, alarms.state(alarm), theme, isOn: isFlashOn)
    }
    hasFlashing = lines.contains { $0.isFlashing }
    ticks.isHidden = ticksArea.isEmpty || !lines.contains { $0.state.wantsAcknowledgement }
    let known = OptionUse.need.quality(alarms.quality)
    if known != causes { optionChanged(.need, from: exchange(&causes, with: known), to: known) }
    calm.isHidden = !showsAll || causes != .fresh || listed > 0
  }

  package override func letters(ofAlarm text: String) -> Int? { lines.first?.letters(of: text) }

  // MARK: Its record

  public override var followsValue: Bool { false }
  override var showsTime: Bool { true }
  override var barWeight: Int { 18 }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) { texts = builder.alarmTexts }

  /// The last changes and causes of the alarms that are shown.
  private var shown: (changes: Int, causes: Quality)?

  override func advance(in panel: borrowing PanelMoment) -> Int64? {
    let alarms = panel.alarms
    if panel.showsAll || shown?.changes != alarms.changeCount || shown?.causes != alarms.quality {
      shown = (alarms.changeCount, alarms.quality)
      show(alarms)
    }
    if !hasFlashing { return nil }
    flash(isOn: FlashClock.isOn(.warning, at: panel.time))
    return FlashClock.nextTime(.warning, after: panel.time)
  }

  /// Whether a line flashes.
  public private(set) var hasFlashing = false

  /// Has the lines take the colours of the lit or the dark part of a flash.
  public func flash(isOn: Bool) {
    isFlashOn = isOn
    for line in lines where line.isFlashing { line.color(theme, isOn: isOn) }
  }

  public override func appearanceChanged() {
    for line in lines { line.color(theme, isOn: isFlashOn) }
    ticks.backgroundColor = theme[.surface]
    ticks.strokeColor = theme[.ink]
    calm.backgroundColor = theme[.surface]
    calm.strokeColor = theme[.dim]
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .extent: showsAll = Extent(rawValue: reading.value.rounded) == .all
    case .rows:
      rowCount = Swift.max(Self.rowLimits.lowerBound, Swift.min(Self.rowLimits.upperBound, reading.value.floor))
    case .acknowledges: acknowledges = reading.isTrue
    default: super.take(key, reading)
    }
  }

  // MARK: Touch

  public override func touchesBegan(_ touch: Touch) {
    if !acknowledges { return super.touchesBegan(touch) }
    // A second finger takes the place of the first.
    letGo()
    pressed = line(at: touch)
    if pressed < 0 { return }
    lines[pressed].opacity = 0.6
    send(.alarm(.began(lines[pressed].alarm)))
  }

  public override func touchesEnded(_ touch: Touch) {
    let isMeant = pressed >= 0 && line(at: touch) == pressed
    let alarm = isMeant ? lines[pressed].alarm : -1
    if pressed < 0 && !ticks.isHidden && ticksArea.contains(touch.location(in: self)) {
      for line in lines where line.state.wantsAcknowledgement { send(.alarm(.acknowledged(line.alarm))) }
      send(.alarm(.ended))
    } else {
      send(.alarm(alarm >= 0 ? .tapped(alarm) : .ended))
    }
    letGo()
  }

  public override func touchesCancelled(_ touch: Touch) {
    send(.alarm(.ended))
    letGo()
  }

  private func letGo() {
    if pressed >= 0 { lines[pressed].opacity = 1 }
    pressed = -1
  }

  private func line(at touch: Touch) -> Int {
    let place = touch.location(in: self)
    return lines.firstIndex { $0.alarm >= 0 && $0.frame.contains(place) } ?? -1
  }
}
