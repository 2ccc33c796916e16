import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Draws a square of a colour, and notes what is asked of it.
private final class Sketch: View {
  var color = Color.red
  var drawn: [Rect] = []
  var layouts = 0
  override init(frame: Rect) {
    super.init(frame: frame)
    setNeedsDisplay()
  }
  override func draw(_ rect: Rect, in context: DrawingContext) {
    drawn.append(rect)
    context.setFillColor(color)
    context.fill(Rect(x: 0, y: 0, width: 4, height: 4))
  }
  override func layoutSubviews() { layouts += 1 }
  override func sizeThatFits(_ size: Size) -> Size { Size(width: 4, height: size.height) }
}

/// Notes touches; takes them if told to.
private final class Button: View {
  var takes = true
  var phases: [Touch.Phase] = []
  override func touchesBegan(_ touch: Touch) {
    phases.append(touch.phase)
    if !takes { super.touchesBegan(touch) }
  }
  override func touchesMoved(_ touch: Touch) { phases.append(touch.phase) }
  override func touchesEnded(_ touch: Touch) { phases.append(touch.phase) }
  override func touchesCancelled(_ touch: Touch) { phases.append(touch.phase) }
}

private final class ShapeView: View {
  override class func makeLayer() -> Layer { ShapeLayer() }
}

@Suite struct ViewTests {
  private let stage = Stage(width: 40)
  private let root = View()

  init() {
    root.frame = Rect(x: 0, y: 0, width: 40, height: 16)
    stage.root.addSublayer(root.layer)
  }

