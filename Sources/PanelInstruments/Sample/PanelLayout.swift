// Stage: instruments. Input: a display's size. Output: where the cards lie, on whole points so that their edges are
// sharp.
import FixedRaster
import LayerRuntime

struct PanelLayout {
  let display: Rect
  let scale: Scale
  let clock, compass, memory, temperature: Rect
  /// Diameter of both dials, in points.
  let diameter: Fixed

  init(width: Int, height: Int) {
    display = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    let isWide = width >= height
    // The design is 800 × 480, or 408 × 944 upright.
    let unit =
      isWide
      ? Swift.min(Fixed(width, over: 800), Fixed(height, over: 480))
      : Swift.min(Fixed(width, over: 408), Fixed(height, over: 944))
    scale = Scale(unit: unit)
    let margin = Swift.max(2, scale(16).rounded)
    let row = Swift.max(18, scale(56).rounded)
    if isWide {
      let card = (width - 3 * margin) / 2
      let right = width - margin - card
      let tall = height - 3 * margin - row
      clock = PanelLayout.rect(margin, margin, card, tall)
      compass = PanelLayout.rect(right, margin, card, tall)
      memory = PanelLayout.rect(margin, height - margin - row, card, row)
      temperature = PanelLayout.rect(right, height - margin - row, card, row)
    } else {
      let card = width - 2 * margin
      let tall = (height - 5 * margin - 2 * row) / 2
      clock = PanelLayout.rect(margin, margin, card, tall)
      compass = PanelLayout.rect(margin, 2 * margin + tall, card, tall)
      memory = PanelLayout.rect(margin, height - 2 * margin - 2 * row, card, row)
      temperature = PanelLayout.rect(margin, height - margin - row, card, row)
    }
    diameter = Fixed(Swift.min(clock.width - scale(24), clock.height - scale(40)).floor)
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rect {
    Rect(x: Fixed(x), y: Fixed(y), width: Fixed(Swift.max(0, width)), height: Fixed(Swift.max(0, height)))
  }
}
