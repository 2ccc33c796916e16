// Stage: focus. Input: the layers of a tree that can have the focus. Output: their order by place, and the next one in a
// direction.

import FixedRaster

/// A layer that can have the focus, and its place.
struct FocusStop {
  let layer: Layer
  /// In the coordinates of the root.
  let place: Rect
  /// The outermost layer that clips it, as a view that scrolls; itself without one.
  let group: Layer
  let groupPlace: Rect
}

extension FocusRouter {
  /// Finds the layers that can have the focus now, in reading order: by rows, from the left to the right. What scrolls
  /// together stands together, wherever it is scrolled to.
  func collectStops() {
    stops.removeAll(keepingCapacity: true)
    collect(scope ?? root, in: nil)
    sortByRows(stops.indices) { $0.groupPlace }
    var first = 0
    while first < stops.count {
      var end = first + 1
      while end < stops.count && stops[end].group === stops[first].group { end += 1 }
      sortByRows(first..<end) { $0.place }
      first = end
    }
  }

  private func collect(_ layer: Layer, in group: Layer?) {
    if layer.isHidden || layer.view?.isUserInteractionEnabled == false { return }
    let group = group ?? (layer.masksToBounds && layer !== scope && layer !== root ? layer : nil)
    if layer.canBecomeFocused {
      let place = layer.convert(layer.bounds, to: root)
      stops.append(
        FocusStop(
          layer: layer, place: place, group: group ?? layer,
          groupPlace: group.map { $0.convert($0.bounds, to: root) } ?? place))
    }
    for child in layer.children { collect(child, in: group) }
  }

  /// A row begins with the uppermost stop that is left, and has those whose middle lies above its lower edge.
  private func sortByRows(_ part: Range<Int>, _ place: (FocusStop) -> Rect) {
    stops.sortInPlace(in: part) { place($0).minY < place($1).minY }
    var first = part.lowerBound
    while first < part.upperBound {
      let lowest = place(stops[first]).maxY
      var end = first + 1
      while end < part.upperBound && place(stops[end]).midY < lowest { end += 1 }
      // A few: the next one to the left goes before the others.
      for index in first + 1..<Swift.max(end, first + 1) {
        var here = index
        while here > first && place(stops[here]).minX < place(stops[here - 1]).minX {
          stops.swapAt(here, here - 1)
          here -= 1
        }
      }
      first = end
    }
  }

  /// The stop in a direction; `nil` where there is none.
  func stop(from index: Int, _ direction: Direction, wraps: Bool) -> Int? {
    switch direction {
    case .next: index + 1 < stops.count ? index + 1 : wraps ? 0 : nil
    case .previous: index > 0 ? index - 1 : wraps ? stops.count - 1 : nil
    case .up, .down, .left, .right: nearest(direction, from: index)
    }
  }

  /// The nearest stop whose middle lies beyond the edge in a direction: way beside the direction counts twice.
  private func nearest(_ direction: Direction, from index: Int) -> Int? {
    let here = stops[index].place
    var best: (index: Int, distance: Int64)?
    for other in stops.indices where other != index {
      let place = stops[other].place
      let right = Int64(place.midX.rawValue) - Int64(here.midX.rawValue)
      let down = Int64(place.midY.rawValue) - Int64(here.midY.rawValue)
      let (halfWidth, halfHeight) = (Int64(here.width.rawValue) / 2, Int64(here.height.rawValue) / 2)
      let (along, beside) =
        switch direction {
        case .left: (-right - halfWidth, gap(place.minY...place.maxY, here.minY...here.maxY))
        case .right: (right - halfWidth, gap(place.minY...place.maxY, here.minY...here.maxY))
        case .up: (-down - halfHeight, gap(place.minX...place.maxX, here.minX...here.maxX))
        default: (down - halfHeight, gap(place.minX...place.maxX, here.minX...here.maxX))
        }
      if along <= 0 { continue }
      let across = direction == .left || direction == .right ? down.magnitude : right.magnitude
      // Of several that overlap the way the one that is least beside it.
      let distance = along + 2 * beside + Int64(across) / 4
      if best.map({ distance < $0.distance }) ?? true { best = (other, distance) }
    }
    return best?.index
  }

  /// Between two ranges, in 1/65536 point; 0 where they overlap.
  private func gap(_ range: ClosedRange<Fixed>, _ other: ClosedRange<Fixed>) -> Int64 {
    let below = Int64(range.lowerBound.rawValue) - Int64(other.upperBound.rawValue)
    let above = Int64(other.lowerBound.rawValue) - Int64(range.upperBound.rawValue)
    return Swift.max(0, Swift.max(below, above))
  }

  /// The stop whose middle is nearest to that of a place.
  func nearest(to place: Rect) -> Int? {
    var best: (index: Int, distance: UInt64)?
    for index in stops.indices {
      let other = stops[index].place
      let x = (Int64(other.midX.rawValue) - Int64(place.midX.rawValue)).magnitude
      let y = (Int64(other.midY.rawValue) - Int64(place.midY.rawValue)).magnitude
      if best.map({ x + y < $0.distance }) ?? true { best = (index, x + y) }
    }
    return best?.index
  }
}
