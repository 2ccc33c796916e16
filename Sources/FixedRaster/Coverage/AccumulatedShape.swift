// Stage: coverage. Shapes made of polygons: they are added to the accumulator, and all become coverage in the same way.

/// What was accumulated over a band.
struct AccumulatedShape: BandCoverage {
  let rule: FillRule

  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _: PixelRect, _ accumulator: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    accumulator.sweep(rule, into: &consumer)
  }
}

/// The inside of a path.
struct FilledPath: Shape, ~Escapable {
  /// In points.
  let path: Span<PathElement>
  let transform: DeviceTransform
  let rule: FillRule
  private let knownBounds: PixelRect?

  /// - Parameters:
  ///   - path: in points.
  ///   - transform: from the path's points to device pixels.
  ///   - rule: what of the path is its inside.
  ///   - bounds: device pixels outside which nothing of the path lies, if known.
  @inline(__always) @_lifetime(copy path)
  init(_ path: Span<PathElement>, _ transform: DeviceTransform, _ rule: FillRule, bounds: PixelRect? = nil) {
    (self.path, self.transform, self.rule) = (path, transform, rule)
    knownBounds = bounds
  }

  static var isAccumulated: Bool { true }
  var bounds: PixelRect { knownBounds ?? transform.bounds(of: path) }

  @inline(__always)
  func coverage(of band: PixelRect, _ accumulator: inout CoverageAccumulator) -> AccumulatedShape {
    flatten(path, transform: transform, clip: band, into: &accumulator)
    return AccumulatedShape(rule: rule)
  }
}

/// The stroke of a path.
struct StrokedPath: Shape, ~Escapable {
  /// In points.
  let path: Span<PathElement>
  let style: StrokeStyle
  let transform: DeviceTransform
  private let knownBounds: PixelRect?

  /// As of ``FilledPath``.
  @inline(__always) @_lifetime(copy path)
  init(_ path: Span<PathElement>, _ style: StrokeStyle, _ transform: DeviceTransform, bounds: PixelRect? = nil) {
    (self.path, self.style, self.transform) = (path, style, transform)
    knownBounds = bounds
  }

  static var isAccumulated: Bool { true }
  var bounds: PixelRect { knownBounds ?? transform.bounds(of: path, style: style) }

  @inline(__always)
  func coverage(of band: PixelRect, _ accumulator: inout CoverageAccumulator) -> AccumulatedShape {
    stroke(path, style: style, transform: transform, clip: band, into: &accumulator)
    return AccumulatedShape(rule: .nonZero)
  }
}

extension RetainedPolygons: Shape {
  static var isAccumulated: Bool { true }

  @inline(__always)
  func coverage(of _: PixelRect, _ accumulator: inout CoverageAccumulator) -> AccumulatedShape {
    add(to: &accumulator)
    return AccumulatedShape(rule: rule)
  }
}

extension ProjectedOutline: Shape {
  static var isAccumulated: Bool { true }

  @inline(__always)
  func coverage(of _: PixelRect, _ accumulator: inout CoverageAccumulator) -> AccumulatedShape {
    add(to: &accumulator)
    return AccumulatedShape(rule: .nonZero)
  }
}
