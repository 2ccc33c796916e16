// Stage: instruments. How far the signals of an instrument's options can be believed: an old or a failed one is marked,
// and where it says how the value is placed, the value is as bad.
import PanelFile
import PanelSignals

/// The use of an option's signal.
public enum OptionUse {
  /// The shown value, or one that the panel computes of it: no option.
  case value
  /// Something beside the value, which is left out where it has no value.
  case addition
  /// An option without which the picture would mean less than it seems to: no value is marked as such.
  case need
  /// An option that places the value, as the ends of a scale: the value is as bad, and no value is as bad as a failed
  /// one.
  case place
  /// An option that turns the value: the value is as bad.
  case turn

  /// How bad a signal is, for the instrument.
  func quality(_ quality: Quality) -> Quality {
    if self == .value || quality == .none && self == .addition { return .fresh }
    return quality == .none && self == .place ? .failed : quality
  }
}

extension PropertyKey {
  /// The use of a signal behind this key.
  var optionUse: OptionUse {
    switch self {
    case .value, .peak, .low, .arrow, .resets: .value
    case .lower, .upper, .sweep, .start, .from, .span: .place
    case .turns: .turn
    case .visible, .color, .text, .enabled: .need
    default: .addition
    }
  }

  /// The unit of its numbers.
  var measure: OptionMeasure {
    switch self {
    case .value, .lower, .upper, .setpoint, .from, .peak, .low: .value
    case .step, .span, .resolution, .least: .difference
    default: .own
    }
  }
}

/// The unit of an option's numbers.
public enum OptionMeasure {
  /// The value's: they lie on its scale and convert with it.
  case value
  /// The value's, of a difference between two values.
  case difference
  /// The unit of the signal that says it, or none.
  case own
}

/// How many options of an instrument follow signals that are old or failed.
struct OptionQualities {
  private var old = 0, failed = 0, none = 0, oldPlaces = 0, failedPlaces = 0, missingTurns = 0

  /// The worst of all.
  var worst: Quality { failed > 0 ? .failed : old > 0 ? .old : none > 0 ? .none : .fresh }
  /// The worst of those that the value is placed by.
  var worstPlace: Quality { failedPlaces > 0 ? .failed : missingTurns > 0 ? .none : oldPlaces > 0 ? .old : .fresh }

  mutating func count(_ quality: Quality, _ use: OptionUse, _ change: Int) {
    if quality == .old {
      old += change
      if use == .place || use == .turn { oldPlaces += change }
    } else if quality == .failed {
      failed += change
      if use == .place || use == .turn { failedPlaces += change }
    } else if quality == .none {
      if use == .turn { missingTurns += change } else { none += change }
    }
  }
}

extension Instrument {
  /// The quality of the frame's mark: the worst of the value and of all options that follow signals.
  ///
  /// No value is marked where nothing else says so, and nothing is worse.
  public final var markQuality: Quality {
    let own = quality == .none && saysNone ? .fresh : quality
    return own == .none || options.worst == .none
      ? [own, options.worst].first { $0 == .old || $0 == .failed } ?? .none : .worst(own, options.worst)
  }

  /// The signal of an option is another quality now: both as ``OptionUse/quality(_:)`` has them.
  final func optionChanged(_ use: OptionUse, from old: Quality, to new: Quality) {
    let (mark, place) = (options.worst, placeQuality)
    options.count(old, use, -1)
    options.count(new, use, 1)
    if placeQuality != place { placeQualityChanged(from: place) }
    if options.worst != mark { markChanged() }
  }

  /// How far the value's place can be believed: without a scale there is no place.
  final var placeQuality: Quality {
    if let ends, ends.lower.hasValue, ends.upper.hasValue, ends.lower.value >= ends.upper.value { return .failed }
    return options.worstPlace
  }

  /// The ends of the scale, of which one was told.
  final func setRange(lower: Reading, upper: Reading) {
    let old = placeQuality
    ends = (lower, upper)
    let isThere = lower.hasValue && upper.hasValue && lower.value < upper.value
    // Nothing is left of a scale that is gone.
    range = isThere ? lower.value...upper.value : 0...100
    if placeQuality != old { placeQualityChanged(from: old) }
  }
}
