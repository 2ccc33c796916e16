/// A receiver of polygons in device coordinates, line by line: the coverage accumulator, a test's recorder.
///
/// A polygon that is not closed when the next one starts, or at the end, is closed by its taker.
public protocol PolygonSink: ~Copyable {
  mutating func move(to point: SubpixelPoint)
  mutating func line(to point: SubpixelPoint)
}
