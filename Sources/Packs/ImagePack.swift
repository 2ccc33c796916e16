// Stage: assets. Input: an image pack, made on the host by panel-assets (docs/packs.md). Output: an image that drawing
// reads where it lies. Checked once when it is loaded (ImagePack+Load.swift).
import FixedRaster

/// An image that was loaded. It never changes: any number of layers and threads may show it.
public final class ImagePack: @unchecked Sendable {
  private let memory: PackMemory
  private let layout: ImageLayout

  package init(_ memory: PackMemory, file: String) throws(PackError) {
    self.memory = memory
    layout = try ImageLayout(PackContainer(memory, file: file, kind: .image))
  }

  /// Maps the file and checks it.
  ///
  /// The file must not be written to while the image is used: replace it by renaming, as panel-assets does.
  public convenience init(path: String) throws(PackError) {
    try self.init(try PackMemory(mapping: path), file: path)
  }

  /// Copies the bytes and checks them.
  ///
  /// - Parameters:
  ///   - bytes: a pack, as `panel-assets` writes it.
  ///   - name: the pack's name in errors.
  public convenience init(bytes: [UInt8], name: String = "image") throws(PackError) {
    try self.init(PackMemory(copying: bytes), file: name)
  }

  /// Checks bytes that stay where they are as long as the program runs, as those of an image compiled into it.
  ///
  /// - Parameters:
  ///   - memory: aligned to four.
  ///   - name: the pack's name in errors.
  @unsafe
  public convenience init(static memory: UnsafeRawBufferPointer, name: String = "image") throws(PackError) {
    try self.init(unsafe PackMemory(static: memory), file: name)
  }

  /// The image at a path, or none after `refused` was told why: the program goes on without it.
  public static func load(path: String, refused: (PackError) -> Void) -> ImagePack? {
    do throws(PackError) { return try ImagePack(path: path) } catch { refused(error) }
    return nil
  }

  /// The image; it keeps the pack's memory, also after this object has gone.
  public var image: Image { image(color: layout.color) }

  /// Returns the image; one of `ImageFormat.alpha8` shows this colour through its alpha.
  public func image(color: Color) -> Image { layout.image(in: memory, color: color) }

  /// 1 and up: an image without mip levels has one.
  public var levelCount: Int { layout.mipLevelCount + 1 }
}
