// Stage: path. Input: the polygons of a stroke. Output: the same on the device.

/// Takes a stroke's polygons: those of an affine mapping are emitted as they come; those of a projective one, found
/// magnified, are projected and cut to the view first. One type for both, so that strokers and dashers are compiled
/// once.
@safe
struct StrokeSink<Sink: PolygonSink & ~Copyable>: PolygonSink {
  private let sink: UnsafeMutablePointer<Sink>
  /// `nil` of an affine mapping.
  private var projector: Projector?

  private struct Projector {
    let transform: Transform3D
    /// Exponent of the plane's unit; points are given in 1/256 of that.
    let exponent: Int64
    var cut = ViewCut()
  }
  private var isOpen = false

  /// - Parameter sink: must live as long as the sink.
  @unsafe
  init(into sink: UnsafeMutablePointer<Sink>) {
    unsafe self.sink = sink
    projector = nil
  }

  /// - Parameter bits: the plane is magnified by 2^bits.
  @unsafe
  init(into sink: UnsafeMutablePointer<Sink>, _ projection: PlaneProjection, bits: Int64) {
    unsafe self.sink = sink
    projector = Projector(transform: projection.transform, exponent: -8 &- bits)
  }

  @inline(never)
  mutating func move(to point: SubpixelPoint) {
    if projector == nil { return unsafe sink.pointee.move(to: point) }
    close()
    project(point)
  }

  @inline(never)
  mutating func line(to point: SubpixelPoint) {
    if projector == nil { unsafe sink.pointee.line(to: point) } else { project(point) }
  }

  /// Ends the polygon.
  mutating func close() { unsafe projector?.cut.close(&isOpen, into: &sink.pointee) }

  private mutating func project(_ point: SubpixelPoint) {
    guard let exponent = projector?.exponent, let transform = projector?.transform else { return }
    let place = HomogeneousPoint(
      x: ScaledNumber(normalizing: Int64(point.x.rawValue), exponent: exponent),
      y: ScaledNumber(normalizing: Int64(point.y.rawValue), exponent: exponent), transform)
    unsafe projector?.cut.add(place, &isOpen, into: &sink.pointee)
  }
}
