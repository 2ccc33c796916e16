// Stage: controls. Numbers that are set.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A control of a number: a range, steps, and the value beside it. What is held follows the finger, whatever the state says.
public class ValueControl: ControlInstrument {
  /// From one value to the next; 0 for any.
  public internal(set) var step = Fixed64.zero { didSet { if step != oldValue { setNeedsLayout() } } }
  /// The value under the finger; `nil` while nobody holds it.
  final var held: Fixed64?
  /// Nanoseconds between two sendings while it moves; 0 sends when it is let go.
  private final var live: Int64 = 0
  private final var sentAt: Int64 = 0
  private final var lastSent: Fixed64?
  let valueText: Caption

  public override init(_ style: InstrumentStyle) {
    valueText = Caption(style.fonts.text, alignment: .right)
    super.init(style)
    label.alignmentMode = .left
    addSublayer(valueText)
  }

  override var fillsWhenPressed: Bool { false }

  /// The value that is shown: held, on its way, or reported; `nil` where nothing is known.
  final var shownValue: Fixed64? { held ?? wanted ?? (reported.hasValue ? reported.value : nil) }

  /// 1 where the shown value lies above what can be set, −1 where it lies below.
  final var beyondShownRange: Int {
    guard let shownValue else { return 0 }
    return shownValue > range.upperBound ? 1 : shownValue < range.lowerBound ? -1 : 0
  }

  /// The value that steps begin at; `nil` where its state is not known.
  final var firstValue: Fixed64? { shownValue ?? (hasState ? nil : range.lowerBound) }

  /// The nearest value that can be set.
  final func allowed(_ value: Fixed64) -> Fixed64 {
    let value = value.held(range.lowerBound, range.upperBound)
    guard step > .zero, let count = (value - range.lowerBound) / step else { return value }
    let near = range.lowerBound + step * Fixed64(count.rounded)
    // Steps as 0.1 are not exact, and their end as 8 is: a number that is one of theirs stays as it is, unless the step's is
    // the rounder one, as of a finger that is a little off.
    let isSame = (near - value).magnitude <= Fixed64(rawValue: step.rawValue / 1000)
    if isSame && near.rawValue.trailingZeroBitCount < value.rawValue.trailingZeroBitCount + 8 { return value }
    // A last part of a step is no value.
    return near > range.upperBound ? near - step : near
  }

  /// A step, or a hundredth of the range.
  final var change: Fixed64 {
    step > .zero ? step : Fixed64(rawValue: (range.upperBound - range.lowerBound).rawValue / 100)
  }

  final func words(_ value: Fixed64?) -> String {
    guard let value else { return noValueText }
    let digits = format.text(of: value)
    guard let unit, !unit.isEmpty else { return digits }
    return digits + " " + unit
  }

  override func words(of value: Fixed64) -> String? { words(value) }

  override func showState() {
    valueText.show(words(shownValue))
    valueText.foregroundColor = stateInk(on: groundColor)
    showPosition()
  }

  /// Moves the parts that show the shown value and the reported one.
  func showPosition() {}

  final func move(to value: Fixed64) {
    let value = allowed(value)
    if value == held { return }
    held = value
    showState()
  }

  /// Lets go: what was held is sent.
  final func release() {
    if let held, held != lastSent || live == 0 { act(held) }
    (held, lastSent) = (nil, nil)
  }

  override func pressCancelled() {
    (held, lastSent, isNudged, nudgedAt) = (nil, nil, false, nil)
    showState()
  }

  // MARK: Keys

  /// Whether Enter begins to set it by keys or an encoder.
  var isSetByKeys: Bool { true }
  /// Whether keys hold it that need no focus: what they come to is sent once, when none has come for a while.
  private final var isNudged = false
  private final var nudgedAt: Int64?
  private static var nudgeTime: Int64 { 300_000_000 }

