// Stage: instruments. The marks of time below a trend, and those of alarms.
import FixedRaster
import LayerRuntime
import PanelSignals

/// The part of the past that a trend shows.
struct TrendTimeline: Equatable {
  /// The end of its newest column, in nanoseconds of the panel's time.
  var end: Int64
  /// Nanoseconds of a column.
  var interval: Int64
  /// Nanoseconds from the panel's time to local time since the beginning of 1970.
  var wallClockOffset: Int64
}

/// Where a trend's plot lies in its instrument.
struct TrendArea: Equatable {
  var area = Rect.zero
  var isUpright = false

  /// A part of the plot, whose time goes to the right, as it lies in the instrument.
  func placed(_ rect: Rect) -> Rect {
    if !isUpright {
      return Rect(x: area.minX + rect.minX, y: area.minY + rect.minY, width: rect.width, height: rect.height)
    }
    return Rect(x: area.maxX - rect.maxY, y: area.maxY - rect.maxX, width: rect.height, height: rect.width)
  }
}

/// Lines at round times with their numerals, by how long ago they are or by the clock, and lines where alarms were raised.
/// It has its instrument's coordinates.
final class TrendTimes: Layer {
  /// What numerals count.
  enum Count: Int, CaseIterable, Sendable { case age, clock }

  private let lines = ShapeLayer()
  private var numerals: [Caption] = []
  /// Of each numeral: the time that it shows, in seconds.
  private var shown: [Int64] = []
  private var path = Path(capacity: 200)
  /// By their priorities, each with the path that it is built in.
  private let alarmLines: [ShapeLayer]
  private var alarmPaths: [Path]
  private let font: FontPack
  private var area = TrendArea()
  private var place = TrendPlace()
  private var capHeight: Fixed = 0
  private var hasNumerals = false
  private var count = Count.age
  private var duration: Fixed64 = 1
  private var step = TimeStep(1, room: 1)
  private var pattern = TimePattern("HH:mm")

  init(_ font: FontPack) {
    self.font = font
    alarmLines = (0..<3).map { _ in ShapeLayer() }
    alarmPaths = alarmLines.map { _ in Path(capacity: 200) }
    super.init()
    addSublayer(lines)
    for line in alarmLines { addSublayer(line) }
  }

  func layOut(
    _ area: TrendArea, _ place: TrendPlace, duration: Fixed64, capHeight: Fixed, hasNumerals: Bool, hasLines: Bool,
    _ count: Count
  ) {
    for layer in sublayers ?? [] where layer is ShapeLayer { layer.frame = bounds }
    (self.area, self.place, self.duration, self.capHeight) = (area, place, duration, capHeight)
    (self.hasNumerals, self.count) = (hasNumerals, count)
    lines.isHidden = !hasLines
    let room = place.plot.width / Swift.max(1, capHeight * (area.isUpright ? 3 : 7))
    step = TimeStep(duration, room: room.floor)
    pattern = TimePattern(step.seconds >= 86_400 ? "d.M." : step.seconds >= 60 ? "HH:mm" : "HH:mm:ss")
    for index in shown.indices { shown[index] = .min }
    if count == .age { showAges() }
  }

  /// Whether a time has room; nobody knows by the clock before it was told.
  var isNumbered: Bool { count != .age || numerals.contains { !$0.isHidden } }

  private func showAges() {
    var path = Path(capacity: 120)
    var used = 0
    var age = step.seconds
    while Fixed64(age) < duration && used < 60 {
      let share = (Fixed64(age) / duration) ?? .one
      let x = (place.plot.maxX - Fixed(share * Fixed64(place.plot.width))).whole
      let line = area.placed(Rect(x: x, y: 0, width: 1, height: place.plot.height))
      path.addRect(line)
      if hasNumerals && x > capHeight * 2 {
        place(used, line, step.name(age))
        used += 1
      }
      age += step.seconds
    }
    lines.path = path
    for index in numerals.indices { numerals[index].isHidden = index >= used }
  }

