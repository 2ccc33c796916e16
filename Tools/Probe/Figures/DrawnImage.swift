import FixedRaster
import LayerRuntime

/// An image that is drawn rather than loaded: what the documents take from a file.
@safe
final class DrawnImage {
  let image: Image
  private let memory: UnsafeMutableRawPointer

  init(width: Int, height: Int, _ draw: (inout Canvas) -> Void) {
    let workspace = CoverageWorkspace(width: width, rows: height)
    let pixels = (width * height * 4 + 63) & ~63
    unsafe memory = .allocate(byteCount: pixels + workspace.byteCount, alignment: 64)
    let surface = unsafe Surface(base: memory, width: width, height: height, bytesPerRow: width * 4)
    var canvas = unsafe Canvas(surface, memory: memory + pixels, workspace: workspace)
    canvas.clear(PixelRect(width: width, height: height), to: .clear)
    draw(&canvas)
    image = unsafe Image(.argb8888, pixels: memory, width: width, height: height, bytesPerRow: width * 4)
  }

  deinit { unsafe memory.deallocate() }

  /// A layer of the image's size, a pixel a point.
  func layer(at origin: Point) -> Layer {
    let layer = Layer()
    layer.frame = Rect(x: origin.x, y: origin.y, width: Fixed(image.width), height: Fixed(image.height))
    layer.setContents(image, owner: self)
    return layer
  }
}

extension Canvas {
  mutating func fill(_ path: Path, _ color: Color) {
    path.withElements { fill($0, mapping: .identity, color: color) }
  }

  mutating func stroke(_ path: Path, _ style: StrokeStyle, _ color: Color) {
    path.withElements { stroke($0, style: style, mapping: .identity, color: color) }
  }
}

extension Path {
  static func ellipse(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) -> Path {
    var path = Path()
    path.addEllipse(in: Rect(x: x, y: y, width: width, height: height))
    return path
  }

  static func rounded(_ rect: Rect, radius: Fixed) -> Path {
    var path = Path()
    path.addRoundedRect(in: rect, cornerRadius: radius)
    return path
  }

  static func polygon(_ corners: [Point]) -> Path {
    var path = Path()
    path.move(to: corners[0])
    for corner in corners.dropFirst() { path.addLine(to: corner) }
    path.closeSubpath()
    return path
  }
}
