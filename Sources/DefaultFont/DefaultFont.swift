// The font that is compiled into a program: DejaVu Sans with the characters of Latin-1, as scripts/assets made it.
// A program that links this module has it as the font of texts that name none.
import CDefaultFont
import Packs

extension FontPack {
  /// DejaVu Sans, loaded at its first use from the program's own memory; `missing` where the program was built
  /// without scripts/assets. The same as ``Packs/FontPack/default``.
  public static var dejaVuSans: FontPack { .default }
}
