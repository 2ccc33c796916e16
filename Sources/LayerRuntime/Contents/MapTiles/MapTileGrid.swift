// Stage: contents. Where the tiles of a tiled layer lie. A map tile is one of these; the compositor's own tiles are another
// thing.

import FixedRaster

/// Which tile of which level of detail: the one whose place is `x`, `y` is the x-th from the layer's (0, 0).
struct MapTileKey: Equatable {
  /// Pixels of the tile in a point are the contents' scale times two to this power.
  var level: Int32
  var x, y: Int32

  /// The tile of a coarser level that this one lies in.
  func above(level coarser: Int32) -> MapTileKey {
    let steps = level &- coarser
    return MapTileKey(level: coarser, x: x &>> steps, y: y &>> steps)
  }
}

/// The tiles of all levels, which have the same number of pixels.
struct MapTileGrid: Equatable {
  /// Of a tile, in pixels.
  var width, height: Int
  /// Pixels in a point at level 0.
  var scale: Fixed
  /// Whether clearing makes pixels black.
  var isOpaque = false

  /// - Parameter level: -15...15.
  func pixelsPerPoint(level: Int32) -> Coefficient {
    // A scale has 31 bits above 2^-32, so that 15 more fit.
    let one = Coefficient(scale).rawValue
    return Coefficient(rawValue: level >= 0 ? one &<< Int64(level) : Swift.max(one &>> Int64(-level), 1))
  }

  /// The sides of a tile, in points.
  func side(level: Int32) -> (width: Coefficient, height: Coefficient) {
    let scale = pixelsPerPoint(level: level)
    return (Coefficient(width) / scale, Coefficient(height) / scale)
  }

  /// In the layer's coordinates. Tiles that lie side by side have the same number for their common edge.
  func box(of key: MapTileKey) -> PreciseBox {
    box(columns: Int64(key.x)..<Int64(key.x) + 1, rows: Int64(key.y)..<Int64(key.y) + 1, level: key.level)
  }

  /// The area of several tiles.
  func box(columns: Range<Int64>, rows: Range<Int64>, level: Int32) -> PreciseBox {
    let side = side(level: level)
    return PreciseBox(
      minX: side.width * Self.whole(columns.lowerBound), minY: side.height * Self.whole(rows.lowerBound),
      maxX: side.width * Self.whole(columns.upperBound), maxY: side.height * Self.whole(rows.upperBound))
  }

  /// The tiles that a box touches, perhaps one more.
  func range(of box: PreciseBox, level: Int32) -> (columns: Range<Int64>, rows: Range<Int64>) {
    let side = side(level: level)
    return (
      Self.range(box.minX / side.width, box.maxX / side.width),
      Self.range(box.minY / side.height, box.maxY / side.height)
    )
  }

  /// From the layer's coordinates to a tile's pixels.
  func toPixels(_ key: MapTileKey) -> AffineTransform {
    let scale = pixelsPerPoint(level: key.level)
    return AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: Self.whole(0 &- Int64(key.x) &* Int64(width)),
      ty: Self.whole(0 &- Int64(key.y) &* Int64(height)))
  }

  /// From a tile's pixels to the layer's coordinates.
  func toLayer(_ key: MapTileKey) -> AffineTransform {
    let (side, box) = (side(level: key.level), box(of: key))
    return AffineTransform(
      a: side.width / Coefficient(width), b: 0, c: 0, d: side.height / Coefficient(height), tx: box.minX, ty: box.minY)
  }

  /// The coarsest level that has as many pixels as the display shows of a point, within a sixteenth: numbers that are
  /// rounded do not ask for twice as many. The finest level where none has.
  ///
  /// - Parameter zoom: device pixels in a point.
  func level(for zoom: Fixed, in levels: ClosedRange<Int32>) -> Int32 {
    var level = levels.lowerBound
    while level < levels.upperBound {
      let scale = pixelsPerPoint(level: level)
      if scale + Coefficient(rawValue: scale.rawValue &>> 4) >= Coefficient(zoom) { return level }
      level += 1
    }
    return level
  }

  private static func whole(_ number: Int64) -> Coefficient {
    Coefficient(rawValue: Swift.max(-0x8000_0000, Swift.min(0x7FFF_FFFF, number)) &<< 32)
  }

  private static func range(_ low: Coefficient, _ high: Coefficient) -> Range<Int64> {
    let first = low.rawValue &>> 32
    return first..<Swift.max(first, high.rawValue &>> 32 + (high.rawValue & 0xFFFF_FFFF == 0 ? 0 : 1))
  }
}

extension PreciseBox {
  var isEmpty: Bool { minX >= maxX || minY >= maxY }

  func intersection(_ other: PreciseBox) -> PreciseBox {
    PreciseBox(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY), maxX: Swift.min(maxX, other.maxX),
      maxY: Swift.min(maxY, other.maxY))
  }

  /// As a rectangle, whose sides are rounded to 1/65536 and held to the range of coordinates.
  var rect: Rect {
    let (left, top) = (minX.fixed, minY.fixed)
    return Rect(x: left, y: top, width: Swift.max(0, maxX.fixed - left), height: Swift.max(0, maxY.fixed - top))
  }
}
