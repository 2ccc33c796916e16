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

  /// Pixels of the viewer, row by row with ``rowLength`` from one to the next.
  let pixels: UnsafeMutablePointer<UInt32>
  private(set) var rowLength = 16
  private(set) var (width, height) = (0, 0)
  /// Found rectangles: x, y, width − 1 and height − 1, a byte each, the highest first; and their pixels.
  let places: UnsafeMutablePointer<UInt32>
  let colors: UnsafeMutablePointer<UInt32>
  private(set) var rectCount = 0
  private(set) var background: UInt32 = 0
  /// Whether all rectangles have the same pixel.
  private(set) var isOneColor = false

  init() {
    unsafe pixels = .allocate(capacity: Self.capacity)
    unsafe pixels.initialize(repeating: 0, count: Self.capacity)
    unsafe places = .allocate(capacity: Self.rectCapacity)
    unsafe places.initialize(repeating: 0, count: Self.rectCapacity)
    unsafe colors = .allocate(capacity: Self.rectCapacity)
    unsafe colors.initialize(repeating: 0, count: Self.rectCapacity)
  }

  deinit {
    unsafe pixels.deallocate()
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

  /// Finds the background and the rectangles that make the piece of it. Destroys ``pixels``.
  /// - Parameter limit: the most rectangles, up to ``rectCapacity``.
  /// - Returns: false where there are more.
  @_optimize(speed)
  func findRects(limit: Int) -> Bool {
    chooseBackground()
    rectCount = 0
    isOneColor = true
    let ground = background
    for y in 0..<height {
      let row = unsafe pixels + y * rowLength
      var x = 0
      while x < width {
        let color = unsafe row[x]
        if color == ground {
          x += 1
          continue
        }
        var end = x + 1
        while unsafe end < width && row[end] == color { end += 1 }
        if rectCount == limit { return false }
        let bottom = unsafe extend(row, x, end, y, color)
        unsafe places[rectCount] = UInt32(truncatingIfNeeded: x << 24 | y << 16 | (end - x - 1) << 8 | (bottom - y - 1))
        unsafe colors[rectCount] = color
        if unsafe colors[0] != color { isOneColor = false }
        rectCount += 1
        x = end
      }
    }
    return true
  }

  /// Extends a run of pixels downwards as far as it repeats, and makes background of it below its first row.
  /// - Returns: the row behind its last.
  @inline(__always)
  private func extend(_ row: UnsafeMutablePointer<UInt32>, _ x: Int, _ end: Int, _ y: Int, _ color: UInt32) -> Int {
    var bottom = y + 1
    var next = unsafe row + rowLength
    while bottom < height {
      var place = x
      while unsafe place < end && next[place] == color { place += 1 }
      if place < end { break }
      for place in x..<end { unsafe next[place] = background }
      bottom += 1
      unsafe next += rowLength
    }
    return bottom
  }

  /// The pixel that a vote among 64 has chosen or more (Boyer and Moore's): the one of more than half of them, if there is one.
  @inline(__always)
  private func chooseBackground() {
    var (candidate, votes) = (unsafe pixels[0], 0)
    var x = 0
    let step = max(1, width / 4 | 1)
    for y in 0..<height {
      let row = unsafe pixels + y * rowLength
      var place = x
      while place < width {
        let pixel = unsafe row[place]
        if pixel == candidate {
          votes += 1
        } else if votes == 0 {
          (candidate, votes) = (pixel, 1)
        } else {
          votes -= 1
        }
        place += step
      }
      x = (x + 3) % step
    }
    background = candidate
  }
}
