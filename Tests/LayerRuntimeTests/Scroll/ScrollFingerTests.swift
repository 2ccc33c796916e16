import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ScrollFingerTests {
  private let stage = ScrollStage()

  @Test("L93 a finger stops a throw at once and presses nothing; it drags from there; the next one presses")
  func stops() {
    let view = stage.add()
    let pad = Pad(frame: Rect(x: 0, y: 0, width: 320, height: 5000))
    view.addSubview(pad)
    var taps = 0
    let tap = TapGestureRecognizer { _ in taps += 1 }
    pad.addGestureRecognizer(tap)
    let outer = TapGestureRecognizer { _ in taps += 1 }
    stage.root.addGestureRecognizer(outer)
    let lifted = stage.flick((100, 200), (100, 60))
    pad.heard = []
    stage.frame(at: lifted + 10)
    stage.frame(at: lifted + 300)
    let place = view.y
    let time = Int(lifted) + 310
    stage.touch(.began, 100, 100, at: time)
    #expect(!view.isDecelerating && view.isTracking && view.y == place && stage.log.calls.last == "end throw")
    stage.run(from: Double(time) + 1)
    stage.touch(.ended, 100, 100, at: time + 60)
    stage.run(from: Double(time) + 100)
    #expect(pad.heard == [] && taps == 0 && view.y == place && stage.log.calls.last == "end throw" && !view.isTracking)
    #expect(stage.compositor.nextFrameTime == nil)
    stage.touch(.began, 100, 100, at: time + 2000)
    stage.touch(.ended, 100, 100, at: time + 2060)
    #expect(pad.heard == ["began 0", "cancelled 0"] && taps == 1)
    // Caught again, and dragged without a way of 3 mm.
    let second = stage.flick((100, 200), (100, 60), from: time + 4000, to: time + 4100)
    stage.frame(at: second + 10)
    stage.frame(at: second + 100)
    let caught = view.y
    stage.touch(.began, 100, 100, at: Int(second) + 101)
    stage.touch(.moved, 100, 92, at: Int(second) + 121)
    #expect(view.y == caught + 8 && view.isDragging)
    stage.touch(.ended, 100, 92, at: Int(second) + 300)
    #expect(view.y == caught + 8)
  }

  @Test("L93 a finger that stops a swing beyond the end lets it go back; one in an inner view stops the outer too")
  func stopsSwing() {
    let view = stage.add(content: Size(width: 320, height: 400))
    let inner = ScrollView(frame: Rect(x: 0, y: 0, width: 320, height: 400))
    inner.contentSize = Size(width: 900, height: 400)
    view.addSubview(inner)
    let lifted = stage.flick((100, 220), (100, 60))
    for step in 1...20 where view.y <= 175 { stage.frame(at: lifted + Double(step) * 10) }
    #expect(view.y > 175)
    let (place, time) = (view.y, Int(lifted) + 210)
    inner.setContentOffset(Point(x: 300, y: 0), animated: true)
    stage.frame(at: Double(time) - 1)
    let swung = view.y
    stage.touch(.began, 100, 100, at: time)
    #expect(!view.isDecelerating)
    stage.run(from: Double(time) + 1)
    #expect(view.y == swung && place > 160 && inner.x < 300)
    stage.touch(.ended, 100, 100, at: time + 200)
    #expect(view.isDecelerating)
    stage.run(from: Double(time) + 201)
    #expect(view.contentOffset.y == 160)
  }

  // MARK: Directions

  @Test("L93 directional lock: within 30° of an axis the drag stays on it; aslant it goes both ways; without it too")
  func lock() {
    func drag(_ locks: Bool, _ x: Int, _ y: Int) -> (Int, Int) {
      let stage = ScrollStage()
      let view = stage.add(content: Size(width: 2000, height: 2000))
      view.contentOffset = Point(x: 500, y: 500)
      view.isDirectionalLockEnabled = locks
      stage.touch(.began, 160, 120, at: 0)
      stage.touch(.moved, 160 - x / 4, 120 - y / 4, at: 20)
      stage.touch(.moved, 160 - 100, 120 - 100, at: 40)
      stage.touch(.ended, 160 - 100, 120 - 100, at: 400)
      return (view.x - 500, view.y - 500)
    }
    #expect(drag(true, 100, 50).1 == 0 && drag(true, 100, 50).0 > 80)
    #expect(drag(true, 50, 100).0 == 0 && drag(true, 50, 100).1 > 80)
    #expect(drag(true, 100, 70).0 > 80 && drag(true, 100, 70).1 > 80)
    #expect(drag(false, 100, 20).0 > 80 && drag(false, 100, 20).1 > 80)
  }

  /// A view that scrolls one way in one that scrolls the other way or the same.
  private func nested(_ inner: Size) -> (outer: ScrollView, inner: ScrollView) {
    let outer = stage.add()
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 320, height: 200))
    view.contentSize = inner
    outer.addSubview(view)
    return (outer, view)
  }

  @Test("L93 nested: the inner one takes a drag along its axis, the outer one others")
  func nestedAxes() {
    let (outer, inner) = nested(Size(width: 1000, height: 200))
    stage.touch(.began, 200, 100, at: 0)
    stage.touch(.moved, 100, 90, at: 50)
    #expect(inner.x > 80 && inner.isDragging && outer.y == 0 && !outer.isDragging)
    stage.touch(.ended, 100, 90, at: 300)
    stage.touch(.began, 200, 150, at: 1000)
    stage.touch(.moved, 190, 50, at: 1050)
    #expect(outer.y > 80 && outer.isDragging && !inner.isDragging)
    stage.touch(.ended, 190, 50, at: 1300)
  }

  @Test("L93 nested along one axis: the inner one is dragged, until a drag begins at its end; then the outer one")
  func nestedEnd() {
    let (outer, inner) = nested(Size(width: 320, height: 300))
    stage.touch(.began, 200, 190, at: 0)
    stage.touch(.moved, 200, 150, at: 50)
    #expect(inner.y > 20 && outer.y == 0)
    stage.touch(.moved, 200, 10, at: 100)
    #expect(inner.y > 100 && outer.y == 0)
    stage.touch(.ended, 200, 10, at: 400)
    stage.run(from: 410)
    #expect(inner.contentOffset.y == 100)
    stage.touch(.began, 200, 190, at: 3000)
    stage.touch(.moved, 200, 100, at: 3050)
    #expect(inner.contentOffset.y == 100 && outer.y > 60)
    stage.touch(.ended, 200, 100, at: 3400)
    stage.touch(.began, 200, 50, at: 5000)
    stage.touch(.moved, 200, 80, at: 5050)
    #expect(inner.y < 100 && outer.y > 60)
    stage.touch(.ended, 200, 80, at: 5400)
    // Both at their beginnings: the inner one bounces.
    outer.contentOffset = .zero
    inner.contentOffset = .zero
    stage.touch(.began, 200, 50, at: 8000)
    stage.touch(.moved, 200, 150, at: 8050)
    #expect(inner.y < 0 && outer.y == 0)
  }

  @Test("L93 a finger aslant drags a view of one axis; one across it leaves it to others, and so does a disabled view")
  func aslant() {
    let view = stage.add()
    let pad = Pad(frame: Rect(x: 0, y: 0, width: 320, height: 400))
    view.addSubview(pad)
    stage.touch(.began, 200, 200, at: 0)
    stage.touch(.moved, 120, 150, at: 50)
    #expect(view.y > 30 && view.x == 0)
    stage.touch(.ended, 120, 150, at: 400)
    pad.heard = []
    stage.touch(.began, 200, 200, at: 3000)
    stage.touch(.moved, 100, 190, at: 3050)
    stage.touch(.moved, 100, 100, at: 3100)
    stage.touch(.ended, 100, 100, at: 3150)
    #expect(!view.isDragging && pad.heard == ["began 0", "moved 0", "moved 0", "ended 0"])
    let place = view.y
    view.isScrollEnabled = false
    stage.flick((100, 200), (100, 60), from: 5000, to: 5100)
    #expect(view.y == place && !view.isDecelerating)
  }
}
