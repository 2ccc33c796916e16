// Stage: filter. Squares of one colour: the mean of the pixels in each.

extension Surface {
  /// Replaces the pixels of each square by their mean, rounded to nearest; pixels beyond the surface count as clear.
  ///
  /// - Parameters:
  ///   - size: the squares' sides in pixels, held to 1...255.
  ///   - x: where a corner of one of them lies, in pixels of the surface.
  ///   - y: its row.
  @export(interface)
  @_optimize(size)
  public func pixellate(size: Int, x: Int, y: Int) {
    let size = Swift.max(1, Swift.min(255, size))
    if size == 1 { return }
    // The first corner at or before the surface's own.
    let (left, top) = (Self.start(x, size), Self.start(y, size))
    var row = top
    while row < height {
      var column = left
      while column < width {
        fill(
          Swift.max(0, column), Swift.max(0, row), Swift.min(width, column &+ size), Swift.min(height, row &+ size),
          size: size)
        column &+= size
      }
      row &+= size
    }
  }

  private static func start(_ corner: Int, _ size: Int) -> Int {
    let rest = corner % size
    return rest > 0 ? rest &- size : rest
  }

  private func fill(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, size: Int) {
    // At most 255 · 255².
    var (alpha, red, green, blue) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    var y = top
    while y < bottom {
      let row = unsafe row(y)
      var x = left
      while x < right {
        let pixel = unsafe row[x]
        alpha &+= pixel &>> 24
        red &+= pixel &>> 16 & 0xFF
        green &+= pixel &>> 8 & 0xFF
        blue &+= pixel & 0xFF
        x &+= 1
      }
      y &+= 1
    }
    let count = UInt32(truncatingIfNeeded: size &* size)
    @inline(never) func mean(_ sum: UInt32) -> UInt32 { (sum &+ count / 2) / count }
    let color = mean(alpha) &<< 24 | mean(red) &<< 16 | mean(green) &<< 8 | mean(blue)
    y = top
    while y < bottom {
      unsafe fillSpan(row(y) + left, right &- left, color)
      y &+= 1
    }
  }
}
