// Stage: signals. The past of a signal, as a trend shows it: columns of time with the least and the greatest value.

/// The histories of all signals: rings of columns, taken at the start.
struct HistoryStore {
  private struct Ring {
    let first, count: Int
    /// Nanoseconds of a column.
    let interval: Int64
    /// After how much the signal begins again; 0 for never.
    let wraps: Fixed64
    /// Where a turn begins: columns count from there.
    let turnStart: Fixed64
    /// How many columns have begun: the newest is the one before this number.
    var begun: Int64 = 0
    /// Which column of time the newest is.
    var newest: Int64 = 0

    var duration: Int64 { interval * Int64(count) }

    /// The number of a time's column, below 0 for times before 0.
    func column(_ time: Int64) -> Int64 { time / interval - (time % interval < 0 ? 1 : 0) }

    func place(_ number: Int64) -> Int { first + Int(number % Int64(count)) }
  }

  private var columns: [HistoryColumn] = []
  private var rings: [Ring] = []
  /// The rings of each signal, the shortest time first.
  private var places: [Range<Int>] = []

  init(_ definitions: [SignalDefinition]) {
    for definition in definitions {
      let first = rings.count
      let wraps = Swift.max(.zero, definition.wraps)
      for history in definition.histories.sorted(by: { $0.duration < $1.duration }) where history.columnCount > 0 {
        let count = history.columnCount
        let interval = (history.duration - 1) / Int64(count) + 1
        rings.append(
          Ring(first: columns.count, count: count, interval: interval, wraps: wraps, turnStart: definition.turnStart))
        for _ in 0..<count { columns.append(.gap) }
      }
      places.append(first..<rings.count)
    }
  }

  func hasHistory(_ signal: Int) -> Bool { !places[signal].isEmpty }

  /// The ring of a signal's longest time.
  private func longest(_ signal: Int) -> Ring? { places[signal].last.map { rings[$0] } }

  /// Nanoseconds that a column of the longest time lasts; 0 for a signal without a history.
  func interval(_ signal: Int) -> Int64 { longest(signal)?.interval ?? 0 }

  /// How many columns of the longest time there are room for.
  func capacity(_ signal: Int) -> Int { longest(signal)?.count ?? 0 }

  /// How many columns of the longest time have begun since the start.
  func begun(_ signal: Int) -> Int64 { longest(signal)?.begun ?? 0 }

  /// A column of the longest time.
  /// - Parameter age: 0 for the newest.
  func column(_ signal: Int, age: Int) -> HistoryColumn {
    longest(signal).map { column($0, age: age).shifted(by: $0.turnStart) } ?? .gap
  }

  private func column(_ ring: Ring, age: Int) -> HistoryColumn {
    if age < 0 || age >= ring.count || Int64(age) >= ring.begun { return .gap }
    return columns[ring.place(ring.begun - 1 - Int64(age))]
  }

  /// All columns that a stretch of time touches, as one: those of the shortest time that goes back so far.
  func merged(_ signal: Int, from start: Int64, to end: Int64) -> HistoryColumn {
    if end <= start { return .gap }
    for number in places[signal] {
      let ring = rings[number]
      let reachesBack = (ring.newest - Int64(ring.count) + 1) * ring.interval <= start
      if reachesBack || number == places[signal].upperBound - 1 { return merged(ring, from: start, to: end) }
    }
    return .gap
  }

  private func merged(_ ring: Ring, from start: Int64, to end: Int64) -> HistoryColumn {
    if ring.begun == 0 { return .gap }
    let oldest = ring.newest - (Swift.min(ring.begun, Int64(ring.count)) - 1)
    let (first, last) = (Swift.max(oldest, ring.column(start)), Swift.min(ring.newest, ring.column(end - 1)))
    var result = HistoryColumn.gap
    var number = first
    while number <= last {
      result.include(column(ring, age: Int(ring.newest - number)), wraps: ring.wraps)
      number += 1
    }
    return result.shifted(by: ring.turnStart)
  }

  /// Adds a signal's value, for the time up to now.
  /// - Parameter before: its value since the call before, which fills the columns in between.
  @_optimize(speed)
  mutating func add(_ signal: Int, _ reading: Reading, before: Reading, at time: Int64) {
    for number in places[signal] { add(reading, before: before, at: time, inRing: number) }
  }

  @_optimize(speed)
  private mutating func add(_ reading: Reading, before: Reading, at time: Int64, inRing number: Int) {
    let ring = rings[number]
    let column = ring.column(time)
    if ring.begun == 0 {
      rings[number].newest = column
      begin(number, .gap)
    } else if column > ring.newest {
      // The former value goes on into the columns that have begun since; a whole turn of the ring is enough. At the
      // very beginning of a column it has not lasted into it.
      let missing = Int(Swift.min(column - ring.newest, Int64(ring.count)))
      let isBeginning = column * ring.interval == time
      for left in (0..<missing).reversed() {
        begin(number, left == 0 && isBeginning ? .gap : HistoryColumn(before).shifted(by: .zero - ring.turnStart))
      }
      rings[number].newest = column
    }
    if reading.quality != .fresh { return }
    let place = ring.place(rings[number].begun - 1)
    columns[place].include(HistoryColumn(reading).shifted(by: .zero - ring.turnStart), wraps: ring.wraps)
  }

  /// Takes a signal's histories over from another store, as far as they are divided in the same way.
  mutating func take(_ signal: Int, from other: Int, of store: HistoryStore) {
    for number in places[signal] {
      let ring = rings[number]
      for former in store.places[other] {
        let old = store.rings[former]
        if ring.count != old.count || ring.interval != old.interval || ring.turnStart != old.turnStart { continue }
        for index in 0..<ring.count { columns[ring.first + index] = store.columns[old.first + index] }
        (rings[number].begun, rings[number].newest) = (old.begun, old.newest)
      }
    }
  }

