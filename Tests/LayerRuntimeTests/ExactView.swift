import FixedRaster
import TestSupport

@testable import LayerRuntime

/// How a plane is seen on another, in 64-bit floating point, straight from the definition.
struct ExactView {
  typealias Place = (x: Double, y: Double)
  /// What (x, y, 1) makes of x', y' and w: no arrays, for there are millions of places.
  private var x = (1.0, 0.0, 0.0), y = (0.0, 1.0, 0.0), w = (0.0, 0.0, 1.0)

  init() {}

  /// From a layer's coordinates to its superlayer's.
  init(step layer: Layer) {
    var rows: [[Double]] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    func move(_ x: Double, _ y: Double, _ z: Double) {
      rows = rows.map { [$0[0] + x * $0[3], $0[1] + y * $0[3], $0[2] + z * $0[3], $0[3]] }
    }
    func apply(_ transform: Transform3D) {
      let m = transform.doubles
      rows = rows.map { row in (0..<4).map { k in (0..<4).reduce(0) { $0 + row[$1] * m[$1][k] } } }
    }
    let own = ExactView.anchor(layer)
    move(-own.x, -own.y, -layer.anchorPointZ.double)
    if layer.isGeometryFlipped { rows = rows.map { [$0[0], -$0[1], $0[2], $0[3]] } }
    apply(layer.transform)
    move(layer.position.x.double, layer.position.y.double, layer.zPosition.double)
    if let above = layer.superlayer {
      let center = ExactView.anchor(above)
      move(-center.x, -center.y, 0)
      apply(above.sublayerTransform)
      move(center.x, center.y, 0)
    }
    self.rows = rows.map { [$0[0], $0[1], $0[3]] }
  }

  /// What x, y and 1 become: (x, y, w).
  private var rows: [[Double]] {
    get { [[x.0, y.0, w.0], [x.1, y.1, w.1], [x.2, y.2, w.2]] }
    set {
      x = (newValue[0][0], newValue[1][0], newValue[2][0])
      y = (newValue[0][1], newValue[1][1], newValue[2][1])
      w = (newValue[0][2], newValue[1][2], newValue[2][2])
    }
  }

  /// From a layer's coordinates to the display's.
  init(_ layer: Layer) {
    self.init(step: layer)
    if let above = layer.superlayer { self = then(ExactView(above)) }
  }

  private static func anchor(_ layer: Layer) -> Place {
    let down = layer.isGeometryFlipped ? 1 - layer.anchorPoint.y.double : layer.anchorPoint.y.double
    return (
      layer.bounds.origin.x.double + layer.anchorPoint.x.double * layer.bounds.width.double,
      layer.bounds.origin.y.double + down * layer.bounds.height.double
    )
  }

  func then(_ next: ExactView) -> ExactView {
    var product = ExactView()
    product.rows = rows.map { row in (0..<3).map { k in (0..<3).reduce(0) { $0 + row[$1] * next.rows[$1][k] } } }
    return product
  }

  /// What places are divided by: above zero before the viewer.
  func depth(_ p: Place) -> Double { p.x * w.0 + p.y * w.1 + w.2 }

  func apply(_ p: Place) -> Place {
    ((p.x * x.0 + p.y * x.1 + x.2) / depth(p), (p.x * y.0 + p.y * y.1 + y.2) / depth(p))
  }

  /// The place that is seen at `q`; `nil` beyond the horizon.
  func undo(_ q: Place) -> Place? {
    // x' − q·w is zero, and y' likewise: Cramer's rule.
    let (a, b, c) = (x.0 - q.x * w.0, x.1 - q.x * w.1, x.2 - q.x * w.2)
    let (d, e, f) = (y.0 - q.y * w.0, y.1 - q.y * w.1, y.2 - q.y * w.2)
    let determinant = a * e - b * d
    let p = ((b * f - c * e) / determinant, (c * d - a * f) / determinant)
    return depth(p) > 0 ? p : nil
  }
}

extension Transform3D {
  fileprivate var doubles: [[Double]] {
    [[m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44]].map { $0.map(\.double) }
  }
}

/// A layer as what is seen of it: opaque colours of places of its plane.
struct Seen {
  let view: ExactView
  /// 0xRRGGBB of a place in the layer's coordinates; `nil` where there is nothing.
  let color: (ExactView.Place) -> UInt32?

  init(_ layer: Layer, _ color: @escaping (ExactView.Place) -> UInt32?) {
    (view, self.color) = (ExactView(layer), color)
  }
}

/// What a picture was compared in.
struct Comparison {
  /// Pixels all of which is of one colour other than the background's, and those that an edge runs through.
  var whole = 0, edges = 0
  /// The largest difference of a channel, in the one and in the other.
  var wholeError = 0, edgeError = 0
}

/// Compares what is drawn of a tree with what is seen at 55 places of each pixel, black where there is nothing.
func compare(_ root: Layer, width: Int, height: Int, _ layers: [Seen]) -> Comparison {
  let display = TestDisplay(width: width, height: height)
  Compositor(root: root, width: width, height: height).drawFrame(into: display.memory)
  var result = Comparison()
  for y in 0..<height {
    for x in 0..<width {
      let (first, isWhole, mean) = look(layers, Double(x), Double(y))
      let shown = display.pixel(x, y)
      var error = abs(Double(shown >> 16 & 255) - mean.red)
      error = max(error, abs(Double(shown >> 8 & 255) - mean.green))
      error = max(error, abs(Double(shown & 255) - mean.blue))
      if isWhole {
        if first != 0 { result.whole += 1 }
        result.wholeError = max(result.wholeError, Int(error.rounded()))
      } else {
        result.edges += 1
        result.edgeError = max(result.edgeError, Int(error.rounded()))
      }
    }
  }
  return result
}

/// A pixel's first colour, whether all are the same, and their mean. The places are those of a Fibonacci lattice, no
/// two of which share a row or a column.
private func look(
  _ layers: [Seen], _ x: Double, _ y: Double
) -> (first: UInt32, isWhole: Bool, mean: (red: Double, green: Double, blue: Double)) {
  var (first, isWhole, sum) = (UInt32(0), true, (red: 0.0, green: 0.0, blue: 0.0))
  for k in 0..<55 {
    let color = sample(layers, (x + (Double(k) + 0.5) / 55, y + (Double(k * 34 % 55) + 0.5) / 55))
    if k == 0 { first = color }
    if color != first { isWhole = false }
    sum.red += Double(color >> 16 & 255) / 55
    sum.green += Double(color >> 8 & 255) / 55
    sum.blue += Double(color & 255) / 55
  }
  return (first, isWhole, sum)
}

private func sample(_ layers: [Seen], _ place: ExactView.Place) -> UInt32 {
  for layer in layers.reversed() {
    if let inside = layer.view.undo(place), let color = layer.color(inside) { return color }
  }
  return 0
}
