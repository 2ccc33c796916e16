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
  private var live: Int64 = 0
  private var sentAt: Int64 = 0
  private var lastSent: Fixed64?
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

  /// The nearest value that can be set.
  final func allowed(_ value: Fixed64) -> Fixed64 {
    var value = value.held(range.lowerBound, range.upperBound)
    if step > .zero, let count = (value - range.lowerBound) / step {
      value = range.lowerBound + step * Fixed64(count.rounded)
      // A last part of a step is no value.
      if value > range.upperBound { value = value - step }
    }
    return value
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

  override func showState() {
    valueText.show(words(shownValue))
    valueText.foregroundColor = inkColor(on: groundColor)
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
    (held, lastSent) = (nil, nil)
    showState()
  }

  override func advancePress(to time: Int64) -> Int64? {
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
      format = format.plain(decimals: decimals)
    }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .step { step = Swift.max(.zero, reading.value) } else { super.take(key, reading) }
  }
}
