// Stage: input. Contacts that are pressed too lightly for a finger, and the reports of the others, made calmer.

extension ContactTracker {
  /// A contact begins: a finger, or with a filter of pressure a finger once it is pressed.
  mutating func press(_ index: Int) {
    if filter.pressure == 0 { begin(index) } else { places[index].isLight = true }
  }

  /// Makes a finger of a contact that is pressed, and ends that of one that is pressed no more. Once a frame. Protocol A
  /// does not list light contacts.
  mutating func weigh(_ index: Int, _ time: Int64) {
    if kind == .anonymous { return }
    let pressure = places[index].pressure
    if places[index].isLight, pressure >= filter.pressure {
      places[index].isLight = false
      begin(index)
    } else if places[index].finger >= 0, pressure < filter.leastPressure {
      finish(index, time)
      places[index].isLight = true
    }
  }

  /// A contact ends that is no finger: one that came and was pressed and went within a frame counts.
  mutating func endLight(_ index: Int, as phase: TouchSample.Phase) {
    places[index].isLight = false
    if phase == .ended, !isResynchronizing, places[index].pressure >= filter.pressure { begin(index) }
  }

  /// Takes a place's report into its filter, once a frame.
  mutating func filterReport(_ index: Int) {
    if !filter.smooths || !places[index].hasMoved && !places[index].isNew { return }
    if kind != .anonymous, !places[index].isNew, places[index].pressure < filter.pressure {
      places[index].hasMoved = false
      return
    }
    let (x, y) = (places[index].x, places[index].y)
    places[index].hasMoved = places[index].filtered.take(x, y, filter, margin: margin)
  }
}
