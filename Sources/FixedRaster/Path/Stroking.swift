// Stage: path. Input: path elements in points and a stroke style. Output: polygons to be filled non-zero.

/// Emits the outline of the path's stroke to a sink, as polygons whose non-zero fill is the stroke. All of them
/// wind clockwise on the display, also under a transform that mirrors.
///
/// The stroke is the path's, moved by the transform: under an uneven scale a line's width depends on its direction.
/// Subpaths follow SVG 2, 13.5: `close` joins the ends; a subpath with elements but no length is a dot with round caps,
/// a square along the path's axes with square caps, nothing with butt caps; a lone `move` is nothing. On the device,
/// pieces below 1/64 pixel in both directions have no direction of their own. Under a transform that flattens the plane
/// nothing is drawn, save hairlines.
///
/// Of a dashed or partial stroke each piece is a subpath of its own; the last dash of a closed subpath and its first
/// are one if they meet. A dash without length is a dot, or a square along the path. Where there would be more than 16
/// dashes to a pixel, the line is solid.
///
/// In perspective the width is the plane's: farther parts are thinner. A hairline is one pixel wide at the most, where
/// the plane is nearest, and thinner elsewhere.
///
/// - Parameters:
///   - path: in points.
///   - style: width, caps, joins, dashes.
///   - mapping: from the path's points to device pixels.
///   - clip: where the polygons will be looked at; pieces that lie wholly beside it may be left out. The drawing within
///         does not depend on it.
///   - sink: takes the polygons.
public func stroke<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, style: StrokeStyle, mapping: Mapping, clip: PixelRect = .unbounded,
  into sink: inout Sink
) {
  stroke(path, style, PathMapping(mapping), clip, into: &sink)
}

@inline(never)  // one for each sink, and large
func stroke<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, _ style: StrokeStyle, _ mapping: PathMapping, _ clip: PixelRect,
  into sink: inout Sink
) {
  unsafe withUnsafeMutablePointer(to: &sink) { sink in
    switch mapping {
    case .affine(let matrix):
      var strokeSink = unsafe StrokeSink(into: sink)
      stroke(path, style, matrix, clip, into: &strokeSink)
    case .projective(let projection): unsafe stroke(path, style, projection, clip, into: sink)
    case .none: break
    }
  }
}

@inline(never)  // one for affine and projective mappings
func stroke<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, _ style: StrokeStyle, _ matrix: DeviceMatrix, _ clip: PixelRect,
  into strokeSink: inout StrokeSink<Sink>
) {
  if !style.isWhole {
    guard var dasher = Dasher(style: style, matrix: matrix, clip: clip) else { return }
    dasher.draw(path, into: &strokeSink)
    return
  }
  guard var stroker = Stroker(style: style, matrix: matrix, clip: clip) else { return }
  var subpaths = Subpaths()
  while let subpath = subpaths.next(path) { stroker.draw(subpath, of: path, matrix, into: &strokeSink) }
}

extension Stroker {
  mutating func draw<Sink: PolygonSink & ~Copyable>(
    _ subpath: Subpath, of path: Span<PathElement>, _ matrix: DeviceMatrix, into sink: inout Sink
  ) {
    let start = matrix.devicePoint(subpath.start)
    var current = start
    begin(at: start, isClosed: subpath.isClosed)
    for i in subpath.elements {
      let element = path[i]
      switch element {
      case .line(let point):
        current = matrix.devicePoint(point)
        line(to: current, into: &sink)
      case .quadratic, .cubic, .conic:
        guard let curve = DeviceCurve(element, from: current, matrix) else { break }
        self.curve(curve, into: &sink)
        current = curve.end
      case .close: line(to: start, into: &sink)
      case .move: break
      }
    }
    end(into: &sink)
  }
}
