// Stage: path. Whole shapes for whatever takes path elements. All run clockwise as seen on the display (y downwards)
// unless they say otherwise, so that shapes added one after the other unite under the non-zero rule.
//
// An arc is made of cubics of a quarter turn up to a radius of 32 points and of an eighth beyond. A cubic with the
// controls at 4/3 · tan(turn/4) of the radius is 2.7 · 10⁻⁴ of it outside the circle at a quarter turn, 4.3 · 10⁻⁶ at
// an eighth: below 1/100 point for radii to 1024 points, 1/50 to 4096, the rounding of the coordinates included.

extension PathSink where Self: ~Copyable {
  /// A closed rectangle from its top left corner. One without area is a line there and back, or a point.
  public mutating func addRect(_ rect: Rect) {
    move(to: Point(x: rect.minX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.maxY))
    addLine(to: Point(x: rect.minX, y: rect.maxY))
    closeSubpath()
  }

  /// A closed rectangle with round corners; see ``CornerRadii`` for radii that do not fit.
  public mutating func addRoundedRect(in rect: Rect, cornerRadius: Fixed) {
    addRoundedRect(in: rect, cornerRadii: CornerRadii(cornerRadius))
  }

  /// A closed rectangle with round corners, from the left end of its top edge. Radii below zero count as zero; where
  /// those of a side are together longer than the side, all are reduced by the same factor.
  public mutating func addRoundedRect(in rect: Rect, cornerRadii: CornerRadii) {
    let radii = cornerRadii.fitted(width: rect.width, height: rect.height)
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x: left + radii.topLeft, y: top))
    addLine(to: Point(x: right - radii.topRight, y: top))
    addCorner(Point(x: right, y: top), dx: -radii.topRight, dy: radii.topRight, clockwiseFromHorizontal: true)
    addLine(to: Point(x: right, y: bottom - radii.bottomRight))
    addCorner(
      Point(x: right, y: bottom), dx: -radii.bottomRight, dy: -radii.bottomRight, clockwiseFromHorizontal: false)
    addLine(to: Point(x: left + radii.bottomLeft, y: bottom))
    addCorner(Point(x: left, y: bottom), dx: radii.bottomLeft, dy: -radii.bottomLeft, clockwiseFromHorizontal: true)
    addLine(to: Point(x: left, y: top + radii.topLeft))
    addCorner(Point(x: left, y: top), dx: radii.topLeft, dy: radii.topLeft, clockwiseFromHorizontal: false)
    closeSubpath()
  }

  /// A closed rectangle whose corners are quarters of ellipses, from the left end of its top edge. Their width and height
  /// are held to 0 and half the rectangle's; where either is zero, corners are square.
  public mutating func addRoundedRect(in rect: Rect, cornerWidth: Fixed, cornerHeight: Fixed) {
    let rx = Swift.max(0, Swift.min(cornerWidth, Fixed(rawValue: rect.width.rawValue / 2)))
    let ry = Swift.max(0, Swift.min(cornerHeight, Fixed(rawValue: rect.height.rawValue / 2)))
    if rx == 0 || ry == 0 { return addRect(rect) }
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let (toRight, toLeft) = (Vector(dx: rx, dy: 0), Vector(dx: -rx, dy: 0))
    let (down, up) = (Vector(dx: 0, dy: ry), Vector(dx: 0, dy: -ry))
    move(to: Point(x: left + rx, y: top))
    addLine(to: Point(x: right - rx, y: top))
    addQuarter(Point(x: right - rx, y: top + ry), from: up, to: toRight)
    addLine(to: Point(x: right, y: bottom - ry))
    addQuarter(Point(x: right - rx, y: bottom - ry), from: toRight, to: down)
    addLine(to: Point(x: left + rx, y: bottom))
    addQuarter(Point(x: left + rx, y: bottom - ry), from: down, to: toLeft)
    addLine(to: Point(x: left, y: top + ry))
    addQuarter(Point(x: left + rx, y: top + ry), from: toLeft, to: up)
    closeSubpath()
  }

  /// The closed ellipse that touches the rectangle's sides, from its rightmost point.
  public mutating func addEllipse(in rect: Rect) {
    let (rx, ry) = (Fixed(rawValue: rect.width.rawValue / 2), Fixed(rawValue: rect.height.rawValue / 2))
    let center = Point(x: rect.minX + rx, y: rect.minY + ry)
    let (right, down) = (Vector(dx: rx, dy: 0), Vector(dx: 0, dy: ry))
    let (left, up) = (Vector(dx: -rx, dy: 0), Vector(dx: 0, dy: -ry))
    move(to: center + right)
    addQuarter(center, from: right, to: down)
    addQuarter(center, from: down, to: left)
    addQuarter(center, from: left, to: up)
    addQuarter(center, from: up, to: right)
    closeSubpath()
  }

  /// A rounded corner, from the current point; nothing if the radius is zero.
  ///
  /// - Parameters:
  ///   - dx, dy: from the corner to the centre of its circle.
  ///   - clockwiseFromHorizontal: whether the path arrives along a horizontal side.
  private mutating func addCorner(_ corner: Point, dx: Fixed, dy: Fixed, clockwiseFromHorizontal: Bool) {
    if dx == 0 { return }
    let center = corner + Vector(dx: dx, dy: dy)
    let (vertical, horizontal) = (Vector(dx: 0, dy: -dy), Vector(dx: -dx, dy: 0))
    addQuarter(
      center, from: clockwiseFromHorizontal ? vertical : horizontal, to: clockwiseFromHorizontal ? horizontal : vertical
    )
  }

  /// A quarter of the ellipse with these two half axes, from the end of the first to the end of the second.
  private mutating func addQuarter(_ center: Point, from: Vector, to: Vector) {
    let longest = Swift.max(
      Swift.max(from.dx.magnitude, from.dy.magnitude), Swift.max(to.dx.magnitude, to.dy.magnitude))
    if longest <= 32 {
      let k: Coefficient = 0.5522847498  // 4/3 · (√2 − 1)
      addCurve(to: center + to, control1: center + from.sum(1, to, k), control2: center + from.sum(k, to, 1))
      return
    }
    let k: Coefficient = 0.2652164898  // 4/3 · tan(π/16)
    let half: Coefficient = 0.7071067812  // √½
    let (less, more) = (half - half * k, half + half * k)
    addCurve(
      to: center + from.sum(half, to, half), control1: center + from.sum(1, to, k),
      control2: center + from.sum(more, to, less))
    addCurve(to: center + to, control1: center + from.sum(less, to, more), control2: center + from.sum(k, to, 1))
  }
}

extension Vector {
  /// `p · self + q · other`, rounded to nearest.
  fileprivate func sum(_ p: Coefficient, _ other: Vector, _ q: Coefficient) -> Vector {
    Vector(
      dx: (p * Coefficient(dx) + q * Coefficient(other.dx)).fixed,
      dy: (p * Coefficient(dy) + q * Coefficient(other.dy)).fixed)
  }
}
