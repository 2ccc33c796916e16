// Stage: input. Input: the events of a mouse. Output: its place in the picture, and its button as a finger.
import CEvdev
import CLinux
import FixedRaster

/// Moves a place by a mouse's steps, a pixel each, within the picture. Its button is a finger there.
struct PointerTracker {
  /// The samples of the frame so far, two at most for each button.
  private(set) var samples: [TouchSample] = []
  /// The place, where it has changed since it was asked for.
  private var movedTime: Int64?

  private let width, height: Int32
  private let fingerBase: Int32
  private var fingerCount: Int32 = 0
  private var x, y: Int32
  private var isDown = false
  /// Whether it has moved since the last sample, and since the last frame.
  private var hasMoved = false, hasMovedInFrame = false

  /// - Parameters:
  ///   - width: the picture's, in pixels; `height` likewise. Held to 1...32767.
  ///   - device: 0...126; fingers of devices with different numbers never have the same number.
  init(width: Int, height: Int, device: Int) {
    (self.width, self.height) = (Int32(max(1, min(width, 32767))), Int32(max(1, min(height, 32767))))
    (x, y) = (self.width / 2, self.height / 2)
    fingerBase = Int32(device) << 24
    samples.reserveCapacity(ContactTracker.maximumSamples + 2)
  }

  var position: PixelPoint { PixelPoint(x: Fixed(Int(x)), y: Fixed(Int(y))) }

  /// Takes an event.
  /// - Returns: true if a frame is complete, or as many samples as are handed out at once.
  mutating func feed(_ event: RawEvent) -> Bool {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_REL, REL_X): x = moved(x, by: event.value, within: width)
    case (EV_REL, REL_Y): y = moved(y, by: event.value, within: height)
    case (EV_KEY, BTN_LEFT):
      if event.value == 1, !isDown {
        isDown = true
        fingerCount = (fingerCount + 1) & 0xFF_FFFF
        append(.began, event.time)
      } else if event.value == 0 {
        finish(.ended, event.time)
      }
    case (EV_SYN, SYN_REPORT):
      if hasMovedInFrame { movedTime = event.time }
      if hasMoved && isDown { append(.moved, event.time) }
      hasMovedInFrame = false
      return !samples.isEmpty || movedTime != nil
    default: break
    }
    return samples.count >= ContactTracker.maximumSamples
  }

  private mutating func moved(_ value: Int32, by step: Int32, within size: Int32) -> Int32 {
    let new = max(0, min(Int64(value) + Int64(step), Int64(size) - 1))
    if new != Int64(value) { (hasMoved, hasMovedInFrame) = (true, true) }
    return Int32(new)
  }

  private mutating func append(_ phase: TouchSample.Phase, _ time: Int64) {
    samples.append(TouchSample(finger: fingerBase | fingerCount, phase: phase, position: position, time: time))
    hasMoved = false
  }

  /// Lifts the button, if it is down.
  mutating func finish(_ phase: TouchSample.Phase, _ time: Int64) {
    if !isDown { return }
    isDown = false
    append(phase, time)
  }

  /// The place that the pointer moved to, once.
  mutating func takeMove() -> InputAct? {
    guard let time = movedTime else { return nil }
    (movedTime, hasMoved) = (nil, false)
    return .pointed(position, time: time)
  }

  /// Puts `empty` in the samples' place, and the samples into `empty`.
  mutating func exchange(_ empty: inout [TouchSample]) { swap(&samples, &empty) }
}
