// Stage: a panel. Strips of every page: a bar at the top or at the bottom, and layers under and over all pages.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A strip of every page.
final class PanelStrip {
  enum Place: Int { case top, bottom, under, over }

  let place: Place
  let layer = Layer()
  let elements: [PanelElement]
  private let height: PanelProperty?

  init(_ record: PanelRecord, _ elements: [PanelElement]) {
    place = Place(rawValue: record.choice(.anchor) ?? 0) ?? .top
    height = record[.height]
    self.elements = elements
    for element in elements { element.addLayers(to: layer) }
  }

  /// Takes its place within a rectangle.
  /// - Returns: the rest, for the pages.
  func layOut(_ bounds: Rect, _ scale: PanelScale) -> Rect {
    if place == .under || place == .over {
      if !scale.isMeasuring { layer.frame = bounds }
      for element in elements { element.place(Rect(origin: .zero, size: bounds.size), isShown: true, scale) }
      return bounds
    }
    let wanted = height?.length.flatMap { scale.points($0, of: bounds.height) } ?? bounds.height * 0.1
    let taken = Fixed(Swift.min(wanted, bounds.height).rounded)
    if !scale.isMeasuring {
      layer.frame = Rect(
        x: bounds.minX, y: place == .top ? bounds.minY : bounds.maxY - taken, width: bounds.width, height: taken)
    }
    layOutRow(Rect(x: 0, y: 0, width: bounds.width, height: taken), scale)
    return Rect(
      x: bounds.minX, y: place == .top ? bounds.minY + taken : bounds.minY, width: bounds.width,
      height: bounds.height - taken)
  }

  /// The left, the middle and the right get what they need, and share the rest by their weights; where nothing takes a share
  /// they keep to their sides.
  private func layOutRow(_ bounds: Rect, _ scale: PanelScale) {
    let inset = Fixed((6 * scale.factor).rounded)
    let area = bounds.insetBy(dx: inset, dy: Fixed((2 * scale.factor).rounded))
    let needs = elements.map { $0.barNeed(area.height, scale) }
    let rest = area.width - needs.reduce(0) { $0 + $1.width }
    let total = needs.reduce(0) { $0 + $1.weight }
    var (sum, taken, left) = (0, Fixed(0), area.minX)
    for index in elements.indices {
      let need = needs[index]
      if total == 0 {
        // Side is 0 at the left, 1 in the middle, 2 at the right.
        let side = Fixed(elements[index].record.choice(.alignment) ?? index)
        let width = rest < 0 ? need.width * (area.width / (area.width - rest)) : need.width
        left = Swift.max(left, (area.minX + half(area.width - width) * side).whole)
        elements[index].placeInBar(Rect(x: left, y: area.minY, width: width.whole, height: area.height), scale)
        left += width.whole
        continue
      }
      sum += need.weight
      taken += need.width
      let right = Swift.min(
        area.maxX, area.minX + Fixed((taken + Swift.max(0, rest) * Fixed(sum, over: total)).rounded))
      // Between two parts.
      let gap = right < area.maxX ? inset : 0
      elements[index].placeInBar(
        Rect(x: left, y: area.minY, width: Swift.max(0, right - left - gap), height: area.height), scale)
      left = right
    }
  }
}
