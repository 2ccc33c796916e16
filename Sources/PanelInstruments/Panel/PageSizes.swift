// Stage: a panel. Input: instruments in their places. Output: one height of digits for those that are neighbours.
import FixedRaster
import LayerRuntime
import PanelFile

/// Neighbours of one kind agree on the smallest of their sizes: digits side by side have one height.
struct PageSizes {
  private let instruments: [Instrument]
  /// Of the instruments.
  private let kinds: [RecordKind]

  /// - Parameter page: the elements of one page, after their layout.
  init(_ page: PanelElement) {
    var (instruments, kinds): ([Instrument], [RecordKind]) = ([], [])
    page.forEach { element in
      guard let instrument = element.instrument, instrument.roomyCapHeight != nil, !instrument.isHidden else { return }
      instruments.append(instrument)
      kinds.append(element.record.kind)
    }
    (self.instruments, self.kinds) = (instruments, kinds)
  }

  /// Gives each its neighbours' size.
  func agree() {
    var groups = Array(instruments.indices)
    // Whoever is a neighbour of a neighbour is one.
    func root(_ index: Int) -> Int {
      var index = index
      while groups[index] != index { index = groups[index] }
      return index
    }
    for first in instruments.indices {
      for second in instruments.indices
      where second > first && kinds[first] == kinds[second] && areNeighbours(first, second) {
        groups[root(second)] = root(first)
      }
    }
    for first in instruments.indices where groups[first] == first {
      let members = instruments.indices.filter { root($0) == first }
      var least = Fixed.max
      for member in members { least = Swift.min(least, instruments[member].roomyCapHeight ?? least) }
      for member in members { instruments[member].agreedCapHeight = least }
    }
  }

  /// Whether two are about one size, in one row or one column.
  private func areNeighbours(_ first: Int, _ second: Int) -> Bool {
    let (first, second) = (instruments[first].frame, instruments[second].frame)
    func areAlike(_ a: Fixed, _ b: Fixed) -> Bool { Swift.max(a, b) * 0.85 <= Swift.min(a, b) }
    if !areAlike(first.width, second.width) || !areAlike(first.height, second.height) { return false }
    let isRow = abs(first.midY - second.midY) * 2 < Swift.min(first.height, second.height)
    let isColumn = abs(first.midX - second.midX) * 2 < Swift.min(first.width, second.width)
    return isRow || isColumn
  }
}
