// Stage: input. Input: a device's events, one by one. Output: samples, frame by frame (a frame ends with SYN_REPORT).
//
// Protocols: https://docs.kernel.org/input/multi-touch-protocol.html and event-codes.html. The kernel tells a value only
// when it changes, so places keep theirs from one finger to the next.
//
// Invariants, whatever the device sends:
// - a place holds at most one finger; a finger begins in a free place with a number never used before (modulo 2^24);
// - a finger leaves its place only through `finish`, which appends its last sample.
import CLinux
import FixedRaster

/// Makes fingers out of a device's events. Does not allocate in steady state.
struct ContactTracker {
  /// How a device tells its contacts.
  enum Kind: Equatable {
    /// Protocol B: numbered slots, each with at most one contact.
    case slots(Int)
    /// Protocol A: all contacts in every frame, without telling which is which.
    case anonymous
    /// One contact: ABS_X, ABS_Y and a button, BTN_TOUCH for a touchscreen and BTN_LEFT for a pointer.
    case single(button: UInt16)
  }

  /// Where a contact can be: a slot of protocol B; the only place of a single touch.
  struct Place {
    /// The last report of the device, in its units.
    var x, y: Int32
    /// −1 without a contact.
    var finger: Int32 = -1
    /// `began` is still to be told: its position may follow in the same frame.
    var isNew = false
    var hasMoved = false
    /// Protocol A: the device's number of the contact; −1 where it gives none.
    var trackingID: Int32 = -1
    /// In the device's units; the greatest where it tells none.
    var pressure = Int32.max
    /// A contact that is not pressed enough for a finger.
    var isLight = false
    /// What is left of the reports after ``ContactTracker/filter``.
    var filtered = FilteredReports()
  }

  /// More slots than this are not followed: no hand has more fingers, and no panel needs more than two.
  static let maximumPlaces = 16
  /// A frame with more samples is handed out in parts.
  static let maximumSamples = 64

  let kind: Kind
  var places: [Place]
  /// The frame's samples so far. Complete when ``feed(_:)`` returns true; taken with ``exchange(_:)``.
  private(set) var samples: [TouchSample] = []
  /// While true, contacts that end have vanished unseen: they are cancelled.
  private(set) var isResynchronizing = false
  /// Protocol A: the contacts of the frame so far.
  var reported = AnonymousFrame()

  /// How the device lies over the picture. To be changed while no finger is down.
  var axes: TouchAxes { didSet { if filter.jitter > 0 { margin = axes.units(pixels: filter.jitter) } } }
  let filter: TouchFilter
  /// The filter's jitter in the device's units.
  var margin: (x: Int64, y: Int64) = (0, 0)
  /// The first values beyond the device's ranges.
  private(set) var stray: (x: Int32, y: Int32)?
  private let fingerBase: Int32
  private var fingerCount: Int32 = 0
  private(set) var currentSlot = 0
  /// Whether a pointer without its button down has moved.
  private var hovers = false

  /// - Parameter device: 0...126; fingers of devices with different numbers never have the same number.
  init(kind: Kind, axes: TouchAxes, filter: TouchFilter = TouchFilter(), device: Int = 0) {
    self.kind = kind
    self.axes = axes
    self.filter = filter
    if filter.jitter > 0 { margin = axes.units(pixels: filter.jitter) }
    fingerBase = Int32(device) << 24
    var count = Self.maximumPlaces
    switch kind {
    case .slots(let number): count = max(1, min(count, number))
    case .anonymous: break
    case .single: count = 1
    }
    places = [Place](repeating: Place(x: axes.x.minimum, y: axes.y.minimum), count: count)
    samples.reserveCapacity(Self.maximumSamples + 2 * Self.maximumPlaces)
  }

  /// Tells where a slot's last contact was, for a device that has been in use. One that is down when the device is
  /// opened is not a press: it is ignored until it is lifted.
  mutating func seed(slot: Int, x: Int32, y: Int32) {
    if !places.indices.contains(slot) { return }
    places[slot].x = x
    places[slot].y = y
  }

  /// The pressure that a slot's next contact has, unless the device tells another one.
  mutating func seed(slot: Int, pressure: Int32) {
    if places.indices.contains(slot) { places[slot].pressure = pressure }
  }

  /// The slot that the next values are for, where it is not 0.
  mutating func seed(currentSlot slot: Int) { currentSlot = slot }

  /// Takes an event.
  /// - Returns: true if ``samples`` are ready to be handed out.
  mutating func feed(_ event: RawEvent) -> Bool {
    switch (Int32(event.type), kind) {
    case (EV_SYN, _):
      if Int32(event.code) == SYN_MT_REPORT, kind == .anonymous { reported.endContact(leastPressure: filter.pressure) }
      if Int32(event.code) == SYN_REPORT {
        report(event.time)
        return !samples.isEmpty
      }
    case (EV_ABS, .slots): feedSlot(event)
    case (EV_ABS, .anonymous): reported.feed(event)
    case (EV_ABS, .single): feedSingle(event)
    case (EV_KEY, .anonymous): if Int32(event.code) == BTN_TOUCH, event.value == 0 { reported.hasContent = true }
    case (EV_KEY, .single(let button)) where event.code == button:
      if event.value == 0 { finish(0, event.time) }
      if event.value == 1, places[0].finger < 0 { press(0) }
    default: break
    }
    return samples.count >= Self.maximumSamples
  }

