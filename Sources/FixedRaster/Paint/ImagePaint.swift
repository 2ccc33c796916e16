// Stage: paint. Input: an image, where it lies on the device, how it is sampled. Output: rows of its pixels there.

/// An image as a paint: what a shape shows of it.
@safe
public struct ImagePaint {
  /// What painters copy.
  let source: ImageSource
  /// Keeps the image's memory alive.
  private let owner: AnyObject?

  /// - Parameters:
  ///   - transform: from the image's plane (one unit to its pixel) to device pixels. Without an inverse nothing is
  ///     drawn.
  ///   - sampling: of a move by whole pixels all samplings give the image's own pixels.
  public init(
    _ image: Image, transform: AffineTransform = .identity, sampling: ImageSampling = .bilinear,
    wrap: ImageWrap = .clamp
  ) {
    let map = image.isEmpty ? nil : ImageAffineMap(transform)
    self.init(
      image: image, mapping: map.map { .affine($0) } ?? .none,
      sampling: map?.isWholeTranslation ?? false ? .nearest : sampling, wrap: wrap)
  }

  /// - Parameter transform: from the image's plane at z = 0 to device pixels. Beyond the horizon nothing is drawn.
  public init(
    _ image: Image, transform: Transform3D, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp
  ) {
    if transform.m14 == 0 && transform.m24 == 0 && transform.m44 > .zero {
      self.init(image, transform: transform.plane, sampling: sampling, wrap: wrap)
      return
    }
    let map = image.isEmpty ? nil : ImageProjection(transform)
    self.init(image: image, mapping: map.map { .projective($0) } ?? .none, sampling: sampling, wrap: wrap)
  }

  /// - Parameter projection: from the image's plane to device pixels.
  public init(
    _ image: Image, projection: PlaneProjection, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp
  ) {
    self.init(image, transform: projection.transform, sampling: sampling, wrap: wrap)
  }

  /// An image that is stretched in parts.
  ///
  /// - Parameters:
  ///   - projection: to device pixels, from the plane whose places `stretch` takes.
  public init(_ image: Image, projection: PlaneProjection, stretch: ImageStretch, sampling: ImageSampling = .bilinear) {
    var map = image.isEmpty ? nil : ImageProjection(projection.transform)
    map?.stretch = stretch
    self.init(image: image, mapping: map.map { .projective($0) } ?? .none, sampling: sampling, wrap: .clamp)
  }

  /// - Parameter projection: from device pixels to the image's plane.
  init(_ image: Image, projection: ImageProjection, sampling: ImageSampling, wrap: ImageWrap) {
    self.init(
      image: image, mapping: image.isEmpty ? .none : .projective(projection), sampling: sampling, wrap: wrap)
  }

  private init(image: Image, mapping: ImageMapping, sampling: ImageSampling, wrap: ImageWrap) {
    source = ImageSource(levels: image.levels, mapping: mapping, sampling: sampling, wrap: wrap)
    owner = image.owner
  }

  /// Nothing is drawn with it.
  var isEmpty: Bool {
    if case .none = source.mapping { return true }
    return false
  }
}
