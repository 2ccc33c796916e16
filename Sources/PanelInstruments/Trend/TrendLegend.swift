// Stage: instruments. Which line of a trend is which.
import FixedRaster
import LayerRuntime

/// The names of a trend's pens, each behind a stroke of its colour, on one line.
final class TrendLegend: Layer {
  /// Each has its stroke as its sublayer.
  private var names: [Caption] = []

  /// Lays names out from the left of a line.
  /// - Returns: whether there are some, and they have room; otherwise the legend is hidden.
  func layOut(_ texts: [String], at origin: Point, width: Fixed, capHeight: Fixed, _ font: FontPack) -> Bool {
    while names.count < texts.count {
      let name = Caption(font, alignment: .left)
      name.addSublayer(Layer())
      names.append(name)
      addSublayer(name)
    }
    let (middle, length) = ((origin.y + capHeight).whole, (capHeight * 1.8).whole)
    var end = origin.x
    isHidden = texts.count < 2
    for (index, name) in names.enumerated() {
      name.isHidden = index >= texts.count
      if name.isHidden { continue }
      if texts[index].isEmpty { isHidden = true }
      name.show(texts[index])
      let left = (index == 0 ? end : end + capHeight * 1.8).ceilWhole
      let x = left + length + half(capHeight).whole
      name.place(x: x, middle: middle, capHeight: capHeight)
      // In the coordinates of the name.
      name.sublayers?[0].frame = Rect(x: left - x, y: middle - 1 - name.frame.minY, width: length, height: 2)
      end = x + name.textWidth
    }
    if end > origin.x + width { isHidden = true }
    return !isHidden
  }

  func show(_ pens: [TrendPen], _ theme: Theme) {
    for (index, name) in names.enumerated() where index < pens.count {
      name.foregroundColor = theme[.dim]
      name.sublayers?[0].backgroundColor = theme[pens[index].role]
    }
  }
}
