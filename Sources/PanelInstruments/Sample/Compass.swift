// Stage: instruments. Input: a value of 0…1000 ‰. Output: a turned arrow. Built as the document builds it: a circle,
// four letters whose anchors make them turn about its centre, and an arrow of 40 × 100 anchored at (0.5, 0.8).
import FixedRaster
import LayerRuntime

/// A compass whose arrow points to a share of the whole: N is 0 and 1, E a quarter, S a half. Dragging turns it.
final class Compass: Layer {
  let circle: Dial
  let arrow = Layer()
  /// How far the compass was turned, in radians, −π…π.
  private(set) var heading: Fixed = 0

  private var grip: Grip?

  /// The finger that turns the compass, and where it was last, as an angle about the centre.
  private struct Grip {
    let finger: Int
    var angle: Fixed
  }

  /// - Parameter diameter: in points.
  init(diameter: Fixed) {
    // The document's compass: letters in boxes of 40, an arrow of 100; here for a dial of 220.
    let scale = Scale(unit: Fixed(rawValue: Int32(truncatingIfNeeded: Int64(diameter.rawValue) / 220)))
    circle = Dial(diameter: diameter, inset: scale(3), lineWidth: Swift.max(1.5, scale(2)))
    super.init()
    bounds = circle.bounds
    circle.frame = bounds
    addSublayer(circle)
    addMarks(scale)
    addLetters(scale)
    addArrow(scale)
  }

  override func contains(_ point: Point) -> Bool { circle.contains(point) }

  /// - Parameter permille: 0…1000.
  func show(permille: Int) { arrow.rotate(to: angle(permille, of: 1000)) }

  /// Turns the compass to an angle in radians, clockwise.
  func turn(to angle: Fixed) {
    heading = angle.wrapped
    rotate(to: heading)
  }

  override func touchesBegan(_ touch: Touch) {
    if grip == nil { grip = Grip(finger: touch.finger, angle: direction(of: touch)) }
  }

  override func touchesMoved(_ touch: Touch) {
    guard let held = grip, held.finger == touch.finger else { return }
    let angle = direction(of: touch)
    turn(to: heading + (angle - held.angle))
    grip?.angle = angle
  }

  override func touchesEnded(_ touch: Touch) { letGo(touch) }
  override func touchesCancelled(_ touch: Touch) { letGo(touch) }

  private func letGo(_ touch: Touch) { if grip?.finger == touch.finger { grip = nil } }

  /// In radians, clockwise from the right. Seen from the superlayer: the compass's own coordinates turn with it.
  private func direction(of touch: Touch) -> Fixed {
    let from = touch.location(in: superlayer) - position
    return arctangent(y: from.dy, x: from.dx)
  }
}

extension Compass {
  /// One for every 2 %.
  private func addMarks(_ scale: Scale) {
    for place in 0..<50 where !isUnderLetter(place) {
      let isTenth = place % 5 == 0
      circle.addMark(
        angle: angle(place, of: 50), outer: scale(103), length: scale(isTenth ? 10 : 5),
        width: Swift.max(1, scale(isTenth ? 2 : 1)), color: isTenth ? Palette.ink : Palette.mark)
    }
  }

  /// Whether a mark of 2 % lies within 3 % of a letter.
  private func isUnderLetter(_ place: Int) -> Bool {
    let distance = place * 2 % 25
    return distance <= 3 || distance >= 22
  }

  /// Each in a box of 40 × 40 whose anchor is the circle's centre.
  private func addLetters(_ scale: Scale) {
    let letters: InlineArray<4, String> = ["N", "E", "S", "W"]
    for index in letters.indices {
      let box = Layer.box(Rect(x: 0, y: 0, width: scale(40), height: scale(40)), color: nil)
      box.pin(Point(x: 0.5, y: circle.bounds.midY / box.bounds.height), at: circle.center)
      box.rotate(to: angle(index, of: 4))
      let letter = Label(letters[index], capHeight: scale.text(17), color: index == 0 ? Palette.red : Palette.ink)
      letter.position = Point(x: box.bounds.midX, y: box.bounds.midY)
      box.addSublayer(letter)
      circle.addSublayer(box)
    }
  }

  /// A red head on a dark shaft with a notch at its end.
  private func addArrow(_ scale: Scale) {
    arrow.bounds = Rect(x: 0, y: 0, width: scale(40), height: scale(100))
    arrow.pin(Point(x: 0.5, y: 0.8), at: circle.center)
    let shaft: InlineArray<5, (Fixed, Fixed)> = [(14, 30), (26, 30), (26, 100), (20, 92), (14, 100)]
    var outline = Path(capacity: 8)
    outline.addPolygon(shaft.span, scale)
    addPart(outline, Palette.ink, scale)
    let head: InlineArray<3, (Fixed, Fixed)> = [(20, 4), (37, 32), (3, 32)]
    var triangle = Path(capacity: 8)
    triangle.addPolygon(head.span, scale)
    addPart(triangle, Palette.red, scale)
    addSublayer(arrow)
    addSublayer(.disc(radius: scale(3.5), at: arrow.position, color: Palette.face))
  }

  @inline(never)
  private func addPart(_ outline: Path, _ color: Color, _ scale: Scale) {
    let part = ShapeLayer()
    part.frame = arrow.bounds
    part.path = outline
    part.fillColor = color
    part.strokeColor = color
    part.lineWidth = scale(2)
    part.lineJoin = .round
    arrow.addSublayer(part)
  }
}

extension Path {
  @inline(never)
  fileprivate mutating func addPolygon(_ corners: Span<(Fixed, Fixed)>, _ scale: Scale) {
    for index in corners.indices {
      let corner = Point(x: scale(corners[index].0), y: scale(corners[index].1))
      if index == 0 { move(to: corner) } else { addLine(to: corner) }
    }
    closeSubpath()
  }
}

extension Fixed {
  /// Returns the angle within −π…π; for angles within −3π…3π.
  fileprivate var wrapped: Fixed {
    let turn = Fixed(rawValue: 411_775)
    return self > .pi ? self - turn : self < -.pi ? self + turn : self
  }
}