  /// Fills the histories of a signal that have not begun with a function of time.
  mutating func fill(_ signal: Int, to time: Int64, _ value: (Int64) -> Fixed64) {
    for number in places[signal] where rings[number].begun == 0 {
      let ring = rings[number]
      let newest = ring.column(time)
      for age in (0..<ring.count).reversed() {
        let column = HistoryColumn(Reading(value((newest - Int64(age)) * ring.interval)))
        begin(number, column.shifted(by: .zero - ring.turnStart))
      }
      rings[number].newest = newest
    }
  }

  /// The begin of the oldest column that a history may have at a time.
  func oldest(at time: Int64) -> Int64? {
    guard let ring = rings.max(by: { $0.duration < $1.duration }) else { return nil }
    return (ring.column(time) - Int64(ring.count) + 1) * ring.interval
  }

  /// Nanoseconds of the finest columns that a time so long ago lies in.
  func step(atAge age: Int64) -> Int64 {
    var result = Int64.max
    for ring in rings {
      // Those of a shorter history have to begin with its oldest one.
      result = Swift.min(result, ring.duration >= age ? ring.interval : age - ring.duration)
    }
    return result
  }

  /// Takes over the histories of a store with the same definitions, as far as none has begun.
  /// - Parameter time: the time here that is the newest there.
  mutating func rehearsed(_ signal: Int, of store: HistoryStore, at time: Int64) {
    if places[signal].contains(where: { rings[$0].begun > 0 }) { return }
    take(signal, from: signal, of: store)
    for number in places[signal] where rings[number].begun > 0 { rings[number].newest = rings[number].column(time) }
  }

  private mutating func begin(_ number: Int, _ column: HistoryColumn) {
    let ring = rings[number]
    columns[ring.place(ring.begun)] = column
    rings[number].begun += 1
  }
}

extension SignalStore {
  /// The most bytes that a panel's histories and windows of time may take together: a third of a panel's limit (P11).
  public static var pastLimit: Int64 { 2 << 20 }

  /// The bytes that histories and windows of time take, which is known before any of them is taken.
  public static func pastBytes(_ definitions: [SignalDefinition], _ windows: [WindowDefinition]) -> Int64 {
    var bytes: Int64 = 0
    for definition in definitions {
      for history in definition.histories { bytes += Int64(history.columnCount) }
    }
    bytes *= Int64(MemoryLayout<HistoryColumn>.stride)
    for window in windows { bytes += Int64(window.columnCount * MemoryLayout<WindowColumn>.stride) }
    return bytes
  }

  /// Whether a computed signal has a history, which only ``fillHistories(by:to:_:)`` can fill.
  public var hasComputedHistory: Bool { recorded.contains { definitions[$0].expression != nil } }

  /// Fills a signal's histories, those that are empty, with a function of time; times before 0 too.
  public func fillHistory(_ signal: SignalIndex, to time: Int64, _ value: (Int64) -> Fixed64) {
    if isThere(signal) { histories.fill(signal.number, to: time, value) }
  }

  /// Fills the histories of all signals that are empty, those of computed ones too, from a rehearsal: another store of the same
  /// panel goes through the past, as densely as columns are fine.
  /// - Parameters:
  ///   - rehearsal: one that has no values yet.
  ///   - time: the present.
  ///   - write: writes the values of a time to it, which may be before 0; `own` is that time on its own clock.
  public func fillHistories(
    by rehearsal: SignalStore, to time: Int64, _ write: (_ rehearsal: SignalStore, _ time: Int64, _ own: Int64) -> Void
  ) {
    guard let oldest = histories.oldest(at: time), rehearsal.count == count else { return }
    var own: Int64 = 0
    while oldest + own <= time {
      write(rehearsal, oldest + own, own)
      rehearsal.advance(to: own)
      own += histories.step(atAge: time - oldest - own)
    }
    for signal in recorded { histories.rehearsed(signal, of: rehearsal.histories, at: time) }
  }

  /// Nanoseconds that a column of a signal's longest history lasts; 0 for a signal without a history.
  public func historyInterval(_ signal: SignalIndex) -> Int64 {
    isThere(signal) ? histories.interval(signal.number) : 0
  }

  /// How many columns a signal's longest history has room for.
  public func historyCapacity(_ signal: SignalIndex) -> Int { isThere(signal) ? histories.capacity(signal.number) : 0 }

  /// How many columns have begun since the start: a trend has to draw the difference to that of the frame before,
  /// beside the one that was the newest then. 64 bits: columns of a millisecond leave 32 within a month.
  public func historyCount(_ signal: SignalIndex) -> Int64 { isThere(signal) ? histories.begun(signal.number) : 0 }

  /// The value of a signal from one time up to another: of its shortest history that goes back so far.
  public func history(of signal: SignalIndex, from start: Int64, to end: Int64) -> HistoryColumn {
    if !isThere(signal) { return .gap }
    return histories.merged(signal.number, from: start, to: end)
  }

  /// A column of a signal's longest history.
  /// - Parameters:
  ///   - signal: one with a history; another has gaps.
  ///   - age: 0 for the newest, which still changes; those that are no more, or were not yet, are gaps.
  public func historyColumn(_ signal: SignalIndex, age: Int) -> HistoryColumn {
    isThere(signal) ? histories.column(signal.number, age: age) : .gap
  }
}
