// Stage: a panel. Which signals are worth asking for.
import PanelFile
import PanelSignals

extension PanelState {
  /// Whether a page that is shown has a signal, or something needs it whatever is shown: an expression, an alarm, a theme, a
  /// history.
  public func isSeen(_ signal: SignalIndex) -> Bool {
    if signals.isRead(signal) || file.root.names(signal) { return true }
    for number in 0..<file.root.childCount {
      let record = file.root.child(number)
      switch record.kind {
      // Its condition counts on every page.
      case .page: if record.names(signal) { return true }
      // Units of a signal do not show it.
      case .system: break
      default: if record.mentions(signal) { return true }
      }
    }
    var isShown = false
    forEachPanel { if $0.shows(signal) { isShown = true } }
    return isShown
  }
}

extension Panel {
  /// Whether an element of the page that is shown has a signal.
  fileprivate func shows(_ signal: SignalIndex) -> Bool {
    pages.indices.contains(page) && pages[page].content.record.mentions(signal)
  }
}
