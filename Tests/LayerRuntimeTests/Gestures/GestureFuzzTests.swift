import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct GestureFuzzTests {
  /// Checks that each touch of a view begins once and ends once.
  private final class Checker: View {
    var down: Set<Int> = []
    var begins = 0
    var faults = 0
    var takes = true

    override func touchesBegan(_ touch: Touch) {
      if !takes { return super.touchesBegan(touch) }
      begins += 1
      if !down.insert(touch.finger).inserted { faults += 1 }
    }
    override func touchesMoved(_ touch: Touch) { if !down.contains(touch.finger) { faults += 1 } }
    override func touchesEnded(_ touch: Touch) { if down.remove(touch.finger) == nil { faults += 1 } }
    override func touchesCancelled(_ touch: Touch) { if down.remove(touch.finger) == nil { faults += 1 } }
  }

  /// Checks the order of a recogniser's states.
  private final class Watcher {
    var isUnderWay = false
    var isRemoved = false
    var faults = 0
    var recognised = 0

    func hear(_ recognizer: GestureRecognizer) {
      if isRemoved { faults += 1 }
      switch recognizer.state {
      case .began:
        if isUnderWay { faults += 1 }
        isUnderWay = true
        recognised += 1
      case .changed: if !isUnderWay { faults += 1 }
      case .ended:
        if !isUnderWay { recognised += 1 }
        isUnderWay = false
      case .cancelled:
        if !isUnderWay { faults += 1 }
        isUnderWay = false
      case .possible, .failed: faults += 1
      }
    }
  }

  private static let kinds = 8

  private static func make(_ kind: Int) -> GestureRecognizer {
    switch kind {
    case 0: return TapGestureRecognizer()
    case 1:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      return tap
    case 2: return LongPressGestureRecognizer()
    case 3: return PanGestureRecognizer()
    case 4:
      let edge = ScreenEdgePanGestureRecognizer()
      edge.edges = .all
      return edge
    case 5:
      let swipe = SwipeGestureRecognizer()
      swipe.direction = [.left, .right, .up, .down]
      return swipe
    case 6: return PinchGestureRecognizer()
    default: return RotationGestureRecognizer()
    }
  }

  @Test(
    "L92 random fingers, trees and recognisers: downs and ups pair, nothing stays pressed, nobody removed is called")
  func fuzz() {
    var recognised = Array(repeating: 0, count: Self.kinds)
    var (begins, removals, simultaneous) = (0, 0, 0)
    for seed in 0..<200 {
      var random = SplitMix(seed: UInt64(9200 + seed))
      let root = View(frame: Rect(x: 0, y: 0, width: 400, height: 300))
      let views = (0..<4).map { index in
        let view = Checker(frame: Rect(x: Fixed(20 * index), y: Fixed(15 * index), width: 300, height: 200))
        view.takes = random.next(in: 0...3) > 0
        return view
      }
      root.addSubview(views[0])
      views[0].addSubview(views[1])
      root.addSubview(views[2])
      views[2].addSubview(views[3])
      let router = TouchRouter(root: root.layer, capacity: 4)
      var watchers: [(recognizer: GestureRecognizer, watcher: Watcher, kind: Int, view: View)] = []
      for _ in 0..<6 {
        let (kind, watcher) = (random.next(in: 0...Self.kinds - 1), Watcher())
        let recognizer = Self.make(kind)
        recognizer.addAction { watcher.hear($0) }
        recognizer.delaysTouchesBegan = random.next(in: 0...3) == 0
        recognizer.cancelsTouchesInView = random.next(in: 0...3) > 0
        if let (other, _, _, _) = watchers.last, random.next(in: 0...2) == 0 { recognizer.require(toFail: other) }
        let view = views[random.next(in: 0...3)]
        view.addGestureRecognizer(recognizer)
        watchers.append((recognizer, watcher, kind, view))
      }
      var time: Int64 = 0
      var places: [Int: Point] = [:]
      for _ in 0..<600 {
        time += Int64(random.next(in: 0...20)) * millisecond
        if random.next(in: 0...40) == 0 { time += 700 * millisecond }
        let finger = random.next(in: 0...2)
        switch random.next(in: 0...99) {
        case 0...79:
          if let place = places[finger] {
            let isUp = random.next(in: 0...14) == 0
            let step = Vector(dx: Fixed(random.next(in: -9...12)), dy: Fixed(random.next(in: -5...5)))
            places[finger] = isUp ? nil : place + step
            let phase: Touch.Phase = isUp ? random.next(in: 0...9) == 0 ? .cancelled : .ended : .moved
            router.handle(finger: finger, phase: phase, at: isUp ? place : place + step, time: time)
          } else if random.next(in: 0...2) == 0 {
            let place = Point(x: Fixed(random.next(in: 0...399)), y: Fixed(random.next(in: 0...299)))
            places[finger] = place
            router.handle(finger: finger, phase: .began, at: place, time: time)
          }
        case 80...87: router.advance(to: time)
        case 88...91:
          // Taps at one place, with a finger that is up otherwise.
          let place = Point(x: Fixed(random.next(in: 0...399)), y: Fixed(random.next(in: 0...299)))
          for _ in 0..<random.next(in: 1...3) {
            router.handle(finger: 3, phase: .began, at: place, time: time)
            time += 30 * millisecond
            router.handle(finger: 3, phase: .ended, at: place, time: time)
            time += 60 * millisecond
          }
        case 92:
          let (recognizer, watcher, _, view) = watchers[random.next(in: 0...5)]
          if recognizer.view == nil {
            (watcher.isRemoved, watcher.isUnderWay) = (false, false)
            view.addGestureRecognizer(recognizer)
          } else {
            recognizer.view?.removeGestureRecognizer(recognizer)
            watcher.isRemoved = true
            removals += 1
          }
        case 93: watchers[random.next(in: 0...5)].recognizer.isEnabled.toggle()
        case 94: views[random.next(in: 0...3)].isHidden.toggle()
        case 95: views[random.next(in: 0...3)].isUserInteractionEnabled.toggle()
        case 96:
          let view = views[random.next(in: 1...3)]
          if view.superview == nil { root.addSubview(view) } else { view.removeFromSuperview() }
        case 97: if random.next(in: 0...3) == 0 { router.cancelAll() }
        case 98: views[2].isExclusiveTouch.toggle()
        default: router.handle(finger: finger, phase: .began, at: places[finger] ?? .zero, time: time)
        }
        if watchers.filter({ $0.watcher.isUnderWay }).count > 1 { simultaneous += 1 }
      }
      for finger in 0...2 { router.handle(finger: finger, phase: .ended, at: .zero, time: time) }
      router.advance(to: time + 10_000 * millisecond)
      #expect(views.allSatisfy { $0.faults == 0 && $0.down.isEmpty }, "\(seed)")
      #expect(watchers.allSatisfy { $0.watcher.faults == 0 }, "\(seed)")
      #expect(watchers.allSatisfy { $0.watcher.isRemoved || !$0.watcher.isUnderWay }, "\(seed)")
      #expect(watchers.allSatisfy { $0.recognizer.state == .possible }, "\(seed)")
      #expect(router.active.isEmpty && router.nextDeadline == nil && router.fingers.allSatisfy { $0 == nil }, "\(seed)")
      for (_, watcher, kind, _) in watchers { recognised[kind] += watcher.recognised }
      begins += views.reduce(0) { $0 + $1.begins }
    }
    // Each thing occurred.
    let counts = "\(recognised) \(begins) \(removals) \(simultaneous)"
    #expect(recognised.allSatisfy { $0 > 0 } && begins > 500 && removals > 50 && simultaneous > 0, "\(counts)")
  }
}
