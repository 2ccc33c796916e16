// Stage: surface. The content of a tile that was drawn over as a whole, by its description: a page's background, a scrim
// over it, a picture. It is written to the tile's memory row by row, where something is drawn on it; the display gets
// the other rows straight from the description.

/// The picture that covers a whole tile.
enum TilePicture {
  case rows(RowColors)
  /// Opaque; its first pixel lies at a device pixel.
  case image(ImageLevel, x: Int32, y: Int32)
}

/// A tile's content: a colour or, where ``isPicture``, the canvas's picture with a colour over all of it. And the rows that
/// the tile's memory holds, with all that was drawn on them.
struct TileGround {
  /// Premultiplied 0xAARRGGBB; over a picture 0 if there is none.
  var color: UInt32 = 0
  var isPicture = false
  /// Device rows, half open: one run, empty at first.
  var minY: Int32 = 0
  var maxY: Int32 = 0
}

extension Canvas {
  /// Takes the replacement of all pixels of `area`, which lies in the clip, as the tile's content, if that is all of it.
  /// Returns false if it has to be drawn.
  ///
  /// - Parameter color: premultiplied 0xAARRGGBB.
  @inline(never)
  mutating func replaceGround(_ area: PixelRect, color: UInt32) -> Bool {
    if !isWholeTile(area) { return false }
    ground = TileGround(color: color)
    return true
  }

  /// The same of a picture.
  @inline(never)
  mutating func replaceGround(_ area: PixelRect, _ picture: TilePicture) -> Bool {
    if !isWholeTile(area) { return false }
    (ground, self.picture) = (TileGround(isPicture: true), picture)
    return true
  }

  @inline(never)
  private func isWholeTile(_ area: PixelRect) -> Bool { isTile && area == extent && clips.isFull(area) }

  /// Takes a colour over all pixels of `area`, which lies in the clip, into the tile's content, if that is all of it.
  /// Returns the part that has to be drawn.
  mutating func coverGround(_ area: PixelRect, _ color: Color) -> PixelRect {
    if !isWholeTile(area) { return area }
    let color = color.premultiplied.argb
    if color &>> 24 == 255 {
      ground = TileGround(color: color)
      return .empty
    }
    guard var covered = ground else { return area }
    if !covered.isPicture {
      covered.color = sourceOver(color, covered.color)
    } else if hasVectors && covered.color == 0, case .image = picture {
      // Without vectors levels would be looked up one by one, which gains too little for the bytes it takes in the file.
      covered.color = color
    } else {
      return area
    }
    ground = covered
    return PixelRect(minX: area.minX, minY: covered.minY, maxX: area.maxX, maxY: covered.maxY)
  }

  /// Writes the content of the rows from `top` to `bottom` to the tile's memory, as far as it does not hold them, and of
  /// those between them and the rows that it holds.
  @inline(never)
  mutating func writeGround(_ top: Int32, _ bottom: Int32) {
    guard var held = ground else { return }
    if held.minY == held.maxY { (held.minY, held.maxY) = (top, top) }
    if top < held.minY {
      write(held, top, held.minY)
      held.minY = top
    }
    if bottom > held.maxY {
      write(held, held.maxY, bottom)
      held.maxY = bottom
    }
    ground = held.maxY &- held.minY == Int32(truncatingIfNeeded: surface.height) ? nil : held
  }

  private func write(_ ground: TileGround, _ top: Int32, _ bottom: Int32) {
    var rows: RowColors?
    if ground.isPicture {
      switch picture {
      case .rows(let colors): rows = colors
      case .image(let image, let x, let y):
        store(image, PixelRect(minX: originX, minY: top, maxX: extent.maxX, maxY: bottom), x, y)
        if ground.color == 0 { return }
      case nil: return
      }
    }
    var y = top
    while y < bottom {
      let row = unsafe surface.row(Int(y &- originY))
      if let rows {
        unsafe fillSpan(row, surface.width, rows.pixel(y))
      } else if ground.isPicture {
        unsafe blendSpan(row, surface.width, ground.color, 255)
      } else {
        unsafe fillSpan(row, surface.width, ground.color)
      }
      y &+= 1
    }
  }
}
