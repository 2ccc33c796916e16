// Stage: coverage. The seam between shapes and painters: the coverage of a band goes to a painter in spans. Each kind
// of coverage is a type; shapes that are accumulated share one, with the code of each painter for it.

/// The coverage of a band.
protocol BandCoverage {
  /// Whether it is taken out of the accumulator: the band is then one that the workspace holds.
  static var isAccumulated: Bool { get }
  /// Emits the coverage of `band`, whose corner is the sink's (0, 0), row by row from left to right.
  ///
  /// - Parameter accumulator: begun with the band if the coverage is accumulated.
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into sink: inout Sink)
}

extension BandCoverage {
  static var isAccumulated: Bool { false }
}

/// Every pixel.
struct WholeBand: BandCoverage {
  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _: inout CoverageAccumulator, into sink: inout Sink
  ) {
    for y in 0..<band.height { sink.span(x: 0, y: y, count: band.width, coverage: 255) }
  }
}

/// The accumulated coverage of the band.
struct AccumulatedShape: BandCoverage {
  let rule: FillRule

  static var isAccumulated: Bool { true }

  @inline(__always)
  func sweep<Sink: SpanSink>(
    _: PixelRect, _ accumulator: inout CoverageAccumulator, into sink: inout Sink
  ) {
    accumulator.sweep(rule, into: &sink)
  }
}

extension Mask: BandCoverage {
  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _: inout CoverageAccumulator, into sink: inout Sink
  ) {
    sweep(band, into: &sink)
  }
}

/// A retained shape, moved by pixels.
struct PlacedShape: BandCoverage {
  let shape: RetainedShape
  let x, y: Int32

  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into sink: inout Sink
  ) {
    unsafe shape.sweep(band.moved(0 &- x, 0 &- y), accumulator.mask, into: &sink)
  }
}