  private func box(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  @Test("L90 a view owns one layer, of the class it says, is its delegate, and forwards geometry, colours and the rest")
  func forwards() {
    let view = View(frame: box(4, 4, 8, 6))
    #expect(view.layer.delegate === view && view.layer.view === view && view.layer === view.layer)
    #expect(ShapeView().layer is ShapeLayer)
    #expect(view.layer.frame == box(4, 4, 8, 6) && view.bounds == box(0, 0, 8, 6) && view.center == Point(x: 8, y: 7))
    view.center = Point(x: 10, y: 10)
    (view.bounds, view.transform) = (box(0, 0, 2, 4), AffineTransform(scaleX: Fixed(2), y: 1))
    #expect(view.frame == box(8, 8, 4, 4) && view.layer.affineTransform() == view.transform)
    (view.backgroundColor, view.alpha, view.isHidden, view.isOpaque, view.clipsToBounds) = (.red, 0.5, true, true, true)
    let layer = view.layer
    #expect(layer.backgroundColor == .red && layer.opacity == 0.5 && layer.isHidden && layer.isOpaque)
    #expect(layer.masksToBounds)
    view.autoresizingMask = .widthSizable
    #expect(layer.autoresizingMask == .widthSizable)
    view.sizeToFit()
    #expect(view.bounds.size == Size(width: 2, height: 4))
  }

  @Test("L90 a view draws before the next frame when asked, in the part asked for, and never else")
  func draws() {
    let view = Sketch(frame: box(4, 4, 8, 8))
    root.addSubview(view)
    #expect(stage.color(5, 5) == 0xFF_0000 && stage.color(10, 10) == 0)
    #expect(view.drawn == [box(0, 0, 8, 8)])
    view.color = .blue
    stage.show()
    #expect(view.drawn.count == 1)
    view.setNeedsDisplay(box(0, 0, 2, 8))
    #expect(stage.color(4, 5) == 0x00_00FF && stage.color(7, 5) == 0xFF_0000 && view.drawn.last == box(0, 0, 2, 8))
  }

  @Test("L39 redraw policies: at a new size contents are stretched, or drawn again, or never drawn")
  func policies() {
    func resized(_ policy: View.RedrawPolicy, _ mode: View.ContentMode = .scaleToFill) -> (Int, UInt32) {
      let view = Sketch(frame: box(0, 0, 8, 8))
      (view.redrawPolicy, view.contentMode) = (policy, mode)
      root.addSubview(view)
      stage.show()
      view.bounds.size = Size(width: 16, height: 8)
      view.frame.origin = Point(x: 0, y: 0)
      let color = stage.color(6, 2)
      view.setNeedsDisplay()
      stage.show()
      view.removeFromSuperview()
      return (view.drawn.count, color)
    }
    #expect(resized(.onSetNeedsDisplay) == (2, 0xFF_0000))
    #expect(resized(.duringResize) == (3, 0))
    #expect(resized(.beforeResize) == (3, 0))
    #expect(resized(.never) == (0, 0))
    #expect(resized(.onSetNeedsDisplay, .redraw) == (3, 0))
    #expect(resized(.onSetNeedsDisplay, .left) == (2, 0))
    #expect(resized(.onSetNeedsDisplay, .topRight) == (2, 0))
  }

  @Test("L90 content modes are the layer's gravities")
  func modes() {
    let view = View()
    let modes: [(View.ContentMode, Layer.ContentsGravity)] = [
      (.scaleToFill, .resize), (.scaleAspectFit, .resizeAspect), (.scaleAspectFill, .resizeAspectFill),
      (.redraw, .resize), (.center, .center), (.top, .top), (.bottom, .bottom), (.left, .left), (.right, .right),
      (.topLeft, .topLeft), (.topRight, .topRight), (.bottomLeft, .bottomLeft), (.bottomRight, .bottomRight),
    ]
    for (mode, gravity) in modes {
      view.contentMode = mode
      #expect(view.layer.contentsGravity == gravity)
    }
  }

  @Test("L90 contents that the program set are not drawn over")
  func ownContents() {
    let view = Sketch(frame: box(4, 4, 8, 8))
    let image = TestImage(width: 8, height: 8, isOpaque: true) { _, _ in 0xFF12_3456 }
    view.layer.contents = image.image
    root.addSubview(view)
    #expect(stage.color(6, 6) == 0x12_3456 && view.drawn.isEmpty)
  }

  @Test("L90 subviews and free layers interleave in the layer's order")
  func interleaves() {
    let (a, b, c) = (View(frame: box(0, 0, 8, 8)), View(frame: box(0, 0, 8, 8)), View(frame: box(0, 0, 8, 8)))
    (a.backgroundColor, b.backgroundColor) = (.red, .green)
    root.addSubview(a)
    root.insertSubview(b, below: a)
    root.insertSubview(c, at: 1)
    #expect(root.subviews.map { ObjectIdentifier($0) } == [b, c, a].map { ObjectIdentifier($0) })
    let free = makeLayer(0, 0, 8, 8)
    free.backgroundColor = .blue
    root.layer.insertSublayer(free, above: a.layer)
    #expect(stage.color(2, 2) == 0x00_00FF && root.subviews.count == 3)
    root.bringSubviewToFront(b)
    #expect(stage.color(2, 2) == 0x00_FF00)
    root.sendSubviewToBack(b)
    root.layer.insertSublayer(free, below: a.layer)
    #expect(stage.color(2, 2) == 0xFF_0000)
    a.removeFromSuperview()
    #expect(a.superview == nil && a.layer.superlayer == nil && stage.color(2, 2) == 0x00_00FF)
    c.addSubview(b)
    #expect(b.superview === c && root.subviews.count == 1 && b.isDescendant(of: root))
  }

  @Test("L90 a superview owns its subviews, and lets go of them; one that goes leaves its subviews without any")
  func ownership() {
    weak var seen: View?
    do {
      let view = View()
      root.addSubview(view)
      seen = view
    }
    #expect(seen != nil)
    seen?.removeFromSuperview()
    #expect(seen == nil)
    let child = View()
    do {
      let parent = View()
      parent.addSubview(child)
    }
    #expect(child.superview == nil && child.layer.superlayer == nil)
    var view: View? = View()
    let layer = view?.layer
    view = nil
    #expect(layer?.delegate == nil && layer?.view == nil)
  }

  @Test("L90 tags, masks, hosted layers")
  func others() {
    let (view, inner) = (View(frame: box(0, 0, 16, 16)), View())
    (view.backgroundColor, inner.tag) = (.red, 7)
    view.addSubview(inner)
    root.addSubview(view)
    #expect(root.viewWithTag(7) === inner && root.viewWithTag(8) == nil)
    let mask = View(frame: box(0, 0, 4, 16))
    mask.backgroundColor = .black
    view.mask = mask
    #expect(stage.color(2, 2) == 0xFF_0000 && stage.color(8, 2) == 0)
    view.mask = nil
    #expect(stage.color(8, 2) == 0xFF_0000)
    let tree = makeLayer(20, 0, 8, 8)
    tree.backgroundColor = .blue
    let host = View(hosting: tree)
    root.addSubview(host)
    #expect(host.layer === tree && tree.delegate == nil && stage.color(22, 2) == 0x00_00FF)
    #expect(root.subviews.last === host)
  }

  @Test("L90 layoutSubviews runs once a frame after the bounds or the subviews changed")
  func lays() {
    let view = Sketch(frame: box(0, 0, 8, 8))
    root.addSubview(view)
    stage.show()
    let first = view.layouts
    stage.show()
    #expect(view.layouts == first)
    view.bounds.size = Size(width: 9, height: 9)
    view.addSubview(View())
    stage.show()
    #expect(view.layouts == first + 1)
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(view.layouts == first + 2)
    view.sizeToFit()
    #expect(view.bounds.size == Size(width: 4, height: 9))
  }

  @Test("L90 touches reach the view whose layer is hit, or the first of its superviews that takes them")
  func touches() {
    let router = TouchRouter(root: stage.root)
    let (outer, inner) = (Button(frame: box(0, 0, 20, 16)), Button(frame: box(4, 4, 8, 8)))
    root.addSubview(outer)
    outer.addSubview(inner)
    let free = makeLayer(0, 0, 4, 4)
    inner.layer.addSublayer(free)
    func tap(_ x: Fixed, _ y: Fixed) {
      router.handle(finger: 1, phase: .began, at: Point(x: x, y: y))
      router.handle(finger: 1, phase: .moved, at: Point(x: x + 1, y: y))
      router.handle(finger: 1, phase: .ended, at: Point(x: x + 1, y: y))
    }
    tap(6, 6)
    #expect(inner.phases == [.began, .moved, .ended] && outer.phases.isEmpty)
    (inner.takes, inner.phases) = (false, [])
    tap(10, 10)
    #expect(inner.phases == [.began] && outer.phases == [.began, .moved, .ended])
    (inner.takes, inner.phases, outer.phases) = (true, [], [])
    inner.isUserInteractionEnabled = false
    tap(6, 6)
    #expect(inner.phases.isEmpty && outer.phases == [.began, .moved, .ended])
    inner.isUserInteractionEnabled = true
    router.handle(finger: 2, phase: .began, at: Point(x: 6, y: 6))
    inner.removeFromSuperview()
    #expect(inner.phases == [.began, .cancelled])
  }

  @Test("L90 places convert between views")
  func converts() {
    let (a, b) = (View(frame: box(4, 4, 8, 8)), View(frame: box(2, 2, 2, 2)))
    root.addSubview(a)
    a.addSubview(b)
    #expect(b.convert(.zero, to: root) == Point(x: 6, y: 6))
    #expect(b.convert(Point(x: 6, y: 6), from: root) == .zero)
    #expect(b.convert(.zero, to: nil) == Point(x: 6, y: 6))
  }

  @Test("L90 a mask that becomes another view's mask, or a subview, is the first one's no more, and can be again")
  func movedMasks() {
    let (a, b, mask) = (View(), View(), View())
    a.mask = mask
    b.mask = mask
    #expect(a.mask == nil && a.layer.mask == nil && b.mask === mask && b.layer.mask === mask.layer)
    a.mask = mask
    #expect(a.mask === mask && a.layer.mask === mask.layer && b.mask == nil)
    a.addSubview(mask)
    #expect(a.mask == nil && a.layer.mask == nil && mask.superview === a)
    a.mask = mask
    #expect(a.layer.mask === mask.layer && mask.superview == nil && a.subviews.isEmpty)
    a.layer.mask = nil
    #expect(a.mask == nil)
    weak var seen: View?
    do {
      let view = View()
      seen = view
      view.mask = mask
      root.addSubview(mask)
      mask.addSubview(view)
    }
    seen?.removeFromSuperview()
    #expect(seen == nil)
  }

  @Test("L90 an index outside the list of subviews means its nearest end, of an empty list too")
  func indexes() {
    let (first, second) = (View(), View())
    root.insertSubview(first, at: -4)
    root.insertSubview(second, at: -4)
    #expect(root.subviews.map { ObjectIdentifier($0) } == [second, first].map { ObjectIdentifier($0) })
    root.insertSubview(second, at: .max)
    #expect(root.subviews.map { ObjectIdentifier($0) } == [first, second].map { ObjectIdentifier($0) })
  }

  @Test("L90 views cannot own each other, wherever their layers were moved by hand")
  func cycles() async {
    await #expect(processExitsWith: .failure) {
      let (a, b) = (View(), View())
      a.addSubview(b)
      b.layer.removeFromSuperlayer()
      b.addSubview(a)
    }
  }
}
