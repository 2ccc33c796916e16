// Stage: assets. The font that is there when no other is: every character is a box.
import FixedRaster
import SystemFiles

extension FontPack {
  /// A font whose every character is the missing-glyph box: for texts whose pack was refused.
  public static let missing: FontPack = {
    do throws(PackError) { return try FontPack(bytes: missingBytes, name: "missing") } catch {
      trap("the font of boxes is refused")
    }
  }()

  /// A pack like every other, and checked like every other: one glyph, no characters, no kerning. Of 1000 units an em
  /// the box is 400 wide and 700 high, its lines 50 thick; a line is 800 above and 200 below the baseline.
  static var missingBytes: [UInt8] {
    [
      // LPAK, version 1, a font, its length, its checksum
      76, 80, 65, 75, 1, 0, 1, 0, 188, 0, 0, 0, 220, 139, 141, 45,
      // Sections and where they lie
      6, 0, 0, 0,
      70, 79, 78, 84, 92, 0, 0, 0, 36, 0, 0, 0,
      78, 65, 77, 69, 128, 0, 0, 0, 8, 0, 0, 0,
      67, 77, 65, 80, 136, 0, 0, 0, 0, 0, 0, 0,
      65, 68, 86, 78, 136, 0, 0, 0, 4, 0, 0, 0,
      71, 76, 89, 70, 140, 0, 0, 0, 8, 0, 0, 0,
      79, 85, 84, 76, 148, 0, 0, 0, 40, 0, 0, 0,
      // FONT
      232, 3, 1, 0, 32, 3, 200, 0, 200, 0, 188, 2, 0, 0, 50, 0, 156, 255, 0, 0, 100, 0, 0, 0, 244, 1, 188, 2, 0, 0,
      0, 0, 7, 0, 0, 0,
      // NAME
      77, 105, 115, 115, 105, 110, 103, 0,
      // ADVN
      88, 2, 0, 0,
      // GLYF
      0, 0, 0, 0, 40, 0, 0, 0,
      // OUTL
      8, 0, 8, 0, 84, 84, 0, 0, 100, 0, 0, 0, 244, 1, 0, 0, 244, 1, 188, 2, 100, 0, 188, 2, 150, 0, 50, 0, 150, 0,
      138, 2, 194, 1, 138, 2, 194, 1, 50, 0,
    ]
  }
}
