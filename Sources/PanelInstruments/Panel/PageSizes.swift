// Stage: a panel. Input: instruments in their places. Output: one height of digits for those that are neighbours.
import FixedRaster
import LayerRuntime
import PanelFile

/// Neighbours of one kind agree on the smallest of their sizes, and on the widest of their units: digits side by side have one
/// height, and one end.
struct PageSizes {
  private let instruments: [Instrument]
  /// Of the instruments.
  private let kinds: [RecordKind]
  /// Those that have a title.
  private let titled: [Instrument]

  /// - Parameter page: the elements of one page, after their layout.
  init(_ page: PanelElement) {
    var (instruments, kinds, titled): ([Instrument], [RecordKind], [Instrument]) = ([], [], [])
    page.forEach { element in
      guard let instrument = element.instrument else { return }
      if instrument.isHidden {
        // It goes by its own room once it is shown.
        (instrument.agreedCapHeight, instrument.agreedUnitWidth, instrument.agreedDigitsWidth) = (nil, nil, nil)
        return
      }
      if !instrument.titleText.isHidden { titled.append(instrument) }
      if instrument.roomyCapHeight == nil { return }
      instruments.append(instrument)
      kinds.append(element.record.kind)
    }
    (self.instruments, self.kinds, self.titled) = (instruments, kinds, titled)
  }

  /// Gives titles one height: that of the smallest which has three quarters of the largest.
  func agreeOnTitles() {
    var largest = Fixed(0)
    for instrument in titled { largest = Swift.max(largest, instrument.roomyTitleCapHeight) }
    var common = largest
    for instrument in titled where instrument.roomyTitleCapHeight >= largest * 0.74 {
      common = Swift.min(common, instrument.roomyTitleCapHeight)
    }
    for instrument in titled { instrument.agreedTitleCapHeight = common }
    for instrument in titled where instrument.roomyBesideWidth > 0 { agreeOnWidth(instrument) }
  }

  /// Titles beside values in one column are as wide as the widest, so that the values begin at one place.
  private func agreeOnWidth(_ instrument: Instrument) {
    var widest = Fixed(0)
    for other in titled where other.frame.minX == instrument.frame.minX && other.frame.width == instrument.frame.width {
      widest = Swift.max(widest, other.roomyBesideWidth)
    }
    instrument.agreedBesideWidth = widest
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
      where second > first && kinds[first] == kinds[second] && haveCards(first) == haveCards(second)
        && areNeighbours(first, second)
      {
        groups[root(second)] = root(first)
      }
    }
    for first in instruments.indices where groups[first] == first {
      agree(instruments.indices.filter { root($0) == first })
    }
  }

  /// Gives neighbours the smallest of their sizes. One of less than half the largest, for its value is long, has a size
  /// of its own: it does not make the others small.
  private func agree(_ neighbours: [Int]) {
    var left = neighbours
    while !left.isEmpty {
      var (greatest, least) = (Fixed(0), Fixed.max)
      for member in left { greatest = Swift.max(greatest, size(member)) }
      for member in left where size(member) >= half(greatest) { least = Swift.min(least, size(member)) }
      let alike = left.filter { size($0) >= half(greatest) }
      let unit = alike.reduce(Fixed(0)) { Swift.max($0, instruments[$1].roomyUnitWidth) }
      for member in alike {
        instruments[member].agreedCapHeight = least
        instruments[member].agreedUnitWidth = unit
        let frame = instruments[member].frame
        instruments[member].agreedDigitsWidth = alike.reduce(Fixed(0)) { widest, other in
          let place = instruments[other].frame
          return place.minX == frame.minX && place.width == frame.width
            ? Swift.max(widest, instruments[other].roomyDigitsWidth) : widest
        }
      }
      left = left.filter { size($0) < half(greatest) }
    }
  }

  private func size(_ member: Int) -> Fixed { instruments[member].roomyCapHeight ?? 0 }

  private func haveCards(_ member: Int) -> Bool { instruments[member].card != .none }

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
