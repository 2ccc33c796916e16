// Stage: paint. Any shader, as one type: a mode other than source-over is compiled once for all of them.

/// A shader, whichever it is. Rows are long compared with the question.
enum AnyShader: Shader {
  case color(PremultipliedColor)
  case gradient(Gradient)
  case image(ImageShader)
  case group(GroupShader)
  case masked(MaskedShader)
  case tinted(TintedShader)

  // Asked by painters for source-over, which take none of these.
  var isOpaque: Bool { false }

  @inline(never)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    switch self {
    case .color(let color): unsafe fillSpan(row, count, color.argb)
    case .gradient(let gradient): unsafe gradient.lookUp(row, gradient.ramp.pixels, x: x, y: y, count: count)
    case .image(var image): unsafe image.fill(row, x: x, y: y, count: count)
    case .group(var group): unsafe group.fill(row, x: x, y: y, count: count)
    case .masked(var group): unsafe group.fill(row, x: x, y: y, count: count)
    case .tinted(var image): unsafe image.fill(row, x: x, y: y, count: count)
    }
  }

  @inline(__always)
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>? {
    if case .group(let group) = self { unsafe group.pixels(x: x, y: y, count: count) } else { nil }
  }
}
