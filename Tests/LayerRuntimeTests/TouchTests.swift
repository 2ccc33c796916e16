import FixedRaster
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
