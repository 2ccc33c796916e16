/// What a gradient's ramp shows, by its stops: colours are alpha, red, green, blue, premultiplied, 0...255.
public struct TrueRamp {
  public let places: [Double]
  public let colors: [SIMD4<Double>]

  /// - Parameter places: in order.
  public init(places: [Double], colors: [SIMD4<Double>]) { (self.places, self.colors) = (places, colors) }

  /// The colour at `t`, interpolated between the stops on either side.
  public func color(_ t: Double) -> SIMD4<Double> {
    if places.isEmpty { return .zero }
    if t < places[0] { return colors[0] }
    var i = 1
    while i < places.count {
      if t >= places[i - 1] && t < places[i] {
        let part = (t - places[i - 1]) / (places[i] - places[i - 1])
        return colors[i - 1] * (1 - part) + colors[i] * part
      }
      i += 1
    }
    return colors[colors.count - 1]
  }

  /// The least and the most of each channel at `steps + 1` places from `low` on, each of them put on the ramp by
  /// `spread`.
  public func range(
    _ low: Double, _ length: Double, steps: Int, _ spread: (Double) -> Double
  ) -> (least: SIMD4<Double>, most: SIMD4<Double>) {
    var least = SIMD4<Double>(repeating: .infinity)
    var most = SIMD4<Double>(repeating: -.infinity)
    var step = 0
    while step <= steps {
      let color = color(spread(low + length * Double(step) / Double(steps)))
      least = pointwiseMin(least, color)
      most = pointwiseMax(most, color)
      step += 1
    }
    return (least, most)
  }
}
