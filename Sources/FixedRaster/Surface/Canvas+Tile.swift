// A tile of a display: it begins with one colour, is drawn on, and is stored once. Many rows of a panel's tiles are one
// colour each, or a part of one picture: TileGround.swift.

extension Canvas {
  /// Goes on drawing into a tile, as ``draw(into:x:y:)`` does, over one colour.
  ///
  /// A drawing over all of the tile goes to its memory where something is drawn on it, not before:
  /// ``store(to:dithers:)`` knows, and ``finishTile()`` writes it for other uses. An image without an owner that covers
  /// the tile is read then.
  ///
  /// - Parameters:
  ///   - surface: the tile's memory, read by ``store(to:dithers:)`` or after ``finishTile()``.
  ///   - x: of the device pixel that is the tile's first, 0...8191; `y` likewise.
  ///   - y: see `x`.
  ///   - color: `nil` where all of the tile is going to be drawn over.
  @export(interface)
  public mutating func beginTile(_ surface: Surface, x: Int32 = 0, y: Int32 = 0, over color: Color?) {
    draw(into: surface, x: x, y: y)
    isTile = true
    if let color { ground = TileGround(.color(color.premultiplied.argb)) }
  }

  /// Writes all of the tile to its memory that is not in it yet.
  @inline(__always)
  public mutating func finishTile() { finishRows(of: extent) }

  /// Writes the rows of an area of the tile to its memory, as far as they are not in it yet.
  @inline(__always)
  mutating func finishRows(of area: PixelRect) {
    if let ground, area.minY < ground.minY || area.maxY > ground.maxY { writeGround(area.minY, area.maxY) }
  }

  /// The tile, with all that it shows in its memory.
  @export(interface)
  public mutating func finishedTile() -> Surface {
    finishTile()
    return surface
  }

  /// Stores the tile in a display's memory, converted to its format, as ``DisplayMemory/store(_:at:dithers:)`` does.
  @export(interface)
  public mutating func store(to display: DisplayMemory, dithers: Bool = false) {
    var drawn = extent
    if let ground {
      var (above, below) = (drawn, drawn)
      (above.maxY, below.minY) = (ground.minY, ground.maxY)
      if ground.minY == ground.maxY { (above.maxY, below.minY) = (drawn.maxY, drawn.maxY) }
      if display.store(ground.content, to: above, dithers: dithers) {
        _ = display.store(ground.content, to: below, dithers: dithers)
        (drawn.minY, drawn.maxY) = (above.maxY, below.minY)
      } else {
        finishTile()
      }
    }
    if !drawn.isEmpty { display.store(surface.rows(from: Int(drawn.minY &- originY)), at: drawn, dithers: dithers) }
  }
}
