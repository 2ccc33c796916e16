/// The filling of a shape. Gradients and images hold their places in device coordinates already: a paint is made for
/// one position of the layer it belongs to, and costs a few dozen multiplications to make.
public enum Paint {
  case color(Color)
  case linear(LinearGradient)
  case radial(RadialGradient)
  case conic(ConicGradient)
  case image(ImagePaint)

  /// Whether nothing would show: a clear colour, or a gradient or an image without an extent.
  public var isEmpty: Bool {
    switch self {
    case .color(let color): color.alpha == 0
    case .linear(let gradient): gradient.isEmpty
    case .radial(let gradient): gradient.isEmpty
    case .conic(let gradient): gradient.isEmpty
    case .image(let image): image.isEmpty
    }
  }
}
