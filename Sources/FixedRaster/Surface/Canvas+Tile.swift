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
    if let color { ground = TileGround(color: color.premultiplied.argb) }
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
      if ground.minY == ground.maxY {
        below.minY = below.maxY
      } else {
        // A few rows take less time with those that were drawn on than by themselves.
        above.maxY = ground.minY &- above.minY < 4 ? above.minY : ground.minY
        below.minY = below.maxY &- ground.maxY < 4 ? below.maxY : ground.maxY
      }
      if store(ground, to: display, above, dithers) && store(ground, to: display, below, dithers) {
        (drawn.minY, drawn.maxY) = (above.maxY, below.minY)
      }
    }
    if drawn.isEmpty { return }
    finishRows(of: drawn)
    display.store(surface.rows(from: Int(drawn.minY &- originY)), at: drawn, dithers: dithers)
  }

  /// Stores rows of the tile's content. Returns false, whatever the rows, where only the tile can be stored.
  @inline(never)
  private func store(_ ground: TileGround, to display: DisplayMemory, _ rows: PixelRect, _ dithers: Bool) -> Bool {
    if rows.isEmpty { return true }
    if !ground.isPicture { return display.fill(rows, color: ground.color, dithers: dithers) }
    guard let picture else { return false }
    return display.store(picture, below: ground.color, to: rows, dithers: dithers)
  }
}
