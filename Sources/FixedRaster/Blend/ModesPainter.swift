// Stage: blend. Input: a shape's coverage and a shader. Output: its pixels combined with those of a surface by a
// mode.
//
// Modes are written once, for rows of premultiplied 0xAARRGGBB, and the shader is any: the painter is compiled for each
// kind of coverage, not for each shader and mode. Rows are combined 64 pixels at a time on the stack.

/// Combines a shader's pixels with a surface's by any mode.
@safe
struct ModesPainter: SpanSink {
  /// Pixels that are combined at once.
  private static var block: Int { 64 }

  /// The pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  /// The device place of the clip's corner.
  let x: Int32
  let y: Int32
  let mode: BlendMode
  /// 0...255, for all of the shader's pixels.
  let opacity: UInt32
  var shader: AnyShader

  @inline(never)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    unsafe eachBlock(x, y, count) { _, target, result, count in
      if coverage == 255 { return unsafe target.copy(from: result, count: count) }
      var i = 0
      while i < count {
        unsafe target[i] = interpolated(result[i], target[i], coverage)
        i &+= 1
      }
    }
  }

  @inline(never)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    unsafe eachBlock(x, y, count) { first, target, result, count in
      let mask = unsafe coverage + first
      var i = 0
      while i < count {
        unsafe target[i] = interpolated(result[i], target[i], mask[i] & 0xFF)
        i &+= 1
      }
    }
  }

  /// Calls `body` for each block of a run with the block's place in it, its pixels in the surface, the mode's result,
  /// and their number.
  @inline(__always)
  private mutating func eachBlock(
    _ x: Int, _ y: Int, _ count: Int, _ body: (Int, UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int) -> Void
  ) {
    var memory = InlineArray<128, UInt32>(repeating: 0)
    var span = memory.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { buffer in
      guard let result = buffer.baseAddress else { return }
      let room = unsafe result + Self.block
      let row = unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: UInt32.self) + x
      var first = 0
      while first < count {
        let length = Swift.min(Self.block, count &- first)
        let target = unsafe row + first
        let pixels = unsafe shaderPixels(x &+ first, y, length, room)
        unsafe blendRow(mode, result, pixels, UnsafePointer(target), length)
        unsafe body(first, target, UnsafePointer(result), length)
        first &+= length
      }
    }
  }

  /// The shader's pixels at a place of the clip, made or faded in `room`, or where they lie in memory.
  @inline(__always)
  private mutating func shaderPixels(
    _ x: Int, _ y: Int, _ count: Int, _ room: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32> {
    let deviceX = self.x &+ Int32(truncatingIfNeeded: x)
    let deviceY = self.y &+ Int32(truncatingIfNeeded: y)
    var pixels = unsafe UnsafePointer(room)
    if let own = unsafe shader.pixels(x: deviceX, y: deviceY, count: count) {
      if opacity == 255 { return unsafe own }
      unsafe pixels = own
    } else {
      unsafe shader.fill(room, x: deviceX, y: deviceY, count: count)
      if opacity == 255 { return unsafe pixels }
    }
    var i = 0
    while i < count {
      unsafe room[i] = scaledPixel(pixels[i], by: opacity)
      i &+= 1
    }
    return unsafe UnsafePointer(room)
  }
}
