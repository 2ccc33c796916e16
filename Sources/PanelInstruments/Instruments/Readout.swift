import FixedRaster
import LayerRuntime

/// A whole number of up to three digits and a unit. All paths are made at the start: a new number exchanges them.
final class Readout: Layer {
  private let digits: [Path]
  private let dash: Path
  /// From left to right.
  private let places: [ShapeLayer]

  /// - Parameter capHeight: in points.
  init(unit: StaticString, capHeight: Fixed, color: Color, unitColor: Color) {
    var digits: [Path] = []
    for digit in 0..<10 { digits.append(StrokeFont.path(digit: digit, capHeight: capHeight)) }
    self.digits = digits
    dash = StrokeFont.path("-", capHeight: capHeight).path
    var places: [ShapeLayer] = []
    for _ in 0..<3 { places.append(ShapeLayer()) }
    self.places = places
    super.init()
    let width = Fixed(StrokeFont.digitWidth, over: StrokeFont.capHeight) * capHeight
    let gap = Fixed(StrokeFont.gap, over: StrokeFont.capHeight) * capHeight
    var x: Fixed = 0
    for place in places {
      place.frame = Rect(x: x, y: 0, width: width, height: capHeight)
      place.setPen(capHeight: capHeight, color: color)
      addSublayer(place)
      x += width + gap
    }
    let unit = Label(unit, capHeight: capHeight, color: unitColor)
    unit.anchorPoint = .zero
    unit.position = Point(x: x + gap, y: 0)
    addSublayer(unit)
    bounds = Rect(x: 0, y: 0, width: x + gap + unit.bounds.width, height: capHeight)
    show(nil)
  }

  /// - Parameter number: held to −99...999; `nil` shows that there is none.
  func show(_ number: Int?) {
    guard let number else {
      set(nil, dash, dash)
      return
    }
    let held = Swift.max(-99, Swift.min(999, number))
    let size = held < 0 ? -held : held
    let (hundreds, tens) = (size / 100, size / 10 % 10)
    let lead: Path? = hundreds > 0 ? digits[hundreds] : held < 0 && size > 9 ? dash : nil
    let middle: Path? = size > 9 ? digits[tens] : held < 0 ? dash : nil
    set(lead, middle, digits[size % 10])
  }

  private func set(_ lead: Path?, _ middle: Path?, _ last: Path?) {
    places[0].path = lead
    places[1].path = middle
    places[2].path = last
  }
}
