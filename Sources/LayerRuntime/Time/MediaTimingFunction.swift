import FixedRaster
public struct MediaTimingFunction: Hashable, Sendable {
  public static var `default`: MediaTimingFunction { MediaTimingFunction() }
  func value(at progress: Coefficient) -> Coefficient { progress }
}
