// Stage: time. The effect of an animation outside its own time.

/// Whether an animation has an effect before it begins and after it ends.
///
/// Before and after are those of its own time, which a negative speed runs through from the end.
public enum FillMode: UInt8, Sendable {
  /// It has no effect there.
  case removed
  /// After its end it shows how it ended.
  case forwards
  /// Before its beginning it shows how it begins.
  case backwards
  /// Both of these.
  case both
}
