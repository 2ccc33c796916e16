import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct TiledLayerTests {
  private let box = MapStage()
  private var map: Map { box.map }

  @Test("L45 the tiles that show are drawn once, each with its rectangle, and no others; then nothing wakes")
  func onDemand() {
    #expect(map.cache == nil && map.needsDisplay())
    #expect(box.settle() == 1)
    #expect(map.drawn.count == 6 && Set(map.takeDrawn()) == box.tiles(0...2, 0...1))
    #expect(!box.stage.compositor.needsFrame && !box.stage.compositor.drawFrame(into: box.stage.display.memory))
    box.stage.root.backgroundColor = .red
    map.backgroundColor = .blue
    box.settle()
    #expect(map.drawn.isEmpty)
  }

  @Test("L45 scrolling draws the tiles that come into view, also where the layer is moved or its own origin is")
  func scrolling() {
    box.settle()
    #expect(map.takeDrawn().count == 6)
    box.window.scroll(to: Point(x: 30, y: 0))
    box.settle()
    #expect(map.drawn.isEmpty)
    box.window.scroll(to: Point(x: 40, y: 0))
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(3...3, 0...1))
    map.position.y -= 100
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...3, 2...3))
    map.bounds.origin.x -= 128
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(-2 ... -1, 1...3))
  }

  @Test("L45 a layer that is hidden, transparent, or beside its window draws nothing until it shows")
  func unseen() {
    map.isHidden = true
    box.settle()
    map.isHidden = false
    box.window.opacity = 0
    box.settle()
    box.window.opacity = 1
    box.window.scroll(to: Point(x: -160, y: 0))
    box.settle()
    #expect(map.drawn.isEmpty && map.cache == nil)
    box.window.scroll(to: Point(x: -159, y: 0))
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...0, 0...1))
  }

  @Test("L45 the cache is fixed, and the tile that was needed the longest ago goes first")
  func leastRecentlyUsed() throws {
    let box = MapStage(capacity: 8)
    let map = box.map
    box.settle()
    let cache = try #require(map.cache)
    let memory = unsafe cache.surface(0).base
    box.window.scroll(to: Point(x: 64, y: 0))  // columns 1...3: column 0 is the oldest
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...3, 0...1) && cache.places.count == 8)
    box.window.scroll(to: Point(x: 128, y: 0))  // column 4 in place of column 0
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(4...4, 0...1))
    box.window.scroll(to: Point(x: 64, y: 0))  // column 1 was kept
    box.settle()
    #expect(map.drawn.isEmpty)
    box.window.scroll(to: Point.zero)  // column 0 in place of column 4, which is the oldest now
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...0, 0...1))
    box.window.scroll(to: Point(x: 64, y: 0))
    box.settle()
    #expect(map.drawn.isEmpty && map.cache === cache && cache.places.count == 8)
    let isSame = unsafe cache.surface(0).base == memory
    #expect(isSame)
  }

  @Test("L45 where more tiles show than the cache holds the first are drawn, none evicts another, the rest is counted")
  func overflow() {
    let box = MapStage(capacity: 4)
    box.map.placeholderColor = .red
    #expect(box.settle() == 1 && box.map.drawn.count == 4)
    #expect(Set(box.map.takeDrawn()) == box.tiles(0...2, 0...0).union([box.tile(0, 1)]))
    #expect(box.stage.compositor.overflow.tiles == 2 && box.stage.compositor.overflow.total == 2)
    #expect(box.stage.color(100, 90) == 0xFF_0000 && box.stage.color(20, 90) != 0xFF_0000)
    box.map.backgroundColor = .white
    box.settle()
    #expect(box.map.drawn.isEmpty)
    box.window.scroll(to: Point(x: 750, y: 600))
    box.settle()
    #expect(box.stage.compositor.overflow.tiles == 0)
  }

  @Test(
    "L45 the level is the coarsest that has as many pixels as the display shows, among so many, some of them magnified",
    arguments: [
      (1, 0, 1, 1), (1, 0, 4, 1), (1, 0, 0.25, 1), (3, 0, 0.5, 0.5), (3, 0, 0.51, 0.5), (3, 0, 0.6, 1),
      (3, 0, 0.25, 0.25),
      (3, 0, 0.1, 0.25), (3, 0, 3, 1), (3, 2, 1, 1), (3, 2, 1.5, 2), (3, 2, 3, 4), (3, 2, 16, 4), (3, 2, 0.3, 1),
      (7, 2, 0.0625, 0.0625), (7, 2, 4, 4),
    ] as [(Int, Int, Fixed, Fixed)])
  func levels(count: Int, bias: Int, zoom: Fixed, expected: Fixed) throws {
    let box = MapStage(capacity: 256)
    (box.map.levelsOfDetail, box.map.levelsOfDetailBias) = (count, bias)
    box.map.position = Point(x: 80, y: 48)
    box.map.setAffineTransform(AffineTransform(scaleX: zoom, y: zoom))
    box.settle()
    let first = try #require(box.map.drawn.first)
    #expect(box.map.drawn.allSatisfy { $0.scale == Coefficient(expected) })
    #expect(first.rect.size == Size(width: 64 / expected, height: 64 / expected))
  }

  @Test("L45 contents of two pixels a point have tiles of half the size in points; a display of two shows them so")
  func contentsScale() {
    box.settle()
    #expect(map.takeDrawn().count == 6)
    map.contentsScale = 2
    box.settle()
    #expect(map.drawn.count == 15 && map.drawn.allSatisfy { $0.scale == 2 && $0.rect.width == 32 })
  }

  @Test("L45 a frame draws tiles until its time is over, one at least; frames follow until all are there, then none")
  func budget() {
    map.drawingBudget = .zero
    map.placeholderColor = .red
    box.stage.show()
    #expect(map.drawn.count == 1 && box.stage.compositor.needsFrame)
    // The middle one first: 80, 48 is in it.
    #expect(map.drawn.first?.rect.contains(Point(x: 80, y: 48)) == true)
    #expect(box.stage.display.pixel(2, 2) & 0xFF_FFFF == 0xFF_0000)
    #expect(box.stage.display.pixel(80, 48) & 0xFF_FFFF != 0xFF_0000)
    #expect(box.settle() == 5 && map.drawn.count == 6)
    #expect(!box.pixels.contains(0xFF_0000))
    map.drawingBudget = .seconds(1000)
    box.window.scroll(to: Point(x: 300, y: 300))
    #expect(box.settle() == 1)
  }

  @Test("L45 a missing tile shows the best of another level: the next coarser one, or else finer ones")
  func standIns() {
    (map.levelsOfDetail, map.levelsOfDetailBias) = (3, 1)
    map.paint = { context, rect in
      let word: UInt32 = context.ctm.a == 1 ? 0xFF00_00FF : context.ctm.a == 2 ? 0xFF00_FF00 : 0xFFFF_FF00
      context.setFillColor(Color(argb: word))
      context.fill(rect)
    }
    map.placeholderColor = .red
    map.anchorPoint = .zero
    map.position = .zero
    box.settle()
    #expect(Set(box.pixels) == [0x0000FF])
    map.drawingBudget = .zero
    map.setAffineTransform(AffineTransform(scaleX: 2, y: 2))
    box.stage.show()
    let zoomedIn = Set(box.pixels)
    #expect(zoomedIn == [0x0000FF, 0x00FF00])
    box.settle()
    #expect(Set(box.pixels) == [0x00FF00])
    map.setAffineTransform(AffineTransform(scaleX: 0.5, y: 0.5))
    box.stage.show()
    // What level 0 had of the larger part of the map; what it had not is the placeholder.
    #expect(Set(box.pixels).isSuperset(of: [0x0000FF, 0xFF_0000]) && !Set(box.pixels).contains(0))
    box.settle()
    #expect(Set(box.pixels) == [0xFFFF00])
  }

  @Test("L45 setNeedsDisplay of a rectangle has the tiles drawn again that it touches, and of all those that show")
  func invalidation() {
    box.settle()
    map.drawn = []
    map.setNeedsDisplay(Rect(x: 70, y: 10, width: 10, height: 10))
    box.settle()
    #expect(map.takeDrawn() == [box.tile(1, 0)])
    map.setNeedsDisplay(Rect(x: 60, y: 10, width: 10, height: 60))
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...1, 0...1))
    map.setNeedsDisplay(Rect(x: 300, y: 300, width: 10, height: 10))
    box.settle()
    #expect(map.drawn.isEmpty)
    map.setNeedsDisplay()
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...2, 0...1))
    // Other tiles of the cache went too.
    box.window.scroll(to: Point(x: 200, y: 0))
    box.settle()
    map.drawn = []
    map.setNeedsDisplay()
    box.window.scroll(to: Point.zero)
    box.settle()
    #expect(Set(map.takeDrawn()) == box.tiles(0...2, 0...1))
  }

  @Test("L45 what a tile asks for while it is drawn waits for the next frame")
  func requestsWhileDrawing() {
    var left = 2
    map.paint = { [unowned map] context, rect in
      drawMap(context, in: rect)
      left -= 1
      if left == 0 { map.setNeedsDisplay(rect) }
      map.displayIfNeeded()
    }
    #expect(box.settle() == 2 && map.drawn.count == 7)
  }

  @Test("L45 a drawing may drop the cache, move the layer elsewhere, or end its tree")
  func rudeDrawings() {
    map.paint = { [map] _, _ in map.tileSize = Size(width: 32, height: 32) }
    #expect(box.settle() > 1 && map.cache?.grid.width == 32)
    let other = Stage(width: 50, height: 50)
    map.setNeedsDisplay()
    map.paint = { [map] _, _ in other.root.addSublayer(map) }
    box.settle()
    map.paint = drawMap
    map.drawn = []
    other.show()
    #expect(map.shownBy === other.compositor.drawing?.mapTiles.painter && !map.drawn.isEmpty)
    map.paint = { [map] _, _ in map.removeFromSuperlayer() }
    map.setNeedsDisplay()
    other.show()
    other.show()
    #expect(map.superlayer == nil && !other.compositor.needsFrame)
  }

  @Test("L45 a layer that goes away is drawn no more, and one that changes displays is drawn there")
  func lifetime() throws {
    var short: Map? = Map()
    short?.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    box.stage.root.addSublayer(try #require(short))
    box.settle()
    short?.removeFromSuperlayer()
    short = nil
    box.window.scroll(to: Point(x: 5, y: 5))
    box.settle()
    let other = Stage(width: 20, height: 20)
    other.root.addSublayer(map)
    map.drawn = []
    other.show()
    // The tiles are there already.
    #expect(map.drawn.isEmpty && other.color(5, 5) != 0)
    box.stage.root.addSublayer(map)
    #expect(box.settle() == 1)
  }

  @Test("L45 sizes and numbers are held to their ranges")
  func ranges() {
    map.tileSize = Size(width: 3, height: 9000)
    #expect(map.tileSize == Size(width: 16, height: 2048))
    (map.levelsOfDetail, map.levelsOfDetailBias, map.cacheCapacity) = (0, -1, 0)
    #expect(map.levelsOfDetail == 1 && map.levelsOfDetailBias == 0 && map.cacheCapacity == 1)
    (map.levelsOfDetail, map.levelsOfDetailBias, map.cacheCapacity) = (99, 99, 9999)
    #expect(map.levelsOfDetail == 16 && map.levelsOfDetailBias == 15 && map.cacheCapacity == 1024)
    #expect(TiledLayer().tileSize == Size(width: 256, height: 256) && TiledLayer().cacheCapacity == 64)
  }

  @Test("L45 a cache of 64 tiles holds what shows of 8,000 points square on 800 × 480 pixels at scales of 1/16 to 4")
  func wholeMap() {
    let stage = Stage(width: 800, height: 480)
    let (window, map) = (ScrollLayer(), Map())
    window.frame = stage.root.bounds
    map.bounds = Rect(x: 0, y: 0, width: 8000, height: 8000)
    map.position = Point(x: 400, y: 240)
    (map.levelsOfDetail, map.levelsOfDetailBias, map.drawingBudget) = (7, 2, .seconds(1000))
    map.paint = { context, rect in context.fill(rect) }
    window.addSublayer(map)
    stage.root.addSublayer(window)
    for step in 0...72 {
      let zoom: Fixed = 0.0625 * Fixed(1 << (step / 12)) * (1 + Fixed(step % 12) / 12)
      map.setAffineTransform(AffineTransform(scaleX: zoom, y: zoom))
      window.scroll(to: Point(x: Fixed(step * 13 % 100), y: Fixed(step * 29 % 77)))
      stage.show()
      #expect(stage.compositor.overflow.tiles == 0 && !stage.compositor.needsFrame, "scale \(zoom)")
    }
    #expect(map.cache?.places.count == 64)
  }

  @Test("L45 L104 large tiles are no more than 1 GB holds")
  func memoryOfLargeTiles() {
    let grid = MapTileGrid(width: 2048, height: 2048, scale: 1)
    #expect(MapTileCache(capacity: 1024, grid: grid).capacity == 64)
    #expect(MapTileCache(capacity: 3, grid: grid).capacity == 3)
  }
}
