import FixedRaster

/// How one shape of a scene is drawn.
struct ShapeStyle {
  let color: Color
  /// `nil` for a fill.
  var stroke: StrokeStyle?
  /// Where the shape lies, if that is known without looking at it.
  var bounds: PixelRect?
}

/// The scenes that are nothing but paths. Each is drawn in two ways: with its paths built in every frame, and with
/// the coverage of paths that do not change.
enum ShapeScene {
  /// 200 rounded rectangles.
  case s5
  /// 50 pentagrams.
  case s6a
  /// One path of 2,000 lines and 500 cubics.
  case s6b
  /// Twelve arcs and a hundred ticks.
  case s7

  /// Builds shape after shape in `path`. One that lies beside `clip` is left out before it is built, as a tree of layers leaves
  /// it out.
  @inline(__always)
  func eachShape(_ path: inout PathArray, in clip: PixelRect, _ body: (borrowing PathArray, ShapeStyle) -> Void) {
    switch self {
    case .s5:
      for i in 0..<200 {
        let (rect, color) = SceneData.roundedRect(i)
        guard clip.intersects(pixels(rect)) else { continue }
        path.removeAll()
        path.addRoundedRect(in: rect, cornerRadius: 8)
        body(path, ShapeStyle(color: color, bounds: pixels(rect)))
      }
    case .s6a:
      for i in 0..<50 where clip.intersects(pixels(SceneData.starBounds(i))) {
        path.removeAll()
        let color = SceneData.addStar(i, to: &path)
        body(path, ShapeStyle(color: color))
      }
    case .s6b:
      path.removeAll()
      SceneData.addRings(to: &path)
      body(path, ShapeStyle(color: Color(argb: 0xFF40_C0FF)))
    case .s7:
      for i in 0..<12 {
        let (radius, color) = SceneData.arc(i)
        let reach = radius + 4
        guard clip.intersects(pixels(Rect(x: 400 - reach, y: 240 - reach, width: reach + reach, height: reach + reach)))
        else { continue }
        path.removeAll()
        path.addArc(
          center: Point(x: 400, y: 240), radius: radius, startAngle: 2.35619449, endAngle: 7.06858347, clockwise: true)
        body(path, ShapeStyle(color: color, stroke: StrokeStyle(width: 8, cap: .round)))
      }
      for i in 0..<100 {
        let (from, to) = SceneData.tick(i)
        guard clip.intersects(pixels(bounds(from, to, reach: 1))) else { continue }
        path.removeAll()
        path.move(to: from)
        path.addLine(to: to)
        body(path, ShapeStyle(color: Color(argb: 0xFFF0_F0F0), stroke: StrokeStyle(width: 2)))
      }
    }
  }
}

/// The pixels that a rectangle touches.
func pixels(_ rect: Rect) -> PixelRect {
  PixelRect(
    minX: Int32(rect.minX.floor), minY: Int32(rect.minY.floor), maxX: Int32(rect.maxX.ceil),
    maxY: Int32(rect.maxY.ceil))
}

/// The rectangle about two points, with `reach` more on each side.
func bounds(_ a: Point, _ b: Point, reach: Fixed) -> Rect {
  let (x, y) = (min(a.x, b.x) - reach, min(a.y, b.y) - reach)
  return Rect(x: x, y: y, width: max(a.x, b.x) + reach - x, height: max(a.y, b.y) + reach - y)
}

extension Scenes {
  func draw(_ scene: ShapeScene, _ path: inout PathArray, on canvas: inout Canvas) {
    let identity = identity
    scene.eachShape(&path, in: canvas.clip) { path, style in
      if let stroke = style.stroke {
        canvas.stroke(path.span, style: stroke, mapping: identity, color: style.color)
      } else {
        canvas.fill(path.span, mapping: identity, color: style.color, bounds: style.bounds)
      }
    }
  }

  /// The scene's shapes, each in memory of its own that is kept for good.
  func retain(_ scene: ShapeScene, _ path: inout PathArray, on canvas: inout Canvas) -> [(
    shape: RetainedShape, color: Color
  )] {
    var shapes: [(shape: RetainedShape, color: Color)] = []
    let size = 1 << 20
    let (identity, whole) = (identity, whole)
    scene.eachShape(&path, in: whole) { path, style in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4)
      let shape =
        if let stroke = style.stroke {
          unsafe canvas.retain(
            path.span, style: stroke, mapping: identity, in: whole, memory: memory, byteCount: size)
        } else {
          unsafe canvas.retain(path.span, mapping: identity, in: whole, memory: memory, byteCount: size)
        }
      guard let shape else { fatalError("a shape needs more than \(size) bytes") }
      shapes.append((shape, style.color))
    }
    return shapes
  }
}
