// Paths from a fuzzer's bytes: elements in any order, whole shapes, figures repeated on the spot.

import FixedRaster

/// Keeps a path's elements, up to a limit.
struct PathRecord: PathSink {
  private(set) var elements: [PathElement] = []

  mutating func append(_ element: PathElement) { if elements.count < 48 { elements.append(element) } }
  mutating func move(to point: Point) { append(.move(point)) }
  mutating func addLine(to point: Point) { append(.line(point)) }
  mutating func addQuadCurve(to end: Point, control: Point) { append(.quadratic(control: control, end: end)) }
  mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    append(.cubic(control1: control1, control2: control2, end: end))
  }
  mutating func addConic(to end: Point, control: Point, weight: Fixed) {
    append(.conic(control: control, end: end, weight: weight))
  }
  mutating func closeSubpath() { append(.close) }
}

extension ByteReader {
  mutating func path() -> [PathElement] {
    var path = PathRecord()
    for _ in 0..<int(in: 0...15) { addStep(to: &path) }
    return path.elements
  }

  private mutating func addStep(to path: inout PathRecord) {
    switch int(in: 0...14) {
    case 0...1:
      count(.move)
      path.move(to: point())
    case 2...4:
      count(.line)
      path.addLine(to: point())
    case 5:
      count(.quadratic)
      path.addQuadCurve(to: point(), control: point())
    case 6...7:
      count(.cubic)
      path.addCurve(to: point(), control1: point(), control2: point())
    case 8:
      count(.close)
      path.closeSubpath()
    case 9: repeatSteps(of: &path)
    case 10:
      count(.conicArc)
      path.addConic(to: point(), control: point(), weight: fixed())
    default: addShape(to: &path)
    }
  }

  private mutating func addShape(to path: inout PathRecord) {
    switch int(in: 0...4) {
    case 0:
      count(.rect)
      path.addRect(rect())
    case 1:
      count(.roundedRect)
      path.addRoundedRect(
        in: rect(),
        cornerRadii: CornerRadii(topLeft: fixed(), topRight: fixed(), bottomRight: fixed(), bottomLeft: fixed()))
    case 2:
      count(.ellipse)
      path.addEllipse(in: rect())
    default:
      let isConnected = isSet()
      count(isConnected ? .connectedArc : .arc)
      path.addArc(
        center: point(), radius: fixed(), startAngle: fixed(), endAngle: fixed(), clockwise: isSet(),
        isConnected: isConnected)
    }
  }

  /// The last steps again, as they are: figures that lie on each other.
  private mutating func repeatSteps(of path: inout PathRecord) {
    count(.repetition)
    let steps = path.elements.suffix(int(in: 1...4))
    for _ in 0..<int(in: 1...5) { for step in steps { path.append(step) } }
  }

  mutating func rect() -> Rect { Rect(x: fixed(), y: fixed(), width: fixed(), height: fixed()) }
}
