import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Answers as it is told, and counts.
private final class Judge: GestureRecognizerDelegate {
  var begins = true
  var isSimultaneous = false
  var receives = true
  var asked: [String] = []

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    asked.append("begin")
    return begins
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    asked.append("simultaneous")
    return isSimultaneous
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    asked.append("receive")
    return receives
  }
}

private final class OwnJudge: View, GestureRecognizerDelegate {
  var asked = 0
  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    asked += 1
    return asked > 1
  }
}

@Suite struct GestureRuleTests {
  private let stage = GestureStage()
  private var pad: Pad { stage.pad }

  private func tap(_ x: Int = 100, _ y: Int = 100, at time: Int = 0, finger: Int = 0) {
    stage.touch(.began, x, y, at: time, finger: finger)
    stage.touch(.ended, x, y, at: time + 40, finger: finger)
  }

  private func drag(at time: Int = 0, by way: Int = 100) {
    stage.touch(.began, 100, 100, at: time)
    for step in 1...5 { stage.touch(.moved, 100 + way * step / 5, 100, at: time + 10 * step) }
    stage.touch(.ended, 100 + way, 100, at: time + 60)
  }

  @Test("L92 a view has a list of recognisers; one belongs to one view, and calls nothing after its removal")
  func list() {
    #expect(pad.gestureRecognizers == nil)
    let tapper = stage.add(TapGestureRecognizer(), "tap")
    pad.addGestureRecognizer(tapper)
    #expect(pad.gestureRecognizers?.count == 1 && tapper.view === pad)
    stage.root.addGestureRecognizer(tapper)
    #expect(pad.gestureRecognizers == nil && tapper.view === stage.root)
    tap()
    #expect(stage.log == ["tap ended"])
    stage.root.removeGestureRecognizer(tapper)
    tap(at: 100)
    #expect(stage.log == ["tap ended"] && tapper.view == nil)
    let pan = PanGestureRecognizer()
    pad.gestureRecognizers = [tapper, pan]
    pad.gestureRecognizers = [pan]
    #expect(tapper.view == nil && pan.view === pad && pad.gestureRecognizers?.count == 1)
    pan.addAction { [stage] in stage.log.append("pan \($0.state)") }
    stage.log = []
    stage.touch(.began, 0, 0, at: 200)
    stage.touch(.moved, 50, 0, at: 210)
    pad.removeGestureRecognizer(pan)
    stage.touch(.moved, 60, 0, at: 220)
    stage.touch(.ended, 60, 0, at: 230)
    #expect(stage.log == ["pan began"] && pan.state == .possible && stage.router.active.isEmpty)
    pad.addGestureRecognizer(pan)
    pan.removeActions()
    drag(at: 300)
    #expect(stage.log == ["pan began"])
  }

