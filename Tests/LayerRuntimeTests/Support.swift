import FixedRaster
import TestSupport

@testable import LayerRuntime

extension SplitMix {
  /// A number with all its binary places in use.
  mutating func fixed(_ range: ClosedRange<Double>) -> Fixed {
    Fixed(rawValue: Int32((Double.random(in: range, using: &self) * 65536).rounded()))
  }
}

/// What a compositor would be told.
final class RecordingHost: LayerHost {
  var changes = 0
  let drawing: DrawingSpace? = nil
  var scale: Fixed = 1
  var removed: [RenderState] = []
  let frameTime: Int64 = 0
  let animator = Animator(root: Layer(), capacity: 0)
  let scrollMotions = ScrollMotions()
  func timingChanged() {}
  func layerTreeChanged() { changes += 1 }
  func transitionRemoved(_ transition: Transition) {}
  func formerPicture(of layer: Layer) -> FormerPictureResult { .nothing }
  func contentsRemoved(of node: NodeIndex) {}
  func layerRemoved(_ state: RenderState) { removed.append(state) }
}

/// What a compositor notes of a layer that it shows.
func shown(_ node: Int) -> RenderState { .shown(NodeIndex(node)) }

/// Says when it goes.
final class Witness: Layer {
  let gone: () -> Void
  init(_ gone: @escaping () -> Void) { self.gone = gone }
  deinit { gone() }
}

extension Layer {
  /// As the compositor does at commit.
  func clearMarks() {
    changes = []
    while let layer = nextChanged(after: nil) { unlist(layer) }
    for layer in children { layer.clearMarks() }
  }

  var isMarked: Bool { !changes.isEmpty || hasChangedDescendants }
}

/// `path`, the last component's name for a failure's message, from a list of layers.
func names(_ layers: [Layer]?) -> [String] { (layers ?? []).map { $0.name ?? "?" } }

func named(_ name: String) -> Layer {
  let layer = Layer()
  layer.name = name
  return layer
}

/// Compared in one word: a failure does not print both pictures.
func haveSamePixels(_ a: [UInt32], _ b: [UInt32]) -> Bool { a == b }

func damagedRects(_ compositor: Compositor) -> [PixelRect] {
  var rects: [PixelRect] = []
  compositor.forEachDamagedRect { rects.append($0) }
  return rects
}

func areDisjoint(_ rects: [PixelRect]) -> Bool {
  for i in rects.indices { for j in rects.indices where j > i && rects[i].intersects(rects[j]) { return false } }
  return true
}

/// A pixel combined with an opaque or translucent one by a canvas: 0xAARRGGBB, premultiplied.
func blended(_ source: UInt32, _ destination: UInt32, _ mode: BlendMode) -> UInt32 {
  let pool = BitmapPool(capacity: 64)
  let memory = CanvasMemory(coverage: CoverageWorkspace(width: 4, rows: 4))
  var canvas = memory.makeCanvas()
  guard let bitmap = pool.bitmap(width: 1, height: 1) else { return 0 }
  canvas.draw(into: bitmap.surface)
  canvas.clear(PixelRect(width: 1, height: 1), to: Color(argb: destination))
  canvas.fill(PixelRect(width: 1, height: 1), color: Color(argb: source), mode: mode)
  return unsafe bitmap.surface.base.load(as: UInt32.self)
}

extension Compositor {
  /// The box of what the last frame drew; `nil` if that was nothing.
  var drawnBox: PixelRect? {
    LayerRuntimeTests.damagedRects(self).reduce(nil) { $0?.union($1) ?? $1 }
  }
}
