import FixedRaster
import TestSupport

@testable import LayerRuntime

/// Notes the calls of a scroll view.
final class ScrollLog: ScrollViewDelegate {
  var calls: [String] = []
  var places: [Point] = []
  var natural: Point?
  var velocity: Point?
  var target: Point?
  var onScroll: (ScrollView) -> Void = { _ in }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    places.append(scrollView.contentOffset)
    onScroll(scrollView)
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("begin drag") }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    calls.append("release")
    (self.velocity, natural) = (velocity, targetContentOffset)
    if let target { targetContentOffset = target }
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    calls.append("end drag \(decelerate)")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { calls.append("begin throw") }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { calls.append("end throw") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { calls.append("end animation") }
}

/// A display of 320 × 240 pixels, with fingers and frames on one clock in milliseconds.
final class ScrollStage {
  let root = View(frame: Rect(x: 0, y: 0, width: 320, height: 240))
  let display = TestDisplay(width: 320, height: 240)
  let compositor: Compositor
  let router: TouchRouter
  let log = ScrollLog()
  /// How often the program was asked for a frame.
  var requests = 0

  init(scale: Fixed = 1) {
    compositor = Compositor(root: root.layer, width: 320, height: 240, scale: scale)
    router = TouchRouter(root: root.layer)
    compositor.onNeedsFrame = { [unowned self] in requests += 1 }
  }

  /// A view on all of the display, its content 320 points wide and 5000 high.
  func add(
    _ view: ScrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 320, height: 240)),
    content: Size = Size(width: 320, height: 5000)
  ) -> ScrollView {
    view.contentSize = content
    view.delegate = log
    root.addSubview(view)
    return view
  }

  func frame(at time: Double) {
    compositor.drawFrame(at: .nanoseconds(Int64(time * 1_000_000)), into: display.memory)
  }

  /// Draws frames until none is wanted, for a minute at most. Returns the time of the last one, in milliseconds.
  @discardableResult
  func run(from time: Double, framesPerSecond: Int = 60, until end: Double? = nil) -> Double {
    compositor.preferredFramesPerSecond = framesPerSecond
    let end = end ?? time + 60_000
    var time = time
    while time < end {
      frame(at: time)
      guard let next = compositor.nextFrameTime?.heldNanoseconds else { return time }
      time = max(time + 0.001, Double(next) / 1_000_000)
    }
    return time
  }

  func touch(_ phase: Touch.Phase, _ x: Int, _ y: Int, at time: Int, finger: Int = 0) {
    let place = Point(x: Fixed(x), y: Fixed(y))
    router.handle(finger: finger, phase: phase, at: place, time: Int64(time) * millisecond)
  }

  func play(_ stream: [GestureSample]) {
    for sample in stream {
      router.handle(finger: sample.finger, phase: sample.phase, at: sample.place, time: sample.time)
    }
  }

  /// A finger from one place to another, lifted without a rest. Returns the time of its last sample, in milliseconds.
  @discardableResult
  func flick(
    _ start: (Double, Double), _ end: (Double, Double), from begin: Int = 0, to last: Int = 100, hertz: Int = 60
  ) -> Double {
    let stream = samples([.line(from: begin, to: last, start, end)], hertz: hertz)
    play(stream)
    return Double(stream.last?.time ?? 0) / 1_000_000
  }
}

extension ScrollView {
  var x: Int { contentOffset.x.rounded }
  var y: Int { contentOffset.y.rounded }
  /// The bars that are seen.
  var bars: [ScrollIndicatorLayer] { [indicators.x, indicators.y].compactMap { $0 }.filter { !$0.isHidden } }
}
