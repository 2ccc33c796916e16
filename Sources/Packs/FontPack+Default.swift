// Stage: assets. The font of texts that name none.
import CLinux

extension FontPack {
  /// The font of texts that name none: DejaVu Sans where the program links `DefaultFont`, loaded at its first use from
  /// the program's own memory; ``missing`` otherwise, and where scripts/assets has not made the font.
  public static let `default`: FontPack = {
    guard linked_default_font_length() > 0, let start = unsafe linked_default_font() else { return missing }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(linked_default_font_length()))
    do throws(PackError) { return unsafe try FontPack(static: bytes, name: "the default font") } catch {
      return missing
    }
  }()
}
