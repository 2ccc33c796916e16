// Stage: paint. An image to be stored beside its owner.

/// An image whose memory something else keeps: plain memory, copies of which count no references.
@safe
public struct UnownedImage {
  private let levels: ImageLevels

  /// - Parameter image: whose owner must live as long as this is used.
  @unsafe
  public init(_ image: Image) { levels = image.levels }

  public var isOpaque: Bool { levels.isOpaque }

  /// The image without an owner.
  public var image: Image { Image(levels, owner: nil) }
}
