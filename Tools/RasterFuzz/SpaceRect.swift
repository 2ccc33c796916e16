// Rectangles in space, from a fuzzer's bytes, and their drawing as planes that are composed together.

import FixedRaster

/// A rectangle of a plane in space.
struct SpaceRect {
  let rect: Rect
  let transform: Transform3D
  let color: Color

  init(_ reader: inout ByteReader, _ x: Int32, _ y: Int32) {
    (rect, transform, color) = (reader.rect(), reader.space(x, y), reader.color())
  }

  /// Adds the plane to those of an area, if it is seen.
  func draw(
    _ area: PixelRect, _ bounds: PixelRect?, onto canvas: inout Canvas, _ groups: inout GroupStack,
    _ planes: inout PlaneStack
  ) {
    var plane = SpacePlane()
    plane.apply(transform)
    let mapping = Mapping(plane.flattened)
    guard mapping.showsPlane, let depth = PlaneDepth(plane) else { return }
    count(.plane)
    if !groups.begin(area, on: &canvas) { fatalError("no group for a plane") }
    var outline = PathBuffer<8>()
    outline.addRect(rect)
    canvas.fill(outline.span, mapping: mapping, color: color, bounds: bounds)
    groups.end(on: &canvas, into: &planes, depth: DepthPlane(depth))
  }
}
