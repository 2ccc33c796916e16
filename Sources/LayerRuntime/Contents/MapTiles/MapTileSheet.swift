// Stage: contents. Input: tiles that are there. Output: the list of drawn ones, in memory that the render tree reads.

import FixedRaster

/// The drawing of one tile, or of its substitute.
@safe
struct RenderMapTile {
  /// Not looked at of a placeholder.
  var image: UnownedImage
  /// From the image's pixels to the layer's coordinates.
  var toLayer = AffineTransform.identity
  /// The part of the layer that is filled, in its coordinates.
  var box: PreciseBox
  var isPlaceholder = false
  /// Where the image is, and which drawing of that place it is: two that have both alike show the same.
  var place: Int32 = 0
  var drawing: UInt32 = 0

  func isSame(as other: RenderMapTile) -> Bool {
    isPlaceholder == other.isPlaceholder && place == other.place && drawing == other.drawing && box == other.box
  }
}

/// A tiled layer's drawing: plain memory, which a ``MapTileSheet`` keeps.
struct RenderMapTiles {
  /// Row by row, each from left to right; none is drawn over another, but for placeholders, which come first.
  let tiles: UnownedSpan<RenderMapTile>
  /// The boxes that were drawn, or were shown in another way, since the frame before, in the layer's coordinates.
  let changed: UnownedSpan<PreciseBox>
  var placeholder: Color
  var minification: Layer.ContentsFilter
  var magnification: Layer.ContentsFilter
}

/// The list of drawn tiles, of a fixed capacity. Written before a commit, and read from then on.
@safe
final class MapTileSheet {
  private let tiles, next: UnsafeMutablePointer<RenderMapTile>
  private let changed: UnsafeMutablePointer<PreciseBox>
  private let capacity: Int
  private(set) var count = 0
  private var (nextCount, changedCount) = (0, 0)
  /// The owner of the images' memory.
  private let memory: AnyObject

  /// - Parameter capacity: entries.
  init(capacity: Int, memory: AnyObject) {
    (self.capacity, self.memory) = (capacity, memory)
    unsafe tiles = .allocate(capacity: capacity)
    unsafe next = .allocate(capacity: capacity)
    unsafe changed = .allocate(capacity: 2 * capacity)
  }

  deinit {
    unsafe tiles.deallocate()
    unsafe next.deallocate()
    unsafe changed.deallocate()
  }

  /// Begins the list of the next frame.
  func begin() { (nextCount, changedCount) = (0, 0) }

  /// More than the capacity are left out.
  func append(_ tile: RenderMapTile) {
    if nextCount == capacity || tile.box.isEmpty { return }
    unsafe (next + nextCount).initialize(to: tile)
    nextCount += 1
  }

  /// Ends the list, and notes its changes. Returns whether there are any.
  func end() -> Bool {
    for i in 0..<nextCount { unsafe noteUnless(next[i], isAmong: tiles, count, near: i) }
    for i in 0..<count { unsafe noteUnless(tiles[i], isAmong: next, nextCount, near: i) }
    for i in 0..<nextCount { unsafe (tiles + i).initialize(to: next[i]) }
    count = nextCount
    return changedCount > 0
  }

  /// - Parameter i: where it is as a rule.
  @unsafe
  private func noteUnless(
    _ tile: RenderMapTile, isAmong others: UnsafeMutablePointer<RenderMapTile>, _ otherCount: Int, near i: Int
  ) {
    if unsafe i < otherCount && others[i].isSame(as: tile) { return }
    for k in 0..<otherCount where unsafe others[k].isSame(as: tile) { return }
    unsafe (changed + changedCount).initialize(to: tile.box)
    changedCount += 1
  }

  /// Says that nothing has changed.
  func settle() { changedCount = 0 }

  /// - Returns: a value that lives as long as the sheet does.
  func drawing(placeholder: Color, _ minification: Layer.ContentsFilter, _ magnification: Layer.ContentsFilter)
    -> RenderMapTiles
  {
    unsafe RenderMapTiles(
      tiles: UnownedSpan(tiles, count: count), changed: UnownedSpan(changed, count: changedCount),
      placeholder: placeholder, minification: minification, magnification: magnification)
  }
}
