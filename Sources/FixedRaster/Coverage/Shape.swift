// Stage: coverage. The seam between what is drawn and what it is drawn with. A shape says where it lies and makes the
// coverage of a band; coverage goes to a painter in spans. Which coverage a shape has is a type, so that shapes that are
// accumulated share one, with the code of each painter for it.

/// Something that can be drawn.
protocol Shape: ~Escapable {
  associatedtype Coverage: BandCoverage
  /// The device pixels outside which it covers nothing.
  var bounds: PixelRect { get }
  /// Makes what it covers of `band`.
  ///
  /// - Parameter accumulator: begun with the band if the shape ``isAccumulated``.
  func coverage(of band: PixelRect, _ accumulator: inout CoverageAccumulator) -> Coverage
  /// Whether its coverage is accumulated: it is then drawn in bands that the workspace holds.
  static var isAccumulated: Bool { get }
}

/// What is covered of a band.
protocol BandCoverage {
  /// Emits what is covered of `band`, whose corner is the consumer's (0, 0), row by row from left to right.
  ///
  /// - Parameter accumulator: begun with the band; an accumulated shape is taken out of it.
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into consumer: inout Consumer)
  /// Emits what the clip leaves of it to a painter.
  func cover<Painter: CoverageConsumer>(_ band: PixelRect, _ painter: inout Painter, on canvas: inout Canvas)
}

extension BandCoverage {
  @inline(__always)
  func cover<Painter: CoverageConsumer>(_ band: PixelRect, _ painter: inout Painter, on canvas: inout Canvas) {
    canvas.cover(self, band, &painter)
  }
}

// MARK: - Without a path

/// A rectangle: every pixel of it.
extension PixelRect: Shape {
  static var isAccumulated: Bool { false }
  var bounds: PixelRect { self }
  @inline(__always)
  func coverage(of _: PixelRect, _: inout CoverageAccumulator) -> WholeBand { WholeBand() }
}

/// Every pixel.
struct WholeBand: BandCoverage {
  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    for y in 0..<band.height { consumer.span(x: 0, y: y, count: band.width, coverage: 255) }
  }
}

extension Mask: Shape, BandCoverage {
  static var isAccumulated: Bool { false }
  @inline(__always)
  func coverage(of _: PixelRect, _: inout CoverageAccumulator) -> Mask { self }

  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    sweep(band, into: &consumer)
  }
}

/// What of a mask lies in an area.
struct MaskPart: Shape {
  let mask: Mask
  let area: PixelRect

  static var isAccumulated: Bool { false }
  var bounds: PixelRect { mask.bounds.intersection(area) }
  @inline(__always)
  func coverage(of _: PixelRect, _: inout CoverageAccumulator) -> Mask { mask }
}

/// A retained shape, moved by pixels.
struct PlacedShape: Shape, BandCoverage {
  let shape: RetainedShape
  let x, y: Int32

  static var isAccumulated: Bool { false }
  var bounds: PixelRect { shape.bounds.moved(x, y) }
  @inline(__always)
  func coverage(of _: PixelRect, _: inout CoverageAccumulator) -> PlacedShape { self }

  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    unsafe shape.sweep(band.moved(0 &- x, 0 &- y), accumulator.mask, into: &consumer)
  }
}

extension MeshTriangle: BandCoverage {
  @inline(__always)
  func sweep<Consumer: CoverageConsumer>(
    _ band: PixelRect, _: inout CoverageAccumulator, into consumer: inout Consumer
  ) {
    sweep(band, into: &consumer)
  }
}
