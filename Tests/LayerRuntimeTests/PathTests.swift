import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct PathTests {
  func point(_ x: Int, _ y: Int) -> Point { Point(x: Fixed(x), y: Fixed(y)) }

  func elements(_ path: Path) -> [PathElement] {
    path.withElements { span in span.indices.map { span[$0] } }
  }

  @Test("R30 a path holds what was appended, in order, however much it grows")
  func order() {
    var path = Path()
    #expect(path.isEmpty && path.count == 0 && elements(path).isEmpty)
    path.move(to: point(1, 2))
    path.addLine(to: point(3, 4))
    path.addQuadCurve(to: point(7, 8), control: point(5, 6))
    path.addCurve(to: point(13, 14), control1: point(9, 10), control2: point(11, 12))
    path.closeSubpath()
    let first: [PathElement] = [
      .move(point(1, 2)), .line(point(3, 4)), .quadratic(control: point(5, 6), end: point(7, 8)),
      .cubic(control1: point(9, 10), control2: point(11, 12), end: point(13, 14)), .close,
    ]
    #expect(elements(path) == first)
    for i in 0..<1000 { path.addLine(to: point(i, i)) }
    #expect(
      path.count == 1005 && elements(path).prefix(5) == first[...] && elements(path).last == .line(point(999, 999)))
  }

  @Test("R30 a copy shares memory until one of the two changes; the other keeps its elements")
  func copyOnWrite() {
    var path = Path()
    path.move(to: point(1, 1))
    let before = path
    #expect(before.storage === path.storage)
    path.addLine(to: point(2, 2))
    #expect(before.storage !== path.storage && before.count == 1 && path.count == 2)
    #expect(before.bounds == Rect(x: 1, y: 1, width: 0, height: 0))
    let storage = path.storage
    path.addLine(to: point(3, 3))
    #expect(path.storage !== storage && storage.count == 2)
    let grown = ObjectIdentifier(path.storage)
    path.addLine(to: point(4, 4))
    #expect(ObjectIdentifier(path.storage) == grown)
  }

  @Test("R30 the bounds hold every point and control point; there are none without points")
  func bounds() {
    var path = Path()
    #expect(path.bounds == nil)
    path.closeSubpath()
    #expect(path.bounds == nil)
    path.move(to: point(1, 2))
    #expect(path.bounds == Rect(x: 1, y: 2, width: 0, height: 0))
    path.addLine(to: point(-3, 1))
    #expect(path.bounds == Rect(x: -3, y: 1, width: 4, height: 1))
    path.addQuadCurve(to: point(0, 0), control: point(0, 50))
    #expect(path.bounds == Rect(x: -3, y: 0, width: 4, height: 50))
    path.addCurve(to: point(0, 0), control1: point(60, 0), control2: point(0, -70))
    #expect(path.bounds == Rect(x: -3, y: -70, width: 63, height: 120))
  }

  @Test("R30 paths are equal when their elements are")
  func equality() {
    func make(_ x: Int) -> Path {
      var path = Path()
      path.move(to: point(x, 0))
      path.addLine(to: point(5, 5))
      return path
    }
    #expect(make(1) == make(1) && make(1) != make(2))
    var longer = make(1)
    longer.closeSubpath()
    #expect(longer != make(1) && Path() == Path(capacity: 100))
  }
}
