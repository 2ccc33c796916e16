import FixedRaster
import LayerRuntime

/// A whole number of up to three digits and a unit. The digits are equally wide: numbers do not dance.
final class Readout: Layer {
  private let number: Label

  /// - Parameter capHeight: in points.
  @inline(never)
  init(unit: String, capHeight: Fixed, color: Color, unitColor: Color) {
    number = Label("-", capHeight: capHeight, color: color, widest: "000")
    let unit = Label(unit, capHeight: capHeight, color: unitColor)
    super.init()
    number.pin(.zero, at: .zero)
    addSublayer(number)
    unit.pin(.zero, at: Point(x: number.bounds.width + capHeight * 0.25, y: 0))
    addSublayer(unit)
    bounds = Rect(x: 0, y: 0, width: unit.frame.maxX, height: capHeight)
  }

  /// - Parameter number: held to −99...999; `nil` shows a dash.
  func show(_ number: Int?) {
    guard let number else {
      self.number.string = "-"
      return
    }
    self.number.string = String(Swift.max(-99, Swift.min(999, number)))
  }
}
