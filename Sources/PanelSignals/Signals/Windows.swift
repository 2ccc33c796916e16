// Stage: signals. The latest part of a signal's time: mean, ends and rate, each value counted for as long as it lasted.

/// The windows of all expressions: rings of columns, taken at the start.
///
/// Values of a signal that wraps are laid end to end on the way (350, 10 is 350, 370), so that mean and ends take the
/// short way round too; results are brought back to 0 up to the wrap.
struct WindowStore {
  private var windows: [Window] = []
  private var columns: [WindowColumn] = []
  /// The first window of each signal, and behind each window the next of the same; -1 for none.
  private var heads: [Int]

  init(_ definitions: [WindowDefinition], _ signals: [SignalDefinition]) {
    heads = Array(repeating: -1, count: signals.count)
    for definition in definitions {
      let signal = definition.signal.number
      windows.append(
        Window(
          definition, wraps: Swift.max(.zero, signals[signal].wraps), from: signals[signal].turnStart,
          firstColumn: columns.count, next: heads[signal]))
      heads[signal] = windows.count - 1
      for _ in 0..<definition.columnCount { columns.append(WindowColumn()) }
    }
  }

  func hasWindow(_ signal: Int) -> Bool { heads[signal] >= 0 }

  /// Counts a signal's value up to now, and takes the present one.
  /// - Parameter receivedAt: when that was received last; `nil` for now where it differs from the former value, and otherwise
  ///   for the time of that one.
  @_optimize(speed)
  mutating func add(_ signal: Int, _ reading: Reading, receivedAt: Int64?, at time: Int64) {
    var number = heads[signal]
    while number >= 0 {
      windows[number].advance(to: time, &columns)
      windows[number].take(reading, receivedAt: receivedAt, &columns)
      number = windows[number].next
    }
  }

  /// Takes over the windows of a signal in another store that are as long, and divided in the same way.
  mutating func take(_ signal: Int, from other: Int, of store: WindowStore) {
    var number = heads[signal]
    while number >= 0 {
      var old = store.heads[other]
      while old >= 0 {
        windows[number].takeOver(store.windows[old], &columns, store.columns)
        old = store.windows[old].next
      }
      number = windows[number].next
    }
  }

  /// Has the windows of a signal that have no end begin again.
  mutating func forget(_ signal: Int) {
    var number = heads[signal]
    while number >= 0 {
      windows[number].forget(&columns)
      number = windows[number].next
    }
  }

  /// When the result of any window changes though its signal does not; `nil` for never.
  var nextTime: Int64? {
    var next: Int64?
    for window in windows {
      if let due = window.nextTime(columns) { next = Swift.min(next ?? .max, due) }
    }
    return next
  }

  // MARK: Results: as bad as the signal is now, and none where it was never fresh in all that time

  @_optimize(speed)
  func average(_ number: Int) -> Reading {
    let window = windows[number]
    var (sum, duration) = (WideAccumulator(), Int64(0))
    window.forEach(columns) {
      sum.add($0.sum)
      duration += $0.duration
    }
    // Heard just now: the mean of no time at all is the value.
    if duration == 0 { return window.result(window.held.quality == .fresh ? window.unwrapped : nil) }
    return window.result(sum.quotient(duration))
  }

  func least(_ number: Int) -> Reading {
    var least: Fixed64?
    windows[number].forEach(columns) { if $0.hasValue { least = Swift.min(least ?? .max, $0.lower) } }
    return windows[number].result(least)
  }

  func greatest(_ number: Int) -> Reading {
    var greatest: Fixed64?
    windows[number].forEach(columns) { if $0.hasValue { greatest = Swift.max(greatest ?? .min, $0.upper) } }
    return windows[number].result(greatest)
  }

  /// From the oldest value of the window to the newest, by the seconds between the times at which they were received.
  func rate(_ number: Int, at time: Int64) -> Reading {
    let window = windows[number]
    var oldest: (value: Fixed64, receivedAt: Int64)?
    window.forEach(columns) { if $0.hasValue && oldest == nil { oldest = ($0.first, $0.receivedAt) } }
    guard let oldest, time > oldest.receivedAt, window.held.hasValue else {
      return Reading(.zero, window.held.quality > .old ? window.held.quality : .none)
    }
    var change = WideAccumulator()
    change.add((window.unwrapped - oldest.value).rawValue, times: 1_000_000_000)
    // One value alone has not changed.
    return Reading(change.quotient(Swift.max(1, window.receivedAt - oldest.receivedAt)), window.held.quality)
  }
}

/// A column of a window.
struct WindowColumn: BitwiseCopyable {
  /// The values times the nanoseconds that each lasted, and these together: while the signal was fresh.
  var sum = WideAccumulator()
  var duration: Int64 = 0
  var lower = Fixed64.zero, upper = Fixed64.zero
  /// The value that it began with, and when that was received last, which may be before the column.
  var first = Fixed64.zero
  var receivedAt: Int64 = 0
  var hasValue = false

  mutating func take(_ value: Fixed64, receivedAt: Int64) {
    if !hasValue { (lower, upper, first, self.receivedAt, hasValue) = (value, value, value, receivedAt, true) }
    lower = Swift.min(lower, value)
    upper = Swift.max(upper, value)
  }

  mutating func count(_ value: Fixed64, _ time: Int64) {
    sum.add(value.rawValue, times: time)
    duration += time
  }

