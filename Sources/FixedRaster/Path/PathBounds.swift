// Stage: path. Input: path elements in points. Output: whole device pixels outside which nothing of the path lies, so
// that coverage is accumulated over a small, compact piece of memory.

extension Mapping {
  /// The device pixels outside which nothing of a path's inside is seen; empty if none of it is.
  @export(interface)
  public func bounds(of path: Span<PathElement>) -> PixelRect { PathMapping(self).bounds(of: path) }

  /// The device pixels outside which nothing of a path's stroke is seen.
  @export(interface)
  public func bounds(of path: Span<PathElement>, style: StrokeStyle) -> PixelRect {
    PathMapping(self).bounds(of: path, style: style)
  }
}

extension PathMapping {
  @inline(never)
  func bounds(of path: Span<PathElement>) -> PixelRect {
    switch self {
    case .affine(let matrix): matrix.bounds(of: path)
    case .projective(let projection): projection.bounds(of: path)
    case .none: .empty
    }
  }

  @inline(never)
  func bounds(of path: Span<PathElement>, style: StrokeStyle) -> PixelRect {
    switch self {
    case .affine(let matrix): matrix.bounds(of: path, style: style)
    case .projective(let projection): projection.bounds(of: path, style: style)
    case .none: .empty
    }
  }
}

extension DeviceMatrix {
  /// The pixels that the path's points and control points span; empty if it has none.
  func bounds(of path: Span<PathElement>) -> PixelRect {
    var box = DeviceBox()
    for i in path.indices {
      switch path[i] {
      case .move(let end), .line(let end): include(end, in: &box)
      case .quadratic(let control, let end), .conic(let control, let end, _):
        include(control, in: &box)
        include(end, in: &box)
      case .cubic(let control1, let control2, let end):
        include(control1, in: &box)
        include(control2, in: &box)
        include(end, in: &box)
      case .close: break
      }
    }
    // A subpath right behind a `close`, or without a `move`, begins at a point that is in the box or at the origin.
    if path.isEmpty { return .empty }
    if case .move = path[0] {} else { include(.zero, in: &box) }
    return box.pixels
  }

  // Not inlined: without 64-bit registers it is some two kilobytes.
  @inline(never)
  private func include(_ point: Point, in box: inout DeviceBox) { box.include(devicePoint(point)) }

  /// The pixels that the path's stroke spans: its own, widened by as far as corners and caps can reach.
  func bounds(of path: Span<PathElement>, style: StrokeStyle) -> PixelRect {
    let inner = bounds(of: path)
    if path.isEmpty { return inner }
    // Half the width times the miter's limit, or √2 (rounded up to 3/2) for square caps.
    let limit = Swift.max(Int64(truncatingIfNeeded: style.miterLimit.rawValue), 1 &<< 16)
    let hasMiters = style.join == .miter && !path.isOneLine
    let factor = hasMiters ? Swift.max(Swift.min(limit, 1000 &<< 16), 3 &<< 15) : 3 &<< 15
    if style.width <= .zero {
      // Half a pixel wide on either side, whatever the transform.
      let reach = Int32(truncatingIfNeeded: factor &>> 17) &+ 2
      return inner.widened(reach, reach)
    }
    // The width is twice the half: as half, it has 17 fraction bits. Below 2^31 · 2^26 = 2^57; in 1/65536 point.
    let reach = (Int64(truncatingIfNeeded: style.width.rawValue) &* factor) &>> 17 &+ 1
    let rowX = Int64(truncatingIfNeeded: a).magnitude &+ Int64(truncatingIfNeeded: c).magnitude
    let rowY = Int64(truncatingIfNeeded: b).magnitude &+ Int64(truncatingIfNeeded: d).magnitude
    return inner.widened(pixels(reach, rowX), pixels(reach, rowY))
  }

  /// `reach` in 1/65536 point through a row of the matrix, in whole pixels, two more for rounding; at most 2^22.
  private func pixels(_ reach: Int64, _ row: UInt64) -> Int32 {
    // reach ≤ 2^40, and row ≤ 2^32, which may be a small number: only the reach is cut, upwards. Below 2^63.
    let product = (UInt64(truncatingIfNeeded: reach &>> 10) &+ 1) &* row
    let whole = product &>> UInt64(truncatingIfNeeded: shift &+ 6)
    return Int32(truncatingIfNeeded: Swift.min(whole, 1 &<< 22)) &+ 2
  }
}

extension Span<PathElement> {
  /// Whether it is one line, which has no corners: a scale's tick, a hand, a rule.
  fileprivate var isOneLine: Bool {
    if count == 2, case .move = self[0], case .line = self[1] { true } else { false }
  }
}

extension PixelRect {
  fileprivate func widened(_ x: Int32, _ y: Int32) -> PixelRect {
    PixelRect(minX: minX &- x, minY: minY &- y, maxX: maxX &+ x, maxY: maxY &+ y)
  }
}

/// The span of device points.
private struct DeviceBox {
  private var minX = Int64.max
  private var minY = Int64.max
  private var maxX = Int64.min
  private var maxY = Int64.min

  @inline(__always)
  mutating func include(_ point: DevicePoint) {
    minX = Swift.min(minX, point.x)
    minY = Swift.min(minY, point.y)
    maxX = Swift.max(maxX, point.x)
    maxY = Swift.max(maxY, point.y)
  }

  /// Whole pixels, one more on the far sides for points on a pixel's edge and for rounding to 1/256.
  var pixels: PixelRect {
    if minX > maxX { return .empty }
    return PixelRect(
      minX: Int32(truncatingIfNeeded: (minX &- 256) &>> 16), minY: Int32(truncatingIfNeeded: (minY &- 256) &>> 16),
      maxX: Int32(truncatingIfNeeded: (maxX &+ 256) &>> 16) &+ 1,
      maxY: Int32(truncatingIfNeeded: (maxY &+ 256) &>> 16) &+ 1)
  }
}
