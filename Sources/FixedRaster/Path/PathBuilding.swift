// Stage: path. Whole shapes for whatever takes path elements. All run clockwise as seen on the display (y downwards)
// unless they say otherwise, so that shapes added one after the other unite under the non-zero rule.
//
// An arc is made of cubics of a quarter turn up to a radius of 32 points and of an eighth beyond. A cubic with the
// controls at 4/3 · tan(turn/4) of the radius is 2.7 · 10⁻⁴ of it outside the circle at a quarter turn, 4.3 · 10⁻⁶ at
// an eighth: below 1/100 point for radii to 1024 points, 1/50 to 4096, the rounding of the coordinates included.

extension PathConsumer where Self: ~Copyable {
  /// A closed rectangle from its top left corner. One without area is a line there and back, or a point.
  public mutating func addRect(_ rect: Rect) {
    move(to: Point(x: rect.minX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.maxY))
    line(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// A closed rectangle with round corners; see ``CornerRadii`` for radii that do not fit.
  public mutating func addRoundedRect(_ rect: Rect, cornerRadius: Fixed) {
    addRoundedRect(rect, cornerRadii: CornerRadii(cornerRadius))
  }

  /// A closed rectangle with round corners, from the left end of its top edge. Radii below zero count as zero; where
  /// those of a side are together longer than the side, all are reduced by the same factor.
  public mutating func addRoundedRect(_ rect: Rect, cornerRadii: CornerRadii) {
    let radii = cornerRadii.fitted(width: rect.width, height: rect.height)
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x: left + radii.topLeft, y: top))
    line(to: Point(x: right - radii.topRight, y: top))
    addCorner(Point(x: right, y: top), dx: -radii.topRight, dy: radii.topRight, clockwiseFromHorizontal: true)
    line(to: Point(x: right, y: bottom - radii.bottomRight))
    addCorner(
      Point(x: right, y: bottom), dx: -radii.bottomRight, dy: -radii.bottomRight, clockwiseFromHorizontal: false)
    line(to: Point(x: left + radii.bottomLeft, y: bottom))
    addCorner(Point(x: left, y: bottom), dx: radii.bottomLeft, dy: -radii.bottomLeft, clockwiseFromHorizontal: true)
    line(to: Point(x: left, y: top + radii.topLeft))
    addCorner(Point(x: left, y: top), dx: radii.topLeft, dy: radii.topLeft, clockwiseFromHorizontal: false)
    close()
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
    close()
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
      cubic(
        control1: center + from.sum(1, to, k), control2: center + from.sum(k, to, 1), to: center + to)
      return
    }
    let k: Coefficient = 0.2652164898  // 4/3 · tan(π/16)
    let half: Coefficient = 0.7071067812  // √½
    let (less, more) = (half - half * k, half + half * k)
    cubic(
      control1: center + from.sum(1, to, k), control2: center + from.sum(more, to, less),
      to: center + from.sum(half, to, half))
    cubic(
      control1: center + from.sum(less, to, more), control2: center + from.sum(k, to, 1), to: center + to)
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
