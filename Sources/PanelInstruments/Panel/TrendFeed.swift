// Stage: a panel. Histories become the columns of a trend.
import PanelFile
import PanelSignals

/// What a trend shows, and how far it has been told.
struct TrendFeed {
  let instrument: TrendInstrument
  let page: Int
  let pens: [(signal: SignalIndex, shown: ShownUnit)]
  /// The last column of time that the trend has; `nil` before it has any.
  private var told: Int64?
  /// The newest column when it was paused, and how far back it was looked then.
  private var paused: (newest: Int64, back: Int)?

  init(_ instrument: TrendInstrument, page: Int, pens: [(signal: SignalIndex, shown: ShownUnit)]) {
    (self.instrument, self.page, self.pens) = (instrument, page, pens)
  }

  /// Nanoseconds of a column.
  private var interval: Int64 {
    let seconds = instrument.columnDuration.rawValue
    // 2⁻³² s are 0.23 ns: the product with 10⁹ is divided before it could overflow, for up to 2³¹ s.
    return Swift.max(1_000_000, (seconds >> 16) * 1_000_000_000 >> 16)
  }

  /// Tells the columns that have ended since the last call; all of them at the first one.
  /// - Returns: when the next one ends; never while it is paused.
  mutating func advance(to time: Int64, _ signals: SignalStore) -> Int64 {
    let interval = interval
    let number = time / interval
    let count = Int64(instrument.columnCount)
    if instrument.isPaused && told != nil {
      let newest = paused?.newest ?? number
      if paused?.back != instrument.columnsBack {
        paused = (newest, instrument.columnsBack)
        reload(before: newest - Int64(instrument.columnsBack), interval, signals)
      }
      return .max
    }
    if paused != nil { (paused, told) = (nil, nil) }
    if let told, number - 1 - told < count, number > told {
      var column = told + 1
      while column < number {
        tell(column, interval, signals)
        column += 1
      }
    } else if told == nil || number - 1 - (told ?? 0) >= count {
      reload(before: number, interval, signals)
    }
    told = number - 1
    return (number + 1) * interval
  }

  /// Tells all columns up to one.
  private func reload(before number: Int64, _ interval: Int64, _ signals: SignalStore) {
    let count = Int64(instrument.columnCount)
    instrument.reload(count: Int(count)) { pen, index in
      self.column(pen, number - count + Int64(index), interval, signals)
    }
  }

  private func tell(_ number: Int64, _ interval: Int64, _ signals: SignalStore) {
    instrument.append { pen in column(pen, number, interval, signals) }
  }

  private func column(_ pen: Int, _ number: Int64, _ interval: Int64, _ signals: SignalStore) -> TrendColumn {
    let (signal, shown) = pens[pen]
    let past = signals.history(of: signal, from: number * interval, to: (number + 1) * interval)
    if !past.hasValue { return .gap }
    return TrendColumn(shown.apply(past.last), low: shown.apply(past.lower), high: shown.apply(past.upper))
  }
}
