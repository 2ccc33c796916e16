import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Pixels of the caller's, and a context for them.
private final class Sheet {
  let pool: BitmapPool
  let bitmap: Bitmap
  let context: DrawingContext

  init?(width: Int, height: Int, scale: Fixed = 1) {
    pool = BitmapPool(capacity: (width * height * 4 + 63) & ~63)
    guard let bitmap = pool.bitmap(width: width, height: height) else { return nil }
    self.bitmap = bitmap
    context = DrawingContext(bitmap.surface, scale: scale)
  }

  /// 0xAARRGGBB, premultiplied.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    unsafe bitmap.surface.base.load(fromByteOffset: (y * bitmap.width + x) * 4, as: UInt32.self)
  }
}

/// Draws a square whose side is a pixel of the contents; notes the scale it was asked for.
private final class Hairline: Layer {
  var scales: [Coefficient] = []
  override func draw(in context: DrawingContext) {
    scales.append(context.ctm.a)
    context.setFillColor(Color(argb: 0xFF00_FF00))
    context.fill(bounds)
    context.setFillColor(.white)
    let pixel = (1 / context.ctm.a).fixed
    context.fill(Rect(x: 0, y: 0, width: pixel, height: pixel))
  }
}

private final class Painted: Layer {
  let image: Image
  init(_ image: Image) { self.image = image }
  override func display() { contents = image }
}

extension Layer {
  /// Whether the layer draws its contents, and the display shows them, or copies of them, at another scale.
  fileprivate var isDrawnScaled: Bool {
    if !(self is SketchLayer) && view == nil { return false }
    var (toRoot, layer) = (Homography(AffineTransform.identity), self)
    while let above = layer.superlayer {
      toRoot = toRoot.concatenating(layer.mappingToSuperlayer().homography)
      layer = above
    }
    return isInCopy || contentsScale != 1 || toRoot.affine(near: bounds.middle)?.scale != 1
  }
}

@Suite struct RenderingTests {
  @Test(
    "L3B a layer that no display shows is drawn with everything below it, in its own coordinates, over what is there")
  func alone() throws {
    let layer = makeLayer(100, 50, 16, 12)
    layer.backgroundColor = Color(argb: 0xFFFF_0000)
    layer.transform = Transform3D(rotationAngle: 1, x: 0, y: 0, z: 1)
    let sublayer = makeLayer(12, 4, 8, 4)
    sublayer.backgroundColor = Color(argb: 0x8000_00FF)
    layer.addSublayer(sublayer)
    let sheet = try #require(Sheet(width: 24, height: 16))
    sheet.context.setFillColor(.white)
    sheet.context.fill(Rect(x: 0, y: 0, width: 24, height: 14))
    layer.render(in: sheet.context)
    #expect(sheet.pixel(0, 0) == 0xFFFF_0000 && sheet.pixel(13, 5) == 0xFF7F_0080)
    #expect(sheet.pixel(18, 5) == 0xFF7F_7FFF && sheet.pixel(20, 5) == 0xFFFF_FFFF && sheet.pixel(0, 15) == 0)
    #expect(layer.renderState == .new && layer.changes == .all && layer.superlayer == nil && layer.host == nil)
  }

  @Test("L3B contents are drawn again at the context's scale, and neither those that are shown nor their marks change")
  func contents() throws {
    let stage = Stage()
    let line = Hairline()
    line.frame = Rect(x: 4, y: 4, width: 8, height: 8)
    stage.root.addSublayer(line)
    line.setNeedsDisplay()
    stage.show()
    let (shown, owner) = (try #require(line.contents), line.contentsOwner)
    let sheet = try #require(Sheet(width: 96, height: 64, scale: 4))
    stage.root.render(in: sheet.context)
    #expect(line.scales == [1, 4])
    #expect(
      sheet.pixel(16, 16) == 0xFFFF_FFFF && sheet.pixel(17, 16) == 0xFF00_FF00 && sheet.pixel(47, 47) == 0xFF00_FF00)
    #expect(sheet.pixel(48, 47) == 0 && line.contents?.hasSamePixels(as: shown) == true && line.contentsOwner === owner)
    #expect(line.contentsScale == 1 && !stage.compositor.needsFrame)
    // Enlarged below, and between pixels.
    line.transform = Transform3D(scaleX: 0.5, y: 0.5, z: 1)
    line.setNeedsDisplay(Rect(x: 0, y: 0, width: 1, height: 1))
    stage.root.render(in: sheet.context)
    #expect(line.scales == [1, 4, 2] && line.content.dirty == Rect(x: 0, y: 0, width: 1, height: 1))
    #expect(stage.compositor.needsFrame)
    stage.show()
    #expect(line.scales == [1, 4, 2, 1])
    line.position.x += 2
    #expect(stage.color(8, 6) == 0xFF00 || stage.color(8, 6) != 0)
  }

