// Stage: contents. A host's interface to its tiled layers. In a file of its own: a linker keeps or drops the classes of
// a file together.

import FixedRaster

/// Draws a host's tiled layers before a commit. Only such a layer makes it: the file of a program without tiled layers
/// has nothing in it that draws tiles.
final class MapTiles {
  var painter: MapTilePainter?
}

/// A compositor's interface to ``TiledLayers``.
class MapTilePainter {
  /// Whether tiles are missing that another frame may have.
  final var needsFrame = false
  /// Whether the last update drew, or let go of something of the program's: layers may have changed.
  final var hasCalledProgram = false
  /// Tiles that are needed and have no place.
  final var overflow = 0

  init() {}

  /// Draws missing tiles, as far as the layers' budgets go. Calls the program.
  ///
  /// - Parameters:
  ///   - scale: from the root's superspace to device pixels.
  ///   - display: device pixels.
  func update(_ contexts: DrawingContexts, scale: AffineTransform, display: PixelRect) {}
}
