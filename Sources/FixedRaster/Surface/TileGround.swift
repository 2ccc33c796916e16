// Stage: surface. The content of a tile that was drawn over as a whole, by its description: a page's background, a scrim
// over it, a picture. It is written to the tile's memory row by row, where something is drawn on it; the display gets
// the other rows straight from the description.

/// The content of a whole tile.
enum TileContent {
  /// Premultiplied 0xAARRGGBB.
  case color(UInt32)
  /// Opaque.
  case rows(RowColors)
  /// Opaque; its first pixel lies at a device pixel. A premultiplied colour lies over all of it; 0 if none.
  case image(ImageLevel, x: Int32, y: Int32, below: UInt32)

  /// The content with a colour over all of it, `nil` if that has no description: without vectors an image has none, as
  /// looking levels up one by one gains too little for the bytes it takes in the file.
  ///
  /// - Parameter color: premultiplied 0xAARRGGBB.
  func covered(with color: UInt32) -> TileContent? {
    switch self {
    case .color(let former): .color(sourceOver(color, former))
    case .image(let image, let x, let y, below: 0) where hasVectors: .image(image, x: x, y: y, below: color)
    case .rows, .image: nil
    }
  }

  /// The colour of a row of one, premultiplied 0xAARRGGBB; `nil` of an image.
  @inline(__always)
  func pixel(inRow y: Int32) -> UInt32? {
    switch self {
    case .color(let pixel): pixel
    case .rows(let colors): colors.pixel(y)
    case .image: nil
    }
  }
}

/// A tile's content, and the rows that the tile's memory holds, with all that was drawn on them.
struct TileGround {
  var content: TileContent
  /// Device rows, half open: one run, empty at first.
  var minY: Int32 = 0
  var maxY: Int32 = 0

  init(_ content: TileContent) { self.content = content }
}

extension Canvas {
  /// Takes the replacement of all pixels of `area`, which lies in the clip, as the tile's content, if that is all of it.
  /// Returns false if it has to be drawn.
  @inline(never)
  mutating func replaceGround(_ area: PixelRect, _ new: TileContent) -> Bool {
    if !isWholeTile(area) { return false }
    ground = TileGround(new)
    return true
  }

  @inline(never)
  private func isWholeTile(_ area: PixelRect) -> Bool { isTile && area == extent && clips.isFull(area) }

  /// Takes a colour over all pixels of `area`, which lies in the clip, into the tile's content, if that is all of it.
  /// Returns the part that has to be drawn.
  mutating func coverGround(_ area: PixelRect, _ color: Color) -> PixelRect {
    if !isWholeTile(area) { return area }
    if color.alpha == 255 {
      ground = TileGround(.color(color.premultiplied.argb))
      return .empty
    }
    guard let ground, let content = ground.content.covered(with: color.premultiplied.argb) else { return area }
    self.ground?.content = content
    return PixelRect(minX: area.minX, minY: ground.minY, maxX: area.maxX, maxY: ground.maxY)
  }

  /// Writes the content of the rows from `top` to `bottom` to the tile's memory, as far as it does not hold them, and of
  /// those between them and the rows that it holds.
  @inline(never)
  mutating func writeGround(_ top: Int32, _ bottom: Int32) {
    guard var held = ground else { return }
    if held.minY == held.maxY { (held.minY, held.maxY) = (top, top) }
    if top < held.minY {
      write(held.content, top, held.minY)
      held.minY = top
    }
    if bottom > held.maxY {
      write(held.content, held.maxY, bottom)
      held.maxY = bottom
    }
    ground = held.maxY &- held.minY == Int32(truncatingIfNeeded: surface.height) ? nil : held
  }

  private func write(_ content: TileContent, _ top: Int32, _ bottom: Int32) {
    var cover: UInt32 = 0
    if case .image(let image, let x, let y, below: let color) = content {
      store(image, PixelRect(minX: originX, minY: top, maxX: extent.maxX, maxY: bottom), x, y)
      if color == 0 { return }
      cover = color
    }
    var y = top
    while y < bottom {
      let row = unsafe surface.row(Int(y &- originY))
      if let pixel = content.pixel(inRow: y) {
        unsafe fillSpan(row, surface.width, pixel)
      } else {
        unsafe blendSpan(row, surface.width, cover, 255)
      }
      y &+= 1
    }
  }
}
