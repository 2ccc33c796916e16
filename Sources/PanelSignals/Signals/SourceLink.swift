// Stage: signals. Whether a source of values is there.

/// The link of a source.
public struct SourceLink: Equatable, Sendable {
  /// Whether there is something at its place: an open file, a connected program.
  public var isConnected: Bool
  /// When it told something last, in nanoseconds of the panel's time; `nil` for never.
  public var toldAt: Int64?

  public init(isConnected: Bool, toldAt: Int64? = nil) { (self.isConnected, self.toldAt) = (isConnected, toldAt) }
}
