import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ScrollTests {
  /// A window of 100 × 80 at (10, 20) of a root; it shows a page of 500 × 400 with a row 200 to the right and 300 down.
  let root = makeLayer(0, 0, 300, 300)
  let window = ScrollLayer()
  let page = makeLayer(0, 0, 500, 400)
  let row = makeLayer(200, 300, 40, 30)

  init() {
    window.frame = Rect(x: 10, y: 20, width: 100, height: 80)
    root.addSublayer(window)
    window.addSublayer(page)
    page.addSublayer(row)
  }

  private var origin: Point { window.bounds.origin }

  @Test("L15 a scroll layer masks to its bounds and scrolls both ways at first; it can be told not to")
  func defaults() {
    #expect(window.masksToBounds && window.scrollMode == .both && !window.isHidden && window.bounds.origin == .zero)
    window.masksToBounds = false
    #expect(!window.masksToBounds)
  }

  @Test("L15 a scroll to a point makes it the origin of the bounds, and moves neither size nor frame")
  func toPoint() {
    window.scroll(to: Point(x: 30, y: -7.5))
    #expect(window.bounds == Rect(x: 30, y: -7.5, width: 100, height: 80))
    #expect(window.frame == Rect(x: 10, y: 20, width: 100, height: 80) && page.frame.origin == .zero)
    #expect(page.convert(Point(x: 30, y: -7.5), to: nil) == Point(x: 10, y: 20))
    // Nothing holds it to what there is to see.
    window.scroll(to: Point(x: 9000, y: 9000))
    #expect(origin == Point(x: 9000, y: 9000))
  }

  @Test("L15 scroll and scrollRectToVisible asked of a scroll layer itself scroll it, not the one above it")
  func itself() {
    let outer = ScrollLayer()
    outer.bounds.size = Size(width: 200, height: 200)
    outer.addSublayer(window)
    window.scroll(Point(x: 30, y: 12))
    #expect(origin == Point(x: 30, y: 12) && outer.bounds.origin == .zero)
    window.scrollRectToVisible(Rect(x: 150, y: 10, width: 20, height: 10))
    #expect(origin == Point(x: 70, y: 10) && outer.bounds.origin == .zero)
    window.scrollMode = .none
    window.scroll(.zero)
    #expect(origin == Point(x: 70, y: 10) && outer.bounds.origin == .zero)
  }

  @Test("L15 scrollMode holds the directions it does not name, for points and rectangles, from above and from below")
  func modes() {
    let far = Rect(x: 300, y: 300, width: 10, height: 10)
    let ends: [(ScrollLayer.ScrollMode, Point, Point)] = [
      (.none, Point(x: 1, y: 2), Point(x: 1, y: 2)), (.horizontally, Point(x: 50, y: 2), Point(x: 210, y: 2)),
      (.vertically, Point(x: 1, y: 60), Point(x: 1, y: 230)), (.both, Point(x: 50, y: 60), Point(x: 210, y: 230)),
    ]
    for (mode, byPoint, byRect) in ends {
      window.scrollMode = mode
      for scroll in [{ window.scroll(to: Point(x: 50, y: 60)) }, { page.scroll(Point(x: 50, y: 60)) }] {
        window.bounds.origin = Point(x: 1, y: 2)
        scroll()
        #expect(origin == byPoint, "\(mode)")
      }
      for scroll in [{ window.scroll(to: far) }, { page.scrollRectToVisible(far) }] {
        window.bounds.origin = Point(x: 1, y: 2)
        scroll()
        #expect(origin == byRect, "\(mode)")
      }
    }
  }

  @Test("L15 a scroll to a rect moves as little as needed")
  func toRect() {
    let starts: [(Rect, Point)] = [
      // Inside, also edge to edge: nothing moves.
      (Rect(x: 110, y: 110, width: 5, height: 5), Point(x: 100, y: 100)),
      (Rect(x: 100, y: 100, width: 100, height: 80), Point(x: 100, y: 100)),
      // Beyond one edge: to that edge. Beyond a corner: both.
      (Rect(x: 95, y: 110, width: 20, height: 5), Point(x: 95, y: 100)),
      (Rect(x: 190, y: 110, width: 20, height: 5), Point(x: 110, y: 100)),
      (Rect(x: 110, y: 40, width: 5, height: 5), Point(x: 100, y: 40)),
      (Rect(x: 110, y: 179, width: 5, height: 5), Point(x: 100, y: 104)),
      (Rect(x: 400, y: 0, width: 10, height: 20), Point(x: 310, y: 0)),
      // Longer than the bounds: nothing where it spans them, else until it does.
      (Rect(x: 50, y: 110, width: 400, height: 5), Point(x: 100, y: 100)),
      (Rect(x: 150, y: 110, width: 400, height: 5), Point(x: 150, y: 100)),
      (Rect(x: 110, y: -500, width: 5, height: 520), Point(x: 100, y: -60)),
      // A negative size says the same.
      (Rect(x: 115, y: 115, width: -20, height: -5), Point(x: 95, y: 100)),
    ]
    for (rect, end) in starts {
      window.bounds.origin = Point(x: 100, y: 100)
      window.scroll(to: rect)
      #expect(origin == end, "\(rect)")
      window.scroll(to: rect)
      #expect(origin == end, "\(rect)")
    }
  }

  @Test("L15 from any descendant, a point of its own comes to the window's top left")
  func fromBelow() {
    row.scroll(.zero)
    #expect(origin == Point(x: 200, y: 300) && row.convert(Point.zero, to: root) == Point(x: 10, y: 20))
    row.scroll(Point(x: 5, y: -6))
    #expect(origin == Point(x: 205, y: 294))
    page.scroll(Point(x: 3, y: 4))
    #expect(origin == Point(x: 3, y: 4))
    row.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    row.scroll(Point(x: 40, y: 0))
    #expect(row.convert(Point(x: 40, y: 0), to: root) == Point(x: 10, y: 20) && origin != Point(x: 3, y: 4))
  }

  @Test("L15 from any descendant, a rect of its own is made visible by the shortest way")
  func rectFromBelow() {
    row.scrollRectToVisible(row.bounds)
    #expect(origin == Point(x: 140, y: 250) && row.visibleRect == row.bounds)
    row.scrollRectToVisible(row.bounds)
    row.scrollRectToVisible(Rect(x: 1, y: 1, width: 3, height: 3))
    #expect(origin == Point(x: 140, y: 250))
    page.scrollRectToVisible(Rect(x: 130, y: 260, width: 10, height: 10))
    #expect(origin == Point(x: 130, y: 250))
    row.setAffineTransform(AffineTransform(scaleX: 2, y: 2))
    row.scrollRectToVisible(row.bounds)
    #expect(origin == Point(x: 160, y: 265))
  }

  @Test("L15 the nearest scroll layer moves, and no other: asked of a scroll layer that one")
  func nearest() {
    let inner = ScrollLayer()
    inner.frame = Rect(x: 150, y: 0, width: 50, height: 50)
    page.addSublayer(inner)
    let leaf = makeLayer(400, 0, 10, 10)
    inner.addSublayer(leaf)
    leaf.scroll(.zero)
    #expect(inner.bounds.origin == Point(x: 400, y: 0) && origin == .zero)
    inner.bounds.origin = .zero
    leaf.scrollRectToVisible(leaf.bounds)
    #expect(inner.bounds.origin == Point(x: 360, y: 0) && origin == .zero)
    inner.scrollRectToVisible(inner.bounds)
    inner.scroll(inner.bounds.origin)
    #expect(inner.bounds.origin == Point(x: 410 - 50, y: 0) && origin == .zero, "they are there already")
    inner.scroll(Point(x: 7, y: 8))
    #expect(inner.bounds.origin == Point(x: 7, y: 8) && origin == .zero)
  }

  @Test("L15 without a scroll layer above nothing moves, and all of the bounds is visible")
  func none() {
    root.scroll(Point(x: 50, y: 50))
    root.scrollRectToVisible(Rect(x: 900, y: 900, width: 1, height: 1))
    #expect(root.bounds == Rect(x: 0, y: 0, width: 300, height: 300) && origin == .zero)
    #expect(window.visibleRect == window.bounds && root.visibleRect == root.bounds)
  }

  @Test("L15 visibleRect is what of the bounds lies within the scroll layer's, in the layer's own coordinates")
  func visibleRect() {
    #expect(page.visibleRect == Rect(x: 0, y: 0, width: 100, height: 80))
    window.scroll(to: Point(x: 220, y: 250))
    #expect(page.visibleRect == Rect(x: 220, y: 250, width: 100, height: 80))
    #expect(row.visibleRect == Rect(x: 20, y: 0, width: 20, height: 30))
    window.scroll(to: Point(x: 180, y: 310))
    #expect(row.visibleRect == Rect(x: 0, y: 10, width: 40, height: 20))
    row.bounds.origin = Point(x: 7, y: 7)
    #expect(row.visibleRect == Rect(x: 7, y: 17, width: 40, height: 20))
    window.scroll(to: Point.zero)
    #expect(row.visibleRect == .zero)
    row.setAffineTransform(AffineTransform(scaleX: 0, y: 0))
    #expect(row.visibleRect == .zero)
    // The document speaks of the scroll layer's bounds, not of its mask.
    window.masksToBounds = false
    #expect(page.visibleRect == Rect(x: 0, y: 0, width: 100, height: 80))
  }

  @Test("L15 visibleRect counts every layer above that masks, and a rectangle for what is turned")
  func visibleThroughMasks() {
    page.masksToBounds = true
    page.frame = Rect(x: 0, y: 0, width: 210, height: 320)
    window.scroll(to: Point(x: 190, y: 290))
    #expect(row.visibleRect == Rect(x: 0, y: 0, width: 10, height: 20))
    page.masksToBounds = false
    #expect(row.visibleRect == row.bounds)
    root.masksToBounds = true
    root.bounds.size.height = 40
    #expect(row.visibleRect == Rect(x: 0, y: 0, width: 40, height: 10))
    row.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    root.bounds.size.height = 1000
    // Turned it lies at 205...235 × 295...335; the window ends at 290.
    window.scroll(to: Point(x: 190, y: 300))
    #expect(row.visibleRect == Rect(x: 5, y: 0, width: 35, height: 30))
  }

  @Test("L15 L14 in a flipped window the point comes to the bottom left, and visibleRect is flipped with it")
  func flipped() {
    window.isGeometryFlipped = true
    row.scroll(.zero)
    #expect(origin == Point(x: 200, y: 300) && row.convert(Point.zero, to: root) == Point(x: 10, y: 100))
    #expect(page.visibleRect == Rect(x: 200, y: 300, width: 100, height: 80))
    row.isGeometryFlipped = true
    window.scroll(to: Point(x: 200, y: 310))
    #expect(row.visibleRect == Rect(x: 0, y: 0, width: 40, height: 20))
  }

  @Test("L15 a sublayerTransform of the window is undone before it scrolls")
  func sublayerTransform() {
    window.sublayerTransform = Transform3D(AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 3, ty: 4))
    row.scroll(Point(x: 1, y: 2))
    #expect(row.convert(Point(x: 1, y: 2), to: root) == Point(x: 10, y: 20))
    window.bounds.origin = .zero
    row.scrollRectToVisible(Rect(x: 0, y: 0, width: 10, height: 10))
    let seen = row.convert(Rect(x: 0, y: 0, width: 10, height: 10), to: root)
    let (inside, edge) = (window.frame, Rect(x: 10, y: 20, width: 100, height: 80))
    #expect(seen.minX >= inside.minX && seen.maxX <= inside.maxX && seen.minY >= inside.minY)
    #expect(seen.maxY <= inside.maxY && (seen.minX == edge.minX || seen.maxX == edge.maxX))
    let before = origin
    window.sublayerTransform = Transform3D(scaleX: 0, y: 0, z: 1)
    row.scroll(.zero)
    #expect(origin == before)
  }

  @Test("L15 scrolling marks what moved, and to where it is already nothing")
  func marks() {
    root.clearMarks()
    window.scroll(to: Point(x: 1, y: 1))
    #expect(window.changes == [.geometry, .layout] && !page.isMarked)
    root.clearMarks()
    window.scroll(to: Point(x: 1, y: 1))
    page.scroll(Point(x: 1, y: 1))
    page.scrollRectToVisible(Rect(x: 5, y: 5, width: 1, height: 1))
    #expect(!root.isMarked)
  }
}
