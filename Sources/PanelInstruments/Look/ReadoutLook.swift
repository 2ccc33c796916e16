// Stage: instruments. The look of digits and words by the quality and the state of their value.
import FixedRaster
import PanelSignals

/// How a value is written: an old one in grey and struck through, an urgent one in its colour or on a field of it.
struct ReadoutLook {
  /// Whether a line runs through it.
  let isStruck: Bool
  /// Behind it; `nil` for none.
  let field: Color?
  let ink: Color

  /// - Parameters:
  ///   - isLit: whether a flash is in its lit part.
  ///   - hasRoom: whether there is a place for a field.
  ///   - ink: in the normal state.
  init(_ quality: Quality, _ state: ZoneState, isLit: Bool = true, hasRoom: Bool = true, ink: Color, _ theme: Theme) {
    let hasField = hasRoom && (state == .caution || (state == .warning && isLit))
    isStruck = quality == .old
    field = hasField ? theme[state.role] : nil
    self.ink =
      quality >= .old
      ? theme[.stale] : hasField ? theme[.surface] : state >= .caution ? theme[state.role] : ink
  }
}
