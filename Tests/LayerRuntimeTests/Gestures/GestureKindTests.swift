import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

private let rates = [30, 60, 120]

@Suite struct GestureKindTests {
  /// Plays ways at each rate, each sample by itself and cut at random, and compares the steps.
  private func expectSteps(
    _ expected: [String], _ ways: [FingerWay], until end: Int = 5000, _ make: (GestureStage) -> Void,
    _ check: (GestureStage) -> Void = { _ in }, location: SourceLocation = #_sourceLocation
  ) {
    for hertz in rates {
      for seed in 0..<6 {
        let stage = GestureStage()
        make(stage)
        let cut = seed == 0 ? nil : SplitMix(seed: UInt64(seed * 100 + hertz))
        stage.play(samples(ways, hertz: hertz), cut: cut, until: end)
        #expect(steps(stage.log) == expected, "\(hertz) Hz, \(seed)", sourceLocation: location)
        #expect(stage.router.active.isEmpty && stage.router.nextDeadline == nil, sourceLocation: location)
        check(stage)
      }
    }
  }

  @Test(
    "L92 a tap is recognised at each rate and cut; not one that moves by more than 3 mm, lasts, or has another finger")
  func taps() {
    func make(_ stage: GestureStage) {
      stage.add(TapGestureRecognizer(), "tap") {
        #expect($0.location(in: nil) == Point(x: 100, y: 100) && $0.numberOfTouches == 1)
      }
    }
    expectSteps(["tap ended"], [.line(to: 200, (100, 100))], make)
    expectSteps(["tap ended"], [.line(to: 200, (400, 100), (414, 100))]) { $0.add(TapGestureRecognizer(), "tap") }
    expectSteps([], [.line(to: 200, (100, 100), (118, 100))], make)
    expectSteps([], [.line(to: 900, (100, 100))], make)
    expectSteps([], [.line(to: 300, (100, 100)), .line(1, from: 100, to: 200, (300, 100))], make)
    // The slop is in millimetres.
    expectSteps(["tap ended"], [.line(to: 200, (100, 100), (118, 100))]) {
      $0.router.pointsPerMillimetre = 8
      make($0)
    }
  }

