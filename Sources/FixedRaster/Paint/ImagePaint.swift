// Stage: paint. Input: an image, where it lies on the device, how it is sampled. Output: rows of its pixels there.

/// An image as a paint: what a shape shows of it.
@safe
public struct ImagePaint {
  /// What painters copy.
  let source: ImageSource
  /// Keeps the image's memory alive.
  private let owner: AnyObject?

  /// - Parameters:
  ///   - image: what is drawn.
  ///   - transform: from the image's plane (one unit to its pixel) to device pixels. Without an inverse nothing is
  ///     drawn.
  ///   - sampling: of a move by whole pixels all samplings give the image's own pixels.
  ///   - wrap: what lies beyond the image.
  public init(
    _ image: Image, transform: AffineTransform = .identity, sampling: ImageSampling = .bilinear,
    wrap: ImageWrap = .clamp
  ) {
    source = ImageSource(image.levels, transform: transform, sampling: sampling, wrap: wrap)
    owner = image.owner
  }

  /// - Parameters:
  ///   - image: what is drawn.
  ///   - transform: from the image's plane at z = 0 to device pixels. Beyond the horizon nothing is drawn.
  ///   - sampling: how pixels between those of the image are made.
  ///   - wrap: what lies beyond the image.
  public init(
    _ image: Image, transform: Transform3D, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp
  ) {
    source = ImageSource(image.levels, transform: transform, sampling: sampling, wrap: wrap)
    owner = image.owner
  }

  /// - Parameters:
  ///   - image: what is drawn.
  ///   - projection: from the image's plane to device pixels.
  ///   - sampling: how pixels between those of the image are made.
  ///   - wrap: what lies beyond the image.
  public init(
    _ image: Image, projection: PlaneProjection, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp
  ) {
    self.init(image, transform: projection.transform, sampling: sampling, wrap: wrap)
  }

  /// An image that is stretched in parts.
  ///
  /// - Parameters:
  ///   - image: what is drawn.
  ///   - projection: to device pixels, from the plane whose places `stretch` takes.
  ///   - stretch: how its parts are stretched.
  ///   - sampling: how pixels between those of the image are made.
  public init(_ image: Image, projection: PlaneProjection, stretch: ImageStretch, sampling: ImageSampling = .bilinear) {
    var map = ImageProjection(projection.transform)
    map?.stretch = stretch
    source = ImageSource(image.levels, projection: map, sampling: sampling, wrap: .clamp)
    owner = image.owner
  }

  /// Nothing is drawn with it.
  var isEmpty: Bool { source.isEmpty }
}