  /// Goes so many steps from where it is: nowhere where nobody knows that. Between two steps the next one is one away.
  final func go(by count: Int) {
    guard let firstValue else { return refuse() }
    let near = allowed(firstValue)
    let isBetween = (near - firstValue).magnitude > Fixed64(rawValue: change.rawValue / 100)
    let isAhead = isBetween && (near > firstValue) == (count > 0)
    let target = allowed(near + change * Fixed64(isAhead ? count - count.signum() : count))
    // From beyond the range a step leads towards it alone: plus never lowers.
    if count > 0 ? target < firstValue : target > firstValue { return refuse() }
    move(to: target)
  }

  override func step(by count: Int) {
    if isHeld && !isHeldByKey || !mayBegin() { return }
    // Where it is set by keys already, they decide when it is sent.
    if !isHeldByKey {
      holdByKey()
      isNudged = true
    }
    nudgedAt = nil
    go(by: count)
    send(.changed)
  }

  public override func keyDown(_ press: KeyPress) -> Bool {
    if !isHeldByKey || isNudged {
      switch press.character {
      case UInt8(ascii: "+"), UInt8(ascii: "="): step(by: 1)
      case UInt8(ascii: "-"): step(by: -1)
      default:
        if !isSetByKeys || press.key != .enter && press.key != .space { return super.keyDown(press) }
        if press.isRepeat || !mayBegin() { return true }
        endNudge()
        holdByKey()
        held = firstValue
        if held == nil { refuse() }
        showState()
        send(.changed)
      }
      return true
    }
    switch press.key {
    case .left, .down, .minus: go(by: -1)
    case .right, .up: go(by: 1)
    case .pageDown: go(by: -10)
    case .pageUp: go(by: 10)
    case .home: move(to: range.lowerBound)
    case .end: move(to: range.upperBound)
    case .enter, .space: if !press.isRepeat { releaseByKey() }
    case .escape: cancelPress()
    // Another control gets the focus: that is no answer.
    default: return false
    }
    send(.changed)
    return true
  }

  public override func keyUp(_ press: KeyPress) {
    // What is set by keys is held until the next Enter.
    if !isSetByKeys { super.keyUp(press) } else if press.phase == .cancelled && isHeldByKey { cancelPress() }
  }

  public override func turned(by steps: Int) -> Bool {
    if !isHeldByKey || isNudged { return false }
    go(by: steps)
    send(.changed)
    return true
  }

  private final func endNudge() {
    if !isNudged { return }
    (isNudged, nudgedAt) = (false, nil)
    releaseByKey()
  }

  /// - Returns: when it is due again; `nil` where keys that need no focus do not hold it.
  private final func advanceNudge(to time: Int64) -> Int64? {
    if !isNudged { return nil }
    let end = (nudgedAt ?? time) + Self.nudgeTime
    if nudgedAt == nil { nudgedAt = time }
    if time < end { return end }
    endNudge()
    send(.changed)
    return nil
  }

  override func advancePress(to time: Int64) -> Int64? {
    if let due = advanceNudge(to: time) { return due }
    guard live > 0, let held, held != lastSent else { return nil }
    if time - sentAt >= live {
      (sentAt, lastSent) = (time, held)
      queue(held)
      send(.changed)
      return nil
    }
    return sentAt + live
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    super.read(record, builder)
    live = record.duration(.live) ?? 0
    if let lower = record.number(.lower), let upper = record.number(.upper), lower < upper {
      range = lower...upper
    }
    if record[.format] == nil, record.number(.lower) != nil {
      let step = record.number(.step) ?? .zero
      let resolution = step > .zero ? step : Fixed64(rawValue: (range.upperBound - range.lowerBound).rawValue / 100)
      var decimals = 0
      while decimals < 3, resolution * Fixed64([1, 10, 100][decimals]) < 1 { decimals += 1 }
      // A format of the state stays, with as many decimals as a step has.
      let isGiven =
        builder.signal(record.signal(.shownState) ?? record.signal(.target)).map { $0[.format] != nil } ?? false
      if !isGiven {
        format = format.plain(decimals: decimals)
      } else if format.style == .decimal && step > .zero {
        format.decimals = Swift.max(format.decimals, decimals)
      }
    }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .step { step = Swift.max(.zero, reading.value) } else { super.take(key, reading) }
  }
}
