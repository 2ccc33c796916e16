import FixedRaster

@testable import LayerRuntime
@testable import Packs

/// A display in memory, and a canvas that is as large: what the compositor makes in tiles, in one piece.
@safe
final class TestScreen {
  let width: Int, height: Int
  private let base: UnsafeMutableRawPointer

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    unsafe base = .allocate(byteCount: width * height * 4, alignment: 64)
    invert()
  }

  deinit { unsafe base.deallocate() }

  var memory: DisplayMemory {
    unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: width * 4, layout: .xrgb8888, owner: self)
  }

  /// 0xXXRRGGBB of each pixel, row by row.
  var pixels: [UInt32] {
    get {
      (0..<width * height).map { unsafe base.load(fromByteOffset: $0 * 4, as: UInt32.self) & 0xFFFFFF }
    }
    set {
      for (i, pixel) in newValue.enumerated() {
        unsafe base.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
      }
    }
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  /// Turns every bit over, so that what is not drawn shows.
  func invert() { pixels = pixels.map { ~$0 } }

  /// Has a compositor of its own draw the tree.
  func draw(_ root: Layer, scale: Fixed = 1) {
    Compositor(root: root, width: width, height: height, scale: scale).drawFrame(into: memory)
  }

  /// Draws on black, on one canvas, with a glyph cache of its own.
  func drawInOnePiece(_ body: (inout Canvas, inout GlyphCache) -> Void) {
    let workspace = CoverageWorkspace(width: width, rows: height)
    let cacheSpace = GlyphCacheWorkspace(glyphs: 64, bytesPerGlyph: 4096)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: 64)
    let cacheMemory = UnsafeMutableRawPointer.allocate(byteCount: cacheSpace.byteCount, alignment: 64)
    let surface = unsafe Surface(base: base, width: width, height: height, bytesPerRow: width * 4)
    var canvas = unsafe Canvas(surface, memory: memory, workspace: workspace)
    var cache = unsafe GlyphCache(memory: cacheMemory, workspace: cacheSpace)
    canvas.clear(PixelRect(width: width, height: height), to: .black)
    body(&canvas, &cache)
    unsafe memory.deallocate()
    unsafe cacheMemory.deallocate()
  }

  /// Draws a layout on black, moved and then transformed.
  func drawInOnePiece(_ layout: TextLayout, at origin: Point, _ transform: AffineTransform = .identity) {
    drawInOnePiece { canvas, cache in
      for run in layout.listedRuns {
        let (font, size) = (unsafe run.font.takeUnretainedValue(), Coefficient(run.size))
        let face = GlyphFace(
          font: 1,
          transform: AffineTransform(
            a: transform.a * size, b: transform.b * size, c: transform.c * size, d: transform.d * size, tx: 0, ty: 0))
        for i in run.firstGlyph..<run.firstGlyph + run.glyphCount {
          let glyph = layout.glyphs.span[i]
          let place = Point(x: origin.x + glyph.origin.x, y: origin.y + glyph.origin.y)
            .applying(DeviceMatrix(transform))
          let placed = [PlacedGlyph(id: UInt32(glyph.glyph.rawValue), x: place.x, y: place.y)]
          canvas.drawGlyphs(placed.span, face: face, color: run.color, cache: &cache) { id, outline in
            font.appendOutline(of: GlyphIndex(rawValue: UInt16(id)), to: &outline)
          }
        }
        cache.removeAll()
      }
    }
  }
}

/// A layer of the size of a screen, its origin at the top left.
func makeRoot(_ width: Fixed, _ height: Fixed) -> Layer {
  let root = Layer()
  root.frame = Rect(x: 0, y: 0, width: width, height: height)
  return root
}

func makeText(
  _ text: AttributedString, _ frame: Rect, font: FontPack = .dejaVuSans, size: Fixed = 16
) -> TextLayer {
  let layer = TextLayer()
  layer.frame = frame
  (layer.font, layer.fontSize, layer.attributedString) = (font, size, text)
  return layer
}
