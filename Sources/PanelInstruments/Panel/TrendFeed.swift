// Stage: a panel. Histories become the columns of a trend.
import PanelFile
import PanelSignals

/// The histories behind a trend's columns, and the last column that it has.
struct TrendFeed {
  typealias Pen = (signal: SignalIndex, shown: ShownUnit)

  let pens: [Pen]
  /// The number of the last column that the trend has; `nil` before it has any.
  private var last: Int64?
  /// The newest column when the trend was paused, and its ``TrendInstrument/columnsBack`` then.
  private var paused: (newest: Int64, back: Int)?

  init(_ pens: [Pen]) { self.pens = pens }

  /// Nanoseconds of a column.
  private func interval(_ trend: TrendInstrument) -> Int64 {
    let seconds = trend.columnDuration.rawValue
    // 2⁻³² s are 0.23 ns: the product with 10⁹ is divided before it could overflow, for up to 2³¹ s.
    return Swift.max(1_000_000, (seconds >> 16) * 1_000_000_000 >> 16)
  }

  /// Appends the columns that have ended since the last call; all of them at the first one.
  /// - Returns: the end of the next column; never while the trend is paused.
  mutating func advance(_ trend: TrendInstrument, to time: Int64, _ signals: SignalStore) -> Int64 {
    let interval = interval(trend)
    let number = time / interval
    let count = Int64(trend.columnCount)
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
    let past = signals.history(of: signal, from: number * interval, to: (number + 1) * interval)
    if !past.hasValue { return .gap }
    return TrendColumn(shown.apply(past.last), low: shown.apply(past.lower), high: shown.apply(past.upper))
  }
}
