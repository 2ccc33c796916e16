import CBench
import FixedRaster

/// The scenes' numbers, read from static data.
enum SceneData {
  static let width = 800
  static let height = 480

  static func point(_ values: UnsafePointer<Int32>, _ index: Int) -> Point {
    unsafe Point(x: Fixed(rawValue: values[index]), y: Fixed(rawValue: values[index + 1]))
  }

  static func color(_ raw: Int32) -> Color { Color(argb: UInt32(bitPattern: raw)) }

  /// S5: rectangle number `index` of 200.
  static func roundedRect(_ index: Int) -> (rect: Rect, color: Color) {
    let values = unsafe scene_rects_start() + index * 5
    let rect = unsafe Rect(
      origin: point(values, 0), size: Size(width: Fixed(rawValue: values[2]), height: Fixed(rawValue: values[3])))
    return unsafe (rect, color(values[4]))
  }

  /// S6a: adds star number `index` of 50; answers its colour.
  static func addStar(_ index: Int, to path: inout some PathSink & ~Copyable) -> Color {
    let values = unsafe scene_stars_start() + index * 11
    unsafe path.move(to: point(values, 0))
    for k in 1..<5 { unsafe path.addLine(to: point(values, 2 * k)) }
    path.closeSubpath()
    return unsafe color(values[10])
  }

  /// S6a: the rectangle about star number `index`.
  static func starBounds(_ index: Int) -> Rect {
    let values = unsafe scene_stars_start() + index * 11
    var box = unsafe bounds(point(values, 0), point(values, 2), reach: 0)
    for k in 2..<5 { unsafe box = box.union(bounds(point(values, 2 * k), point(values, 2 * k), reach: 0)) }
    return box
  }

  /// S6b: adds the path of 2,000 lines and 500 cubics.
  static func addRings(to path: inout some PathSink & ~Copyable) {
    let values = unsafe scene_path_start()
    var i = 0
    while i < Int(scene_path_count) {
      switch unsafe values[i] {
      case 0:
        unsafe path.move(to: point(values, i + 1))
        i += 3
      case 1:
        unsafe path.addLine(to: point(values, i + 1))
        i += 3
      case 2:
        unsafe path.addCurve(to: point(values, i + 5), control1: point(values, i + 1), control2: point(values, i + 3))
        i += 7
      default:
        path.closeSubpath()
        i += 1
      }
    }
  }

  /// S7: arc number `index` of 12.
  static func arc(_ index: Int) -> (radius: Fixed, color: Color) {
    let values = unsafe scene_arcs_start() + index * 2
    return unsafe (Fixed(rawValue: values[0]), color(values[1]))
  }

  /// S7: tick number `index` of 100.
  static func tick(_ index: Int) -> (from: Point, to: Point) {
    let values = unsafe scene_ticks_start() + index * 4
    return unsafe (point(values, 0), point(values, 2))
  }

  /// S12: the chart's point number `index` of 200.
  static func chartPoint(_ index: Int) -> Point { unsafe point(scene_chart_start(), index * 2) }
}
