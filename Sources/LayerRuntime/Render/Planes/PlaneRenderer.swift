import FixedRaster

// Stage: render. The interface of commits and tiles to layers that are drawn as planes. In a file of its own: a linker
// keeps or drops the classes of a file together.

/// Copies and draws layers in space and copies of layers. Only layers that have planes name the one that does so,
/// ``SpaceRenderer``: the file of a program without such layers has nothing in it that draws planes.
@usableFromInline
class PlaneRenderer {
  init() {}

  /// Copies the sublayers of a layer that shows them as planes, and lists these.
  ///
  /// - Parameters:
  ///   - below: the values that the sublayers have from it.
  ///   - times: how many times the layer is shown.
  ///   - force: whether all sublayers are copied.
  func update(
    _ commit: inout Commit, of i: NodeIndex, _ layer: Layer, _ below: Inherited, shown times: Int32, _ force: Bool
  ) {}

  /// Copies the layers below a replicator in a space once more for each copy that is later than the first one.
  func updateDelayedCopies(
    _ commit: inout Commit, of i: NodeIndex, _ layer: ReplicatorLayer, _ below: Inherited, shown times: Int32
  ) {}

  /// Draws the planes of a layer, the farthest first.
  func draw(_ composer: inout TileComposer, _ scene: RenderScene, _ i: Int, clip: PixelRect, alpha: UInt8) {}

  /// Calls `body` with each plane's node while that is placed where the plane shows it, and the part of the clip that it may
  /// draw to.
  func forEachPlane(
    _ composer: inout TileComposer, _ scene: RenderScene, _ i: Int, clip: PixelRect,
    _ body: (inout TileComposer, NodeIndex, PixelRect) -> Void
  ) {}
}
