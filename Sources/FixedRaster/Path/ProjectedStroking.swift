// Stage: path. Input: path elements in the points of a plane that is seen in perspective, and a stroke style. Output:
// polygons in device coordinates, to be filled non-zero.
//
// The stroke is found in the plane, magnified by a power of two, as if that were the device; then its polygons are
// projected. The power is the least at which no part of the path that is seen is magnified more by the projection, so
// that an error below a part of a pixel there is one below it on the device.

/// See ``stroke(_:style:mapping:clip:into:)``.
@unsafe
func stroke<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, _ style: StrokeStyle, _ projection: PlaneProjection, _ clip: PixelRect,
  into sink: UnsafeMutablePointer<Sink>
) {
  guard let bits = projection.strokeBits(path, style) else { return }
  let part = style.isWhole ? PixelRect.unbounded : projection.part(seenIn: clip, bits: bits)
  var strokeSink = unsafe StrokeSink(into: sink, projection, bits: bits)
  stroke(path, style, PlaneProjection.scaled(bits), part, into: &strokeSink)
  strokeSink.close()
}

extension PlaneProjection {
  /// The device pixels outside which nothing of a path's stroke is seen.
  func bounds(of path: Span<PathElement>, style: StrokeStyle) -> PixelRect {
    if style.width > .zero { return outline(PlaneProjection.scaled(6).bounds(of: path, style: style)).bounds }
    // Half a unit wide on either side, of those in which it is found, and not of 1/64 points.
    guard let bits = strokeBits(path, style) else { return .empty }
    let box = PlaneProjection.scaled(bits).bounds(of: path, style: style)
    func sixtyFourths(_ value: Int32) -> Int32 {
      let exact = bits < 6 ? Int64(value) &<< (6 &- bits) : Int64(value) &>> (bits &- 6)
      return Int32(truncatingIfNeeded: Swift.max(-0x50_0000, Swift.min(0x50_0000, exact)))
    }
    return outline(
      PixelRect(
        minX: sixtyFourths(box.minX), minY: sixtyFourths(box.minY), maxX: sixtyFourths(box.maxX) &+ 1,
        maxY: sixtyFourths(box.maxY) &+ 1)
    ).bounds
  }

  /// In how many parts of a point, as a power of two, a path's stroke is found; `nil` where nothing of it is seen.
  fileprivate func strokeBits(_ path: Span<PathElement>, _ style: StrokeStyle) -> Int64? {
    magnification(PlaneProjection.scaled(6).bounds(of: path, style: style), limit: style.isWhole ? 22 : 15)
  }

  /// The power of two by which the seen part of a box, in 1/64 points, is magnified at the most, along either axis of
  /// the device; −16...10, and so that the box lies within 2^`limit` of the magnified unit. `nil` where nothing is
  /// seen.
  ///
  /// The derivatives of x/w are (m11 − X·m14)/w and (m21 − X·m24)/w, those of y/w likewise: products of two functions
  /// linear on the device, each of which is largest at a corner.
  @_optimize(size)
  fileprivate func magnification(_ box: PixelRect, limit: Int64) -> Int64? {
    let outline = outline(box)
    if outline.count == 0 { return nil }
    let m = transform
    func slope(_ position: ScaledNumber, _ a: Coefficient, _ b: Coefficient) -> ScaledNumber {
      (ScaledNumber(a) - position * ScaledNumber(b)).magnitude
    }
    var (steepest, nearest) = (ScaledNumber.zero, ScaledNumber.zero)
    for k in 0..<outline.count {
      let corner = outline[k]
      let one = corner.w.reciprocal
      let (x, y) = (corner.x * one, corner.y * one)
      nearest = nearest.larger(one)
      steepest = steepest.larger(slope(x, m.m11, m.m14) + slope(x, m.m21, m.m24))
      steepest = steepest.larger(slope(y, m.m12, m.m14) + slope(y, m.m22, m.m24))
    }
    let scale = nearest * steepest
    let (width, height) = (
      Swift.max(box.minX.magnitude, box.maxX.magnitude), Swift.max(box.minY.magnitude, box.maxY.magnitude)
    )
    // A coordinate of n bits in 1/64 points is below 2^(n − 6) points.
    let room = limit &+ 6 &- 32 &+ Int64(Swift.max(width, height).leadingZeroBitCount)
    return Swift.max(-16, Swift.min(Swift.min(scale.exponent &+ 62, 10), room))
  }

  /// Outside of which, in 2^−bits points, nothing of the plane is seen in a clip.
  @_optimize(size)
  fileprivate func part(seenIn clip: PixelRect, bits: Int64) -> PixelRect {
    let reach = PixelRect(minX: -8000, minY: -8000, maxX: 8000, maxY: 8000)
    // One pixel more: positions are those of pixels' centres.
    guard reach.contains(clip), let map = ImageProjection(transform),
      let a = map.place(clip.minX &- 1, clip.minY &- 1), let b = map.place(clip.maxX, clip.minY &- 1),
      let c = map.place(clip.minX &- 1, clip.maxY), let d = map.place(clip.maxX, clip.maxY)
    else { return .unbounded }
    func unit(_ value: Int64) -> Int32 {
      Int32(truncatingIfNeeded: Swift.max(-0x3F_0000, Swift.min(0x3F_0000, value &>> (32 &- bits))))
    }
    return PixelRect(
      minX: unit(Swift.min(Swift.min(a.u, b.u), Swift.min(c.u, d.u))) &- 1,
      minY: unit(Swift.min(Swift.min(a.v, b.v), Swift.min(c.v, d.v))) &- 1,
      maxX: unit(Swift.max(Swift.max(a.u, b.u), Swift.max(c.u, d.u))) &+ 2,
      maxY: unit(Swift.max(Swift.max(a.v, b.v), Swift.max(c.v, d.v))) &+ 2)
  }
}

extension ScaledNumber {
  fileprivate func larger(_ other: ScaledNumber) -> ScaledNumber { (self - other).isNegative ? other : self }
}
