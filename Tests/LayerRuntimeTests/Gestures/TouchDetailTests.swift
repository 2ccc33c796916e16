import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct TouchDetailTests {
  private let stage = GestureStage()
  private var pad: Pad { stage.pad }

  @Test("L91 a touch has the kernel's time and the place before; each sample is delivered, in order")
  func timesAndPlaces() {
    stage.touch(.began, 10, 20, at: 5)
    for step in 1...4 { stage.touch(.moved, 10 + step, 20, at: 5 + step) }
    stage.touch(.moved, 14, 20, at: 9)
    stage.touch(.ended, 30, 21, at: 12)
    #expect(pad.heard == ["began 0", "moved 0", "moved 0", "moved 0", "moved 0", "moved 0", "ended 0"])
    #expect(pad.touches.map { $0.timestamp } == [5, 6, 7, 8, 9, 9, 12].map { $0 * millisecond })
    #expect(pad.touches.map { $0.location.x } == [10, 11, 12, 13, 14, 14, 30])
    #expect(pad.touches.map { $0.previousLocation.x } == [10, 10, 11, 12, 13, 14, 14])
    pad.frame.origin.x = 4
    #expect(pad.touches[1].previousLocation(in: pad).x == 6 && pad.touches[1].previousLocation(in: nil).x == 10)
  }

  @Test("L91 times never run backwards; a sample without a time has the latest one known")
  func heldTimes() {
    stage.touch(.began, 1, 1, at: 10)
    stage.touch(.moved, 2, 1, at: 4)
    stage.router.handle(finger: 0, phase: .moved, at: Point(x: 3, y: 1))
    stage.router.advance(to: 20 * millisecond)
    stage.router.handle(finger: 0, phase: .ended, at: Point(x: 3, y: 1))
    #expect(pad.touches.map { $0.timestamp } == [10, 10, 10, 20].map { $0 * millisecond })
  }

  @Test("L91 hiding the touched layer, or one above it, cancels the touch once; hiding another one does not")
  func hiding() {
    let (inner, other) = (Pad(frame: Rect(x: 0, y: 0, width: 50, height: 50)), View())
    pad.addSubview(inner)
    pad.addSubview(other)
    let hidden: [(View, Bool)] = [(inner, true), (pad, true), (stage.root, true), (other, false)]
    for (view, isCancelled) in hidden {
      inner.heard = []
      stage.touch(.began, 5, 5)
      view.isHidden = true
      stage.touch(.moved, 6, 5)
      view.isHidden = false
      stage.touch(.ended, 6, 5)
      #expect(inner.heard == (isCancelled ? ["began 0", "cancelled 0"] : ["began 0", "moved 0", "ended 0"]))
    }
  }

  @Test("L91 a view that takes no touches any more, or one above it, has its touches cancelled")
  func disabling() {
    let inner = Pad(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    pad.addSubview(inner)
    for view in [inner, pad, stage.root] as [View] {
      inner.heard = []
      stage.touch(.began, 5, 5)
      view.isUserInteractionEnabled = false
      stage.touch(.ended, 6, 5)
      view.isUserInteractionEnabled = true
      #expect(inner.heard == ["began 0", "cancelled 0"])
    }
  }

  @Test("L91 a view that took a touch and leaves the tree is cancelled, though the touched one stays")
  func removedReceiver() {
    let label = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    pad.addSubview(label)
    stage.touch(.began, 5, 5)
    stage.root.layer.addSublayer(label.layer)
    stage.touch(.moved, 6, 5)
    pad.removeFromSuperview()
    stage.touch(.ended, 6, 5)
    #expect(pad.heard == ["began 0", "moved 0", "cancelled 0"])
  }

  @Test(
    "L91 a finger on an exclusive view, or in it, is the only one: later fingers elsewhere are ignored, and so is one on it while others are down"
  )
  func exclusive() {
    let (left, right) = (
      Pad(frame: Rect(x: 0, y: 0, width: 50, height: 50)), Pad(frame: Rect(x: 100, y: 0, width: 50, height: 50))
    )
    let inner = Pad(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    left.addSubview(inner)
    pad.addSubview(left)
    pad.addSubview(right)
    left.isExclusiveTouch = true
    stage.touch(.began, 5, 5, finger: 1)
    stage.touch(.began, 110, 5, finger: 2)
    stage.touch(.moved, 111, 5, finger: 2)
    stage.touch(.began, 40, 40, finger: 3)
    #expect(inner.heard == ["began 1"] && left.heard == ["began 3"] && right.heard.isEmpty)
    #expect(stage.router.ignoredFingers == 0)
    stage.router.cancelAll()
    stage.touch(.began, 110, 5, finger: 4)
    stage.touch(.began, 5, 5, finger: 5)
    stage.touch(.ended, 110, 5, finger: 4)
    #expect(right.heard == ["began 4", "ended 4"] && inner.heard == ["began 1", "cancelled 1"])
    stage.touch(.began, 5, 5, finger: 6)
    #expect(inner.heard.last == "began 6")
    stage.router.cancelAll()
    left.isExclusiveTouch = false
    stage.touch(.began, 110, 5, finger: 7)
    stage.touch(.began, 5, 5, finger: 8)
    #expect(right.heard.last == "began 7" && inner.heard.last == "began 8")
  }

  private func hit(_ x: Int, _ y: Int, _ order: Layer.HitTestOrder = .drawing) -> View? {
    stage.root.layer.hitTest(Point(x: Fixed(x), y: Fixed(y)), order: order)?.view
  }

  @Test("L91 touchInsets enlarge or shrink the touched area of a view, in drawing order, within what clips it")
  func insets() {
    let button = View(frame: Rect(x: 100, y: 100, width: 20, height: 10))
    pad.addSubview(View(frame: pad.bounds))
    pad.addSubview(button)
    pad.insertSubview(View(frame: pad.bounds), at: 0)
    button.touchInsets = EdgeInsets(enlarging: button.bounds.size, to: 7 * stage.router.pointsPerMillimetre)
    #expect(button.touchInsets == EdgeInsets(top: -12.5, left: -7.5, bottom: -12.5, right: -7.5))
    #expect(button.layer.touchInsets == button.touchInsets)
    #expect(hit(110, 105) === button && hit(93, 88) === button && hit(127, 121) === button)
    #expect(hit(92, 105) !== button && hit(128, 105) !== button && hit(110, 87) !== button && hit(110, 123) !== button)
    #expect(hit(93, 88, .tree) !== button)
    stage.touch(.began, 95, 90)
    #expect(stage.router.fingers[0]?.layer === button.layer)
    button.touchInsets = EdgeInsets(top: 3, left: 3, bottom: 3, right: 3)
    #expect(hit(101, 105) !== button && hit(110, 105) === button)
    #expect(
      EdgeInsets(enlarging: Size(width: 60, height: 30), to: 35)
        == EdgeInsets(top: -2.5, left: 0, bottom: -2.5, right: 0))
    // A corner that is rounded away belongs to the target; a place outside of a clipping superview does not.
    button.touchInsets = EdgeInsets(top: -5, left: -5, bottom: -5, right: -5)
    button.layer.cornerRadius = 5
    #expect(hit(100, 100) === button)
    let box = View(frame: Rect(x: 300, y: 100, width: 20, height: 20))
    box.addSubview(button)
    button.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    pad.addSubview(box)
    #expect(hit(297, 110) === button)
    box.clipsToBounds = true
    #expect(hit(297, 110) !== button && hit(301, 110) === button)
  }

  @Test("L91 of neighbours that have touch insets the one that is hit itself wins; between them the one in front")
  func neighbours() {
    let views = (0..<3).map { View(frame: Rect(x: Fixed(100 + 24 * $0), y: 100, width: 20, height: 20)) }
    for view in views {
      pad.addSubview(view)
      view.touchInsets = EdgeInsets(top: -8, left: -8, bottom: -8, right: -8)
    }
    let label = View(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    views[0].addSubview(label)
    #expect(hit(119, 110) === label && hit(124, 110) === views[1] && hit(143, 110) === views[1])
    #expect(hit(122, 110) === views[1] && hit(145, 110) === views[2] && hit(93, 110) === views[0])
  }
}
