/// A gradient as the painter sees it: pixels looked up in a ramp. One type for all kinds, which are told apart once a
/// row: a type each would multiply the kernels by three.
enum Gradient {
  case linear(LinearGradient)
  case radial(RadialGradient)
  case conic(ConicGradient)

  var ramp: GradientRamp {
    switch self {
    case .linear(let gradient): gradient.ramp
    case .radial(let gradient): gradient.ramp
    case .conic(let gradient): gradient.ramp
    }
  }

  /// Whether each row is of one colour.
  var hasUniformRows: Bool {
    if case .linear(let gradient) = self { gradient.hasUniformRows } else { false }
  }

  /// Whether every pixel is opaque.
  var isOpaque: Bool {
    switch self {
    case .linear(let gradient): gradient.ramp.isOpaque && gradient.projected == nil
    case .radial(let gradient): gradient.isOpaque
    case .conic(let gradient): gradient.ramp.isOpaque && gradient.projected == nil
    }
  }

  /// Writes the entries of the ramp's `table` for the device places (`x`…`x + count − 1`, `y`).
  @inline(never)
  func lookUp<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, x: Int32, y: Int32, count: Int
  ) {
    switch self {
    case .linear(let gradient): unsafe gradient.lookUp(row, table, x: x, y: y, count: count)
    case .radial(let gradient): unsafe gradient.lookUp(row, table, x: x, y: y, count: count)
    case .conic(let gradient): unsafe gradient.lookUp(row, table, x: x, y: y, count: count)
    }
  }
}
