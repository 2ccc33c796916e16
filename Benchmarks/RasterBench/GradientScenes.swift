import FixedRaster

/// The gradients of the scenes: the ramps are kept, the paints are made in every frame.
struct Gradients: ~Copyable {
  /// The three stops of S9.
  let three: GradientRamp

  init() {
    three = Gradients.ramp([
      GradientStop(location: 0, color: Color(argb: 0xFF10_2040)),
      GradientStop(location: 0.5, color: Color(argb: 0xFFE0_5020)),
      GradientStop(location: 1, color: Color(argb: 0xFF20_C0A0)),
    ])
  }

  /// A ramp in memory of its own, which is kept for good.
  static func ramp(_ stops: [GradientStop]) -> GradientRamp {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: GradientRamp.byteCount, alignment: GradientRamp.alignment)
    return unsafe GradientRamp(stops.span, memory: memory)
  }

  /// A ramp from one colour to another.
  static func ramp(_ first: Color, _ last: Color) -> GradientRamp {
    ramp([GradientStop(location: 0, color: first), GradientStop(location: 1, color: last)])
  }

  /// From `top` to `bottom`, in points.
  static func vertical(_ ramp: GradientRamp, from top: Fixed, to bottom: Fixed) -> Paint {
    .linear(LinearGradient(from: Point(x: 0, y: top), to: Point(x: 0, y: bottom), ramp: ramp))
  }
}

extension Scenes {
  /// Three stops from top to bottom.
  func s9v(_ gradients: borrowing Gradients, on canvas: inout Canvas) {
    canvas.fill(whole, paint: Gradients.vertical(gradients.three, from: 0, to: 480))
  }

  /// The same from corner to corner.
  func s9d(_ gradients: borrowing Gradients, on canvas: inout Canvas) {
    let gradient = LinearGradient(
      from: Point(x: -3.92, y: 6.8), to: Point(x: 803.92, y: 473.2), ramp: gradients.three)
    canvas.fill(whole, paint: .linear(gradient))
  }

  /// The same about the centre; not among the scenes that are compared.
  func s9r(_ gradients: borrowing Gradients, on canvas: inout Canvas) {
    let gradient = RadialGradient(center: Point(x: 400, y: 240), radius: 400, ramp: gradients.three)
    canvas.fill(whole, paint: .radial(gradient))
  }

  /// The same around the centre; not among the scenes that are compared.
  func s9c(_ gradients: borrowing Gradients, on canvas: inout Canvas) {
    canvas.fill(whole, paint: .conic(ConicGradient(center: Point(x: 400, y: 240), ramp: gradients.three)))
  }
}
