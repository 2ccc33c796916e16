extension Layer {
  /// Where contents lie in a layer whose size is another than theirs.
  ///
  /// `top` and `bottom` mean the edge one sees: y grows downwards. (Core Animation's constants mean the opposite there.)
  public enum ContentsGravity: UInt8, Hashable, Sendable {
    /// At their own size.
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    /// Stretched to the bounds: the default.
    case resize
    /// As large as they can be within the bounds without changing their proportions, in the middle.
    case resizeAspect
    /// As small as they can be without leaving any of the bounds free or changing their proportions, in the middle.
    case resizeAspectFill
  }
}

extension Layer {
  /// How an image is sampled where it is shown smaller or larger than it is.
  public enum ContentsFilter: UInt8, Hashable, Sendable {
    /// The pixel that a place falls into.
    case nearest
    /// The four nearest, weighted.
    case linear
    /// Linear in two smaller copies of the image, between which the size lies; linear if the image has none.
    case trilinear
  }
}
