// Stage: instruments. The look of digits and words by the quality and the state of their value.
import FixedRaster
import PanelSignals

/// How a value is written: an old one dimmed and struck through, a caution in its colour, a warning on a field of it, of which
/// the edge alone stays in the dark part of a flash.
struct ReadoutLook {
  /// Whether a line runs through it.
  let isStruck: Bool
  /// Behind it; `nil` for none.
  let field: Color?
  /// Of the field's edge; `nil` for none.
  let edge: Color?
  let ink: Color

  /// - Parameters:
  ///   - isLit: whether a flash is in its lit part.
  ///   - hasRoom: whether there is a place for a field.
  ///   - ink: in the normal state.
  init(_ quality: Quality, _ state: ZoneState, isLit: Bool = true, hasRoom: Bool = true, ink: Color, _ theme: Theme) {
    let isUrgent = quality < .old && state == .warning && hasRoom
    isStruck = quality == .old
    field = isUrgent && isLit ? theme[.warning] : nil
    edge = isUrgent ? theme[.warning] : nil
    self.ink =
      quality == .old
      ? ink.mixed(154, with: theme[.surface])
      : quality > .old ? theme[.stale] : field != nil ? theme[.surface] : state >= .advisory ? theme[state.role] : ink
  }
}
