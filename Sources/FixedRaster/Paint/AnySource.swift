// Stage: paint. The pixels of any source, as one type: a mode other than source-over is compiled once for all of them.

/// A source of pixels, whichever it is. Rows are long compared with the question.
enum AnySource: PixelSource {
  case color(PremultipliedColor)
  case gradient(Gradient)
  case image(ImageSource)
  case group(GroupSource)
  case masked(MaskedSource)
  case mesh(MeshColors)

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
    case .mesh(var colors): unsafe colors.fill(row, x: x, y: y, count: count)
    }
  }

  @inline(__always)
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>? {
    if case .group(let group) = self { unsafe group.pixels(x: x, y: y, count: count) } else { nil }
  }
}
