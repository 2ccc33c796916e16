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
  /// The words of a list without alarms, on a field of its own: an empty list looks like one that is not there. Below them the
  /// last alarm that there was, and when.
  private let calm = Layer()
  private let calmText: Caption
  private let lastText: Caption
  private let lastTime: Caption
  private let timePattern = TimePattern("HH:mm")
  /// What an empty list says.
  public var emptyText = "No alarms" { didSet { setNeedsLayout() } }
  /// How the values of each alarm's signal are written, by the alarm's number; none for an alarm without one.
  private var numbers: [NumberWords?] = []
  /// How far the causes of alarms are known.
  private var causes = Quality.fresh
  /// The line that a finger came down on, or −1.
  private var pressed = -1

  public override init(_ style: InstrumentStyle) {
    calmText = Caption(style.fonts.text)
    lastText = Caption(style.fonts.text, alignment: .left)
    lastTime = Caption(style.fonts.text, alignment: .right)
    super.init(style)
    card = .none
    ticks.fillColor = nil
    ticks.cornerRadius = 3
    calm.cornerRadius = 3
    addSublayer(ticks)
    addSublayer(calm)
    for text in [calmText, lastText, lastTime] { calm.addSublayer(text) }
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
    // No line is higher than its letters need.
    let most = count > 1 ? Swift.max(density * 9, measure * 48) : content.height
    let height = Swift.min(most, (content.height - gap * Fixed(count - 1)) / Fixed(count))
    // As wide as a finger needs, beside the first line alone.
    let side = count > 1 && acknowledges ? Swift.min(density * 9, content.width / 4) : 0
    ticksArea = Rect(x: content.maxX - side, y: content.minY, width: side, height: Fixed(height.rounded))
    let size = Size(width: content.width - (side > 0 ? side + gap : 0), height: height)
    let taken = side > 0 && !ticks.isHidden ? side + gap : 0
    var longest: Fixed = 0
    for text in texts where count > 1 { longest = Swift.max(longest, calmText.width(of: text, capHeight: 16)) }
    let cap = count > 1 ? AlarmLine.capHeight(in: size, words: longest / 16) : AlarmLine.capHeight(in: size)
    for index in lines.indices {
      (lines[index].capHeight, lines[index].shrinksText) = (cap, count == 1)
      let top = Fixed(((height + gap) * Fixed(index)).rounded)
      let bottom = Fixed(((height + gap) * Fixed(index) + height).rounded)
      lines[index].columns = content.width - taken
      lines[index].frame = Rect(
        x: content.minX, y: content.minY + top, width: content.width - (index == 0 ? taken : 0),
        height: Swift.max(0, bottom - top))
      if index >= count { lines[index].show(-1, "", .advisory, .normal, theme, isOn: true) }
    }
    drawTicks(side)
    layOutCalm(content)
  }

  private func layOutCalm(_ content: Rect) {
    calm.isHidden = !showsAll || lines.contains { !$0.isHidden }
    calm.frame = content
    let cap = scaled(Swift.min(content.height * 0.2, content.width * 0.06), 6, 18).whole
    let (middle, inset) = (half(content.height).whole, cap)
    let hasLast = content.height > cap * 6
    showCalm()
    calmText.place(
      x: half(content.width).whole, middle: hasLast ? middle - cap : middle, capHeight: cap, width: content.width)
    lastText.isHidden = !hasLast
    lastTime.isHidden = !hasLast
    let end = half(content.width) + cap * 10
    let begin = Swift.max(inset, half(content.width) - cap * 10)
    lastTime.place(x: Swift.min(content.width - inset, end), middle: middle + cap * 1.5, capHeight: (cap * 0.8).whole)
    lastText.place(
      x: begin, middle: middle + cap * 1.5, capHeight: (cap * 0.8).whole,
      width: Swift.max(0, Swift.min(content.width - inset, end) - cap * 5 - begin))
  }

  /// Where the cause of an alarm is not known, nobody can say that there is none.
  private func showCalm() {
    calmText.show(causes == .fresh ? emptyText : noValueText)
    calmText.foregroundColor = theme[causes == .fresh ? .ink : .dim]
  }

  private func addTick(to path: inout Path, x: Fixed, y: Fixed, _ unit: Fixed) {
    path.move(to: Point(x: x - unit * 3, y: y))
    path.addLine(to: Point(x: x - unit, y: y + unit * 2))
    path.addLine(to: Point(x: x + unit * 3, y: y - unit * 3))
  }

  /// Two ticks, one over the other, in the middle of their area.
  private func drawTicks(_ side: Fixed) {
    ticks.frame = ticksArea
    let unit = half(Swift.min(side, ticksArea.height)) / 6
    ticks.lineWidth = Swift.max(2, unit)
    // The corner belongs to the mark of causes that are not known.
    let middle = causes == .fresh ? half(side) : Swift.max(unit * 4, half(side) - unit * 4)
    var path = Path(capacity: 8)
    for row in [Fixed(-2), 2] {
      addTick(to: &path, x: middle, y: half(ticksArea.height) + row * unit, unit)
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
    // Shelved ones lie below a list alone.
    if !showsAll { lines.first?.show(more: Swift.max(0, listed - 1)) }
    hasFlashing = lines.contains { $0.isFlashing }
    let hidesTicks = ticksArea.isEmpty || !lines.contains { $0.state.wantsAcknowledgement }
    if hidesTicks != ticks.isHidden {
      ticks.isHidden = hidesTicks
      setNeedsLayout()
    }
    let known = OptionUse.need.quality(alarms.quality)
    if known != causes {
      optionChanged(.need, from: exchange(&causes, with: known), to: known)
      showCalm()
      setNeedsLayout()
    }
    calm.isHidden = !showsAll || listed > 0
  }

  package override func letters(ofAlarm text: String) -> Int? { lines.first?.letters(of: text) }

  // MARK: Its record

  public override var followsValue: Bool { false }
  override var showsTime: Bool { true }
  override var barWeight: Int { 18 }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    texts = builder.alarmTexts
    numbers = builder.file.root.children(.alarm).map { alarm in
      builder.signal(alarm.signal(.value)).map { NumberWords($0, builder) }
    }
  }

  /// The last changes and causes of the alarms that are shown.
  private var shown: (changes: Int, causes: Quality)?

  override func advance(in panel: borrowing PanelMoment) -> Int64? {
    let alarms = panel.alarms
    if panel.showsAll || shown?.changes != alarms.changeCount || shown?.causes != alarms.quality {
      shown = (alarms.changeCount, alarms.quality)
      show(alarms)
      if !calm.isHidden { showLast(panel) }
    }
    let details = showDetails(panel)
    if !hasFlashing { return details }
    flash(isOn: FlashClock.isOn(.warning, at: panel.time))
    let next = FlashClock.nextTime(.warning, after: panel.time)
    return details.map { Swift.min($0, next) } ?? next
  }

  /// Writes ages and values of lines that have room for them.
  /// - Returns: when an age has another name; `nil` where none is shown.
  private func showDetails(_ panel: borrowing PanelMoment) -> Int64? {
    let second: Int64 = 1_000_000_000
    var due: Int64?
    // Before the first layout nobody knows.
    for line in lines where line.alarm >= 0 && (line.showsAge || line.bounds.isEmpty) {
      let alarm = line.alarm
      let raised = panel.alarms.raisedAt(alarm) ?? panel.time
      let seconds = Int(Swift.max(0, panel.time - raised) / second)
      let next = raised + Int64(seconds + secondsToNextAgeName(seconds)) * second
      due = Swift.min(due ?? next, next)
      var (then, now): (String, String?) = ("", nil)
      if line.hasValueRoom, numbers.indices.contains(alarm), let words = numbers[alarm] {
        let reading = panel.signals.reading(panel.raisedValues.signals[alarm])
        now = reading.hasValue ? words.text(ofShown: words.shown.apply(reading.value)) : "–"
        // A longer one would take memory.
        let first = panel.raisedValues[alarm].map { words.number(of: $0) } ?? ""
        then = first.isEmpty || first.utf8.count > 7 ? "" : first + " →"
      }
      line.show(age: ageName(seconds), then: then, now: now)
    }
    return due
  }

  /// Below the words of an empty list.
  private func showLast(_ panel: borrowing PanelMoment) {
    var last: (alarm: Int, time: Int64)?
    for alarm in texts.indices {
      if let time = panel.alarms.raisedAt(alarm), time > last?.time ?? .min { last = (alarm, time) }
    }
    lastText.show(last.map { texts[$0.alarm] } ?? "")
    lastTime.show(
      last.map { timePattern.text(of: WallTime(($0.time + panel.wallClockOffset) / 1_000_000_000)) } ?? "")
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
    showCalm()
    for text in [lastText, lastTime] { text.foregroundColor = theme[.dim] }
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

  public override func take(_ key: PropertyKey, _ text: String) {
    if key == .text { emptyText = text } else { super.take(key, text) }
  }

  // MARK: Touch

  package override var touchedPart: Size? { acknowledges ? lines.first?.bounds.size : nil }

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
