// Stage: remote framebuffer. The progress of a FramebufferUpdate, which a viewer takes piece by piece.
import FixedRaster

/// The update that a viewer is being sent, one after another: made with the session, so that frames allocate nothing.
final class PictureUpdate {
  /// Whether there is none.
  private(set) var isOver = true
  private(set) var encoding = RemoteEncoding.raw
  /// The rectangle that is being sent.
  private(set) var rect = PixelRect.empty
  private var rects = PendingArea()
  /// The rectangle's place, and the corner of its next piece.
  private var (index, x, y): (Int, Int32, Int32) = (0, 0, 0)
  /// Of the last tile of Hextile, where the next one may go by them.
  var (background, foreground): (UInt32?, UInt32?) = (nil, nil)

  init() {}

  /// Begins another one.
  /// - Parameter rects: one at least.
  /// - Returns: the number of rectangles that the viewer gets, below 2^16: of Raw and RRE each piece is one.
  func begin(_ rects: PendingArea, _ encoding: RemoteEncoding) -> Int {
    (self.rects, self.encoding, index, isOver) = (rects, encoding, 0, false)
    var count = sentCount
    if count > 0xFFFF {
      // At most 32,768 of them.
      self.rects.join()
      count = sentCount
    }
    beginRect()
    return count
  }

  /// The next piece: at most 16 by 16 pixels of Hextile, 64 by 32 of others.
  var piece: PixelRect {
    PixelRect(minX: x, minY: y, maxX: min(x &+ pieceWidth, rect.maxX), maxY: min(y &+ pieceHeight, rect.maxY))
  }

  /// Whether the next piece is a rectangle's first.
  var beginsRect: Bool { x == rect.minX && y == rect.minY }

  private var pieceWidth: Int32 { encoding == .hextile ? 16 : 64 }
  private var pieceHeight: Int32 { encoding == .hextile ? 16 : 32 }

  private var sentCount: Int {
    if encoding == .hextile { return rects.count }
    var sum = 0
    for index in 0..<rects.count {
      sum += (rects[index].width + 63) / 64 * ((rects[index].height + 31) / 32)
    }
    return sum
  }

  func advance() {
    x &+= pieceWidth
    if x < rect.maxX { return }
    x = rect.minX
    y &+= pieceHeight
    if y < rect.maxY { return }
    index += 1
    beginRect()
  }

  private func beginRect() {
    (background, foreground) = (nil, nil)
    isOver = index == rects.count
    if isOver { return }
    rect = rects[index]
    (x, y) = (rect.minX, rect.minY)
  }
}
