// Stage: contents. The drawing of a context's calls once its state is known: done at once, or recorded and done later
// by another thread.

import FixedRaster

/// A call on a bitmap; those that take a path are given it beside them.
enum DrawingCommand {
  /// Goes on in a bitmap, of which so many pixels may be drawn to; they get a colour.
  case begin(Surface, PixelRect, Color)
  case fill(Mapping, FillRule, Color, BlendMode)
  case stroke(Mapping, StrokeStyle, Color, BlendMode)
  case clip(Mapping, FillRule)
  /// Takes back so many clips.
  case unclip(Int)
  case image(Image, Mapping, opacity: UInt8, BlendMode)
  case shadow(DrawnShadow)
  /// Fills the clip.
  case paint(Paint, BlendMode)
}

/// A canvas for contents, with memory of its own.
struct DrawingCanvas: ~Copyable {
  private let memory: CanvasMemory
  var canvas: Canvas
  /// Made with the first shadow.
  private var shadows: ContentsShadows?

  init() {
    // A clip to a path that has more pixels in the bitmap limits drawing to the pixels of its bounds.
    memory = CanvasMemory(
      coverage: CoverageWorkspace(width: 1024, rows: 8), clips: ClipWorkspace(width: 1024, height: 512, depth: 4))
    canvas = memory.makeCanvas()
  }

  mutating func perform(_ command: DrawingCommand, _ path: Span<PathElement>) {
    switch command {
    case .begin(let surface, let pixels, let color):
      canvas.draw(into: surface)
      canvas.pushClip(pixels)
      canvas.clear(pixels, to: color)
    case .fill(let mapping, let rule, let color, let mode):
      canvas.fill(path, mapping: mapping, rule: rule, color: color, mode: mode)
    case .stroke(let mapping, let style, let color, let mode):
      canvas.stroke(path, style: style, mapping: mapping, color: color, mode: mode)
    case .clip(let mapping, let rule): canvas.pushClip(path, mapping: mapping, rule: rule)
    case .unclip(let count): for _ in 0..<count { canvas.popClip() }
    case .image(let image, let mapping, let opacity, let mode):
      canvas.draw(image, mapping: mapping, opacity: opacity, mode: mode)
    case .shadow(let shadow):
      let maker = shadows ?? ContentsShadows()
      shadows = maker
      maker.draw(shadow, path, on: &canvas)
    case .paint(let paint, let mode): canvas.fill(canvas.clip, paint: paint, mode: mode)
    }
  }
}

/// Calls to be done later, with copies of their paths and colours. Keeps its memory for the next time.
final class DrawingRecording {
  private var commands: [(call: DrawingCommand, elements: Range<Int>)] = []
  private var elements: [PathElement] = []
  private var tables: [GradientTable] = []
  private var tablesUsed = 0
  /// The target; kept alive until the drawing is done.
  var bitmap: Bitmap?

  func append(_ command: DrawingCommand, _ path: Span<PathElement>) {
    let start = elements.count
    for i in path.indices { elements.append(path[i]) }
    commands.append((command, start..<elements.count))
  }

  /// Where the colours of one more gradient are kept.
  func takeTable() -> GradientTable {
    if tablesUsed == tables.count { tables.append(GradientTable()) }
    tablesUsed += 1
    return tables[tablesUsed - 1]
  }

  func replay(on canvas: inout DrawingCanvas) {
    let elements = elements
    for (call, path) in commands { canvas.perform(call, elements.span.extracting(path)) }
  }

  func removeAll() {
    commands.removeAll(keepingCapacity: true)
    elements.removeAll(keepingCapacity: true)
    tablesUsed = 0
    bitmap = nil
  }
}
