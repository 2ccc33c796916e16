// Stage: instruments. A stopwatch.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A timer (P45): counts up, or down from ``duration``. It runs while its condition holds; without a condition it has
/// two buttons, one that starts and stops and one that sets it back. At its end it is a warning until it is set back.
public final class TimerInstrument: Instrument {
  /// Nanoseconds that it runs down; 0 counts up.
  public var duration: Int64 = 0 { didSet { if duration != oldValue { reset() } } }
  public private(set) var isRunning = false

  private var hasButtons = true
  /// Nanoseconds that it has run, up to ``counted``.
  private var elapsed: Int64 = 0
  private var counted: Int64?
  /// Whether it has run since ``counted``: time before its start does not count.
  private var isCounting = false
  private var shownSeconds: Int64 = -1
  private let digits: Caption
  private let toggleMark = ShapeLayer()
  private let resetMark = ShapeLayer()
  private var buttons = Rect.zero

  public override init(_ style: InstrumentStyle) {
    digits = Caption(style.fonts.text)
    super.init(style)
    // It is its own source.
    value = Reading(0)
    countsUnseen = true
    for layer in [digits, toggleMark, resetMark] as [Layer] { addSublayer(layer) }
    resetMark.fillColor = nil
  }

  // MARK: Running

  /// Nanoseconds that are shown.
  private var shown: Int64 { duration > 0 ? Swift.max(0, duration - elapsed) : elapsed }

  public override func advance(to time: Int64) -> Int64? {
    if isCounting, let counted { elapsed += Swift.max(0, time - counted) }
    counted = time
    isCounting = isRunning
    let isOver = duration > 0 && elapsed >= duration
    if isOver && isRunning { run(false) }
    pushedState = isOver ? .warning : nil
    showTime()
    if !isRunning { return nil }
    // When the next second begins: counting down, whole seconds are those that have not begun.
    let rest = shown % 1_000_000_000
    return time + (duration > 0 ? (rest == 0 ? 1_000_000_000 : rest) : 1_000_000_000 - rest)
  }

  /// Starts or stops.
  public func run(_ runs: Bool) {
    if runs == isRunning || (runs && duration > 0 && elapsed >= duration) { return }
    isRunning = runs
    if isLaidOut { layOutMarks() }
  }

  /// Sets it back to where it begins.
  public func reset() {
    (elapsed, pushedState, isCounting) = (0, nil, false)
    run(false)
    showTime()
  }

  /// The shown text.
  var text: String { Self.text(Swift.max(0, shownSeconds)) }

  private func showTime() {
    let seconds = duration > 0 ? (shown + 999_999_999) / 1_000_000_000 : shown / 1_000_000_000
    if seconds == shownSeconds { return }
    shownSeconds = seconds
    digits.show(Self.text(seconds))
  }

  /// Up to 99:59:59, in no memory.
  private static func text(_ seconds: Int64) -> String {
    let seconds = Swift.min(359_999, seconds)
    var time = WallTime(seconds % 3600)
    time.hour = Int(seconds / 3600)
    return TimePattern(seconds >= 3600 ? "H:mm:ss" : "mm:ss").text(of: time)
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    let room = hasButtons ? Swift.min(content.height * 0.45, Swift.max(density * 7, content.height * 0.3)).whole : 0
    buttons = Rect(x: content.minX, y: content.maxY - room, width: content.width, height: room)
    let widest = digits.width(of: duration >= 3_600_000_000_000 || duration == 0 ? "0:00:00" : "00:00", capHeight: 100)
    let area = content.height - room
    let cap = scaled(Swift.min(area * 0.55, content.width * 0.9 / widest * 100), 6, 90).whole
    digits.place(x: content.midX.whole, middle: (content.minY + half(area)).whole, capHeight: cap)
    for mark in [toggleMark, resetMark] { mark.frame = bounds }
    layOutMarks()
    shownSeconds = -1
    showTime()
  }

  private func layOutMarks() {
    for mark in [toggleMark, resetMark] { mark.isHidden = buttons.height <= 0 }
    let size = (buttons.height * 0.36).held(4, 24).whole
    let (left, right) = ((buttons.minX + buttons.width * 0.3).whole, (buttons.minX + buttons.width * 0.7).whole)
    let middle = buttons.midY.whole
    var path = Path(capacity: 12)
    if isRunning {
      let bar = (size * 0.35).whole
      path.addRect(Rect(x: left - half(size).whole, y: middle - half(size), width: bar, height: size))
      path.addRect(Rect(x: left + half(size).whole - bar, y: middle - half(size), width: bar, height: size))
    } else {
      path.move(to: Point(x: left - size * 0.4, y: middle - size * 0.6))
      path.addLine(to: Point(x: left + size * 0.6, y: middle))
      path.addLine(to: Point(x: left - size * 0.4, y: middle + size * 0.6))
      path.closeSubpath()
    }
    toggleMark.path = path
    // An arrow that goes round.
    var dial = RoundScale(0...100)
    (dial.center, dial.radius) = (Point(x: right, y: middle), half(size))
    var arrow = Path(capacity: 24)
    let line = Swift.max(1.5, size * 0.12)
    dial.addBand(to: &arrow, from: -250, to: 30, outer: half(size) + line, inner: half(size))
    let tip = dial.point(30, half(size) + half(line))
    arrow.move(to: Point(x: tip.x, y: tip.y - size * 0.3))
    arrow.addLine(to: Point(x: tip.x + size * 0.42, y: tip.y + size * 0.12))
    arrow.addLine(to: Point(x: tip.x - size * 0.05, y: tip.y + size * 0.34))
    arrow.closeSubpath()
    resetMark.path = arrow
  }

  public override func appearanceChanged() {
    digits.foregroundColor = zoneState >= .caution ? theme[zoneState.role] : theme[.ink]
    toggleMark.fillColor = theme[.mark]
    resetMark.fillColor = theme[.mark]
  }

  // MARK: Touch

  public override func touchesBegan(_ touch: Touch) {
    if !hasButtons || !buttons.contains(touch.location(in: self)) { super.touchesBegan(touch) }
  }

  public override func touchesEnded(_ touch: Touch) { press(touch.location(in: self)) }

  /// A touch of a place of its own.
  func press(_ place: Point) {
    if !hasButtons || !buttons.contains(place) { return }
    if place.x < buttons.midX { run(!isRunning) } else { reset() }
    send(.changed)
  }

  override var showsTime: Bool { true }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) { duration = record.duration(.interval) ?? 0 }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .runs {
      hasButtons = false
      if isLaidOut { setNeedsLayout() }
      run(reading.quality == .fresh && reading.isTrue)
    } else {
      super.take(key, reading)
    }
  }
}
