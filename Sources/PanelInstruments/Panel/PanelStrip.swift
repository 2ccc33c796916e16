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
    for element in elements {
      element.forEach { if let instrument = $0.instrument { layer.addSublayer(instrument) } }
    }
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

  /// The left, the middle and the right share the width by their weights.
  private func layOutRow(_ bounds: Rect, _ scale: PanelScale) {
    let inset = Fixed((6 * scale.factor).rounded)
    let area = bounds.insetBy(dx: inset, dy: Fixed((2 * scale.factor).rounded))
    let weights = elements.map { row in row.children.reduce(0) { $0 + $1.weight } }
    let total = Swift.max(1, weights.reduce(0, +))
    var (sum, left) = (0, area.minX)
    for index in elements.indices {
      sum += weights[index]
      let right = area.minX + Fixed((area.width * Fixed(sum, over: total)).rounded)
      elements[index].place(
        Rect(x: left, y: area.minY, width: right - left, height: area.height), isShown: true, scale)
      left = right
    }
  }
}

extension PanelElement {
  /// Its weight in a bar, in sixths of a clock's.
  fileprivate var weight: Int {
    instrument?.barWeight ?? Swift.max(6, children.reduce(0) { $0 + $1.weight })
  }
}
