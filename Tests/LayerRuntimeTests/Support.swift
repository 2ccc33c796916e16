import FixedRaster

@testable import LayerRuntime

extension Fixed {
  var double: Double { Double(rawValue) / 65536 }
}

extension Coefficient {
  var double: Double { Double(rawValue) / 4_294_967_296 }
}

/// SplitMix64: the same sequence on every machine.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

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
  var removed: [Int32] = []
  func layerTreeChanged() { changes += 1 }
  func contentsRemoved(renderIndex: Int32) {}
  func layerRemoved(renderIndex: Int32) { removed.append(renderIndex) }
}

/// Says when it goes.
final class Witness: Layer {
  let gone: () -> Void
  init(_ gone: @escaping () -> Void) { self.gone = gone }
  deinit { gone() }
}

func makeLayer(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) -> Layer {
  let layer = Layer()
  layer.frame = Rect(x: x, y: y, width: width, height: height)
  return layer
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

/// Pixels made up in memory, for as long as the object lives.
@safe
final class TestImage {
  private let memory: UnsafeMutablePointer<UInt32>
  private let pixels: Image
  /// It keeps this object.
  var image: Image { unsafe pixels.keeping(self) }

  /// - Parameter pixel: 0xAARRGGBB, premultiplied, of (x, y).
  init(width: Int, height: Int, isOpaque: Bool = false, _ pixel: (Int, Int) -> UInt32) {
    unsafe memory = .allocate(capacity: width * height)
    for y in 0..<height { for x in 0..<width { unsafe memory[y * width + x] = pixel(x, y) } }
    pixels = unsafe Image(
      .argb8888, pixels: UnsafeRawPointer(memory), width: width, height: height, bytesPerRow: width * 4,
      isOpaque: isOpaque)
  }

  deinit { unsafe memory.deallocate() }
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
