// Stage: display. The memory of what layers have drawn: one block, taken at the start.

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

  init(capacity: Int) {
    self.capacity = Swift.max(0, capacity) & ~63
    unsafe memory = .allocate(byteCount: Swift.max(64, self.capacity), alignment: 64)
    free.reserveCapacity(64)
    free.append(Block(start: 0, count: self.capacity))
  }

  deinit { unsafe memory.deallocate() }

  /// A bitmap of clear pixels; `nil`, which is counted, where there is no room for it.
  func bitmap(width: Int, height: Int) -> Bitmap? {
    let bytes = (width * height * 4 + 63) & ~63
    for i in free.indices where free[i].count >= bytes {
      let start = free[i].start
      if free[i].count == bytes {
        free.remove(at: i)
      } else {
        free[i] = Block(start: start + bytes, count: free[i].count - bytes)
      }
      used += bytes
      let place = unsafe memory + start
      unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      return unsafe Bitmap(self, place, start: start, byteCount: bytes, width: width, height: height)
    }
    refused += 1
    return nil
  }

  fileprivate func release(start: Int, count: Int) {
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

/// Pixels of a pool, premultiplied 0xAARRGGBB, given back when nobody holds them any more.
@safe
final class Bitmap {
  let width, height: Int
  private let pool: BitmapPool
  private let base: UnsafeMutableRawPointer
  private let start, byteCount: Int

  @unsafe
  fileprivate init(
    _ pool: BitmapPool, _ base: UnsafeMutableRawPointer, start: Int, byteCount: Int, width: Int, height: Int
  ) {
    self.pool = pool
    unsafe self.base = base
    (self.start, self.byteCount, self.width, self.height) = (start, byteCount, width, height)
  }

  deinit { pool.release(start: start, count: byteCount) }

  var surface: Surface<ARGB8888> {
    unsafe Surface(base: base, width: width, height: height, bytesPerRow: width * 4)
  }

  /// What a layer shows of it.
  func image(isOpaque: Bool) -> Image {
    unsafe Image(
      .argb8888, pixels: base, width: width, height: height, bytesPerRow: width * 4, isOpaque: isOpaque)
  }
}
