// Stage: coverage. Coverage that is the same from its right as from its left, and from below as from above, as that of most
// boxes is. So is its blur, of which a half, or a quarter, is made and the rest is its mirror image, byte for byte.

/// Which sides of coverage are the mirror images of their opposite ones.
struct MaskSymmetry {
  /// The right one of the left one, and the lower one of the upper one.
  private(set) var isAcross = false, isDown = false

  /// - Parameter target: the pixels of the blur: where they do not lie around the middle of the source there is no symmetry.
  init(_ source: Mask, around target: PixelRect) {
    let (bounds, width) = (source.bounds, source.bounds.width)
    if bounds.minX &+ bounds.maxX == target.minX &+ target.maxX {
      isAcross = true
      var y = bounds.minY
      while y < bounds.maxY && isAcross {
        let row = unsafe source.place(bounds.minX, y)
        for x in 0..<width / 2 where unsafe row[x] != row[width &- 1 &- x] { isAcross = false }
        y &+= 1
      }
    }
    if bounds.minY &+ bounds.maxY == target.minY &+ target.maxY {
      isDown = true
      var (y, other) = (bounds.minY, bounds.maxY &- 1)
      while y < other && isDown {
        let (row, mirrored) = unsafe (source.place(bounds.minX, y), source.place(bounds.minX, other))
        for x in 0..<width where unsafe row[x] != mirrored[x] { isDown = false }
        y &+= 1
        other &-= 1
      }
    }
  }

  /// The pixels that are blurred, those in the middle among them.
  func part(of target: PixelRect) -> PixelRect {
    PixelRect(
      minX: target.minX, minY: target.minY,
      maxX: isAcross ? target.maxX &- (target.maxX &- target.minX) / 2 : target.maxX,
      maxY: isDown ? target.maxY &- (target.maxY &- target.minY) / 2 : target.maxY)
  }
}

extension Mask {
  /// Fills in the sides that are mirror images.
  func mirror(_ symmetry: MaskSymmetry) {
    let (part, width) = (symmetry.part(of: bounds), bounds.width)
    if symmetry.isAcross {
      var y = part.minY
      while y < part.maxY {
        let row = unsafe place(bounds.minX, y)
        for x in part.width..<width { unsafe row[x] = row[width &- 1 &- x] }
        y &+= 1
      }
    }
    var y = part.maxY
    while y < bounds.maxY {
      unsafe place(bounds.minX, y).update(from: place(bounds.minX, bounds.minY &+ bounds.maxY &- 1 &- y), count: width)
      y &+= 1
    }
  }
}
