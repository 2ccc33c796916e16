// Stage: mesh. Input: coverage of one plane. Output: the same, without the pixels that lie behind what was drawn
// before.

/// Emits coverage to another painter where a plane is in front.
@safe
struct DepthPainter<Painter: SpanSink>: SpanSink {
  private var painter: Painter
  /// The clip's corner in the buffer, and pixels from a row to the next. `nil` where nothing is tested.
  private let base: UnsafeMutablePointer<Int32>?
  private let stride: Int
  private let plane: DepthPlane
  /// The device place of the clip's corner.
  private let x, y: Int32
  /// What is left of the coverage of up to 64 pixels.
  private var rest = InlineArray<64, UInt32>(repeating: 0)

  /// - Parameters:
  ///   - band: the clip, in device pixels; inside the buffer.
  ///   - origin: the device pixel that the buffer begins with.
  init(
    _ painter: Painter, _ plane: DepthPlane, _ depth: DepthBuffer?, _ band: PixelRect, originX: Int32, originY: Int32
  ) {
    self.painter = painter
    self.plane = plane
    (x, y) = (band.minX, band.minY)
    stride = depth?.width ?? 0
    unsafe base = depth.map { depth in
      unsafe depth.base + (Int(band.minY &- originY) &* depth.width + Int(band.minX &- originX))
    }
  }

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    guard let base = unsafe base else {
      painter.span(x: x, y: y, count: count, coverage: coverage)
      return
    }
    var done = 0
    while done < count {
      let part = Swift.min(64, count &- done)
      let passed = unsafe test(base, x &+ done, y, part) { _ in coverage }
      if passed == part {
        painter.span(x: x &+ done, y: y, count: part, coverage: coverage)
      } else if passed > 0 {
        paintRest(x &+ done, y, part)
      }
      done &+= part
    }
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    guard let base = unsafe base else {
      unsafe painter.mask(x: x, y: y, count: count, coverage: coverage)
      return
    }
    var done = 0
    while done < count {
      let part = Swift.min(64, count &- done)
      let passed = unsafe test(base, x &+ done, y, part) { unsafe coverage[done &+ $0] & 0xFF }
      if passed > 0 { paintRest(x &+ done, y, part) }
      done &+= part
    }
  }

  private mutating func paintRest(_ x: Int, _ y: Int, _ count: Int) {
    let rest = rest
    unsafe rest.span.withUnsafeBufferPointer { rest in
      unsafe painter.mask(x: x, y: y, count: count, coverage: rest.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Puts the coverage of the pixels in front into ``rest``, and their depth into the buffer. Returns how many they
  /// are.
  @inline(__always)
  private mutating func test(
    _ base: UnsafeMutablePointer<Int32>, _ x: Int, _ y: Int, _ count: Int, _ coverage: (Int) -> UInt32
  ) -> Int {
    let row = unsafe base + (y &* stride &+ x)
    let deviceX = self.x &+ Int32(truncatingIfNeeded: x)
    let deviceY = self.y &+ Int32(truncatingIfNeeded: y)
    let tolerance = DepthBuffer.tolerance.rawValue
    var passed = 0
    for i in 0..<count {
      let depth = plane.depth(deviceX &+ Int32(truncatingIfNeeded: i), deviceY)
      let c = coverage(i)
      // Without going below the least depth there is.
      let isInFront = unsafe row[i] <= (depth > .max &- tolerance ? .max : depth &+ tolerance)
      rest[i] = isInFront ? c | c &<< 16 : 0
      if !isInFront { continue }
      passed &+= 1
      if c >= 128 { unsafe row[i] = depth }
    }
    return passed
  }
}
