// Stage: contents. The tiled layers of a display: each has its tiles drawn before a commit, whether or not something about
// it has changed: a layer above may have moved.

import FixedRaster

/// The tiled layers that a host shows, and the thread that draws tiles.
@safe
final class TiledLayers: MapTilePainter {
  /// The host's; made where there are none.
  static func of(_ place: MapTiles) -> TiledLayers {
    if let layers = place.painter as? TiledLayers { return layers }
    let layers = TiledLayers()
    place.painter = layers
    return layers
  }

  private struct Entry {
    /// Not owned; the layer removes itself before it goes.
    unowned(unsafe) let layer: TiledLayer
    var isDone: Bool
  }

  private var entries: [Entry] = []
  let thread = MapTileThread()

  func add(_ layer: TiledLayer) {
    for entry in entries where unsafe entry.layer === layer { return }
    entries.append(Entry(layer: layer, isDone: false))
  }

  func remove(_ layer: TiledLayer) { entries.removeAll { unsafe $0.layer === layer } }

  override func update(_ contexts: DrawingContexts, scale: AffineTransform, display: PixelRect) {
    (needsFrame, overflow, hasCalledProgram) = (false, 0, false)
    while let job = thread.takeDone() {
      hasCalledProgram = true
      job.cache?.finish(job.place)
      thread.discard(job)
    }
    for i in entries.indices { entries[i].isDone = false }
    while let layer = takeNext() {
      if layer.root.host?.drawing?.mapTiles.painter !== self {
        remove(layer)
      } else {
        let frame = MapTileFrame(contexts: contexts, layers: self, scale: scale, display: display)
        if layer.updateTiles(frame) { needsFrame = true }
        overflow.countOn(by: layer.tileOverflow)
      }
    }
  }

  private func takeNext() -> TiledLayer? {
    for i in entries.indices where !entries[i].isDone {
      entries[i].isDone = true
      return unsafe entries[i].layer
    }
    return nil
  }
}

/// The means and limits of a frame's tiled layers.
struct MapTileFrame {
  let contexts: DrawingContexts
  let layers: TiledLayers
  let scale: AffineTransform
  let display: PixelRect
}
