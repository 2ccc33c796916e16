// The font that is compiled into a program: DejaVu Sans with the characters of Latin-1, as scripts/assets made it.
import CDefaultFont
import LayerRuntime

extension FontPack {
  /// DejaVu Sans, loaded at its first use from the program's own memory; `missing` where the program was built
  /// without scripts/assets.
  public static let dejaVuSans: FontPack = {
    let bytes = unsafe UnsafeRawBufferPointer(start: default_font_start(), count: Int(default_font_byte_count()))
    do throws(PackError) { return unsafe try FontPack(static: bytes, name: "the default font") } catch {
      return missing
    }
  }()
}
