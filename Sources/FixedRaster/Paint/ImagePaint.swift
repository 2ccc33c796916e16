// Stage: paint. Input: an image, where it lies on the device, how it is sampled. Output: rows of its pixels there.

/// An image as a paint.
@safe
public struct ImagePaint {
  /// The value that painters copy.
  let shader: ImageShader
  /// Keeps the image's memory alive.
  private let owner: AnyObject?

  /// - Parameters:
  ///   - image: the pixels.
  ///   - mapping: from the image's plane, one unit to its pixel, to device pixels. Without an inverse, and beyond the
  ///     horizon of a projective one, nothing is drawn.
  ///   - stretch: how its parts are stretched, if they are: then `mapping` leads from the plane whose places this takes,
  ///     and `wrap` is `.clamp`.
  ///   - sampling: how pixels between those of the image are made; of a move by whole pixels all samplings give the
  ///     image's own.
  ///   - wrap: the pixels beyond the image.
  @_optimize(size)
  public init(
    _ image: Image, mapping: Mapping = .identity, stretch: ImageStretch? = nil, sampling: ImageSampling = .bilinear,
    wrap: ImageWrap = .clamp
  ) {
    owner = image.owner
    guard let stretch else {
      shader = ImageShader(image.levels, mapping, sampling: sampling, wrap: wrap)
      return
    }
    var projection = ImageProjection(mapping.homography.transform)
    projection?.stretch = stretch
    shader = ImageShader(image.levels, projection: projection, sampling: sampling, wrap: .clamp)
  }

  /// Nothing is drawn with it.
  var isEmpty: Bool { shader.isEmpty }
}
