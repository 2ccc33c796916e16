import FixedRaster
import TestSupport

@testable import LayerRuntime

let millisecond: Int64 = 1_000_000

/// A sample of a device.
struct GestureSample {
  var time: Int64
  var finger: Int
  var phase: Touch.Phase
  var place: Point
}

/// A finger that is down from one time to another, in milliseconds, on a way.
struct FingerWay {
  var finger = 0
  var from: Int
  var to: Int
  /// The place in points at a time in milliseconds.
  var place: (Int) -> (x: Double, y: Double)

  /// A straight way at constant speed, or a rest.
  static func line(
    _ finger: Int = 0, from: Int = 0, to: Int, _ start: (Double, Double), _ end: (Double, Double)? = nil
  ) -> FingerWay {
    FingerWay(finger: finger, from: from, to: to) { time in
      let part = Double(time - from) / Double(max(1, to - from))
      let end = end ?? start
      return (start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part)
    }
  }
}

/// The samples of a device of so many samples a second: whole pixels, moves only where the place changed, the end at the
/// last place, one sample's time later.
func samples(_ ways: [FingerWay], hertz: Int) -> [GestureSample] {
  var all: [GestureSample] = []
  for way in ways {
    var last: Point?
    var index = way.from * hertz / 1000
    while index * 1000 / hertz < way.from { index += 1 }
    func put(_ phase: Touch.Phase, _ place: Point) {
      let time = Int64(index) * 1_000_000_000 / Int64(hertz)
      all.append(GestureSample(time: time, finger: way.finger, phase: phase, place: place))
    }
    while true {
      let time = index * 1000 / hertz
      let (x, y) = way.place(min(time, way.to))
      let place = Point(x: Fixed(Int(x.rounded())), y: Fixed(Int(y.rounded())))
      if place != last { put(last == nil ? .began : .moved, place) }
      last = place
      index += 1
      if time >= way.to { break }
    }
    put(.ended, last ?? .zero)
  }
  // Those of one time by finger, as a device tells them.
  return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map { $0.element }
}

/// A view that takes touches, and notes them.
final class Pad: View {
  var takes = true
  var heard: [String] = []
  var touches: [Touch] = []

  private func hear(_ touch: Touch) {
    heard.append("\(touch.phase) \(touch.finger)")
    touches.append(touch)
  }
  override func touchesBegan(_ touch: Touch) {
    hear(touch)
    if !takes { super.touchesBegan(touch) }
  }
  override func touchesMoved(_ touch: Touch) { hear(touch) }
  override func touchesEnded(_ touch: Touch) { hear(touch) }
  override func touchesCancelled(_ touch: Touch) { hear(touch) }
}

/// A display of 800 × 480 points with a pad on all of it, and the host's part: samples that are read in pieces, and
/// deadlines.
final class GestureStage {
  let root = View(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let pad = Pad(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let router: TouchRouter
  var log: [String] = []

  init() {
    root.addSubview(pad)
    router = TouchRouter(root: root.layer)
  }

  /// Adds a recogniser whose states are noted.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, _ name: String, to view: View? = nil, _ note: @escaping (Recognizer) -> Void = { _ in }
  ) -> Recognizer {
    recognizer.addAction { [unowned self, unowned recognizer] in
      log.append("\(name) \($0.state)")
      note(recognizer)
    }
    (view ?? pad).addGestureRecognizer(recognizer)
    return recognizer
  }

  func touch(_ phase: Touch.Phase, _ x: Int, _ y: Int, at time: Int = 0, finger: Int = 0) {
    let place = Point(x: Fixed(x), y: Fixed(y))
    router.handle(finger: finger, phase: phase, at: place, time: Int64(time) * millisecond)
  }

  /// Hands samples over as a host does: those of each piece at once, when the last of them was there, or later; wakes for
  /// deadlines between.
  ///
  /// - Parameter random: cuts the stream; each sample by itself without it.
  func play(_ stream: [GestureSample], cut random: SplitMix? = nil, until end: Int? = nil) {
    var random = random
    var index = 0
    while index < stream.count {
      let size = random?.next(in: 1...7) ?? 1
      let piece = stream[index..<min(stream.count, index + size)]
      index += piece.count
      for sample in piece {
        router.handle(finger: sample.finger, phase: sample.phase, at: sample.place, time: sample.time)
      }
      if random != nil || index == stream.count { continue }
      // The host wakes at deadlines before the next sample.
      while let deadline = router.nextDeadline, deadline < stream[index].time { router.advance(to: deadline) }
    }
    if let end { router.advance(to: Int64(end) * millisecond) }
  }
}

/// The log without repeated changes.
func steps(_ log: [String]) -> [String] {
  var result: [String] = []
  for line in log where !(line.hasSuffix("changed") && result.last == line) { result.append(line) }
  return result
}