  /// The kernel has dropped events (SYN_DROPPED); those that follow, up to ``endResynchronizing()``, are the difference
  /// between the fed state and the present one. Protocol A has no state that could be asked for: its fingers are
  /// cancelled.
  mutating func beginResynchronizing(_ time: Int64) {
    isResynchronizing = true
    if kind == .anonymous { cancelAll(time) }
  }

  mutating func endResynchronizing() { isResynchronizing = false }

  /// Cancels every finger: the device is gone, or its contacts are no longer known.
  mutating func cancelAll(_ time: Int64) {
    for index in places.indices { finish(index, time, as: .cancelled) }
    reported.removeAll()
  }

  /// Puts `empty` in the samples' place, and the samples into `empty`.
  mutating func exchange(_ empty: inout [TouchSample]) { swap(&samples, &empty) }

  private mutating func feedSlot(_ event: RawEvent) {
    if Int32(event.code) == ABS_MT_SLOT {
      currentSlot = Int(event.value)
      return
    }
    if !places.indices.contains(currentSlot) { return }
    switch Int32(event.code) {
    case ABS_MT_TRACKING_ID:
      // A new number without −1 before it: the old contact ended in between.
      finish(currentSlot, event.time)
      if event.value >= 0 { press(currentSlot) }
    case ABS_MT_POSITION_X: move(currentSlot, x: event.value, y: places[currentSlot].y)
    case ABS_MT_POSITION_Y: move(currentSlot, x: places[currentSlot].x, y: event.value)
    case ABS_MT_PRESSURE: places[currentSlot].pressure = event.value
    default: break
    }
  }

  /// The place of a pointer that has moved since the last call; `nil` for a touchscreen, which knows no place of nobody.
  mutating func takeHover() -> PixelPoint? {
    guard case .single(let button) = kind, Int32(button) == BTN_LEFT, hovers else { return nil }
    hovers = false
    return axes.position(x: places[0].x, y: places[0].y)
  }

  private mutating func feedSingle(_ event: RawEvent) {
    hovers = true
    switch Int32(event.code) {
    case ABS_X: move(0, x: event.value, y: places[0].y)
    case ABS_Y: move(0, x: places[0].x, y: event.value)
    case ABS_PRESSURE: places[0].pressure = event.value
    default: break
    }
  }

  // MARK: Fingers

  /// Puts a new finger into a free place.
  mutating func begin(_ index: Int) {
    precondition(places[index].finger < 0)
    places[index].finger = fingerBase | fingerCount
    places[index].isNew = true
    places[index].hasMoved = false
    places[index].filtered = FilteredReports()
    fingerCount = (fingerCount + 1) & 0xFF_FFFF
  }

  mutating func move(_ index: Int, x: Int32, y: Int32) {
    if places[index].x == x, places[index].y == y { return }
    places[index].x = x
    places[index].y = y
    places[index].hasMoved = true
  }

  /// Takes the finger, if there is one, out of a place. A finger that comes and goes within a frame counts.
  mutating func finish(_ index: Int, _ time: Int64, as phase: TouchSample.Phase = .ended) {
    if places[index].isLight { endLight(index, as: phase) }
    if places[index].finger < 0 { return }
    if places[index].isNew {
      filterReport(index)
      append(index, .began, time)
    }
    append(index, isResynchronizing ? .cancelled : phase, time)
    places[index].finger = -1
  }

  private mutating func report(_ time: Int64) {
    if kind == .anonymous { matchReported(time) }
    if filter.pressure > 0 { for index in places.indices { weigh(index, time) } }
    for index in places.indices where places[index].finger >= 0 {
      filterReport(index)
      if places[index].isNew {
        append(index, .began, time)
      } else if places[index].hasMoved {
        append(index, .moved, time)
      }
    }
  }

  private mutating func append(_ index: Int, _ phase: TouchSample.Phase, _ time: Int64) {
    let isFiltered = filter.smooths
    let x = isFiltered ? places[index].filtered.x : places[index].x
    let y = isFiltered ? places[index].filtered.y : places[index].y
    if stray == nil, axes.isBeyond(x: x, y: y) { stray = (x, y) }
    var sample = TouchSample(
      finger: places[index].finger, phase: phase, position: axes.position(x: x, y: y), time: time)
    (sample.deviceX, sample.deviceY) = (x, y)
    samples.append(sample)
    places[index].isNew = false
    places[index].hasMoved = false
  }
}
