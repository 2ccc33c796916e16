import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What handlers were called with, in order.
private final class Log {
  var lines: [String] = []
  func record(_ who: String) -> (Touch) -> Void {
    { [self] touch in
      lines.append("\(who) \(touch.finger) \(touch.phase) \(touch.location.x.rounded),\(touch.location.y.rounded)")
    }
  }
}

@Suite struct TouchTests {
  let root = makeLayer(0, 0, 200, 200)
  let left = makeLayer(0, 0, 100, 200)
  let right = makeLayer(100, 0, 100, 200)
  let router: TouchRouter
  private let log = Log()

  init() {
    root.sublayers = [left, right]
    router = TouchRouter(root: root, capacity: 2)
    left.touchHandler = log.record("left")
    right.touchHandler = log.record("right")
  }

  func at(_ x: Int, _ y: Int) -> Point { Point(x: Fixed(x), y: Fixed(y)) }

  @Test("L91 a finger belongs to the layer it came down on until it goes up, wherever it moves")
  func oneFinger() {
    router.handle(finger: 3, phase: .began, at: at(50, 50))
    router.handle(finger: 3, phase: .moved, at: at(150, 60))
    router.handle(finger: 3, phase: .ended, at: at(160, 60))
    router.handle(finger: 3, phase: .moved, at: at(50, 60))
    #expect(log.lines == ["left 3 began 50,50", "left 3 moved 150,60", "left 3 ended 160,60"])
  }

  @Test("L91 what an input device tells in pixels is a place in points, whatever the display's scale")
  func pixels() {
    let compositor = Compositor(root: root, width: 400, height: 400, scale: 2)
    var places: [Point] = []
    right.touchHandler = { touch in
      places.append(touch.location)
      places.append(touch.location(in: touch.layer))
    }
    // 120 points to the right is in the right layer; 120 pixels is in the left one.
    router.handle(finger: 0, phase: .began, at: PixelPoint(x: 240, y: 61))
    router.handle(finger: 1, phase: .began, at: PixelPoint(x: 120, y: 61))
    #expect(places == [Point(x: 120, y: 30.5), Point(x: 20, y: 30.5)] && log.lines == ["left 1 began 60,31"])
    compositor.scale = 0.5
    router.handle(finger: 0, phase: .ended, at: PixelPoint(x: 75, y: 10))
    #expect(places.suffix(2) == [Point(x: 150, y: 20), Point(x: 50, y: 20)])
    #expect(compositor.point(at: PixelPoint(x: 75, y: 10)) == Point(x: 150, y: 20))
    #expect(compositor.pixel(at: Point(x: 150, y: 20)) == PixelPoint(x: 75, y: 10))
  }

  @Test("L91 without a compositor a pixel is a point")
  func pixelsWithoutScale() {
    router.handle(finger: 0, phase: .began, at: PixelPoint(x: 120, y: 61))
    #expect(log.lines == ["right 0 began 120,61"])
  }