  @Test(
    "L3B what a shown tree looks like afterwards is the same, and what was changed before the rendering still shows")
  func leavesNoTrace() throws {
    let stage = Stage()
    let layer = makeLayer(4, 4, 8, 8)
    layer.backgroundColor = .white
    let mask = makeLayer(0, 0, 4, 4)
    mask.backgroundColor = .white
    stage.root.addSublayer(layer)
    stage.show()
    layer.mask = mask
    layer.position.x += 2
    let sheet = try #require(Sheet(width: 24, height: 16))
    stage.root.render(in: sheet.context)
    #expect(sheet.pixel(6, 4) == 0xFFFF_FFFF && sheet.pixel(5, 4) == 0 && sheet.pixel(10, 4) == 0)
    #expect(stage.shown() == PixelRect(minX: 6, minY: 4, maxX: 10, maxY: 8))
    layer.render(in: sheet.context)
    mask.position.x += 1
    #expect(stage.shown() == PixelRect(minX: 7, minY: 4, maxX: 11, maxY: 8))
    let used = stage.compositor.bitmapBytesUsed
    layer.removeFromSuperlayer()
    #expect(stage.shown() == nil && stage.compositor.bitmapBytesUsed == used)
  }

  @Test(
    "L3B the context's transform, clip and alpha apply, and the layer's opacity, filters, shadows and rasterization")
  func state() throws {
    let layer = makeLayer(0, 0, 8, 8)
    layer.backgroundColor = .white
    let sheet = try #require(Sheet(width: 32, height: 32))
    let context = sheet.context
    context.saveGState()
    context.translateBy(x: 4, y: 2)
    context.scaleBy(x: 2, y: 1)
    context.clip(to: Rect(x: 0, y: 0, width: 8, height: 4))
    context.setAlpha(0.5)
    layer.render(in: context)
    context.restoreGState()
    #expect(sheet.pixel(4, 2) == 0x8080_8080 && sheet.pixel(19, 5) == 0x8080_8080 && sheet.pixel(20, 5) == 0)
    #expect(sheet.pixel(3, 2) == 0 && sheet.pixel(4, 6) == 0)
    (layer.opacity, layer.filters) = (0.25, [Filter(.colorInvert)])
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, Size(width: 10, height: 0))
    layer.shadowColor = Color(argb: 0xFF00_00FF)
    context.translateBy(x: 0, y: 16)
    layer.render(in: context)
    #expect(sheet.pixel(0, 16) == 0x4000_0000 && sheet.pixel(12, 16) == 0x4040_4000)
    let sheet2 = try #require(Sheet(width: 32, height: 32))
    (layer.filters, layer.opacity, layer.shouldRasterize) = ([], 1, true)
    layer.render(in: sheet2.context)
    #expect(sheet2.pixel(0, 0) == 0xFFFF_FFFF && sheet2.pixel(12, 0) == 0xFF00_00FF)
    layer.isHidden = true
    sheet2.context.clear(Rect(x: 0, y: 0, width: 32, height: 32))
    layer.render(in: sheet2.context)
    #expect(sheet2.pixel(0, 0) == 0)
  }

  @Test("L3B layers lay out and display first what waits for it, also where nothing ever shows them")
  func providers() throws {
    let blue = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFF00_00FF }
    let painted = Painted(blue.image)
    painted.bounds = Rect(x: 0, y: 0, width: 8, height: 8)
    painted.setNeedsDisplay()
    let line = Hairline()
    line.frame = Rect(x: 4, y: 4, width: 4, height: 4)
    line.setNeedsDisplay()
    painted.addSublayer(line)
    let sheet = try #require(Sheet(width: 24, height: 24, scale: 3))
    painted.render(in: sheet.context)
    #expect(
      sheet.pixel(0, 0) == 0xFF00_00FF && sheet.pixel(12, 12) == 0xFFFF_FFFF && sheet.pixel(13, 12) == 0xFF00_FF00)
    #expect(line.scales == [3] && line.contents == nil && painted.contents == nil && line.changes.contains(.display))
    let stage = Stage()
    stage.root.addSublayer(painted)
    #expect(stage.color(0, 0) != 0 || stage.shown() != nil)
    #expect(line.scales == [3, 1])
  }

  @Test("L3B a tree of any layers looks in a context as on a display")
  func likeADisplay() throws {
    for seed in UInt64(0)..<50 {
      let tree = RandomTree(seed: seed, width: 130, height: 95, layers: 9, hasEmitters: true)
      for _ in 0..<40 { tree.step() }
      // A context has the root's own coordinates, whose origin is elsewhere once it was scrolled.
      tree.root.bounds.origin = .zero
      // A display shows tiles of a level of detail, and scales contents; a context what was drawn for it.
      for layer in tree.layers where layer is TiledSketchLayer || layer.isDrawnScaled { layer.isHidden = true }
      let capacities = CompositorCapacities(bitmapBytes: 64 << 20)
      let compositor = Compositor(root: tree.root, width: 130, height: 95, capacities: capacities)
      let display = TestDisplay(width: 130, height: 95)
      compositor.drawFrame(at: .seconds(2), into: display.memory)
      let sheet = try #require(Sheet(width: 130, height: 95))
      sheet.context.setFillColor(.black)
      sheet.context.fill(Rect(x: 0, y: 0, width: 130, height: 95))
      tree.root.render(in: sheet.context)
      var most = 0
      for y in 0..<95 {
        for x in 0..<130 {
          let (a, b) = (sheet.pixel(x, y), display.pixel(x, y))
          for k in [UInt32(0), 8, 16] { most = max(most, abs(Int(a >> k & 0xFF) - Int(b >> k & 0xFF))) }
        }
      }
      // The root is opaque here, so that the display's black plays no part.
      #expect(most == 0, "seed \(seed)")
      #expect(!compositor.needsFrame || compositor.drawFrame(into: display.memory) == false)
    }
  }
}
