// Stage: coverage. What covers: all of a band, a shape that was accumulated, a mask, a triangle, a retained shape.

/// Hands what it covers of a band to a painter.
protocol CoverageSource {
  /// Hands on what is covered of `band`, whose corner is the consumer's (0, 0), row by row from left to right.
  ///
  /// - Parameter accumulator: begun with the band; an accumulated shape is taken out of it.
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into consumer: inout Consumer)
}

/// Every pixel.
struct WholeBand: CoverageSource {
  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    for y in 0..<band.height { consumer.span(x: 0, y: y, count: band.width, coverage: 255) }
  }
}

/// What was accumulated over the band.
struct AccumulatedShape: CoverageSource {
  let rule: FillRule

  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _: PixelRect, _ accumulator: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    accumulator.sweep(rule, into: &consumer)
  }
}

extension Mask: CoverageSource {
  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    sweep(band, into: &consumer)
  }
}

extension MeshTriangle: CoverageSource {
  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    sweep(band, into: &consumer)
  }
}

/// A retained shape, moved by pixels.
struct PlacedShape: CoverageSource {
  let shape: RetainedShape
  let x, y: Int32

  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    unsafe shape.sweep(band.moved(0 &- x, 0 &- y), accumulator.mask, into: &consumer)
  }
}
