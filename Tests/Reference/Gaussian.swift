// What tests compare with, where it takes long: floating point by the definition. Compiled with optimization in debug
// builds too; nothing of the library is.

import Foundation

/// A picture of one number a pixel, at a place of the device; beyond it, all is 0.
public struct Plane {
  public let minX, minY, width, height: Int
  public var values: [Double]

  /// - Parameter values: row by row; zeros if none are given.
  public init(minX: Int, minY: Int, width: Int, height: Int, values: [Double] = []) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
    self.values = values.isEmpty ? Array(repeating: 0, count: width * height) : values
  }

  /// What the picture blurs to at each pixel of another extent: by a sampled gaussian of sum 1, as far as it has become
  /// nothing (10⁻¹³).
  public func blurred(sigma: Double, minX: Int, minY: Int, width: Int, height: Int) -> Plane {
    let kernel = Plane.gaussian(sigma)
    var between = Plane(minX: minX, minY: self.minY, width: width, height: self.height)
    for y in 0..<self.height {
      for x in 0..<width {
        let offset = minX + x - self.minX
        between.values[y * width + x] = Plane.sum(values, y * self.width, 1, self.width, offset, kernel)
      }
    }
    var result = Plane(minX: minX, minY: minY, width: width, height: height)
    for y in 0..<height {
      let offset = minY + y - self.minY
      for x in 0..<width {
        result.values[y * width + x] = Plane.sum(between.values, x, width, self.height, offset, kernel)
      }
    }
    return result
  }

  private static func gaussian(_ sigma: Double) -> [Double] {
    let radius = Int(8 * sigma + 4)
    let values = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  /// The values `start`, `start + step`, … weighted by a kernel about the place `offset`.
  private static func sum(
    _ values: [Double], _ start: Int, _ step: Int, _ count: Int, _ offset: Int, _ kernel: [Double]
  ) -> Double {
    let radius = kernel.count / 2
    let (first, last) = (max(offset - radius, 0), min(offset + radius, count - 1))
    var (sum, i) = (0.0, first)
    while i <= last {
      sum += kernel[i - offset + radius] * values[start + i * step]
      i += 1
    }
    return sum
  }
}

/// The largest difference of bytes from exact values, and how many are off by more than 1 and `part` of the value.
public func difference(_ bytes: [UInt8], from exact: [Double], allowing part: Double) -> (worst: Double, tooFar: Int) {
  precondition(bytes.count == exact.count)
  var (worst, tooFar) = (0.0, 0)
  for i in bytes.indices {
    let distance = abs(Double(bytes[i]) - exact[i])
    worst = max(worst, distance)
    if distance > 1 + part * exact[i] { tooFar += 1 }
  }
  return (worst, tooFar)
}
