// Stage: coverage. Coverage that looks alike along an axis for long, as that of a box does in its middle. There a blur
// gives the same for every pixel, as far as it looks at nothing else: so all but as many as it looks at are left out,
// the rest is blurred, and the result is drawn out again. Each byte is what the blur of the whole would have given.
//
//     source   ####aaaaaaaaaaaaaaaa####        a: alike
//     folded   ####aaaaa####                   2 · reach + 1 are kept
//     blurred  ..######m######..               m: the same for all that were left out
//     result   ..######mmmmmmmmmmmm######..

/// The columns, or the rows, of coverage of which some in the middle are left out while it is blurred.
public struct FoldedAxis: Hashable, Sendable {
  /// The first that is left out, in device pixels; the source's end if none is.
  public let cut: Int32
  /// How many are left out.
  public let removed: Int32
  /// The one in the result that those left out look like.
  let middle: Int32

  /// - Parameters:
  ///   - alike: those that look alike in the source, in device pixels; those beyond the source play no part.
  ///   - source: all of the source's, which begin no earlier than the result looks.
  ///   - reach: how far a blur looks: ``GaussianBlur/reach(sigma:)``.
  public init(alike: Range<Int32>, of source: Range<Int32>, reach: Int) {
    let reach = Int32(truncatingIfNeeded: reach)
    let first = Swift.max(alike.lowerBound, source.lowerBound)
    let end = Swift.min(alike.upperBound, source.upperBound)
    let kept = 2 &* reach &+ 1
    removed = Swift.max(0, end &- first &- kept)
    cut = removed > 0 ? first &+ kept : source.upperBound
    middle = removed > 0 ? first &+ reach : source.upperBound
  }

  /// The place, before drawing out, of a place of the result.
  func folded(_ place: Int32) -> Int32 { place <= middle ? place : Swift.max(middle, place &- removed) }
}

extension PixelRect {
  /// Returns the rectangle without the parts that the axes leave out.
  public func folded(_ columns: FoldedAxis, _ rows: FoldedAxis) -> PixelRect {
    PixelRect(minX: minX, minY: minY, maxX: maxX &- columns.removed, maxY: maxY &- rows.removed)
  }
}

extension Mask {
  /// Some of the mask's pixels as those of another place on the device.
  ///
  /// - Parameters:
  ///   - bounds: the device pixels that they are taken for: no more each way than the mask has from there on.
  ///   - x: the column of the mask that the first of them lies in, in device pixels.
  ///   - y: its row.
  public func part(_ bounds: PixelRect, x: Int32, y: Int32) -> Mask {
    unsafe Mask(base: place(x, y), bounds: bounds, bytesPerRow: bytesPerRow)
  }

  /// Draws out a blurred mask to the places that the axes left out: the short one lies at the mask's beginning.
  public func unfold(_ columns: FoldedAxis, _ rows: FoldedAxis) {
    if columns.removed == 0 && rows.removed == 0 { return }
    let gap = Int(columns.removed)
    // Up to the middle, that included.
    let before = gap > 0 ? Int(columns.middle &- bounds.minX) &+ 1 : bounds.width
    var y = bounds.maxY
    // From the end on: no pixel moves towards the beginning.
    while y > bounds.minY {
      y &-= 1
      let (source, target) = unsafe (place(bounds.minX, rows.folded(y)), place(bounds.minX, y))
      if gap > 0 {
        unsafe (target + before + gap).copy(from: source + before, count: bounds.width &- before &- gap)
        unsafe (target + before).update(repeating: source[before &- 1], count: gap)
      }
      if unsafe source != target { unsafe target.copy(from: source, count: before) }
    }
  }
}