  @Test("L92 a recogniser is possible, began, changed and ended; or failed; and possible again once all fingers are up")
  func states() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    #expect(pan.state == .possible && GestureRecognizer.State.recognized == .ended)
    drag()
    #expect(steps(stage.log) == ["pan began", "pan changed", "pan ended"] && pan.state == .possible)
    stage.log = []
    let tapper = stage.add(TapGestureRecognizer(), "tap")
    stage.touch(.began, 0, 0, at: 100)
    stage.touch(.moved, 40, 0, at: 110)
    #expect(tapper.state == .failed && pan.state == .began)
    stage.touch(.cancelled, 40, 0, at: 120)
    #expect(stage.log == ["pan began", "pan cancelled"])
    #expect(tapper.state == .possible && pan.state == .possible && stage.router.active.isEmpty)
    // Others do nothing.
    pan.state = .ended
    #expect(pan.state == .possible && stage.log.count == 2)
  }

  @Test("L92 a recognised gesture takes the touch from the view, unless cancelsTouchesInView is false")
  func cancelsTouches() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    drag()
    #expect(pad.heard.first == "began 0" && pad.heard.last == "cancelled 0" && !pad.heard.contains("ended 0"))
    pan.cancelsTouchesInView = false
    pad.heard = []
    drag(at: 100)
    #expect(pad.heard == ["began 0"] + Array(repeating: "moved 0", count: 5) + ["ended 0"])
    pad.heard = []
    stage.add(TapGestureRecognizer(), "tap")
    tap(at: 200)
    #expect(pad.heard == ["began 0", "cancelled 0"])
  }

  @Test("L92 recognisers hear of fingers on views in theirs, before the views do, and where no view takes them")
  func superviews() {
    let inner = Pad(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    pad.addSubview(inner)
    stage.add(TapGestureRecognizer(), "outer")
    pad.takes = false
    inner.takes = false
    tap(5, 5)
    #expect(stage.log == ["outer ended"])
    // The innermost is first, and the others fail.
    stage.add(TapGestureRecognizer(), "inner", to: inner)
    stage.log = []
    tap(5, 5, at: 100)
    #expect(stage.log == ["inner ended"])
    tap(100, 100, at: 200)
    #expect(stage.log == ["inner ended", "outer ended"])
  }

  @Test("L92 delaysTouchesBegan holds the view's touches back until the recogniser fails; none come if it does not")
  func delays() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    pan.delaysTouchesBegan = true
    stage.touch(.began, 100, 100, at: 0)
    stage.touch(.moved, 101, 100, at: 10)
    #expect(pad.heard.isEmpty)
    stage.touch(.ended, 101, 100, at: 20)
    #expect(pad.heard == ["began 0", "ended 0"])
    #expect(pad.touches[0].timestamp == 0 && pad.touches[0].location == Point(x: 100, y: 100))
    pad.heard = []
    drag(at: 100)
    #expect(pad.heard.isEmpty)
    pan.isEnabled = false
    let press = stage.add(TapGestureRecognizer(), "tap")
    press.delaysTouchesBegan = true
    stage.touch(.began, 100, 100, at: 200)
    stage.touch(.moved, 130, 100, at: 210)
    stage.touch(.moved, 131, 100, at: 220)
    stage.touch(.ended, 131, 100, at: 230)
    #expect(pad.heard == ["began 0", "moved 0", "moved 0", "ended 0"])
    // A double tap that does not come: beginning and end of the first come with its time.
    press.numberOfTapsRequired = 2
    pad.heard = []
    tap(at: 300)
    #expect(pad.heard.isEmpty)
    stage.router.advance(to: 800 * millisecond)
    #expect(pad.heard == ["began 0", "ended 0"] && stage.router.active.isEmpty)
    pad.heard = []
    tap(at: 1000)
    tap(at: 1100)
    stage.router.advance(to: 2000 * millisecond)
    #expect(pad.heard.isEmpty && stage.log.last == "tap ended" && stage.router.fingers.allSatisfy { $0 == nil })
  }

  @Test("L92 require(toFail:) waits for the failure of the other; where that is recognised, this one fails")
  func requirements() {
    let (single, double) = (
      stage.add(TapGestureRecognizer(), "single"), stage.add(TapGestureRecognizer(), "double")
    )
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    tap()
    #expect(stage.log.isEmpty && single.state == .possible)
    #expect(stage.router.nextDeadline == 390 * millisecond)
    stage.router.advance(to: 389 * millisecond)
    #expect(stage.log.isEmpty)
    stage.router.advance(to: 390 * millisecond)
    #expect(stage.log == ["single ended"] && stage.router.nextDeadline == nil)
    stage.log = []
    tap(at: 1000)
    tap(at: 1200)
    stage.router.advance(to: 3000 * millisecond)
    #expect(stage.log == ["double ended"])
    // Without the requirement both are recognised.
    stage.log = []
    let eager = stage.add(TapGestureRecognizer(), "eager")
    pad.removeGestureRecognizer(single)
    tap(at: 4000)
    tap(at: 4200)
    #expect(
      stage.log == ["eager ended", "eager ended", "double ended"] || stage.log == ["eager ended", "double ended"])
    #expect(eager.state == .possible)
  }

  @Test(
    "L92 a pan that waits for a swipe begins with its failure; one whose swipe is recognised never does; two that wait for each other go on"
  )
  func waitingPans() {
    let (pan, swipe) = (stage.add(PanGestureRecognizer(), "pan"), stage.add(SwipeGestureRecognizer(), "swipe"))
    pan.require(toFail: swipe)
    drag()
    #expect(stage.log == ["swipe ended"])
    stage.log = []
    // Too short for a swipe: lifted, it is a whole pan.
    drag(at: 100, by: 25)
    #expect(stage.log == ["pan began", "pan ended"])
    stage.log = []
    stage.touch(.began, 100, 100, at: 1000)
    stage.touch(.moved, 120, 100, at: 1010)
    #expect(stage.log.isEmpty)
    stage.router.advance(to: 1550 * millisecond)
    #expect(stage.log == ["pan began"])
    stage.touch(.ended, 120, 100, at: 1600)
    stage.log = []
    swipe.require(toFail: pan)
    drag(at: 2000)
    #expect(!stage.log.isEmpty && stage.router.active.isEmpty)
  }

  @Test("L92 the first of several recognisers makes the others fail, unless a delegate of either lets both go on")
  func simultaneity() {
    let (first, second) = (stage.add(PanGestureRecognizer(), "first"), stage.add(PanGestureRecognizer(), "second"))
    drag()
    #expect(steps(stage.log) == ["first began", "first changed", "first ended"])
    let judge = Judge()
    judge.isSimultaneous = true
    for recognizer in [first, second] {
      stage.log = []
      recognizer.delegate = judge
      drag(at: 100)
      #expect(stage.log.contains("first began") && stage.log.contains("second began"))
      #expect(stage.log.contains("first ended") && stage.log.contains("second ended"))
      recognizer.delegate = nil
    }
    #expect(judge.asked.contains("simultaneous"))
    // Fingers of their own leave them alone.
    let (left, right) = (
      View(frame: Rect(x: 0, y: 0, width: 50, height: 50)), View(frame: Rect(x: 60, y: 0, width: 50, height: 50))
    )
    stage.root.addSubview(left)
    stage.root.addSubview(right)
    stage.add(PanGestureRecognizer(), "left", to: left)
    stage.add(PanGestureRecognizer(), "right", to: right)
    stage.log = []
    for (finger, x) in [(0, 5), (1, 65)] { stage.touch(.began, x, 5, at: 500, finger: finger) }
    for (finger, x) in [(0, 45), (1, 105)] { stage.touch(.moved, x, 5, at: 510, finger: finger) }
    #expect(stage.log == ["left began", "right began"])
  }

  @Test("L92 a delegate, and the view, decide whether a gesture begins; a delegate whether a finger is received")
  func delegates() {
    let (pan, judge) = (stage.add(PanGestureRecognizer(), "pan"), Judge())
    pan.delegate = judge
    judge.begins = false
    drag()
    #expect(stage.log.isEmpty && judge.asked == ["receive", "begin"] && !pad.heard.contains("cancelled 0"))
    (judge.begins, judge.receives, judge.asked) = (true, false, [])
    drag(at: 100)
    #expect(stage.log.isEmpty && judge.asked == ["receive"])
    judge.receives = true
    drag(at: 200)
    #expect(stage.log.first == "pan began")
    let own = OwnJudge(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    stage.root.addSubview(own)
    let ownPan = stage.add(PanGestureRecognizer(), "own", to: own)
    ownPan.delegate = own
    stage.log = []
    drag(at: 300)
    #expect(own.asked == 1 && stage.log.isEmpty)
    drag(at: 400)
    #expect(own.asked == 2 && stage.log.first == "own began")
  }

  @Test("L92 a view that is a delegate is not kept, and is forgotten when it goes; another object is kept")
  func delegateLifetime() {
    let pan = PanGestureRecognizer()
    weak var view: OwnJudge?
    weak var judge: Judge?
    do {
      let own = OwnJudge()
      view = own
      own.addGestureRecognizer(pan)
      pan.delegate = own
      #expect(pan.delegate === own)
    }
    #expect(view == nil && pan.delegate == nil && pan.view == nil)
    do {
      let other = Judge()
      judge = other
      pan.delegate = other
    }
    #expect(judge != nil && pan.delegate === judge)
    pan.delegate = nil
    #expect(judge == nil)
    let last = OwnJudge()
    do {
      let gone = PanGestureRecognizer()
      gone.delegate = last
    }
    withExtendedLifetime(last) {}
  }

  @Test("L92 isEnabled set to false cancels a gesture that has begun; a disabled recogniser hears nothing")
  func enabling() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    stage.touch(.began, 0, 0)
    stage.touch(.moved, 50, 0, at: 10)
    pan.isEnabled = false
    #expect(stage.log == ["pan began", "pan cancelled"])
    stage.touch(.moved, 60, 0, at: 20)
    stage.touch(.ended, 60, 0, at: 30)
    drag(at: 100)
    #expect(stage.log.count == 2 && pan.state == .possible)
    pan.isEnabled = true
    drag(at: 200)
    #expect(stage.log.last == "pan ended")
  }

  @Test("L92 removal, hiding and disabling of the view cancel its gesture, and one that waits without a finger fails")
  func cancelledByTheTree() {
    let (pan, double) = (stage.add(PanGestureRecognizer(), "pan"), stage.add(TapGestureRecognizer(), "double"))
    double.numberOfTapsRequired = 2
    let changes: [(View) -> Void] = [
      { $0.removeFromSuperview() }, { $0.isHidden = true }, { $0.isUserInteractionEnabled = false },
    ]
    for (index, change) in changes.enumerated() {
      stage.log = []
      stage.touch(.began, 0, 0, at: 1000 * index)
      stage.touch(.moved, 50, 0, at: 1000 * index + 10)
      change(pad)
      #expect(stage.log == ["pan began", "pan cancelled"] && pan.state == .possible)
      stage.touch(.moved, 90, 0, at: 1000 * index + 20)
      (pad.isHidden, pad.isUserInteractionEnabled) = (false, true)
      stage.root.addSubview(pad)
      tap(at: 1000 * index + 100)
      #expect(stage.router.nextDeadline != nil)
      change(pad)
      #expect(stage.router.nextDeadline == nil && stage.router.active.isEmpty)
      (pad.isHidden, pad.isUserInteractionEnabled) = (false, true)
      stage.root.addSubview(pad)
    }
    tap(at: 5000)
    stage.router.cancelAll()
    #expect(stage.router.nextDeadline == nil)
  }

  @Test("L92 an action may remove the recogniser, its view, or hide it, in each state")
  func reentrancy() {
    for state in [GestureRecognizer.State.began, .changed, .ended] {
      for kind in 0..<4 {
        let stage = GestureStage()
        let pad = stage.pad
        var after = 0
        var isRemoved = false
        let pan = PanGestureRecognizer()
        pan.addAction { recognizer in
          if isRemoved && kind == 0 { after += 1 }
          if recognizer.state != state || isRemoved { return }
          isRemoved = true
          switch kind {
          case 0: pad.removeGestureRecognizer(recognizer)
          case 1: pad.removeFromSuperview()
          case 2: pad.isHidden = true
          default: stage.router.cancelAll()
          }
        }
        pad.addGestureRecognizer(pan)
        stage.add(TapGestureRecognizer(), "tap")
        stage.play(samples([.line(to: 200, (10, 10), (200, 10))], hertz: 60))
        #expect(isRemoved && after == 0 && stage.router.active.isEmpty && stage.router.fingers.allSatisfy { $0 == nil })
      }
    }
  }

  @Test("L92 nothing is pending without fingers and waiting recognisers, and then nothing has to wake the program")
  func deadlines() {
    stage.add(PanGestureRecognizer(), "pan")
    stage.add(PinchGestureRecognizer(), "pinch")
    stage.touch(.began, 0, 0)
    #expect(stage.router.nextDeadline == nil)
    stage.touch(.ended, 0, 0, at: 10)
    stage.add(LongPressGestureRecognizer(), "press")
    #expect(stage.router.nextDeadline == nil)
    stage.touch(.began, 0, 0, at: 100)
    #expect(stage.router.nextDeadline == 600 * millisecond)
    stage.touch(.moved, 40, 0, at: 110)
    #expect(stage.router.nextDeadline == nil)
    stage.touch(.ended, 40, 0, at: 120)
    #expect(stage.router.nextDeadline == nil && stage.router.active.isEmpty)
  }
}
