// Stage: a panel. Histories become the columns of a trend.
import PanelFile
import PanelSignals

/// The histories behind a trend's columns, and the last column that it has.
struct TrendFeed {
  typealias Pen = (signal: SignalIndex, shown: ShownUnit)

  let pens: [Pen]
  /// The number of the last column that the trend has; `nil` before it has any.
  private var last: Int64?
  /// The columns of the trend before this one; `nil` where none of them is seen.
  private var former: FormerColumns?
  /// The newest column when the trend was paused, and its ``TrendInstrument/columnsBack`` then.
  private var paused: (newest: Int64, back: Int)?

  init(_ pens: [Pen]) { self.pens = pens }

  /// Nanoseconds of a column.
  private func interval(_ trend: TrendInstrument) -> Int64 {
    let seconds = trend.columnDuration.rawValue
    // 2⁻³² s are 0.23 ns: the product with 10⁹ is divided before it could overflow, for up to 2³¹ s.
    return Swift.max(1_000_000, (seconds >> 16) * 1_000_000_000 >> 16)
  }

  /// Goes on with the columns of a trend of the same signals that this one takes the place of. A history is coarser than
  /// a wide trend, and its newest column was not full when the trend took it: from the history the same time has other
  /// columns.
  mutating func takeOver(_ feed: TrendFeed, of trend: TrendInstrument) {
    let isSame = pens.count == feed.pens.count && zip(pens, feed.pens).allSatisfy { $0.signal == $1.signal }
    // A trend that is looked back at has others than the newest.
    guard isSame, let last = feed.last, feed.paused == nil else { return }
    former = FormerColumns(
      store: trend.store, shown: feed.pens.map { $0.shown }, last: last, interval: feed.interval(trend))
  }

  /// Appends the columns that have ended since the last call; all of them at the first one.
  /// - Returns: the end of the next column; never while the trend is paused.
  mutating func advance(_ trend: TrendInstrument, to time: Int64, _ signals: SignalStore) -> Int64 {
    let interval = interval(trend)
    let number = time / interval
    let count = Int64(trend.columnCount)
    if let former, former.end <= (number - count) * interval { self.former = nil }
    if trend.isPaused && last != nil {
      let newest = paused?.newest ?? number
      if paused?.back != trend.columnsBack {
        paused = (newest, trend.columnsBack)
        reload(trend, before: newest - Int64(trend.columnsBack), interval, signals)
      }
      return .max
    }
    if paused != nil { (paused, last) = (nil, nil) }
    if let last, number - 1 - last < count, number > last {
      var column = last + 1
      while column < number {
        trend.append { pen in self.column(pen, column, interval, signals) }
        column += 1
      }
    } else if last == nil || number - 1 - (last ?? 0) >= count {
      reload(trend, before: number, interval, signals)
    }
    last = number - 1
    return (number + 1) * interval
  }

  /// The part of the past that the columns show; `nil` before there are some.
  func timeline(_ trend: TrendInstrument, _ wallClockOffset: Int64) -> TrendTimeline? {
    guard let last else { return nil }
    let interval = interval(trend)
    let end = paused.map { $0.newest - Int64($0.back) } ?? last + 1
    return TrendTimeline(end: end * interval, interval: interval, wallClockOffset: wallClockOffset)
  }

  /// Replaces all columns by those before a number.
  private func reload(_ trend: TrendInstrument, before number: Int64, _ interval: Int64, _ signals: SignalStore) {
    let count = Int64(trend.columnCount)
    trend.reload(count: Int(count)) { pen, index in
      column(pen, number - count + Int64(index), interval, signals)
    }
  }

  private func column(_ pen: Int, _ number: Int64, _ interval: Int64, _ signals: SignalStore) -> TrendColumn {
    let (signal, shown) = pens[pen]
    if let column = former?.column(pen, at: number * interval + interval / 2, shown) { return column }
    let past = signals.history(of: signal, from: number * interval, to: (number + 1) * interval)
    if !past.hasValue { return .gap }
    return TrendColumn(shown.apply(past.last), low: shown.apply(past.lower), high: shown.apply(past.upper))
  }
}

/// The columns that a trend had before its language or its unit changed.
private struct FormerColumns {
  let store: TrendStore
  /// The units of its pens.
  let shown: [ShownUnit]
  /// The number of its newest column.
  let last: Int64
  /// Nanoseconds of a column.
  let interval: Int64

  /// The end of the newest column.
  var end: Int64 { (last + 1) * interval }

  /// The column of a pen at a time, in another unit; `nil` where there is none.
  func column(_ pen: Int, at time: Int64, _ unit: ShownUnit) -> TrendColumn? {
    let age = last - time / interval
    if age < 0 || age >= Int64(Swift.min(store.capacity, store.count)) { return nil }
    var column = store.column(store.count - 1 - Int(age), pen: pen)
    if column.quality == .none { return column }
    func converted(_ value: Fixed64) -> Fixed64 { unit.apply(shown[pen].value(from: value)) }
    (column.value, column.low, column.high) = (converted(column.value), converted(column.low), converted(column.high))
    return column
  }
}
