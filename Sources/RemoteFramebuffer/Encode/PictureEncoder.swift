// Stage: remote framebuffer. Input: pieces of the picture. Output: their bytes in a viewer's encoding.
//
// Source: RFC 6143 section 7.7, https://www.rfc-editor.org/rfc/rfc6143
import FixedRaster

/// Encodes pieces of updates. One for all viewers, made with the server; allocates nothing.
final class PictureEncoder {
  /// The most bytes of a piece: a rectangle's header and its pixels.
  static var mostBytes: Int { 12 + 4 * PixelTile.capacity }

  // Bits of a Hextile tile's first byte.
  private static var isRaw: UInt8 { 1 }
  private static var hasBackground: UInt8 { 2 }
  private static var hasForeground: UInt8 { 4 }
  private static var hasRects: UInt8 { 8 }
  private static var areColored: UInt8 { 16 }

  private let tile = PixelTile()

  init() {}

  /// Appends the next piece of an update that is not over.
  /// - Parameter output: has room for ``mostBytes``.
  func encode(
    _ update: PictureUpdate, from source: PictureSource, _ pixels: ClientPixels, to output: ViewerOutput
  ) {
    let piece = update.piece
    let area = update.encoding == .hextile ? update.rect : piece
    let isHeaded = update.encoding != .hextile || update.beginsRect
    let target = unsafe output.reserve(Self.mostBytes)
    var pen = unsafe BytePen(target)
    switch update.encoding {
    case .hextile:
      if isHeaded { pen.putHeader(area, .hextile) }
      encodeTile(update, piece, source, pixels, &pen)
    case .rre:
      if !encodeRRE(piece, source, pixels, &pen) { encodeRaw(piece, source, pixels, &pen) }
    case .raw: encodeRaw(piece, source, pixels, &pen)
    }
    unsafe output.advance(to: pen.place)
    update.advance()
  }

  private func encodeRaw(_ piece: PixelRect, _ source: PictureSource, _ pixels: ClientPixels, _ pen: inout BytePen) {
    _ = tile.load(piece, from: source, pixels, rowLength: PixelTile.stride)
    pen.putHeader(piece, .raw)
    putPixels(pixels.format.bytes, &pen)
  }

  private func putPixels(_ bytes: Int, _ pen: inout BytePen) {
    for y in 0..<tile.height { unsafe pen.putPixels(tile.pixels + y * tile.rowLength, tile.width, bytes) }
  }

  /// - Returns: false where the pixels themselves take fewer bytes: nothing is written then.
  private func encodeRRE(
    _ piece: PixelRect, _ source: PictureSource, _ pixels: ClientPixels, _ pen: inout BytePen
  ) -> Bool {
    let bytes = pixels.format.bytes
    let isSolid = tile.load(piece, from: source, pixels, rowLength: PixelTile.stride)
    let limit = min((tile.width * tile.height * bytes - 4 - bytes) / (bytes + 8), PixelTile.rectCapacity)
    if !isSolid && (limit <= 0 || !tile.findRects(limit: limit)) { return false }
    let count = isSolid ? 0 : tile.rectCount
    // One pixel of one byte takes more than itself.
    if limit <= 0 && count == 0 && tile.width * tile.height * bytes < 4 + bytes { return false }
    pen.putHeader(piece, .rre)
    pen.put32(UInt32(truncatingIfNeeded: count))
    pen.putPixel(tile.background, bytes)
    for index in 0..<count {
      let place = unsafe tile.places[index]
      pen.putPixel(unsafe tile.colors[index], bytes)
      pen.put16(place >> 24)
      pen.put16(place >> 16 & 255)
      pen.put16((place >> 8 & 255) + 1)
      pen.put16((place & 255) + 1)
    }
    return true
  }

  // MARK: Hextile

  private func encodeTile(
    _ update: PictureUpdate, _ piece: PixelRect, _ source: PictureSource, _ pixels: ClientPixels,
    _ pen: inout BytePen
  ) {
    let bytes = pixels.format.bytes
    if tile.load(piece, from: source, pixels, rowLength: 16) {
      let isKnown = update.background == tile.background
      pen.put(isKnown ? 0 : Self.hasBackground)
      if !isKnown { pen.putPixel(tile.background, bytes) }
      update.background = tile.background
      return
    }
    let raw = tile.width * tile.height * bytes
    // A rectangle takes two bytes at least, beside four that precede them.
    let limit = min((raw - 2) / 2, Self.mostRects, 255)
    if limit > 0 && tile.findRects(limit: limit) && putRects(update, bytes, raw, &pen) { return }
    _ = tile.load(piece, from: source, pixels, rowLength: 16)
    pen.put(Self.isRaw)
    putPixels(bytes, &pen)
    (update.background, update.foreground) = (nil, nil)
  }

  /// More are looked for no further: of such tiles the pixels take little more.
  private static var mostRects: Int { 96 }

  /// - Returns: false where the pixels themselves take fewer bytes: nothing is written then.
  private func putRects(_ update: PictureUpdate, _ bytes: Int, _ raw: Int, _ pen: inout BytePen) -> Bool {
    let count = tile.rectCount
    var flags = Self.hasRects
    if update.background != tile.background { flags |= Self.hasBackground }
    if !tile.isOneColor {
      flags |= Self.areColored
    } else if unsafe update.foreground != tile.colors[0] {
      flags |= Self.hasForeground
    }
    let each = tile.isOneColor ? 2 : 2 + bytes
    let colors = (flags & Self.hasBackground) / 2 + (flags & Self.hasForeground) / 4
    if 1 + Int(colors) * bytes + 1 + count * each >= raw { return false }
    pen.put(flags)
    if flags & Self.hasBackground != 0 { pen.putPixel(tile.background, bytes) }
    if flags & Self.hasForeground != 0 { pen.putPixel(unsafe tile.colors[0], bytes) }
    pen.put(UInt8(truncatingIfNeeded: count))
    unsafe pen.putRects(tile.places, tile.isOneColor ? nil : tile.colors, count, bytes)
    update.background = tile.background
    // A tile with coloured rectangles leaves no foreground.
    update.foreground = unsafe tile.isOneColor ? tile.colors[0] : nil
    return true
  }
}
