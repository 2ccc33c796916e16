// Stage: a panel. Input: the conditions of pages. Output: the page that is to be shown because of them.
import PanelSignals

/// Shows a page whose condition begins to hold, until it does so no more or another page is chosen.
struct PageConditions {
  private let signals: [SignalIndex?]
  private var hold: [Bool]
  /// The page that was shown before the first of those that hold.
  private var former = 0

  /// - Parameter signals: the condition of each page; `nil` for a page without one.
  init(_ signals: [SignalIndex?]) {
    self.signals = signals
    hold = Array(repeating: false, count: signals.count)
  }

  /// - Parameter page: the one that is shown.
  /// - Returns: the one that takes its place, if it is another one.
  mutating func advance(_ store: SignalStore, shown page: Int) -> Int? {
    var next = page
    for (index, signal) in signals.enumerated() {
      guard let signal else { continue }
      let reading = store.reading(signal)
      let holds = reading.quality == .fresh && reading.value != .zero
      if holds == hold[index] { continue }
      if holds && !hold[next] { former = next }
      hold[index] = holds
      if holds { next = index } else if next == index { next = hold.firstIndex(of: true) ?? former }
    }
    return next == page ? nil : next
  }
}
