// Stage: remote framebuffer. The progress of a FramebufferUpdate, which a viewer takes piece by piece.
import FixedRaster

/// The next piece of an update that is being sent.
struct PictureUpdate {
  /// Those that are sent.
  let rects: PendingArea
  let encoding: RemoteEncoding
  /// Which rectangle, and the corner of its next piece.
  private(set) var index = 0
  private(set) var (x, y): (Int32, Int32) = (0, 0)
  /// Of the last tile of Hextile, where the next one may go by them.
  var (background, foreground): (UInt32?, UInt32?) = (nil, nil)

  init(_ rects: PendingArea, _ encoding: RemoteEncoding) {
    (self.rects, self.encoding) = (rects, encoding)
    begin()
  }

  var isOver: Bool { index == rects.count }

  /// The next piece: at most 16 by 16 pixels of Hextile, 64 by 32 of others.
  var piece: PixelRect {
    let rect = rects[index]
    return PixelRect(minX: x, minY: y, maxX: min(x + pieceWidth, rect.maxX), maxY: min(y + pieceHeight, rect.maxY))
  }

  /// Whether the next piece is a rectangle's first.
  var beginsRect: Bool { x == rects[index].minX && y == rects[index].minY }

  var pieceWidth: Int32 { encoding == .hextile ? 16 : 64 }
  var pieceHeight: Int32 { encoding == .hextile ? 16 : 32 }

  /// The number of rectangles that the viewer gets: of Raw and RRE each piece is one.
  var sentCount: Int {
    if encoding == .hextile { return rects.count }
    var sum = 0
    for index in 0..<rects.count {
      sum += (rects[index].width + 63) / 64 * ((rects[index].height + 31) / 32)
    }
    return sum
  }

  mutating func advance() {
    let rect = rects[index]
    x += pieceWidth
    if x < rect.maxX { return }
    x = rect.minX
    y += pieceHeight
    if y < rect.maxY { return }
    index += 1
    begin()
  }

  private mutating func begin() {
    (background, foreground) = (nil, nil)
    if index < rects.count { (x, y) = (rects[index].minX, rects[index].minY) }
  }
}
