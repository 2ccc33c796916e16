import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ScrollMotionTests {
  private let stage = ScrollStage()

  @Test("L93 a finger drags the content by its way beyond 3 mm, and the delegate hears of it")
  func drag() {
    let view = stage.add()
    stage.touch(.began, 100, 200, at: 0)
    #expect(view.isTracking && !view.isDragging)
    stage.touch(.moved, 100, 190, at: 20)
    #expect(view.y == 0 && !view.isDragging)
    stage.touch(.moved, 100, 150, at: 40)
    // 15 points are 3 mm.
    #expect(view.isDragging && abs(view.y - 35) <= 1 && view.bounds.origin == view.contentOffset)
    stage.touch(.moved, 100, 160, at: 60)
    #expect(abs(view.y - 25) <= 1)
    stage.touch(.ended, 100, 160, at: 400)
    #expect(!view.isTracking && !view.isDragging && !view.isDecelerating && abs(view.y - 25) <= 1)
    #expect(stage.log.calls == ["begin drag", "release", "end drag false"])
    #expect(stage.log.velocity == .zero && stage.log.places.count == 2)
  }

  @Test("L93 a throw has the speed of the last 40 ms, not that of the whole drag nor of one sample")
  func lastSamples() {
    for (slow, fast) in [(40.0, 400.0), (400.0, 100.0)] {
      let stage = ScrollStage()
      let view = stage.add(content: Size(width: 320, height: 30_000))
      view.contentOffset.y = 2000
      // 200 ms of one speed, then 50 ms of another, in points a second.
      let before = 0.2 * slow
      let way = FingerWay(from: 0, to: 250) { time in
        let t = Double(time) / 1000
        return (100, 230 - (t <= 0.2 ? slow * t : before + fast * (t - 0.2)))
      }
      stage.play(samples([way], hertz: 120))
      let speed = stage.log.velocity?.y.rounded ?? 0
      #expect(abs(Double(speed) - fast) <= max(30, fast * 0.1), "\(speed) for \(fast)")
    }
  }

  @Test("L93 a throw decays with the time: of 1000 points a second to 500 points, slower and slower, to an exact end")
  func decays() {
    let view = stage.add()
    let lifted = stage.flick((100, 200), (100, 100))
    let start = view.y
    #expect(view.isDecelerating)
    stage.frame(at: lifted + 1)
    var (steps, last) = ([Int](), view.y)
    for time in stride(from: 100.0, to: 1000, by: 100) {
      stage.frame(at: lifted + time)
      steps.append(view.y - last)
      last = view.y
    }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 >= $1 } && steps[0] > 80, "\(steps)")
    let speed = Double(stage.log.velocity?.y.rounded ?? 0)
    stage.run(from: lifted + 1000)
    let target = stage.log.natural?.y.rounded ?? 0
    #expect(abs(Double(view.y - start) - speed / 2) < speed * 0.03 && view.y == target)
    #expect(stage.log.calls == ["begin drag", "release", "end drag true", "begin throw", "end throw"])
  }

  @Test("L93 a slow rate and a fast one: the way is the speed by the rate")
  func rates() {
    var ways: [Int] = []
    for rate in [ScrollView.DecelerationRate.normal, .fast] {
      let stage = ScrollStage()
      let view = stage.add()
      view.decelerationRate = rate
      let lifted = stage.flick((100, 200), (100, 100))
      let start = view.y
      stage.run(from: lifted + 1)
      ways.append(view.y - start)
    }
    #expect(abs(ways[0] - 5 * ways[1]) < ways[0] / 10, "\(ways)")
    let held = ScrollView.DecelerationRate(rawValue: 2).rawValue
    #expect(held < 1 && ScrollView.DecelerationRate(rawValue: -1).rawValue == 0.5)
  }

  @Test("L93 the same place at every time within 2 pixels at 20, 30, 60 and 120 frames a second, and the same end")
  func frameRates() {
    func places(_ rate: Int, _ throwing: (ScrollStage, ScrollView) -> Double) -> [Int] {
      let stage = ScrollStage()
      let view = stage.add()
      let lifted = throwing(stage, view)
      var list: [Int] = []
      // Frames of the rate, and at the common times of all rates.
      for i in 0...(rate * 6) {
        stage.frame(at: lifted + 5 + Double(i) * 1000 / Double(rate))
        if i % (rate / 10) == 0 { list.append(view.y) }
      }
      #expect(stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
      return list
    }
    let throwings: [(ScrollStage, ScrollView) -> Double] = [
      { stage, _ in stage.flick((100, 220), (100, 40)) },
      { stage, view in
        view.contentOffset.y = 300
        return stage.flick((100, 40), (100, 220), to: 60)
      },
      { stage, view in
        view.isPagingEnabled = true
        return stage.flick((100, 220), (100, 100))
      },
    ]
    for throwing in throwings {
      let all = [20, 30, 60, 120].map { places($0, throwing) }
      for other in all.dropFirst() {
        #expect(zip(all[0], other).allSatisfy { abs($0 - $1) <= 2 } && all[0].last == other.last, "\(all[0]) \(other)")
      }
      #expect(Set(all[0]).count > 3)
    }
  }

  @Test("L93 the same end within 2 pixels for 30, 60 and 120 samples a second of the finger, dragged and thrown")
  func sampleRates() {
    var (dragged, thrown): ([Int], [Int]) = ([], [])
    for hertz in [30, 60, 120] {
      let stage = ScrollStage()
      let view = stage.add()
      let rest = FingerWay(from: 0, to: 400) { (100, 220 - Double(min($0, 300)) * 0.5) }
      stage.play(samples([rest], hertz: hertz))
      dragged.append(view.y)
      let other = ScrollStage()
      let second = other.add()
      let lifted = other.flick((100, 220), (100, 100), to: 200, hertz: hertz)
      other.run(from: lifted + 2)
      thrown.append(second.y)
    }
    #expect(dragged.max()! - dragged.min()! <= 2, "\(dragged)")
    #expect(thrown.max()! - thrown.min()! <= 2, "\(thrown)")
  }

  @Test("L93 a throw ends exactly: at a whole pixel, in its last frame, and nothing wakes the program afterwards")
  func end() {
    for scale in [Fixed(1), 1.5, 2] {
      let stage = ScrollStage(scale: scale)
      let view = stage.add()
      let lifted = stage.flick((100, 150), (100, 60))
      let last = stage.run(from: lifted + 2)
      #expect(last - lifted > 1000 && !view.isDecelerating)
      #expect(stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
      #expect(stage.router.nextDeadline == nil && stage.compositor.scrollMotions.isIdle)
      let (place, requests, calls) = (view.contentOffset, stage.requests, stage.log.calls)
      #expect(stage.compositor.drawFrame(at: .seconds(100), into: stage.display.memory) == false)
      #expect(view.contentOffset == place && stage.requests == requests && stage.log.calls == calls)
      let pixels = Coefficient(place.y) * Coefficient(scale)
      #expect(abs((pixels - Coefficient(pixels.fixed.rounded)).rawValue) < 1 << 18, "\(pixels)")
    }
  }

  @Test("L93 while it moves a throw asks for a frame each interval, and none of the program in between")
  func frames() {
    let view = stage.add()
    stage.frame(at: 0)
    let lifted = stage.flick((100, 200), (100, 60))
    let requests = stage.requests
    #expect(stage.compositor.needsFrame)
    stage.compositor.preferredFramesPerSecond = 50
    stage.frame(at: lifted + 4)
    #expect(stage.compositor.nextFrameTime == .nanoseconds(Int64(lifted * 1e6) + 24_000_000))
    stage.run(from: lifted + 24)
    #expect(stage.requests == requests && view.y > 200)
  }

  @Test("L93 a hidden view is at its end at that time, with one frame")
  func hidden() {
    let view = stage.add()
    let lifted = stage.flick((100, 200), (100, 60))
    stage.frame(at: lifted + 10)
    view.isHidden = true
    stage.frame(at: lifted + 20)
    let next = Double(stage.compositor.nextFrameTime?.heldNanoseconds ?? 0) / 1_000_000
    #expect(next > lifted + 1000)
    stage.frame(at: next)
    #expect(!view.isDecelerating && stage.compositor.nextFrameTime == nil && stage.log.calls.last == "end throw")
  }

  @Test("L93 a first frame that comes late, or by another clock, begins the throw where the finger left it")
  func otherClock() {
    let view = stage.add()
    stage.flick((100, 200), (100, 60))
    let start = view.y
    stage.frame(at: 900_000)
    #expect(view.y == start)
    stage.frame(at: 900_100)
    #expect(view.y > start + 50)
    stage.frame(at: 1000)
    #expect(view.y == start && view.isDecelerating)
  }

  @Test("L93 a view without a compositor is at once where a throw ends")
  func withoutHost() {
    let (root, log) = (View(frame: Rect(x: 0, y: 0, width: 320, height: 240)), ScrollLog())
    let view = ScrollView(frame: root.bounds)
    view.contentSize = Size(width: 320, height: 2000)
    view.delegate = log
    root.addSubview(view)
    let router = TouchRouter(root: root.layer)
    for sample in samples([.line(to: 100, (100, 200), (100, 60))], hertz: 60) {
      router.handle(finger: 0, phase: sample.phase, at: sample.place, time: sample.time)
    }
    #expect(view.contentOffset.y == log.natural?.y && log.calls.last == "end throw" && view.y > 300)
    view.setContentOffset(.zero, animated: true)
    #expect(view.contentOffset == .zero && log.calls.last == "end animation")
  }

  @Test("L93 the closed forms are those of real numbers within 1/50 point", arguments: 0..<40)
  func closedForms(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let speed = Int64(random.next(in: 20...20_000)) << 16 * (seed % 2 == 0 ? 1 : -1)
    let curve = ScrollCurve.thrown(from: 500 << 16, speed: speed, rate: 2)
    let (v, t) = (Double(speed) / 65536, Double(random.next(in: 1...3000)) / 1000)
    let last = log(abs(v) / 10) / 2
    let place = 500 + v / 2 * (1 - exp(-2 * min(t, last)))
    #expect(abs(Double(curve.place(at: Int64(t * 1e9))) / 65536 - place) < 0.02)
    #expect(abs(Double(curve.duration) / 1e9 - last) < 1e-6)
    let spring = ScrollCurve.spring(from: 0, speed: speed, to: 100 << 16, overshoots: true)
    let expected = 100 + (-100 + (v - 1000) * t) * exp(-10 * t)
    if Int64(t * 1e9) < spring.duration {
      #expect(abs(Double(spring.place(at: Int64(t * 1e9))) / 65536 - expected) < 0.02)
    } else {
      #expect(abs(expected - 100) < 0.51)
    }
  }
}
