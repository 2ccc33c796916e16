// Stage: remote framebuffer. Input: a piece of the picture in a viewer's pixels. Output: its background and the rectangles
// on it. Pointers are into memory of its own.
import FixedRaster

/// A piece of the picture that is encoded at once: 64 by 32 pixels at most. One for all viewers, made with the server.
@safe
final class PixelTile {
  /// The most pixels of a piece, and of one of its rows.
  static var capacity: Int { 2048 }
  static var stride: Int { 64 }
  /// The most rectangles that are looked for: more take more bytes than the pixels do.
  static var rectCapacity: Int { 512 }

  /// Pixels of the viewer, row by row with ``rowLength`` from one to the next, 16 or 64; with room for 64 more on each side.
  let pixels: UnsafeMutablePointer<UInt32>
  private(set) var rowLength = 16
  private(set) var (width, height) = (0, 0)
  /// Found rectangles: x, y, width − 1 and height − 1, a byte each, the highest first; and their pixels.
  let places: UnsafeMutablePointer<UInt32>
  let colors: UnsafeMutablePointer<UInt32>
  private(set) var rectCount = 0
  /// Of each row, as ``findRects(limit:)`` says.
  private let busy, starts, same: UnsafeMutablePointer<UInt64>
  private(set) var background: UInt32 = 0
  /// A row of it.
  private let ground: UnsafeMutablePointer<UInt32>
  /// Whether all rectangles have the same pixel.
  private(set) var isOneColor = false

