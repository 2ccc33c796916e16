// Stage: surface. Shadows: a colour through blurred coverage.

/// A box that will be drawn over what is drawn now, opaque: what lies under it need not be drawn.
public struct CoveringBox: Hashable, Sendable {
  /// In device pixels, those that the box covers fully.
  public var rect: PixelRect
  /// Pixels from each side to where its corners end: within them, rows and columns alike, nothing counts as covered.
  public var cornerRadius: Int32

  public init(_ rect: PixelRect, cornerRadius: Int32 = 0) {
    self.rect = rect
    self.cornerRadius = Swift.max(0, cornerRadius)
  }

  /// The columns that are covered in row `y`; empty if the first is not below the end.
  @inline(__always)
  func columns(_ y: Int32) -> (first: Int32, end: Int32) {
    if y < rect.minY || y >= rect.maxY { return (0, 0) }
    let isInCorner = y < rect.minY &+ cornerRadius || y >= rect.maxY &- cornerRadius
    let inset = isInCorner ? cornerRadius : 0
    return (rect.minX &+ inset, rect.maxX &- inset)
  }
}

extension Canvas {
  /// Draws a prepared shadow.
  ///
  /// - Parameter covering: what will be drawn over it, opaque; the shadow under it is left out.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func draw(_ shadow: borrowing RoundedShadow, color: Color, covering: CoveringBox? = nil) {
    let area = shadow.bounds.intersection(clip)
    if area.isEmpty || color.alpha == 0 { return }
    let source = color.premultiplied.argb
    let box = covering ?? CoveringBox(.empty)
    var y = area.minY
    while y < area.maxY {
      let row = unsafe UnsafePointer(shadow.patchRow(shadow.rows[Int(y &- shadow.bounds.minY)]))
      let hidden = box.columns(y)
      if hidden.first < hidden.end && hidden.first < area.maxX && hidden.end > area.minX {
        unsafe drawShadowRow(y, area.minX, hidden.first, row, shadow.columns, shadow.bounds.minX, source)
        unsafe drawShadowRow(y, hidden.end, area.maxX, row, shadow.columns, shadow.bounds.minX, source)
      } else {
        unsafe drawShadowRow(y, area.minX, area.maxX, row, shadow.columns, shadow.bounds.minX, source)
      }
      y &+= 1
    }
  }

  /// The columns `first..<end` of a row: those before the middle, those in it, those behind.
  @inline(never)
  private func drawShadowRow(
    _ y: Int32, _ first: Int32, _ end: Int32, _ row: UnsafePointer<UInt8>, _ axis: PatchAxis, _ left: Int32,
    _ color: UInt32
  ) {
    if first >= end { return }
    let pixels = unsafe address(first, y).assumingMemoryBound(to: Format.Pixel.self)
    let (start, stop) = (Int(first &- left), Int(end &- left))
    let (middle, after) = (axis.before, axis.before &+ axis.middle)
    if start < middle {
      unsafe blendBytes(Format.self, pixels, Swift.min(stop, middle) &- start, row + start, color)
    }
    let (from, to) = (Swift.max(start, middle), Swift.min(stop, after))
    if from < to {
      var painter = unsafe SolidPainter<Format>(
        base: UnsafeMutableRawPointer(pixels + (from &- start)), bytesPerRow: 0, color: PremultipliedColor(argb: color))
      let coverage = unsafe UInt32(row[middle])
      if coverage != 0 { painter.span(x: 0, y: 0, count: to &- from, coverage: coverage) }
    }
    let last = Swift.max(start, after)
    if last < stop {
      unsafe blendBytes(Format.self, pixels + (last &- start), stop &- last, row + axis[last], color)
    }
  }
}
