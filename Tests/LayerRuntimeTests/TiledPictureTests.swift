import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct TiledPictureTests {
  private let box = MapStage()
  private var map: Map { box.map }

  /// The picture of a plain layer in the map's place.
  private func plain(_ box: MapStage) -> [UInt32] {
    let (plan, map) = (Plan(), box.map)
    plan.bounds = map.bounds
    plan.contentsScale = map.contentsScale
    (plan.position, plan.transform, plan.anchorPoint) = (map.position, map.transform, map.anchorPoint)
    (plan.opacity, plan.cornerRadius, plan.masksToBounds) = (map.opacity, map.cornerRadius, map.masksToBounds)
    (plan.mask, map.mask) = (map.mask, nil)
    (plan.shadowOpacity, plan.isGeometryFlipped) = (map.shadowOpacity, map.isGeometryFlipped)
    plan.setNeedsDisplay()
    box.window.replaceSublayer(map, with: plan)
    box.settle()
    return box.pixels
  }

  private func differing(_ a: [UInt32], _ b: [UInt32], by limit: Int) -> Int {
    var count = 0
    for (one, other) in zip(a, b) {
      let channels: [Int] = [0, 8, 16].map { abs(Int(one >> UInt32($0) & 255) - Int(other >> UInt32($0) & 255)) }
      if channels.max()! > limit { count += 1 }
    }
    return count
  }

  @Test("L45 at scale 1 the picture is that of a layer that draws all at once, at whole places and between pixels")
  func sameAsPlain() {
    box.window.scroll(to: Point(x: 37, y: 21))
    box.settle()
    let tiled = box.pixels
    #expect(Set(tiled).count > 50 && haveSamePixels(tiled, plain(box)))
  }

  @Test("L45 opacity, corners, a mask, a shadow and flipped geometry are those of any layer")
  func looks() {
    map.frame = Rect(x: 10, y: 6, width: 130, height: 80)
    let changes: [(Layer) -> Void] = [
      { $0.opacity = 0.5 },
      { ($0.cornerRadius, $0.masksToBounds) = (20, true) },
      {
        let mask = ShapeLayer()
        var path = Path()
        path.addEllipse(in: Rect(x: 5, y: 5, width: 100, height: 60))
        mask.path = path
        $0.mask = mask
      },
      { $0.shadowOpacity = 0.75 },
      { $0.isGeometryFlipped = true },
    ]
    for (i, change) in changes.enumerated() {
      let box = MapStage()
      box.map.frame = map.frame
      change(box.map)
      box.settle()
      let tiled = box.pixels
      #expect(haveSamePixels(tiled, plain(box)), "change \(i)")
    }
  }

  @Test(
    "L45 no seam shows what lies behind opaque tiles, upright or rotated",
    arguments: [1, 0.5, 1.37, 0.31, 3] as [Fixed])
  func seams(_ zoom: Fixed) {
    box.stage.root.backgroundColor = Color(argb: 0xFF00_FF00)
    map.paint = { context, rect in
      context.setFillColor(Color(argb: 0xFFFF_00FF))
      context.fill(rect)
    }
    map.levelsOfDetail = 3
    map.position = Point(x: 80.3, y: 48.6)
    for angle in [0, 0.1745, 0.7, 1.5707] as [Fixed] {
      map.setAffineTransform(AffineTransform(rotationAngle: angle).scaledBy(x: zoom, y: zoom))
      box.settle()
      // The map covers all of the display, but for its corners at the smallest scale.
      let inside = box.pixels.enumerated().filter { abs($0.offset % 160 - 80) < 40 && abs($0.offset / 160 - 48) < 40 }
      #expect(inside.allSatisfy { $0.element == 0xFF_00FF }, "scale \(zoom), angle \(angle)")
    }
  }

  @Test("L45 in perspective, too, nothing shows between opaque tiles")
  func perspectiveSeams() {
    box.stage.root.backgroundColor = Color(argb: 0xFF00_FF00)
    map.paint = { context, rect in
      context.setFillColor(Color(argb: 0xFFFF_00FF))
      context.fill(rect)
    }
    map.position = Point(x: 80, y: 48)
    var perspective = Transform3D.identity
    perspective.m34 = -1 / Coefficient(500)
    let turn = Transform3D(rotationAngle: 0.8, x: 1, y: 0, z: 0)
    map.transform = turn.concatenating(perspective)
    box.settle()
    let inside = box.pixels.enumerated().filter { abs($0.offset % 160 - 80) < 60 && abs($0.offset / 160 - 48) < 40 }
    #expect(map.drawn.count > 4 && inside.allSatisfy { $0.element == 0xFF_00FF })
  }

  @Test("L45 scaled and rotated the picture is that of a plain layer, but for pixels at the edges of tiles")
  func similarToPlain() {
    for (zoom, angle) in [(1.37, 0), (0.75, 0), (1, 0.1745), (2.5, 0.1745)] as [(Fixed, Fixed)] {
      let box = MapStage()
      box.map.position = Point(x: 80, y: 48)
      box.map.setAffineTransform(AffineTransform(rotationAngle: angle).scaledBy(x: zoom, y: zoom))
      box.settle()
      let tiled = box.pixels
      let count = differing(tiled, plain(box), by: 3)
      #expect(count < 160 * 96 / 25, "\(count) pixels at scale \(zoom), angle \(angle)")
    }
  }

  @Test("L45 a tile that comes damages its own pixels and no others; scrolling what moved")
  func damage() {
    box.settle()
    map.setNeedsDisplay(Rect(x: 70, y: 10, width: 1, height: 1))
    box.stage.show()
    let rects = damagedRects(box.stage.compositor)
    let tile = PixelRect(minX: 64 - 3, minY: 0, maxX: 128 + 3, maxY: 64 + 3)
    #expect(!rects.isEmpty && rects.allSatisfy { tile.contains($0) })
    #expect(haveSamePixels(box.pixels, box.allPixels))
    map.drawingBudget = .zero
    box.window.scroll(to: Point(x: 200, y: 100))
    var frames = 0
    repeat {
      box.stage.show()
      frames += 1
      if frames > 1 {
        let area = damagedRects(box.stage.compositor).reduce(0) { $0 + $1.area }
        #expect(area > 0 && area <= 70 * 70)
      }
      let fromDamage = box.pixels
      let asks = box.stage.compositor.needsFrame
      if !asks { #expect(haveSamePixels(fromDamage, box.allPixels)) }
      if !asks { break }
    } while frames < 100
    #expect(frames > 3)
  }

  @Test("L45 L3B rendered elsewhere the layer draws what shows there, at that scale, and the cache stays as it is")
  func rendering() throws {
    box.settle()
    map.drawn = []
    let pool = BitmapPool(capacity: 64 * 64 * 4)
    let bitmap = try #require(pool.bitmap(width: 64, height: 64))
    let context = DrawingContext(bitmap.surface, scale: 2)
    context.translateBy(x: -300, y: -200)
    map.render(in: context)
    let drawn = try #require(map.drawn.first)
    #expect(map.drawn.count == 1 && drawn.scale == 2)
    #expect(drawn.rect == Rect(x: 300, y: 200, width: 32, height: 32))
    let pixel = unsafe bitmap.surface.base.load(fromByteOffset: (10 * 64 + 10) * 4, as: UInt32.self)
    #expect(pixel == 0xFF00_0060 | UInt32(305 / 8 * 37 & 255) << 16 | UInt32(205 / 8 * 53 & 255) << 8)
    #expect(map.cache?.needed.count == 6)
    map.drawn = []
    let before = box.pixels
    #expect(haveSamePixels(before, box.allPixels) && map.drawn.isEmpty)
    // A layer that no display shows.
    let loose = Map()
    loose.bounds = Rect(x: 0, y: 0, width: 8000, height: 8000)
    loose.render(in: DrawingContext(bitmap.surface, scale: 0.0078125))
    #expect(loose.drawn.count == 1 && loose.cache == nil)
  }

  @Test("L45 L104 frames in which all tiles are there keep what they draw with")
  func steady() {
    box.settle()
    let sheet = map.cache?.sheet
    for step in 0..<8 {
      box.window.scroll(to: Point(x: Fixed(step * 4), y: 0))
      box.settle()
    }
    #expect(map.cache?.sheet === sheet && map.drawn.count == 6)
  }
}
