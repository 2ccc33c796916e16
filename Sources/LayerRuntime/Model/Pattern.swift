// Stage: model. A background that is an image, repeated.

import FixedRaster

/// An image that fills a layer again and again; any number of layers may share it.
public final class Pattern {
  public let image: Image
  /// Pixels of the image in a point; above 0.
  public let scale: Fixed
  /// The image without its owner, to be drawn while something holds the pattern.
  let drawn: UnownedImage

  /// - Parameters:
  ///   - image: its memory must stay as it is while the pattern lives. Nothing is shown of an empty one.
  ///   - scale: pixels of the image in a point; zero and less count as 1.
  ///   - owner: an object that must live as long as the pattern, beside the image's own `owner`: it holds the memory of
  ///     an image that has none.
  public init(_ image: Image, scale: Fixed = 1, owner: AnyObject? = nil) {
    self.image = image.kept(alsoBy: owner)
    unsafe drawn = UnownedImage(image)
    self.scale = scale > 0 ? scale : 1
  }

  /// From the image's pixels to the coordinates of a layer with these bounds.
  func transform(in bounds: Rect) -> AffineTransform {
    let point = 1 / Coefficient(scale)
    return AffineTransform(a: point, b: 0, c: 0, d: point, tx: Coefficient(bounds.minX), ty: Coefficient(bounds.minY))
  }
}

extension Layer {
  /// Shown in place of ``backgroundColor``, within the rounded corners as that is: the image at its own size, the first
  /// one in the corner of the bounds that one sees at the top left, wherever the bounds' origin is.
  ///
  /// It is upright, also where geometry is flipped. (In Core Animation a pattern is a colour, and on iOS upside down.)
  public final var backgroundPattern: Pattern? {
    get { effects.pattern }
    set {
      if newValue === effects.pattern { return }
      let former = exchange(&effects.pattern, with: newValue)
      // Not the drawing alone: of tiles that may be one of them.
      mark([.drawing, .appearance])
      withExtendedLifetime(former) {}  // its release may change the layer
    }
  }
}
