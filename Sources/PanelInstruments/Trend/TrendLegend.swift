// Stage: instruments. Which line of a trend is which.
import FixedRaster
import LayerRuntime

/// The names of a trend's pens, each behind a stroke of its colour, on one line.
final class TrendLegend: Layer {
  private var strokes: [Layer] = []
  private var names: [Caption] = []

  /// Lays the names out from the left of a line.
  /// - Returns: whether they have room; where they have none the legend is hidden.
  func layOut(_ pens: [TrendPen], at origin: Point, width: Fixed, capHeight: Fixed, _ font: FontPack) -> Bool {
    while names.count < pens.count {
      strokes.append(Layer())
      names.append(Caption(font, alignment: .left))
      addSublayer(strokes[strokes.count - 1])
      addSublayer(names[names.count - 1])
    }
    let (middle, length) = ((origin.y + capHeight).whole, (capHeight * 1.8).whole)
    var x = origin.x.whole
    for index in names.indices {
      (strokes[index].isHidden, names[index].isHidden) = (index >= pens.count, index >= pens.count)
      if index >= pens.count { continue }
      let thickness = Fixed(pens[index].width)
      strokes[index].frame = Rect(x: x, y: middle - half(thickness).whole, width: length, height: thickness)
      names[index].show(pens[index].name)
      names[index].place(x: x + length + half(capHeight), middle: middle, capHeight: capHeight)
      x = (names[index].frame.minX + names[index].textWidth + capHeight * 1.8).ceilWhole
    }
    isHidden = x - capHeight * 1.8 > origin.x + width
    return !isHidden
  }

  func show(_ pens: [TrendPen], _ theme: Theme) {
    for index in pens.indices where index < names.count {
      strokes[index].backgroundColor = theme[pens[index].role]
      names[index].foregroundColor = theme[.dim]
    }
  }
}
