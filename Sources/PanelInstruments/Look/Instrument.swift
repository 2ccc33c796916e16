// Stage: instruments. What all instruments have in common.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// How urgent what a value means is.
public enum ZoneState: Int, Comparable, Sendable {
  case normal, advisory, caution, warning

  public static func < (a: ZoneState, b: ZoneState) -> Bool { a.rawValue < b.rawValue }

  var role: Role {
    switch self {
    case .normal: .normal
    case .advisory: .advisory
    case .caution: .caution
    case .warning: .warning
    }
  }
}

/// A range of values that means something.
public struct Zone: Equatable, Sendable {
  /// The range's ends; those that are open are the least and the greatest value there is.
  public var lower, upper: Fixed64
  public var state: ZoneState

  public init(_ lower: Fixed64, _ upper: Fixed64, _ state: ZoneState) {
    (self.lower, self.upper, self.state) = (lower, upper, state)
  }
}

/// What instruments are made with.
public struct InstrumentStyle {
  public var theme: Theme
  public var fonts: PanelFonts

  public init(theme: Theme = .dark, fonts: PanelFonts = PanelFonts()) { (self.theme, self.fonts) = (theme, fonts) }
}

/// A layer that shows a value.
///
/// It lays itself out for whatever size it gets. What it is told while it is shown changes only what moves, and takes
/// no memory.
open class Instrument: Layer {
  public final let fonts: PanelFonts
  /// The colours; all of the instrument takes on new ones.
  public final var theme: Theme { didSet { if theme != oldValue { colorsChanged() } } }
  /// Written above the instrument; `nil` for nothing.
  public final var title: String? { didSet { setNeedsLayout() } }
  /// What follows a number; `nil` for nothing.
  public final var unit: String? { didSet { setNeedsLayout() } }
  /// How a number is written.
  public final var format = NumberFormat() { didSet { if format != oldValue { valueChanged() } } }
  /// The values from one end of the scale to the other.
  public final var range: ClosedRange<Fixed64> = 0...100 { didSet { if range != oldValue { setNeedsLayout() } } }
  /// What ranges of the value mean; where several hold, the most urgent counts.
  public final var zones: [Zone] = [] { didSet { if zones != oldValue { setNeedsLayout() } } }
  /// The least difference of the value that means something.
  public final var resolution = Fixed64.zero { didSet { if resolution != oldValue { setNeedsLayout() } } }
  /// What is shown.
  public final private(set) var value = Reading.none

  public init(_ style: InstrumentStyle) {
    fonts = style.fonts
    theme = style.theme
    super.init()
  }

  /// Shows a value.
  public final func show(_ value: Reading) {
    if value == self.value { return }
    self.value = value
    valueChanged()
  }

  /// How urgent the value is: `normal` where no zone holds, or where there is no value.
  public final var state: ZoneState {
    if !value.hasValue { return .normal }
    var state = ZoneState.normal
    for zone in zones where value.value >= zone.lower && value.value <= zone.upper {
      state = Swift.max(state, zone.state)
    }
    return state
  }

  /// Takes what a panel's file, or a signal, says of a key. What an instrument has no use for it leaves alone.
  open func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .value: show(reading)
    case .lower: setRange(lower: reading, upper: Reading(range.upperBound))
    case .upper: setRange(lower: Reading(range.lowerBound), upper: reading)
    case .resolution: if reading.hasValue { resolution = reading.value }
    default: break
    }
  }

  private func setRange(lower: Reading, upper: Reading) {
    if lower.hasValue, upper.hasValue, lower.value < upper.value { range = lower.value...upper.value }
  }

  /// Takes a text of a panel's file.
  open func take(_ key: PropertyKey, _ text: String) {
    switch key {
    case .title: title = text
    case .unit: unit = text
    default: break
    }
  }

  /// What moves is told that the value, or how it is shown, has changed.
  open func valueChanged() {}

  /// Everything takes its colour from the theme anew.
  open func colorsChanged() {}

  /// How near the shown value must be to where it goes for nobody to see the difference: a quarter of a pixel, in the
  /// value's unit. 0 where nothing moves.
  open var tolerance: Fixed64 { .zero }
}
