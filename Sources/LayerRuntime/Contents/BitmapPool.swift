// Stage: contents. The memory of drawn contents: one block, taken at the start.

import FixedRaster

/// Memory for bitmaps, of a fixed size: first fit, and neighbours that are free become one.
@safe
final class BitmapPool {
  private struct Block {
    var start, count: Int
  }

  /// Bytes in all.
  let capacity: Int
  /// Bytes in use.
  private(set) var used = 0
  /// Bitmaps that found no room, since the start.
  private(set) var refused = 0
  private let memory: UnsafeMutableRawPointer
  /// By ascending start; no two touch.
  private var free: [Block] = []

  /// - Parameter places: how many are expected to be taken at a time; beyond, the list of free ones may have to grow.
  init(capacity: Int, places: Int = 255) {
    self.capacity = Swift.max(0, capacity) & ~63
    unsafe memory = .allocate(byteCount: Swift.max(64, self.capacity), alignment: 64)
    free.reserveCapacity(places + 1)
    free.append(Block(start: 0, count: self.capacity))
  }

  deinit { unsafe memory.deallocate() }

  /// A bitmap of clear pixels; `nil`, which is counted, where there is no room for it.
  func bitmap(width: Int, height: Int) -> Bitmap? {
    guard let start = take(width: width, height: height, bytesPerPixel: 4) else { return nil }
    let place = unsafe memory + start
    unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
    return unsafe Bitmap(self, place, start: start, width: width, height: height)
  }

  /// Another bitmap of the same pixels; `nil`, which is counted, where there is no room for it.
  func copy(of bitmap: Bitmap) -> Bitmap? {
    guard let copy = self.bitmap(width: bitmap.width, height: bitmap.height) else { return nil }
    unsafe copy.surface.base.copyMemory(from: bitmap.surface.base, byteCount: bitmap.width * bitmap.height * 4)
    return copy
  }

  /// A place for so many pixels, to be released with their bytes; `nil`, which is counted, where there is none. Their
  /// number may be beyond a word of a 32-bit board.
  func take(width: Int, height: Int, bytesPerPixel: Int) -> Int? {
    let (row, isWide) = width.multipliedReportingOverflow(by: bytesPerPixel)
    let (bytes, isLarge) = row.multipliedReportingOverflow(by: height)
    return take(isWide || isLarge ? Int.max : bytes)
  }

  /// A place for so many bytes, to be released with the same number; `nil`, which is counted, where there is none.
  func take(_ byteCount: Int) -> Int? {
    if byteCount > capacity {
      refused.countOn()
      return nil
    }
    let bytes = BitmapPool.rounded(byteCount)
    for i in free.indices where free[i].count >= bytes {
      let start = free[i].start
      if free[i].count == bytes {
        free.remove(at: i)
      } else {
        free[i] = Block(start: start + bytes, count: free[i].count - bytes)
      }
      used += bytes
      return start
    }
    refused.countOn()
    return nil
  }

  /// The memory of a place that was taken.
  @unsafe
  func memory(at start: Int) -> UnsafeMutableRawPointer { unsafe memory + start }

  /// The memory of a place that was taken, as coverage.
  func mask(at start: Int, bounds: PixelRect) -> Mask {
    let base = unsafe (memory + start).assumingMemoryBound(to: UInt8.self)
    return unsafe Mask(base: base, bounds: bounds, bytesPerRow: bounds.width)
  }

  /// The memory of a place that was taken, as pixels.
  func surface(at start: Int, bounds: PixelRect) -> Surface {
    unsafe Surface(
      base: memory + start, width: bounds.width, height: bounds.height, bytesPerRow: bounds.width * 4)
  }

  /// Returns the pixels as an image, to be drawn while the place is taken.
  func image(at start: Int, bounds: PixelRect) -> Image {
    unsafe Image(
      .argb8888, pixels: memory + start, width: bounds.width, height: bounds.height, bytesPerRow: bounds.width * 4)
  }

  /// Coverage that nobody has written yet; `nil`, which is counted, where there is no room for it. To be given back by
  /// ``release(_:)``.
  func takeMask(_ bounds: PixelRect) -> PoolMask? {
    take(width: bounds.width, height: bounds.height, bytesPerPixel: 1)
      .map { PoolMask(start: $0, mask: mask(at: $0, bounds: bounds)) }
  }

  func release(_ taken: PoolMask) {
    release(start: taken.start, byteCount: taken.mask.bounds.width * taken.mask.bounds.height)
  }

  private static func rounded(_ byteCount: Int) -> Int { (byteCount + 63) & ~63 }

  func release(start: Int, byteCount: Int) {
    let count = BitmapPool.rounded(byteCount)
    used -= count
    var i = 0
    while i < free.count && free[i].start < start { i += 1 }
    let joinsBefore = i > 0 && free[i - 1].start + free[i - 1].count == start
    let joinsAfter = i < free.count && start + count == free[i].start
    switch (joinsBefore, joinsAfter) {
    case (true, true):
      free[i - 1].count += count + free[i].count
      free.remove(at: i)
    case (true, false): free[i - 1].count += count
    case (false, true): free[i] = Block(start: start, count: count + free[i].count)
    case (false, false): free.insert(Block(start: start, count: count), at: i)
    }
  }
}

/// Coverage in a pool's memory for a short time.
struct PoolMask {
  let start: Int
  let mask: Mask
}

/// Pixels of a pool, premultiplied 0xAARRGGBB, given back when nobody holds them any more.
@safe
final class Bitmap {
  let width, height: Int
  /// Whether another thread has yet to draw, or is drawing.
  var isPending = false
  /// Whether the program has seen the pixels as an image: they stay as they are, and the next drawing goes elsewhere.
  var isRead = false
  private let pool: BitmapPool
  private let base: UnsafeMutableRawPointer
  private let start: Int

  @unsafe
  fileprivate init(
    _ pool: BitmapPool, _ base: UnsafeMutableRawPointer, start: Int, width: Int, height: Int
  ) {
    self.pool = pool
    unsafe self.base = base
    (self.start, self.width, self.height) = (start, width, height)
  }

  deinit { pool.release(start: start, byteCount: width * height * 4) }

  var surface: Surface {
    unsafe Surface(base: base, width: width, height: height, bytesPerRow: width * 4)
  }

  /// The layer's view of it, which keeps it. An opaque layer's has no alpha, whatever it was drawn with, and was before
  /// the layer was opaque: some rows of an image are stored and others mixed, and both have to show the same.
  func image(isOpaque: Bool) -> Image {
    let image = unsafe Image(
      isOpaque ? .xrgb8888 : .argb8888, pixels: base, width: width, height: height, bytesPerRow: width * 4)
    return unsafe image.keeping(self)
  }
}