  @Test("L92 several taps, each in time and near the first, and taps of several fingers")
  func severalTaps() {
    func make(_ taps: Int, _ fingers: Int) -> (GestureStage) -> Void {
      { stage in
        let tap = stage.add(TapGestureRecognizer(), "tap") { #expect($0.numberOfTouches == fingers) }
        (tap.numberOfTapsRequired, tap.numberOfTouchesRequired) = (taps, fingers)
      }
    }
    func tap(_ finger: Int = 0, at time: Int, _ x: Double = 100) -> FingerWay {
      .line(finger, from: time, to: time + 100, (x, 100))
    }
    expectSteps(["tap ended"], [tap(at: 0), tap(at: 300)], make(2, 1))
    expectSteps(["tap ended"], [tap(at: 0), tap(at: 300), tap(at: 600)], make(3, 1))
    expectSteps([], [tap(at: 0)], make(2, 1))
    expectSteps([], [tap(at: 0), tap(at: 700)], make(2, 1))
    expectSteps([], [tap(at: 0), tap(at: 300, 160)], make(2, 1))
    expectSteps(["tap ended"], [tap(at: 0), tap(at: 300, 140)], make(2, 1))
    expectSteps(["tap ended"], [tap(at: 0), tap(1, at: 40, 200)], make(1, 2))
    expectSteps(["tap ended"], [tap(at: 0), tap(1, at: 40, 200), tap(at: 300), tap(1, at: 330, 200)], make(2, 2))
    expectSteps([], [tap(at: 0), tap(1, at: 200, 200)], make(1, 2))
    expectSteps([], [tap(at: 0)], make(1, 2))
  }

  @Test("L92 a long press begins at its time without a movement, changes, and ends; not if lifted or moved before")
  func longPresses() {
    func make(_ stage: GestureStage) { stage.add(LongPressGestureRecognizer(), "press") }
    expectSteps(["press began", "press ended"], [.line(to: 700, (100, 100))], make)
    expectSteps([], [.line(to: 400, (100, 100))], make)
    expectSteps([], [.line(to: 900, (100, 100), (200, 100))], make)
    let moved = FingerWay(from: 0, to: 1000) { (100 + Double(max(0, $0 - 600)) / 4, 100) }
    expectSteps(["press began", "press changed", "press ended"], [moved], make)
    expectSteps(["press began", "press ended"], [.line(to: 400, (100, 100))]) {
      $0.add(LongPressGestureRecognizer(), "press").minimumPressDuration = .milliseconds(200)
    }
    expectSteps([], [.line(to: 700, (100, 100), (110, 100))]) {
      $0.add(LongPressGestureRecognizer(), "press").allowableMovement = 4
    }
    expectSteps(
      ["press began", "press ended"], [.line(to: 900, (100, 100)), .line(1, from: 100, to: 900, (200, 100))]
    ) {
      $0.add(LongPressGestureRecognizer(), "press").numberOfTouchesRequired = 2
    }
    // The host wakes at the very time.
    let stage = GestureStage()
    make(stage)
    stage.touch(.began, 1, 1, at: 50)
    stage.router.advance(to: 550 * millisecond - 1)
    #expect(stage.log.isEmpty && stage.router.nextDeadline == 550 * millisecond)
    stage.router.advance(to: 550 * millisecond)
    #expect(stage.log == ["press began"] && stage.router.nextDeadline == nil && stage.pad.heard.last == "cancelled 0")
  }

  @Test("L92 a press with no duration begins as the finger comes down, and the view never hears of it")
  func immediatePress() {
    let stage = GestureStage()
    stage.add(LongPressGestureRecognizer(), "press").minimumPressDuration = .zero
    stage.touch(.began, 1, 1)
    #expect(stage.log == ["press began"] && stage.pad.heard.isEmpty)
    stage.touch(.ended, 1, 1, at: 10)
    #expect(stage.log == ["press began", "press ended"] && stage.pad.heard.isEmpty)
  }

  @Test("L92 a pan begins after 3 mm; its translation ends within 2 px of the same, at each rate and cut")
  func pans() {
    let ways = [
      FingerWay.line(to: 400, (100, 100), (400, 250)),
      FingerWay(from: 0, to: 600) { time in
        let angle = Double(time) / 250
        return (300 + 150 * sin(angle), 150 + 150 * (1 - cos(angle)))
      },
      FingerWay(from: 0, to: 500) { time in (100 + Double(time * time) / 600, 200) },
    ]
    for way in ways {
      var ends: [Point] = []
      expectSteps(["pan began", "pan changed", "pan ended"], [way]) { stage in
        stage.add(PanGestureRecognizer(), "pan") { pan in
          if pan.state == .ended { ends.append(pan.translation(in: nil)) }
        }
      }
      #expect(ends.count == 18)
      for end in ends {
        #expect(abs((end.x - ends[0].x).double) <= 2 && abs((end.y - ends[0].y).double) <= 2, "\(end) \(ends[0])")
      }
    }
    // Counted from where the 3 mm were reached.
    let stage = GestureStage()
    let pan = stage.add(PanGestureRecognizer(), "pan")
    stage.touch(.began, 100, 100)
    stage.touch(.moved, 115, 100, at: 10)
    #expect(stage.log.isEmpty)
    stage.touch(.moved, 145, 100, at: 20)
    #expect(stage.log == ["pan began"] && abs(pan.translation(in: nil).x.double - 30) < 0.02)
    #expect(pan.location(in: nil) == Point(x: 145, y: 100) && pan.numberOfTouches == 1)
    pan.setTranslation(Point(x: 5, y: 1), in: nil)
    stage.touch(.moved, 155, 100, at: 30)
    #expect(pan.translation(in: nil) == Point(x: 15, y: 1))
    // In a view that shows everything at twice the size.
    stage.root.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(pan.translation(in: stage.pad) == Point(x: 7.5, y: 0.5))
    pan.setTranslation(Point(x: 10, y: 0), in: stage.pad)
    #expect(pan.translation(in: nil) == Point(x: 20, y: 0) && pan.translation(in: stage.pad) == Point(x: 10, y: 0))
  }

  @Test("L92 a pan's speed is per time: the same at each rate, of the last 40 ms, and zero after a rest")
  func velocities() {
    var speeds: [Double] = []
    expectSteps(["pan began", "pan changed", "pan ended"], [.line(to: 400, (100, 100), (500, 300))]) { stage in
      stage.add(PanGestureRecognizer(), "pan") { pan in
        if pan.state != .ended { return }
        speeds.append(pan.velocity(in: nil).x.double)
        #expect(abs(pan.velocity(in: nil).y.double - 500) < 40)
      }
    }
    #expect(speeds.allSatisfy { abs($0 - 1000) < 40 }, "\(speeds)")
    let slowing = FingerWay(from: 0, to: 600) { (100 + Double(min($0, 400)), 100) }
    expectSteps(["pan began", "pan changed", "pan ended"], [slowing]) { stage in
      stage.add(PanGestureRecognizer(), "pan") { if $0.state == .ended { #expect($0.velocity(in: nil) == .zero) } }
    }
    let turned = FingerWay(from: 0, to: 600) { (100 + Double(abs(300 - $0)), 100) }
    expectSteps(["pan began", "pan changed", "pan ended"], [turned]) { stage in
      stage.add(PanGestureRecognizer(), "pan") {
        if $0.state == .ended { #expect(abs($0.velocity(in: nil).x.double - 1000) < 40) }
      }
    }
    let stage = GestureStage()
    stage.root.transform = AffineTransform(scaleX: 2, y: 2)
    let pan = stage.add(PanGestureRecognizer(), "pan")
    for step in 0...20 { stage.touch(step == 0 ? .began : .moved, 400 + 10 * step, 240, at: 10 * step) }
    #expect(pan.velocity(in: nil) == Point(x: 1000, y: 0))
    #expect(abs(pan.velocity(in: stage.pad).x.double - 500) < 1)
  }

  @Test("L92 a pan has a least and a greatest number of fingers; it does not leap where one comes or goes")
  func panFingers() {
    func make(_ least: Int, _ most: Int) -> (GestureStage) -> Void {
      { stage in
        let pan = stage.add(PanGestureRecognizer(), "pan")
        (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (least, most)
      }
    }
    let one = FingerWay.line(to: 400, (100, 100), (300, 100))
    let two = FingerWay.line(1, to: 400, (100, 200), (300, 200))
    let late = FingerWay.line(1, from: 200, to: 400, (100, 200), (200, 200))
    let whole = ["pan began", "pan changed", "pan ended"]
    expectSteps([], [one], make(2, 2))
    expectSteps(whole, [one, two], make(2, 2))
    expectSteps([], [one, two], make(1, 1))
    expectSteps(whole, [one, late], make(1, 1))
    let stage = GestureStage()
    let pan = stage.add(PanGestureRecognizer(), "pan")
    stage.touch(.began, 100, 100)
    stage.touch(.moved, 200, 100, at: 10)
    let before = pan.translation(in: nil)
    stage.touch(.began, 500, 300, at: 20, finger: 1)
    #expect(pan.translation(in: nil) == before && pan.numberOfTouches == 2)
    #expect(pan.location(in: nil) == Point(x: 350, y: 200))
    #expect(pan.location(ofTouch: 1, in: nil) == Point(x: 500, y: 300))
    stage.touch(.moved, 520, 300, at: 30, finger: 1)
    #expect(pan.translation(in: nil).x == before.x + 10)
    stage.touch(.ended, 200, 100, at: 40)
    #expect(pan.translation(in: nil).x == before.x + 10 && pan.state == .changed)
    stage.touch(.moved, 540, 300, at: 50, finger: 1)
    #expect(pan.translation(in: nil).x == before.x + 30)
    stage.touch(.ended, 540, 300, at: 60, finger: 1)
    #expect(stage.log.last == "pan ended")
  }

  @Test("L92 a pan from an edge begins within 5 mm of it, and inwards")
  func edges() {
    func make(_ edges: ScreenEdgePanGestureRecognizer.Edge) -> (GestureStage) -> Void {
      { $0.add(ScreenEdgePanGestureRecognizer(), "edge").edges = edges }
    }
    let whole = ["edge began", "edge changed", "edge ended"]
    let ways: [(ScreenEdgePanGestureRecognizer.Edge, FingerWay)] = [
      (.left, .line(to: 400, (10, 200), (200, 220))), (.right, .line(to: 400, (790, 200), (600, 220))),
      (.top, .line(to: 400, (300, 5), (300, 200))), (.bottom, .line(to: 400, (300, 470), (300, 300))),
    ]
    for (edge, way) in ways {
      expectSteps(whole, [way], make(edge))
      expectSteps(whole, [way], make(.all))
      expectSteps([], [way], make(ScreenEdgePanGestureRecognizer.Edge.all.subtracting(edge)))
    }
    expectSteps([], [.line(to: 400, (30, 200), (200, 200))], make(.left))
    expectSteps([], [.line(to: 400, (10, 200), (10, 400))], make(.left))
    expectSteps([], [.line(to: 400, (790, 200), (600, 200))], make([]))
  }

  @Test("L92 a swipe is fast, long enough and straight in one of its directions")
  func swipes() {
    func make(_ direction: SwipeGestureRecognizer.Direction, _ fingers: Int = 1) -> (GestureStage) -> Void {
      { stage in
        let swipe = stage.add(SwipeGestureRecognizer(), "swipe")
        (swipe.direction, swipe.numberOfTouchesRequired) = (direction, fingers)
      }
    }
    let ways: [(SwipeGestureRecognizer.Direction, (Double, Double))] = [
      (.right, (500, 220)), (.left, (300, 220)), (.up, (420, 100)), (.down, (420, 300)),
    ]
    for (direction, end) in ways {
      let way = FingerWay.line(to: 200, (400, 200), end)
      expectSteps(["swipe ended"], [way], make(direction))
      expectSteps(["swipe ended"], [way], make([.left, .right, .up, .down]))
      expectSteps(
        [], [way], make(SwipeGestureRecognizer.Direction([.left, .right, .up, .down]).subtracting(direction)))
    }
    expectSteps([], [.line(to: 200, (400, 200), (470, 270))], make([.right, .down]))
    expectSteps([], [.line(to: 200, (400, 200), (430, 200))], make(.right))
    expectSteps([], [.line(to: 1500, (400, 200), (480, 200))], make(.right))
    let pair = [FingerWay.line(to: 200, (400, 200), (500, 200)), .line(1, to: 200, (400, 300), (500, 300))]
    expectSteps(["swipe ended"], pair, make(.right, 2))
    expectSteps([], pair, make(.right))
    expectSteps([], [pair[0]], make(.right, 2))
  }

  @Test("L92 a pinch begins when the distance has changed by 3 mm; its scale and speed are the same at each rate")
  func pinches() {
    let apart = [FingerWay.line(to: 400, (300, 200), (200, 200)), .line(1, to: 400, (400, 200), (500, 200))]
    var ends: [(scale: Double, speed: Double)] = []
    expectSteps(["pinch began", "pinch changed", "pinch ended"], apart) { stage in
      stage.add(PinchGestureRecognizer(), "pinch") { pinch in
        if pinch.state == .ended { ends.append((pinch.scale.double, pinch.velocity.double)) }
      }
    }
    // From 115 to 300 points; 500 points a second.
    #expect(ends.count == 18 && ends.allSatisfy { abs($0.scale - 300.0 / 115) < 0.02 })
    #expect(ends.allSatisfy { abs($0.speed - 500.0 / 115) < 0.4 }, "\(ends)")
    expectSteps([], [.line(to: 400, (300, 200), (295, 200)), .line(1, to: 400, (400, 200), (405, 200))]) {
      $0.add(PinchGestureRecognizer(), "pinch")
    }
    expectSteps([], [.line(to: 400, (300, 200), (100, 200))]) { $0.add(PinchGestureRecognizer(), "pinch") }
    let stage = GestureStage()
    let pinch = stage.add(PinchGestureRecognizer(), "pinch")
    stage.touch(.began, 300, 200)
    stage.touch(.began, 400, 200, finger: 1)
    stage.touch(.began, 600, 200, finger: 2)
    stage.touch(.moved, 530, 200, at: 20, finger: 1)
    #expect(pinch.scale == 2 && pinch.numberOfTouches == 2)
    pinch.scale = 1
    stage.touch(.moved, 645, 200, at: 40, finger: 1)
    #expect(abs(pinch.scale.double - 1.5) < 0.001)
    // With one finger the scale stays; another one goes on from there.
    stage.touch(.ended, 645, 200, at: 60, finger: 1)
    stage.touch(.moved, 310, 200, at: 70)
    stage.touch(.began, 410, 200, at: 80, finger: 1)
    stage.touch(.moved, 510, 200, at: 90, finger: 1)
    #expect(abs(pinch.scale.double - 3) < 0.001)
    stage.touch(.ended, 510, 200, at: 100, finger: 1)
    stage.touch(.ended, 310, 200, at: 100)
    #expect(stage.log.last == "pinch ended" && pinch.scale == 1)
  }

  @Test("L92 a rotation begins when a finger has moved by 3 mm about the other; its angle goes on beyond half a turn")
  func rotations() {
    func ways(_ turn: Double) -> [FingerWay] {
      (0..<2).map { finger in
        FingerWay(finger: finger, from: 0, to: 800) { time in
          let angle = turn * Double(time) / 800 + Double(finger) * .pi
          return (400 + 100 * cos(angle), 240 + 100 * sin(angle))
        }
      }
    }
    for turn in [4.0, -1.0] {
      var ends: [(rotation: Double, speed: Double)] = []
      expectSteps(["turn began", "turn changed", "turn ended"], ways(turn)) { stage in
        stage.add(RotationGestureRecognizer(), "turn") {
          if $0.state == .ended { ends.append(($0.rotation.double, $0.velocity.double)) }
        }
      }
      // 15 points at a distance of 200.
      let expected = turn - (turn > 0 ? 0.075 : -0.075)
      #expect(ends.count == 18 && ends.allSatisfy { abs($0.rotation - expected) < 0.02 }, "\(ends)")
      #expect(ends.allSatisfy { abs($0.speed - turn / 0.8) < 0.5 }, "\(ends)")
    }
    expectSteps([], ways(0.05)) { $0.add(RotationGestureRecognizer(), "turn") }
    let stage = GestureStage()
    let turn = stage.add(RotationGestureRecognizer(), "turn")
    stage.touch(.began, 300, 200)
    stage.touch(.began, 400, 200, finger: 1)
    stage.touch(.moved, 300, 300, at: 10, finger: 1)
    #expect(abs(turn.rotation.double - (Double.pi / 2 - 0.15)) < 0.001)
    turn.rotation = 0
    stage.touch(.moved, 200, 200, at: 20, finger: 1)
    #expect(abs(turn.rotation.double - Double.pi / 2) < 0.001)
  }

  @Test("L92 a pinch and a rotation with a common delegate go on together")
  func together() {
    final class Both: GestureRecognizerDelegate {
      func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
      ) -> Bool { true }
    }
    let (stage, both) = (GestureStage(), Both())
    stage.add(PinchGestureRecognizer(), "pinch").delegate = both
    stage.add(RotationGestureRecognizer(), "turn").delegate = both
    stage.play(samples([.line(to: 400, (300, 200)), .line(1, to: 400, (400, 200), (500, 400))], hertz: 60))
    for name in ["pinch", "turn"] {
      #expect(stage.log.contains("\(name) began") && stage.log.contains("\(name) ended"))
    }
  }

  @Test("L92 the closure of an initialiser is called with the recogniser as it is")
  func initialisers() {
    let stage = GestureStage()
    var seen: [String] = []
    stage.pad.addGestureRecognizer(TapGestureRecognizer { tap in seen.append("\(tap.numberOfTapsRequired)") })
    stage.pad.addGestureRecognizer(PanGestureRecognizer { pan in seen.append("\(pan.translation(in: nil).y.rounded)") })
    stage.touch(.began, 5, 5)
    stage.touch(.ended, 5, 5, at: 10)
    stage.touch(.began, 5, 5, at: 20)
    stage.touch(.moved, 80, 5, at: 30)
    #expect(seen == ["1", "0"])
  }
}