  @Test("L91 fingers are followed each on its own; one too many is ignored and counted")
  func severalFingers() {
    router.handle(finger: 0, phase: .began, at: at(50, 50))
    router.handle(finger: 1, phase: .began, at: at(150, 50))
    router.handle(finger: 2, phase: .began, at: at(50, 50))
    router.handle(finger: 2, phase: .moved, at: at(51, 50))
    router.handle(finger: 0, phase: .cancelled, at: at(52, 50))
    router.handle(finger: 1, phase: .ended, at: at(151, 50))
    #expect(
      log.lines == ["left 0 began 50,50", "right 1 began 150,50", "left 0 cancelled 52,50", "right 1 ended 151,50"])
    #expect(router.ignoredFingers == 1 && router.capacity == 2)
    router.handle(finger: 2, phase: .began, at: at(50, 50))
    #expect(log.lines.last == "left 2 began 50,50")
  }

  @Test("L91 a finger that comes down twice is cancelled first; unknown fingers are ignored")
  func oddDevices() {
    router.handle(finger: 9, phase: .ended, at: at(1, 1))
    router.handle(finger: 0, phase: .began, at: at(50, 50))
    router.handle(finger: 0, phase: .began, at: at(150, 50))
    #expect(log.lines == ["left 0 began 50,50", "left 0 cancelled 50,50", "right 0 began 150,50"])
    router.cancelAll()
    #expect(log.lines.last == "right 0 cancelled 150,50")
    router.handle(finger: 0, phase: .moved, at: at(1, 1))
    #expect(log.lines.count == 4)
  }

  @Test("L16 L91 touch takes the layer that is seen; its handler or the nearest above it is called")
  func receiver() {
    let label = makeLayer(10, 10, 20, 20)
    left.addSublayer(label)
    var touched: Layer?
    left.touchHandler = { touched = $0.layer }
    router.handle(finger: 0, phase: .began, at: at(15, 15))
    #expect(touched === label)
    router.cancelAll()
    left.frame = root.bounds
    router.handle(finger: 0, phase: .began, at: at(150, 15))
    #expect(log.lines == ["right 0 began 150,15"])
    left.zPosition = 1
    router.handle(finger: 1, phase: .began, at: at(150, 15))
    #expect(touched === left)
    (left.touchHandler, right.touchHandler) = (nil, nil)
    router.cancelAll()
    router.handle(finger: 0, phase: .began, at: at(15, 15))
    #expect(log.lines.count == 1)
  }

  @Test("L91 the location is the display's, and converts into any layer")
  func location() {
    var place: Point?
    var inRoot: Point?
    right.touchHandler = { touch in
      place = touch.location(in: touch.layer)
      inRoot = touch.location(in: nil)
    }
    right.setAffineTransform(AffineTransform(scaleX: 1, y: -1))
    router.handle(finger: 0, phase: .began, at: at(110, 30))
    #expect(place == at(10, 170) && inRoot == at(110, 30))
  }

  @Test("L07 L91 a layer removed while touched, itself or with one above it, gets one cancel")
  func removal() {
    let label = makeLayer(10, 10, 20, 20)
    label.touchHandler = log.record("label")
    left.addSublayer(label)
    router.handle(finger: 0, phase: .began, at: at(15, 15))
    router.handle(finger: 1, phase: .began, at: at(150, 15))
    left.removeFromSuperlayer()
    #expect(log.lines.suffix(1) == ["label 0 cancelled 15,15"])
    router.handle(finger: 0, phase: .moved, at: at(16, 16))
    router.handle(finger: 0, phase: .ended, at: at(16, 16))
    label.removeFromSuperlayer()
    #expect(log.lines.count == 3)
    root.sublayers = []
    #expect(log.lines.last == "right 1 cancelled 150,15" && log.lines.count == 4)
  }

  @Test("L91 a layer that moves within its tree keeps its touch; one that moves to another tree does not")
  func moves() {
    router.handle(finger: 0, phase: .began, at: at(50, 50))
    root.addSublayer(left)
    right.addSublayer(left)
    root.sublayers = [right, left]
    router.handle(finger: 0, phase: .moved, at: at(51, 50))
    #expect(log.lines == ["left 0 began 50,50", "left 0 moved 51,50"])
    Layer().addSublayer(left)
    #expect(log.lines.last == "left 0 cancelled 51,50" && log.lines.count == 3)
  }

  @Test("L07 L91 a layer removed by its own handler when the touch ends gets no cancel after the end")
  func removalAtTheEnd() {
    left.touchHandler = { [log] touch in
      log.record("left")(touch)
      if touch.phase == .ended { touch.layer.removeFromSuperlayer() }
    }
    router.handle(finger: 0, phase: .began, at: at(50, 50))
    router.handle(finger: 0, phase: .ended, at: at(50, 50))
    #expect(log.lines == ["left 0 began 50,50", "left 0 ended 50,50"])
  }

  @Test("L91 replacing a touched layer cancels its touch once, and handlers may start new ones meanwhile")
  func reentrancy() {
    let new = makeLayer(0, 0, 100, 200)
    new.touchHandler = log.record("new")
    left.touchHandler = { [router, log] touch in
      log.record("left")(touch)
      if touch.phase == .cancelled { router.handle(finger: 5, phase: .began, at: Point(x: 1, y: 1)) }
    }
    router.handle(finger: 0, phase: .began, at: at(50, 50))
    root.replaceSublayer(left, with: new)
    #expect(log.lines == ["left 0 began 50,50", "left 0 cancelled 50,50", "new 5 began 1,1"])
  }
}

