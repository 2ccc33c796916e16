// Stage: render. The figures of a compositor's work.

/// The cost of a frame.
public struct FrameStatistics: Hashable, Sendable {
  /// Rectangles of damage drawn.
  public var damageRects = 0
  /// Pixels stored to the display, each once.
  public var pixels: Int64 = 0
  /// Tiles composed.
  public var tiles = 0
  /// Layers that lay behind an opaque one and so were not drawn, summed over the tiles.
  public var hiddenLayers = 0
  /// How many times a layer was looked at, or a cluster of up to sixteen siblings: a measure of the work that does not
  /// depend on the machine, and hardly on how many layers do not change.
  public var visits = 0
}
