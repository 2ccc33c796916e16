// Stage: surface. A tile is rotated in cache, a few rows of the memory at a time, and these are stored as a picture that
// is not rotated: one kernel of words for every format, and display memory is written in the order of its rows.

extension DisplayMemory {
  /// Pixels of a block, at the most: 2 kB, beside the tile's 8 in the first-level cache.
  private static var blockWidth: Int32 { 64 }
  private static var blockRows: Int32 { 8 }

  /// ``store(_:at:dithers:)`` for a picture that is rotated. The blocks are on the stack: threads may store side by
  /// side.
  @inline(never)
  func storeRotated(_ tile: Surface, at area: PixelRect, dithers: Bool) {
    let visible = area.intersection(bounds)
    if visible.isEmpty { return }
    let (memory, placed) = (unrotated(owner: nil), memoryArea(of: visible))
    var room = InlineArray<512, UInt32>(repeating: 0)
    var span = room.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { buffer in
      guard let pixels = buffer.baseAddress else { return }
      var y = placed.minY
      while y < placed.maxY {
        // Blocks meet between bytes.
        var x = placed.minX & (0 &- layout.pixelsPerUnit)
        while x < placed.maxX {
          let next = PixelRect(minX: x, minY: y, maxX: x &+ Self.blockWidth, maxY: y &+ Self.blockRows)
          let block = next.intersection(placed)
          unsafe rotate(tile, area, block, into: pixels)
          let rotated = unsafe Surface(
            base: UnsafeMutableRawPointer(pixels), width: block.width, height: block.height,
            bytesPerRow: 4 &* block.width)
          memory.storeUnrotated(rotated, at: block, dithers: dithers)
          x = next.maxX
        }
        y &+= Self.blockRows
      }
    }
  }

  /// Gathers the tile's pixels in the order of a block of the memory, row by row.
  private func rotate(
    _ tile: Surface, _ area: PixelRect, _ block: PixelRect, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    // The steps in the tile for a step to the right, and one down, in the memory.
    let down = tile.bytesPerRow &>> 2
    let (stepX, stepY) =
      switch rotation {
      case .none: (1, down)
      case .clockwise90: (0 &- down, 1)
      case .clockwise180: (-1, 0 &- down)
      case .clockwise270: (down, -1)
      }
    let corner = pictureArea(
      of: PixelRect(minX: block.minX, minY: block.minY, maxX: block.minX &+ 1, maxY: block.minY &+ 1))
    var row = unsafe tile.row(Int(corner.minY &- area.minY)) + Int(corner.minX &- area.minX)
    var target = unsafe pixels
    var y = block.minY
    while y < block.maxY {
      var source = unsafe row
      let end = unsafe target + block.width
      // Four at a time: the loads do not wait for each other.
      while unsafe target + 4 <= end {
        let (a, b) = unsafe (source[0], source[stepX])
        let (c, d) = unsafe (source[2 &* stepX], source[3 &* stepX])
        unsafe (target[0], target[1]) = (a, b)
        unsafe (target[2], target[3]) = (c, d)
        unsafe target += 4
        unsafe source += 4 &* stepX
      }
      while unsafe target < end {
        unsafe target.pointee = source.pointee
        unsafe target += 1
        unsafe source += stepX
      }
      unsafe row += stepY
      y &+= 1
    }
  }
}
