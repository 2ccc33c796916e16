import FixedRaster

// Stage: render. Few tiles for an area, as each takes a walk through the layers: columns of equal width, as high as the
// memory of a tile allows.

/// How large the tiles are that an area is cut into. They have up to 2048 pixels, 8 kB, so that a tile and its coverage fit a
/// first-level cache of 16 kB.
///
/// Both sides are multiples of eight: no tile ends within a byte of 1-bit pixels, however the display is rotated.
struct TileSize {
  static var pixels: Int { 2048 }
  static var longestSide: Int { 64 }

  let width, height: Int

  init(for area: PixelRect) {
    let columns = Swift.max(1, Self.quotient(area.width, Self.longestSide))
    width = Self.wholeBlocks(Swift.max(1, Self.quotient(area.width, columns)))
    height = Swift.min(Self.longestSide, Self.pixels / width) & ~7
  }

  /// How many tiles draw a part of the area, at the least.
  func tiles(in part: PixelRect) -> Int { Self.quotient(part.width, width) * Self.quotient(part.height, height) }

  /// A width rounded up to blocks of eight pixels.
  static func wholeBlocks(_ width: Int) -> Int { (width + 7) & ~7 }

  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor - 1) / divisor }
}
