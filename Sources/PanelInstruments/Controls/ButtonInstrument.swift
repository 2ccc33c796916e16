// Stage: controls. A button.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A button (P46): it sends when it is let go, or from the press on to its end, or again and again while it is held; one that
/// toggles shows the state that comes back.
public final class ButtonInstrument: ControlInstrument {
  private let iconText: Caption
  /// Which of the icons' font stands beside the words.
  public var icon: Unicode.Scalar? { didSet { if icon != oldValue { setNeedsLayout() } } }
  /// A bar at the left end: whether it is on is told by shape too.
  private let bar = ShapeLayer()
  /// How far a hold has got.
  private let progress = Layer()
  private let progressMask = ShapeLayer()
  /// `nil` while its signal has no fresh value.
  private var payload: Fixed64? = 1
  /// Whether something is sent when it is let go, and what; `nil` while its signal was never heard.
  private var endsPress = false
  private var released: Fixed64?
  /// Nanoseconds between two sendings while it is held; 0 for none.
  private var interval: Int64 = 0
  private var repeatedAt: Int64 = 0

  public override init(_ style: InstrumentStyle) {
    iconText = Caption(style.fonts.icons)
    super.init(style)
    insertSublayer(progress, above: ground)
    insertSublayer(bar, above: progress)
    addSublayer(iconText)
    progress.masksToBounds = true
    progress.isHidden = true
    progress.addSublayer(progressMask)
  }

  /// One that toggles is on for all but 0; another one where its state is what it sends.
  override var isOn: Bool {
    if action == .toggles { return isReportedOn }
    return hasState && reported.hasValue && reported.value == payload
  }
  private var showsState: Bool { action == .toggles || hasState }

  override func layOutParts(in field: Rect) {
    let cap = labelCap
    bar.frame = bounds
    let width = (density * 1).held(2, 8).whole
    var path = Path(capacity: 8)
    if showsState {
      path.addRect(
        Rect(x: field.minX + width, y: field.minY + width, width: width, height: Swift.max(0, field.height - width * 2))
      )
    }
    bar.path = path
    iconText.isHidden = icon == nil
    let hasSign = action != .page && action != .resets
    // Dots and question marks lie beside the words.
    let room = Swift.max(0, field.width - (hasSign ? cap * 4 : cap) - (showsState ? width * 2 : 0))
    let iconWidth: Fixed = icon == nil ? 0 : text.isEmpty ? cap * 1.5 : cap * 2.4
    fitLabel(
      x: field.midX + half(iconWidth), middle: field.midY.whole, cap: cap,
      width: Swift.max(0, room - iconWidth))
    if let icon {
      iconText.show(String(Character(icon)))
      let words = Swift.min(label.textWidth, room)
      let x = text.isEmpty ? field.midX : field.midX + half(iconWidth) - half(words) - cap * 1.3
      iconText.placeIcon(
        x: x, middle: field.midY.whole, size: text.isEmpty ? Swift.min(field.height * 0.6, cap * 2.5) : cap * 1.9)
    }
    progressMask.frame = Rect(origin: .zero, size: bounds.size)
    progressMask.path = ground.path
    showHold(0)
  }

  override func showState() {
    let color = inkColor(on: groundColor)
    iconText.foregroundColor = color
    if isOn {
      (bar.fillColor, bar.strokeColor) = (stateColor, nil)
    } else {
      (bar.fillColor, bar.strokeColor) = (nil, color.mixed(128, with: groundColor))
    }
    bar.lineWidth = 1
    progressMask.fillColor = theme.filling(theme[.accent])
  }

  override func showHold(_ share: Fixed) {
    progress.isHidden = share <= 0
    progress.frame = Rect(x: 0, y: 0, width: (bounds.width * share).whole, height: bounds.height)
  }

  // MARK: Touch

  override func pressBegan(_ touch: Touch) { keyPressBegan() }

  override func keyPressBegan() {
    if holdTime != 0 || !endsPress && interval == 0 { return }
    // What cannot be ended does not begin.
    if endsPress && released == nil { refuse() } else { act(payload) }
  }

  override func pressEnded(isInside: Bool) {
    showHold(0)
    if endsWhatBegan() || holdTime > 0 || interval > 0 || !isInside { return }
    act(sentValue)
  }

  override func pressCancelled() {
    showHold(0)
    _ = endsWhatBegan()
  }

  /// What a press has switched on does not stay on.
  /// - Returns: whether there is something to end.
  private func endsWhatBegan() -> Bool {
    if let released, holdTime == 0 || isHoldDone { act(released) }
    return endsPress
  }

  private var sentValue: Fixed64? { action == .toggles ? opposite : payload }

  override func ends(_ value: Fixed64) -> Bool { endsPress && value == released }

  override func holdEnded() { act(endsPress && released == nil ? nil : sentValue) }

  override func words(of value: Fixed64) -> String? { action == .toggles ? onOrOff(value) : nil }

  override func advancePress(to time: Int64) -> Int64? {
    if interval == 0 { return nil }
    if pressDuration(at: time) == 0 { repeatedAt = time }
    if time - repeatedAt >= interval && isPressed {
      act(payload)
      repeatedAt = time
    }
    return repeatedAt + interval
  }

  // MARK: Its record

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    super.read(record, builder)
    interval = record.duration(.interval) ?? 0
    endsPress = record[.released] != nil
    if released == nil { released = record.number(.released) }
    if record[.payload]?.signal != nil, payload == 1 { payload = nil }
    icon = record.text(.icon)?.unicodeScalars.first
  }

  override func hasPayload(_ record: PanelRecord) -> Bool { record[.payload] != nil }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .payload:
      let wasOn = isOn
      payload = reading.quality == .fresh ? reading.value : nil
      if isLaidOut && isOn != wasOn { appearanceChanged() }
    case .released: if reading.hasValue { released = reading.value }
    default: super.take(key, reading)
    }
  }
}
