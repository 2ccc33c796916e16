// A tile of a display: it begins with one colour, is drawn on, and is stored once. Many tiles of a panel are one colour, or a
// part of one picture: these are written to the tile only where something is drawn on them, and otherwise go to the
// display as they are.

/// The content of a whole tile.
enum TileGround {
  case color(Color)
  /// Opaque; its first pixel lies at a device pixel.
  case image(ImageLevel, x: Int32, y: Int32)
}

extension Canvas {
  /// Goes on drawing into a tile, as ``draw(into:x:y:)`` does, over one colour.
  ///
  /// A drawing over all of the tile goes to its memory when something is drawn on it, not before:
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
    if let color { ground = .color(color) }
  }

  /// Writes the content of the whole tile to its memory, if nothing was drawn on it yet.
  @inline(__always)
  public mutating func finishTile() {
    if ground != nil { writeGround() }
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
    switch ground {
    case .color(let color): if display.fill(extent, color: color.premultiplied.argb, dithers: dithers) { return }
    case .image(let image, let x, let y): if display.copy(image, x, y, to: extent) { return }
    case nil: break
    }
    finishTile()
    display.store(surface, at: extent, dithers: dithers)
  }

  /// Takes a replacement of all pixels of `area`, which lies in the clip, as the tile's content, if that is all of it.
  /// Returns false if it has to be drawn.
  @inline(__always)
  mutating func replaceGround(_ area: PixelRect, _ new: TileGround) -> Bool {
    if !isTile || area != extent || !clips.isFull(area) { return false }
    ground = new
    return true
  }

  @inline(never)
  private mutating func writeGround() {
    let old = ground
    ground = nil
    switch old {
    case .color(let color):
      let pixel = color.premultiplied.argb
      for y in 0..<surface.height { unsafe fillSpan(surface.row(y), surface.width, pixel) }
    case .image(let image, let x, let y): store(image, extent, x, y)
    case nil: break
    }
  }
}
