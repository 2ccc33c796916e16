// Stage: instruments. What a clock is made of.
import FixedRaster
import LayerRuntime

extension Clock {
  /// A hand that turns about the point at nine tenths of its height.
  @inline(never)
  static func hand(width: Fixed, length: Fixed, at center: Point, color: Color) -> ShapeLayer {
    let hand = ShapeLayer()
    hand.bounds = Rect(x: 0, y: 0, width: width, height: length)
    hand.pin(Point(x: 0.5, y: 0.9), at: center)
    var outline = Path(capacity: 10)
    outline.addRoundedRect(in: hand.bounds, cornerRadius: half(width))
    hand.path = outline
    hand.fillColor = color
    return hand
  }

  /// Sixty marks for both faces, then hours for each.
  func addMarks(_ scale: Scale) {
    for minute in 0..<60 where minute % 5 != 0 {
      addMark(
        angle: angle(minute, of: 60), outer: scale(158), length: scale(6), width: Swift.max(1, scale(1.5)),
        color: Palette.mark)
    }
    for marks in [marks12, marks24] {
      marks.frame = bounds
      addSublayer(marks)
    }
    for hour in 0..<12 {
      let isQuarter = hour % 3 == 0
      addHour(
        hour, of: 12, to: marks12, length: scale(isQuarter ? 18 : 14), width: scale(isQuarter ? 5 : 3), scale)
    }
    // Every second of 24 hours lies at a minute's mark; those between are dots further in.
    for hour in 0..<24 {
      if hour % 2 == 0 {
        addHour(hour, of: 24, to: marks24, length: scale(14), width: scale(3), scale)
      } else {
        let size = Swift.max(1.5, scale(4))
        marks24.addMark(angle: angle(hour, of: 24), outer: scale(145), length: size, width: size, color: Palette.ink)
      }
    }
    addNumerals(of: 12, to: marks12, capHeight: scale.text(21), distance: scale(119))
    addNumerals(of: 24, to: marks24, capHeight: scale.text(15), distance: scale(126))
  }

  @inline(never)
  private func addHour(_ hour: Int, of hours: Int, to marks: Layer, length: Fixed, width: Fixed, _ scale: Scale) {
    marks.addMark(
      angle: angle(hour, of: hours), outer: scale(158), length: length, width: Swift.max(1.5, width),
      color: Palette.ink)
  }

  /// Twelve upright numbers: every hour, or every second one of 24.
  private func addNumerals(of hours: Int, to marks: Layer, capHeight: Fixed, distance: Fixed) {
    for place in 1...12 {
      let label = Label(String(place * hours / 12), capHeight: capHeight, color: Palette.ink)
      let turn = sineCosine(angle(place, of: 12))
      let (dx, dy) = (turn.sine * Coefficient(distance), turn.cosine * Coefficient(distance))
      label.position = Point(x: center.x + dx.fixed, y: center.y - dy.fixed)
      marks.addSublayer(label)
    }
  }
}