  /// Shows another stretch of time. Takes no memory for numerals that were there before.
  func show(_ timeline: TrendTimeline) {
    if count == .age { return }
    path.removeAll(keepingCapacity: true)
    let end = timeline.end + timeline.wallClockOffset
    let stepTime = Int64(step.seconds) * 1_000_000_000
    let slots = Int64(Swift.min(60, (((duration / Fixed64(step.seconds)) ?? 0).floor) + 2))
    for index in numerals.indices { numerals[index].isHidden = true }
    for number in 0..<slots {
      let time = end / stepTime - number
      // In 256ths of a column.
      let back = Int(Swift.min((end - time * stepTime) / Swift.max(1, timeline.interval / 256), 1 << 22))
      let x = (place.plot.maxX - Fixed(back * place.columnWidth, over: 256)).whole
      if x < 0 { break }
      let line = area.placed(Rect(x: x, y: 0, width: 1, height: place.plot.height))
      path.addRect(line)
      if !hasNumerals || x < capHeight * 2 || x > place.plot.maxX - capHeight { continue }
      let slot = Int((time % slots + slots) % slots)
      while numerals.count <= slot { addNumeral() }
      let isNew = shown[slot] != time
      shown[slot] = time
      place(slot, line, isNew ? pattern.text(of: WallTime(time * Int64(step.seconds))) : nil)
    }
    lines.path = path
  }

  private func addNumeral() {
    numerals.append(Caption(font))
    shown.append(.min)
    addSublayer(numerals[numerals.count - 1])
    numerals[numerals.count - 1].foregroundColor = numeralColor
  }

  /// - Parameter text: `nil` for the one that it has.
  private func place(_ index: Int, _ line: Rect, _ text: String?) {
    while numerals.count <= index { addNumeral() }
    let numeral = numerals[index]
    numeral.alignmentMode = area.isUpright ? .right : .center
    numeral.isHidden = false
    if let text { numeral.show(text) }
    numeral.place(
      x: area.isUpright ? area.area.minX - 5 : line.minX,
      middle: area.isUpright ? line.minY : area.area.maxY + capHeight * 1.3, capHeight: capHeight)
  }

  /// Shows lines where alarms were raised.
  func show(_ alarms: AlarmMarks, _ timeline: TrendTimeline) {
    for priority in alarmLines.indices {
      var path = alarmPaths[priority]
      path.removeAll(keepingCapacity: true)
      alarms.forEach { time, urgency in
        if Int(urgency.rawValue) != priority || time > timeline.end { return }
        let back = (timeline.end - time) / Swift.max(1, timeline.interval)
        let x = place.plot.maxX - Fixed(Int(Swift.min(back, 100_000)) * place.columnWidth)
        if x >= 0 { path.addRect(area.placed(Rect(x: x - 1, y: 0, width: 2, height: place.plot.height))) }
      }
      alarmLines[priority].path = path
      alarmPaths[priority] = path
    }
  }

  private var numeralColor: Color = .clear

  func show(_ theme: Theme) {
    lines.fillColor = theme[.surface].mixed(225, with: theme[.ink])
    numeralColor = theme[.dim]
    for numeral in numerals { numeral.foregroundColor = theme[.dim] }
    for (index, line) in alarmLines.enumerated() {
      line.fillColor = (AlarmPriority(rawValue: UInt8(index))?.role).map { theme[$0] }
    }
  }
}

/// When some alarms were raised: the last times, in a ring.
struct AlarmMarks {
  let alarms: [Int]
  private var last: [Int64?]
  private var ring = InlineArray<32, (time: Int64, priority: AlarmPriority)>(repeating: (.min, .advisory))
  private(set) var count = 0

  init(_ alarms: [Int]) {
    self.alarms = alarms
    last = alarms.map { _ in nil }
  }

  /// Notes alarms that were raised since the last call.
  /// - Returns: whether there were some.
  mutating func note(_ store: AlarmStore) -> Bool {
    let former = count
    for (index, alarm) in alarms.enumerated() {
      guard let time = store.raisedAt(alarm), time != last[index] else { continue }
      last[index] = time
      ring[count % ring.count] = (time, store.definitions[alarm].priority)
      count += 1
    }
    return count != former
  }

  /// Calls `body` with time and priority of each.
  func forEach(_ body: (_ time: Int64, _ priority: AlarmPriority) -> Void) {
    for index in 0..<Swift.min(count, ring.count) { body(ring[index].time, ring[index].priority) }
  }
}