/// A layer that overrides what it is told of touches, and passes them on where it is told to.
private final class Key: Layer {
  let title: String
  let log: Log
  var passesOn = false
  var onBegan: (() -> Void)?

  init(_ name: String, _ log: Log, _ frame: Rect) {
    (title, self.log) = (name, log)
    super.init()
    self.frame = frame
  }

  override func touchesBegan(_ touch: Touch) {
    log.record(title)(touch)
    onBegan?()
    if passesOn { super.touchesBegan(touch) }
  }
  override func touchesMoved(_ touch: Touch) { log.record(title)(touch) }
  override func touchesEnded(_ touch: Touch) { log.record(title)(touch) }
  override func touchesCancelled(_ touch: Touch) { log.record(title)(touch) }
}

@Suite struct TouchMethodTests {
  private let log = Log()
  private let root = makeLayer(0, 0, 100, 100)
  private let outer: Key
  private let inner: Key
  private let label = makeLayer(0, 0, 20, 20)
  private let router: TouchRouter

  init() {
    outer = Key("outer", log, Rect(x: 0, y: 0, width: 80, height: 80))
    inner = Key("inner", log, Rect(x: 0, y: 0, width: 40, height: 40))
    root.addSublayer(outer)
    outer.addSublayer(inner)
    inner.addSublayer(label)
    router = TouchRouter(root: root, capacity: 1)
  }

  private func tell(_ phase: Touch.Phase, _ x: Int) {
    router.handle(finger: 0, phase: phase, at: Point(x: Fixed(x), y: 10))
  }

  @Test(
    "L91 a layer that overrides the methods is told each phase of a touch on it, or on a layer below that passes it on")
  func phases() {
    tell(.began, 10)
    tell(.moved, 70)
    tell(.ended, 71)
    tell(.began, 12)
    tell(.cancelled, 13)
    #expect(
      log.lines == [
        "inner 0 began 10,10", "inner 0 moved 70,10", "inner 0 ended 71,10", "inner 0 began 12,10",
        "inner 0 cancelled 13,10",
      ])
  }

  @Test(
    "L91 super passes the beginning on, to a layer that takes it, to its handler, or to nobody; the rest goes there")
  func passedOn() {
    inner.passesOn = true
    tell(.began, 10)
    tell(.ended, 11)
    #expect(log.lines == ["inner 0 began 10,10", "outer 0 began 10,10", "outer 0 ended 11,10"])
    (log.lines, outer.passesOn) = ([], true)
    tell(.began, 10)
    tell(.moved, 11)
    #expect(log.lines == ["inner 0 began 10,10", "outer 0 began 10,10"] && router.ignoredFingers == 0)
    log.lines = []
    root.touchHandler = log.record("root")
    tell(.began, 10)
    tell(.moved, 11)
    tell(.ended, 12)
    #expect(log.lines.suffix(3) == ["root 0 began 10,10", "root 0 moved 11,10", "root 0 ended 12,10"])
    // A layer with a handler of its own takes the touch, though it calls super.
    (log.lines, outer.touchHandler) = ([], log.record("handler"))
    tell(.began, 10)
    #expect(log.lines == ["inner 0 began 10,10", "outer 0 began 10,10", "handler 0 began 10,10"])
  }

  @Test("L07 L91 a layer that goes while it is asked is cancelled, and nobody above it is told")
  func removedWhileAsked() {
    inner.passesOn = true
    inner.onBegan = { [inner] in inner.removeFromSuperlayer() }
    tell(.began, 10)
    tell(.moved, 11)
    #expect(log.lines == ["inner 0 began 10,10", "inner 0 cancelled 10,10"])
  }

  @Test("L91 a layer that is asked may end the finger and begin another, which is followed")
  func otherFingerWhileAsked() {
    inner.passesOn = true
    inner.onBegan = { [inner, router] in
      inner.onBegan = nil
      router.handle(finger: 0, phase: .began, at: Point(x: 60, y: 10))
    }
    tell(.began, 10)
    tell(.ended, 61)
    #expect(
      log.lines == [
        "inner 0 began 10,10", "inner 0 cancelled 10,10", "outer 0 began 60,10", "outer 0 ended 61,10",
      ])
  }
}