  /// Moves all values by whole turns.
  mutating func shift(by turns: Fixed64) {
    sum.add((.zero - turns).rawValue, times: duration)
    (lower, upper, first) = (lower - turns, upper - turns, first - turns)
  }
}

struct Window: BitwiseCopyable {
  private let firstColumn, columnCount: Int
  /// Nanoseconds of a column.
  private let interval: Int64
  /// Whether its first column takes all there is.
  private let isEndless: Bool
  private let wraps: Fixed64
  /// Where a turn begins.
  private let turnStart: Fixed64
  /// The signal's next window.
  let next: Int
  /// The signal's value, and its value laid end to end with those before.
  private(set) var held = Reading.none
  private(set) var unwrapped = Fixed64.zero
  /// When the newest fresh value was received last.
  private(set) var receivedAt: Int64 = 0
  /// The newest column, as a number of columns since time 0.
  private var newest: Int64 = 0
  private var time: Int64 = 0

  init(_ definition: WindowDefinition, wraps: Fixed64, from turnStart: Fixed64, firstColumn: Int, next: Int) {
    (self.firstColumn, columnCount) = (firstColumn, definition.columns + 1)
    isEndless = definition.duration == 0
    interval = isEndless ? .max / 4 : (definition.duration - 1) / Int64(definition.columns) + 1
    (self.wraps, self.turnStart, self.next) = (wraps, turnStart, next)
  }

  /// Becomes another window, with its columns, if it is divided in the same way.
  mutating func takeOver(_ other: Window, _ columns: inout [WindowColumn], _ others: [WindowColumn]) {
    if columnCount != other.columnCount || interval != other.interval || wraps != other.wraps { return }
    (held, unwrapped, receivedAt) = (other.held, other.unwrapped, other.receivedAt)
    (newest, time) = (other.newest, other.time)
    for index in 0..<columnCount { columns[firstColumn + index] = others[other.firstColumn + index] }
  }

  private func place(_ column: Int64) -> Int { firstColumn + Int(column % Int64(columnCount)) }

  /// Counts the held value up to a time, in the columns that it reaches through.
  @_optimize(speed)
  mutating func advance(to end: Int64, _ columns: inout [WindowColumn]) {
    let last = end / interval
    if last - newest > Int64(columnCount) {
      // All columns are over: as long a pause as the window is counts, whatever its length.
      newest = last - Int64(columnCount)
      time = newest * interval
    }
    while newest < last {
      count(upTo: (newest + 1) * interval, &columns)
      newest += 1
      columns[place(newest)] = WindowColumn()
    }
    count(upTo: end, &columns)
  }

  @_optimize(speed)
  private mutating func count(upTo end: Int64, _ columns: inout [WindowColumn]) {
    if held.quality == .fresh && end > time {
      // Taken up by a column only once it has lasted there: at its very beginning another value may come.
      columns[place(newest)].take(unwrapped, receivedAt: receivedAt)
      columns[place(newest)].count(unwrapped, end - time)
    }
    time = Swift.max(time, end)
  }

  @_optimize(speed)
  mutating func take(_ reading: Reading, receivedAt: Int64?, _ columns: inout [WindowColumn]) {
    let isChange = reading != held
    held = reading
    if reading.quality != .fresh { return }
    if let receivedAt { self.receivedAt = receivedAt } else if isChange { self.receivedAt = time }
    if wraps == .zero {
      unwrapped = reading.value
    } else {
      unwrapped = unwrapped + shortWay(from: unwrapped.modulo(wraps) ?? unwrapped, to: reading.value, wraps: wraps)
      // Not further away than a few turns, or a long voyage in circles would leave the range.
      let turns = unwrapped - (unwrapped.modulo(wraps) ?? unwrapped)
      if turns.magnitude > wraps * 8 {
        unwrapped = unwrapped - turns
        for index in firstColumn..<firstColumn + columnCount { columns[index].shift(by: turns) }
      }
    }
    columns[place(newest)].take(unwrapped, receivedAt: self.receivedAt)
  }

  mutating func forget(_ columns: inout [WindowColumn]) {
    if !isEndless { return }
    for index in firstColumn..<firstColumn + columnCount { columns[index] = WindowColumn() }
    take(held, receivedAt: nil, &columns)
  }

  /// The columns from the oldest to the newest. Those of the ring that were not begun yet are empty.
  func forEach(_ columns: [WindowColumn], _ body: (WindowColumn) -> Void) {
    for column in Swift.max(0, newest - Int64(columnCount) + 1)...newest { body(columns[place(column)]) }
  }

  /// When the next column begins, unless nothing in the ring differs from the value that is held.
  func nextTime(_ columns: [WindowColumn]) -> Int64? {
    if isEndless { return nil }
    var isFlat = true
    forEach(columns) {
      if $0.hasValue {
        isFlat = isFlat && held.quality == .fresh && $0.lower == unwrapped && $0.upper == unwrapped
      }
    }
    return isFlat ? nil : (newest + 1) * interval
  }

  /// A result: as bad as the signal, brought back into the turn.
  func result(_ value: Fixed64?) -> Reading {
    guard let value, held.hasValue else { return Reading(.zero, held.hasValue ? .none : held.quality) }
    return Reading(wraps == .zero ? value : inTurn(value, wraps, from: turnStart), held.quality)
  }
}
