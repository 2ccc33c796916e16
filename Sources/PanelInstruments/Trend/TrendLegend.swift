// Stage: instruments. Which line of a trend is which, and where it is now.
import FixedRaster
import LayerRuntime

/// The names of a trend's pens on one line, each behind a stroke of its colour, and their newest values where those have room.
final class TrendLegend: Layer {
  /// Each has its stroke as its sublayer.
  private var names: [Caption] = []
  private var values: [Caption] = []
  /// Whether the values have room.
  private(set) var showsValues = false

  /// Lays names out from the left of a line.
  /// - Parameters:
  ///   - measured: the names with units that have to be said, for where values have no room.
  ///   - widest: the widest value of each, with its unit.
  /// - Returns: whether there are some, and they have room; otherwise the legend is hidden.
  func layOut(
    _ texts: [String], measured: [String], widest: [String], at origin: Point, width: Fixed, capHeight: Fixed,
    _ font: FontPack
  ) -> Bool {
    while names.count < texts.count {
      let name = Caption(font, alignment: .left)
      name.addSublayer(Layer())
      names.append(name)
      values.append(Caption(font, alignment: .left))
      addSublayer(name)
      addSublayer(values[values.count - 1])
    }
    isHidden = texts.count < 2 || texts.contains { $0.isEmpty }
    let hasValues = !isHidden && widest.count == texts.count
    // Smaller letters before the values go, and before it goes itself.
    for (share, withValues) in [(100, true), (85, true), (100, false), (85, false), (70, false)] where !isHidden {
      showsValues = withValues && hasValues
      let cap = share == 100 ? capHeight : Swift.max(Swift.min(capHeight, 6.5), capHeight * Fixed(share) / 100)
      let shown = showsValues ? texts : measured
      if place(shown, widest, at: origin, cap) <= origin.x + width { return true }
    }
    isHidden = true
    showsValues = false
    return false
  }

  /// - Returns: where the last one ends.
  private func place(_ texts: [String], _ widest: [String], at origin: Point, _ capHeight: Fixed) -> Fixed {
    let (middle, length) = ((origin.y + capHeight).whole, (capHeight * 1.8).whole)
    var end = origin.x
    for (index, name) in names.enumerated() {
      name.isHidden = index >= texts.count
      values[index].isHidden = name.isHidden || !showsValues
      if name.isHidden { continue }
      name.show(texts[index])
      let left = (index == 0 ? end : end + capHeight * 1.8).ceilWhole
      let x = left + length + half(capHeight).whole
      name.place(x: x, middle: middle, capHeight: capHeight)
      // In the coordinates of the name.
      name.sublayers?[0].frame = Rect(x: left - x, y: middle - 1 - name.frame.minY, width: length, height: 2)
      end = x + name.textWidth
      if !showsValues { continue }
      end += half(capHeight).whole
      let room = values[index].width(of: widest[index], capHeight: capHeight)
      values[index].place(x: end, middle: middle, capHeight: capHeight, room: room + 1)
      end += room
    }
    return end
  }

  /// Shows the newest value of a pen, with its unit.
  func show(_ value: String, pen: Int) { if values.indices.contains(pen) { values[pen].show(value) } }

  /// - Parameter color: of each pen.
  func show(_ theme: Theme, _ color: (_ pen: Int) -> Color) {
    for (index, name) in names.enumerated() {
      name.foregroundColor = theme[.dim]
      values[index].foregroundColor = theme[.ink]
      name.sublayers?[0].backgroundColor = color(index)
    }
  }
}
