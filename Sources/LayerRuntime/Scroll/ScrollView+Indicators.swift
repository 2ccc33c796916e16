// Stage: scroll. The bars: which are seen, where they lie, and how they go away.

import FixedRaster

extension ScrollView {
  /// Shows the bars for half a second, as when the view comes to be seen. Nothing while they are shown, or while no
  /// compositor shows the view.
  public final func flashScrollIndicators() {
    if case .shown = indicatorPhase { return }
    leaveIndicators(hold: 500_000_000)
  }

  /// Has the bars go away by themselves.
  ///
  /// - Parameter hold: nanoseconds until they fade.
  final func leaveIndicators(hold: Int64) {
    if let host = layer.root.host {
      indicatorPhase = .leaving(hold: hold, start: nil)
      host.scrollMotions.add(scrolling)
      host.layerTreeChanged()
    } else {
      indicatorPhase = .hidden
    }
    updateIndicators()
  }

  /// Follows a change of the settings, the limits or the phase.
  final func updateIndicators() {
    updateIndicator(.horizontal, showsHorizontalScrollIndicator)
    updateIndicator(.vertical, showsVerticalScrollIndicator)
    placeIndicators()
  }

  private final func updateIndicator(_ axis: ScrollAxis, _ isWanted: Bool) {
    var isShown = isWanted && limits(axis).hasRoom
    if case .hidden = indicatorPhase { isShown = false }
    if isShown && indicators[axis] == nil {
      let new = ScrollIndicatorLayer()
      indicators[axis] = new
      layer.addSublayer(new)
    }
    guard let bar = indicators[axis] else { return }
    bar.backgroundColor = indicatorStyle.color
    bar.opacity = 1
    bar.isHidden = !isShown
  }

  /// Lays the bars that are seen at their places in the view.
  final func placeIndicators() {
    let isBoth = indicators.x?.isHidden == false && indicators.y?.isHidden == false
    placeIndicator(.horizontal, isBoth)
    placeIndicator(.vertical, isBoth)
  }

  private final func placeIndicator(_ axis: ScrollAxis, _ isBoth: Bool) {
    guard let bar = indicators[axis], !bar.isHidden else { return }
    var insets = scrollIndicatorInsets
    // The corner belongs to neither.
    if isBoth && axis == .vertical { insets.bottom = insets.bottom + 6 }
    if isBoth && axis == .horizontal { insets.right = insets.right + 6 }
    bar.place(along: axis, in: bounds.inset(by: insets), at: place[axis], limits(axis))
  }

  /// Sets the opacity of the bars for a frame.
  ///
  /// - Parameters:
  ///   - time: of the frame.
  ///   - noteDue: called before a change.
  final func fadeIndicators(at time: Int64, _ noteDue: () -> Void) {
    guard case .leaving(let hold, let known) = indicatorPhase else { return }
    let start = known ?? time
    indicatorPhase = .leaving(hold: hold, start: start)
    let left = start + hold + IndicatorPhase.fade - time
    noteDue()
    if left > 0 { return setIndicatorOpacity(left) }
    indicatorPhase = .hidden
    updateIndicators()
    if motion == nil { motions?.remove(scrolling) }
  }

  /// - Parameter left: nanoseconds until the bars are gone.
  final func setIndicatorOpacity(_ left: Int64) {
    let opacity = ratio(Swift.max(0, Swift.min(left, IndicatorPhase.fade)), IndicatorPhase.fade).fixed
    indicators.x?.opacity = opacity
    indicators.y?.opacity = opacity
  }
}
