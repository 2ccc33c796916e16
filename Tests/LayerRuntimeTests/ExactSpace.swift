import FixedRaster
import Glibc
import TestSupport

@testable import LayerRuntime

/// A layer's plane in space as it is seen on a display that shows no other perspective, in 64-bit floating point, straight
/// from the definition: transform layers hand on the depth of what lies in them, other layers flatten it.
struct ExactSpace {
  typealias Place = (x: Double, y: Double)
  /// What x, y and 1 become: (x, y, z, w).
  private var rows: [[Double]] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]]

  init(_ layer: Layer) {
    var here: Layer? = layer
    while let layer = here {
      addStep(of: layer)
      here = layer.superlayer
    }
  }

  private mutating func addStep(of layer: Layer) {
    func anchor(_ layer: Layer) -> Place {
      (
        layer.bounds.minX.double + layer.anchorPoint.x.double * layer.bounds.width.double,
        layer.bounds.minY.double + layer.anchorPoint.y.double * layer.bounds.height.double
      )
    }
    let own = anchor(layer)
    move(-own.x, -own.y, -layer.anchorPointZ.double)
    apply(layer.transform)
    move(layer.position.x.double, layer.position.y.double, layer.zPosition.double)
    guard let above = layer.superlayer else { return }
    let center = anchor(above)
    move(-center.x, -center.y, 0)
    apply(above.sublayerTransform)
    move(center.x, center.y, 0)
  }

  private mutating func move(_ x: Double, _ y: Double, _ z: Double) {
    rows = rows.map { [$0[0] + x * $0[3], $0[1] + y * $0[3], $0[2] + z * $0[3], $0[3]] }
  }

  private mutating func apply(_ t: Transform3D) {
    let m = [
      [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34],
      [t.m41, t.m42, t.m43, t.m44],
    ].map { $0.map(\.double) }
    rows = rows.map { row in (0..<4).map { k in (0..<4).reduce(0) { $0 + row[$1] * m[$1][k] } } }
  }

  /// The place of the layer that is seen somewhere, and how near it lies; `nil` where it is not seen.
  func look(at q: Place) -> (place: Place, depth: Double)? {
    func column(_ k: Int) -> [Double] { rows.map { $0[k] } }
    let (x, y, z, w) = (column(0), column(1), column(2), column(3))
    let (a, b, c) = (x[0] - q.x * w[0], x[1] - q.x * w[1], x[2] - q.x * w[2])
    let (d, e, f) = (y[0] - q.y * w[0], y[1] - q.y * w[1], y[2] - q.y * w[2])
    let determinant = a * e - b * d
    if abs(determinant) < 1e-9 { return nil }
    let (u, v) = ((b * f - c * e) / determinant, (c * d - a * f) / determinant)
    let weight = u * w[0] + v * w[1] + w[2]
    if weight <= 0 { return nil }
    return ((u, v), (u * z[0] + v * z[1] + z[2]) / weight)
  }
}

/// A picture of planes in space, each of one colour, on black: each pixel the mean of what is seen at sixteen places of it.
func exactPicture(_ planes: [Layer], width: Int, height: Int) -> [(red: Double, green: Double, blue: Double)] {
  let views = planes.map { (ExactSpace($0), $0.bounds, $0.backgroundColor ?? .clear) }
  var picture: [(red: Double, green: Double, blue: Double)] = []
  for pixel in 0..<width * height {
    var sum = (red: 0.0, green: 0.0, blue: 0.0)
    for part in 0..<16 {
      let place = (
        x: Double(pixel % width) + (Double(part % 4) + 0.5) / 4, y: Double(pixel / width) + (Double(part / 4) + 0.5) / 4
      )
      var seen: [(depth: Double, color: Color)] = []
      for (view, bounds, color) in views {
        guard let (p, depth) = view.look(at: place) else { continue }
        if p.x < bounds.minX.double || p.x >= bounds.maxX.double { continue }
        if p.y < bounds.minY.double || p.y >= bounds.maxY.double { continue }
        seen.append((depth, color))
      }
      var color = (red: 0.0, green: 0.0, blue: 0.0)
      for (_, next) in seen.sorted(by: { $0.depth < $1.depth }) {
        let alpha = Double(next.alpha) / 255
        func over(_ below: Double, _ channel: UInt8) -> Double { below * (1 - alpha) + Double(channel) * alpha }
        color = (over(color.red, next.red), over(color.green, next.green), over(color.blue, next.blue))
      }
      sum = (sum.red + color.red / 16, sum.green + color.green / 16, sum.blue + color.blue / 16)
    }
    picture.append(sum)
  }
  return picture
}
