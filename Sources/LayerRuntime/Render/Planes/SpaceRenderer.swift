import FixedRaster

// Stage: render. Layers in space and copies of layers: see Commit+Planes.swift and TileComposer+Planes.swift.

/// The one renderer of planes, which keeps nothing.
final class SpaceRenderer: PlaneRenderer, @unchecked Sendable {
  static let shared = SpaceRenderer()

  override func update(
    _ commit: inout Commit, of i: NodeIndex, _ layer: Layer, _ below: Inherited, shown times: Int32, _ force: Bool
  ) { commit.updatePlanes(of: i, layer, below, shown: times, force) }

  override func updateDelayedCopies(
    _ commit: inout Commit, of i: NodeIndex, _ layer: ReplicatorLayer, _ below: Inherited, shown times: Int32
  ) { commit.updateDelayedCopies(of: i, layer, below, shown: times) }

  override func draw(
    _ composer: inout TileComposer, _ scene: RenderScene, _ i: Int, clip: PixelRect, alpha: UInt8
  ) { composer.drawPlanes(scene, i, clip: clip, alpha: alpha) }

  override func forEachPlane(
    _ composer: inout TileComposer, _ scene: RenderScene, _ i: Int, clip: PixelRect,
    _ body: (inout TileComposer, NodeIndex, PixelRect) -> Void
  ) { composer.forEachPlane(scene, scene.nodes[i].firstPlane, clip: clip, body) }
}