  init() {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.capacity + 2 * 64)
    unsafe memory.initialize(repeating: 0, count: Self.capacity + 2 * 64)
    unsafe pixels = memory + 64
    unsafe busy = .allocate(capacity: 32)
    unsafe busy.initialize(repeating: 0, count: 32)
    unsafe starts = .allocate(capacity: 32)
    unsafe starts.initialize(repeating: 0, count: 32)
    unsafe same = .allocate(capacity: 32)
    unsafe same.initialize(repeating: 0, count: 32)
    unsafe ground = .allocate(capacity: Self.stride)
    unsafe ground.initialize(repeating: 0, count: Self.stride)
    unsafe places = .allocate(capacity: Self.rectCapacity)
    unsafe places.initialize(repeating: 0, count: Self.rectCapacity)
    unsafe colors = .allocate(capacity: Self.rectCapacity)
    unsafe colors.initialize(repeating: 0, count: Self.rectCapacity)
  }

  deinit {
    unsafe (pixels - 64).deallocate()
    unsafe busy.deallocate()
    unsafe starts.deallocate()
    unsafe same.deallocate()
    unsafe ground.deallocate()
    unsafe places.deallocate()
    unsafe colors.deallocate()
  }

  /// Loads a piece; pixels beyond the picture are 0.
  /// - Returns: whether all its pixels are the same: ``background``.
  func load(_ area: PixelRect, from source: PictureSource, _ converter: ClientPixels, rowLength: Int) -> Bool {
    (width, height, self.rowLength) = (area.width, area.height, rowLength)
    let inside = area.intersection(source.bounds)
    if inside == area {
      let difference = unsafe converter.load(area, from: source, to: pixels, stride: rowLength)
      background = unsafe pixels[0]
      return difference == 0
    }
    unsafe pixels.update(repeating: 0, count: rowLength * height)
    if inside.isEmpty {
      background = 0
      return true
    }
    let place = Int(inside.minY - area.minY) * rowLength + Int(inside.minX - area.minX)
    _ = unsafe converter.load(inside, from: source, to: pixels + place, stride: rowLength)
    return false
  }

  /// Finds the background and the rectangles that make the piece of it.
  ///
  /// Each row is three masks, a bit a pixel: pixels that are no background and in no rectangle yet, those that differ from
  /// their left neighbour, those that are as the pixel above. A rectangle is the first row's run, and goes down as long as
  /// all of it repeats.
  /// - Parameter limit: the most rectangles, up to ``rectCapacity``.
  /// - Returns: false where there are more.
  @_optimize(speed)
  func findRects(limit: Int) -> Bool {
    let length = rowLength
    let (height, ground) = (self.height, chooseBackground())
    background = ground
    prepareMasks(length)
    let (busy, starts, same) = unsafe (self.busy, self.starts, self.same)
    let (places, colors) = unsafe (self.places, self.colors)
    var (count, otherColors, y): (Int, UInt32, Int) = (0, 0, 0)
    var row = unsafe pixels
    while y < height {
      var rest = unsafe busy[y]
      let start = unsafe starts[y]
      while rest != 0 {
        let x = rest.trailingZeroBitCount
        // Behind the run's first pixel the first one that begins another run, or is not to be sent.
        let ends = (start | ~rest) & (UInt64.max - 1) &<< UInt64(truncatingIfNeeded: x)
        let end = ends.trailingZeroBitCount
        let width = end &- x
        let run = (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- width)) &<< UInt64(truncatingIfNeeded: x)
        rest &= ~run
        var bottom = y &+ 1
        while unsafe bottom < height && run & ~(same[bottom] & busy[bottom]) == 0 {
          unsafe busy[bottom] &= ~run
          bottom &+= 1
        }
        if count == limit { return false }
        let color = unsafe row[x]
        unsafe places[count] = UInt32(
          truncatingIfNeeded: x &<< 24 | y &<< 16 | (width &- 1) &<< 8 | (bottom &- y &- 1))
        unsafe colors[count] = color
        otherColors |= unsafe color ^ colors[0]
        count &+= 1
      }
      y &+= 1
      unsafe row += length
    }
    (rectCount, isOneColor) = (count, otherColors == 0)
    return true
  }

  /// Sets ``busy`` of all rows, ``starts`` of those that have any, and ``same`` where the row above has any too.
  @inline(__always)
  private func prepareMasks(_ length: Int) {
    let columns = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- width)
    let (busy, starts, same) = unsafe (self.busy, self.starts, self.same)
    unsafe ground.update(repeating: background, count: length)
    var above: UInt64 = 0
    var row = unsafe pixels
    var y = 0
    while y < height {
      let mask = unsafe Self.differences(row, ground, length) & columns
      unsafe busy[y] = mask
      if mask != 0 {
        unsafe starts[y] = Self.differences(row, row - 1, length)
        unsafe same[y] = above == 0 ? 0 : ~Self.differences(row, row - length, length)
      } else {
        unsafe same[y] = 0
      }
      above = mask
      unsafe row += length
      y &+= 1
    }
  }

  /// A bit for each pixel of a row that differs from another's. A function of its own: it is long where a processor has no
  /// vectors.
  @_optimize(speed)
  @inline(never)
  private static func differences(
    _ row: UnsafeMutablePointer<UInt32>, _ other: UnsafeMutablePointer<UInt32>, _ length: Int
  ) -> UInt64 {
    var (mask, x): (UInt64, Int) = (0, 0)
    while x < length {
      let sixteen = unsafe differences(pixels(row + x), pixels(other + x))
      mask |= UInt64(sixteen) &<< UInt64(truncatingIfNeeded: x)
      x &+= 16
    }
    return mask
  }

  @inline(__always)
  private static func pixels(_ place: UnsafeMutablePointer<UInt32>) -> SIMD16<UInt32> {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: SIMD16<UInt32>.self)
  }

  /// A bit for each of sixteen pixels that differ.
  @inline(__always)
  private static func differences(_ a: SIMD16<UInt32>, _ b: SIMD16<UInt32>) -> UInt32 {
    let bits = SIMD16<UInt32>(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
    let chosen = unsafe unsafeBitCast(a .!= b, to: SIMD16<UInt32>.self) & bits
    let eight = chosen.lowHalf | chosen.highHalf
    let four = eight.lowHalf | eight.highHalf
    return four[0] | four[1] | four[2] | four[3]
  }

  /// The pixel that a vote has chosen (Boyer and Moore's): that of more than half of the pixels that were asked, one in two
  /// rows, if there is one.
  @inline(__always)
  private func chooseBackground() -> UInt32 {
    var (candidate, votes) = (unsafe pixels[0], 0)
    var row = unsafe pixels
    var (x, y) = (0, 0)
    while y < height {
      let pixel = unsafe row[x < width ? x : 0]
      if pixel == candidate {
        votes &+= 1
      } else if votes == 0 {
        (candidate, votes) = (pixel, 1)
      } else {
        votes &-= 1
      }
      x = (x &+ 11) & (rowLength &- 1)
      y &+= 2
      unsafe row += 2 &* rowLength
    }
    return candidate
  }
}
