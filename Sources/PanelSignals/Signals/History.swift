// Stage: signals. The past of a signal, as a trend shows it: columns of time with the least and the greatest value.

/// The histories of all signals: rings of columns, taken at the start.
struct HistoryStore {
  private struct Ring {
    let first, count: Int
    /// Nanoseconds of a column.
    let interval: Int64
    /// After how much the signal begins again; 0 for never.
    let wraps: Fixed64
    /// How many columns have begun: the newest is the one before this number.
    var begun: Int64 = 0
    /// Which column of time the newest is.
    var newest: Int64 = 0

    func place(_ number: Int64) -> Int { first + Int(number % Int64(count)) }
  }

  private var columns: [HistoryColumn] = []
  private var rings: [Ring] = []

  init(_ definitions: [SignalDefinition]) {
    for definition in definitions {
      let count = Self.columnCount(definition)
      let interval = count > 0 ? (definition.historyDuration - 1) / Int64(count) + 1 : 1
      let wraps = Swift.max(.zero, definition.wraps)
      rings.append(Ring(first: columns.count, count: count, interval: interval, wraps: wraps))
      for _ in 0..<count { columns.append(.gap) }
    }
  }

  static func columnCount(_ definition: SignalDefinition) -> Int {
    definition.historyDuration > 0 ? Swift.max(2, Swift.min(4096, definition.historyColumns)) : 0
  }

  /// Nanoseconds that a column lasts; 0 for a signal without a history.
  func interval(_ signal: Int) -> Int64 { rings[signal].count > 0 ? rings[signal].interval : 0 }

  /// How many columns there are room for.
  func capacity(_ signal: Int) -> Int { rings[signal].count }

  /// How many columns have begun since the start.
  func begun(_ signal: Int) -> Int64 { rings[signal].begun }

  /// A column.
  /// - Parameter age: 0 for the newest.
  func column(_ signal: Int, age: Int) -> HistoryColumn {
    let ring = rings[signal]
    if age < 0 || age >= ring.count || Int64(age) >= ring.begun { return .gap }
    return columns[ring.place(ring.begun - 1 - Int64(age))]
  }

  /// All columns that a stretch of time touches, as one.
  func merged(_ signal: Int, from start: Int64, to end: Int64) -> HistoryColumn {
    let ring = rings[signal]
    if ring.count == 0 || ring.begun == 0 || end <= start { return .gap }
    let oldest = ring.newest - (Swift.min(ring.begun, Int64(ring.count)) - 1)
    let (first, last) = (Swift.max(oldest, start / ring.interval), Swift.min(ring.newest, (end - 1) / ring.interval))
    var result = HistoryColumn.gap
    var number = first
    while number <= last {
      result.include(column(signal, age: Int(ring.newest - number)), wraps: ring.wraps)
      number += 1
    }
    return result
  }

  /// Adds a signal's value, for the time up to now.
  /// - Parameter before: its value since the call before, which fills the columns in between.
  mutating func add(_ signal: Int, _ reading: Reading, before: Reading, at time: Int64) {
    let ring = rings[signal]
    if ring.count == 0 { return }
    let column = time / ring.interval
    if ring.begun == 0 {
      rings[signal].newest = column
      begin(signal, .gap)
    } else if column > ring.newest {
      // The former value goes on into the columns that have begun since; a whole turn of the ring is enough. At the
      // very beginning of a column it has not lasted into it.
      let missing = Int(Swift.min(column - ring.newest, Int64(ring.count)))
      let isBeginning = column * ring.interval == time
      for left in (0..<missing).reversed() { begin(signal, left == 0 && isBeginning ? .gap : HistoryColumn(before)) }
      rings[signal].newest = column
    }
    if reading.quality != .fresh { return }
    let place = ring.place(rings[signal].begun - 1)
    columns[place].include(HistoryColumn(reading), wraps: ring.wraps)
  }

  /// Fills a history that has not begun with a function of time.
  mutating func fill(_ signal: Int, to time: Int64, _ value: (Int64) -> Fixed64) {
    let ring = rings[signal]
    if ring.begun > 0 || ring.count == 0 { return }
    let newest = time / ring.interval
    for age in (0..<ring.count).reversed() {
      begin(signal, HistoryColumn(Reading(value((newest - Int64(age)) * ring.interval))))
    }
    rings[signal].newest = newest
  }

  /// Takes a history over from another store, if it is divided in the same way.
  mutating func take(_ signal: Int, from other: Int, of store: HistoryStore) {
    let (ring, old) = (rings[signal], store.rings[other])
    if ring.count == 0 || ring.count != old.count || ring.interval != old.interval { return }
    for index in 0..<ring.count { columns[ring.first + index] = store.columns[old.first + index] }
    (rings[signal].begun, rings[signal].newest) = (old.begun, old.newest)
  }

  private mutating func begin(_ signal: Int, _ column: HistoryColumn) {
    let ring = rings[signal]
    columns[ring.place(ring.begun)] = column
    rings[signal].begun += 1
  }
}

extension SignalStore {
  /// The most bytes that a panel's histories and windows of time may take together: a third of a panel's limit (P11).
  public static var pastLimit: Int64 { 2 << 20 }

  /// The bytes that histories and windows of time take, which is known before any of them is taken.
  public static func pastBytes(_ definitions: [SignalDefinition], _ windows: [WindowDefinition]) -> Int64 {
    var bytes: Int64 = 0
    for definition in definitions { bytes += Int64(HistoryStore.columnCount(definition)) }
    bytes *= Int64(MemoryLayout<HistoryColumn>.stride)
    for window in windows { bytes += Int64(window.columnCount * MemoryLayout<WindowColumn>.stride) }
    return bytes
  }

  /// Fills a signal's history, if it has one that is empty, with a function of time; times before 0 too.
  public func fillHistory(_ signal: SignalIndex, to time: Int64, _ value: (Int64) -> Fixed64) {
    if isThere(signal) { histories.fill(signal.number, to: time, value) }
  }

  /// Nanoseconds that a column of a signal's history lasts; 0 for a signal without a history.
  public func historyInterval(_ signal: SignalIndex) -> Int64 {
    isThere(signal) ? histories.interval(signal.number) : 0
  }

  /// How many columns a signal's history has room for.
  public func historyCapacity(_ signal: SignalIndex) -> Int { isThere(signal) ? histories.capacity(signal.number) : 0 }

  /// How many columns have begun since the start: a trend has to draw the difference to that of the frame before,
  /// beside the one that was the newest then. 64 bits: columns of a millisecond leave 32 within a month.
  public func historyCount(_ signal: SignalIndex) -> Int64 { isThere(signal) ? histories.begun(signal.number) : 0 }

  /// The value of a signal from one time up to another, as far as its history has it.
  public func history(of signal: SignalIndex, from start: Int64, to end: Int64) -> HistoryColumn {
    if !isThere(signal) { return .gap }
    return histories.merged(signal.number, from: start, to: end)
  }

  /// A column of a signal's history.
  /// - Parameters:
  ///   - signal: one with a history; another has gaps.
  ///   - age: 0 for the newest, which still changes; those that are no more, or were not yet, are gaps.
  public func historyColumn(_ signal: SignalIndex, age: Int) -> HistoryColumn {
    isThere(signal) ? histories.column(signal.number, age: age) : .gap
  }
}
