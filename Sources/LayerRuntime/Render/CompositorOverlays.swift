/// A compositor's overlays on top of the layers, for developers.
public struct CompositorOverlays: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The rectangles of damage are tinted yellow for one frame; the next one takes the tint away.
  public static var damage: CompositorOverlays { CompositorOverlays(rawValue: 1) }
  /// Each layer's outline as a border of one point in magenta, also where the layer shows nothing or lies behind
  /// others.
  public static var outlines: CompositorOverlays { CompositorOverlays(rawValue: 2) }
  /// Where a layer was drawn its rectangle is tinted red, once more for each: the redder, the more often a pixel was
  /// composed. Tiles that an opaque layer covers begin with that layer, and which tiles there are depends on the
  /// damage.
  public static var overdraw: CompositorOverlays { CompositorOverlays(rawValue: 4) }
}
