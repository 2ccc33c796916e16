// Stage: data. The pictures beside the bars: packs that scripts/assets has made of Sources/CPanelImages/Images.
import CPanelImages
import LayerRuntime

/// The panel's pictures. Without one of them the panel shows all the rest.
public struct PanelImages {
  var memory, temperature: ImagePack?

  /// No pictures.
  public init() {}

  /// Those that are compiled into the program.
  ///
  /// - Parameter refused: told of each that cannot be used.
  public init(refused: (PackError) -> Void) {
    unsafe self.init(memory: Self.memoryBytes, temperature: Self.temperatureBytes, refused: refused)
  }

  @unsafe
  static var memoryBytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: memory_image_start(), count: Int(memory_image_byte_count()))
  }

  @unsafe
  static var temperatureBytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: temperature_image_start(), count: Int(temperature_image_byte_count()))
  }

  /// - Parameter memory: stays where it is while the program runs; `temperature` likewise.
  @unsafe
  init(memory: UnsafeRawBufferPointer, temperature: UnsafeRawBufferPointer, refused: (PackError) -> Void) {
    self.memory = unsafe Self.load(memory, "the picture of memory", refused)
    self.temperature = unsafe Self.load(temperature, "the picture of temperature", refused)
  }

  @unsafe
  private static func load(
    _ bytes: UnsafeRawBufferPointer, _ name: String, _ refused: (PackError) -> Void
  ) -> ImagePack? {
    do throws(PackError) { return unsafe try ImagePack(static: bytes, name: name) } catch { refused(error) }
    return nil
  }
}
