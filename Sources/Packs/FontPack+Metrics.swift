// Stage: assets. A font's measures, in units as they lie in the pack, or at a size.
import FixedRaster

/// Where the fields of the section FONT lie, and the sizes of repeated parts of other sections: docs/packs.md.
enum FontField {
  static var unitsPerEm: Int { 0 }
  static var glyphCount: Int { 2 }
  static var ascent: Int { 4 }
  static var descent: Int { 6 }
  static var lineGap: Int { 8 }
  static var capHeight: Int { 10 }
  static var xHeight: Int { 12 }
  static var underlineThickness: Int { 14 }
  static var underlinePosition: Int { 16 }
  static var segmentCount: Int { 18 }
  static var minX: Int { 20 }
  static var minY: Int { 22 }
  static var maxX: Int { 24 }
  static var maxY: Int { 26 }
  static var leftClasses: Int { 28 }
  static var rightClasses: Int { 30 }
  static var familyLength: Int { 32 }
  static var styleLength: Int { 34 }
  static var byteCount: Int { 36 }
  /// First character, how many, their first glyph.
  static var segmentBytes: Int { 8 }
}

/// A font's measures at a size, in points, each positive in the direction its name says.
public struct FontMetrics: Hashable, Sendable {
  /// From the baseline up to a line's top; from it down to the line's bottom; between the bottom and the next line's
  /// top.
  public var ascent, descent, lineGap: Fixed
  /// Heights of H and of x; zero where the font has none.
  public var capHeight, xHeight: Fixed
  /// From the baseline down to the middle of an underline, and how thick it is: zero where the font has none.
  public var underlineOffset, underlineThickness: Fixed

  /// From a baseline to the next.
  public var lineHeight: Fixed { ascent + descent + lineGap }
}

extension FontPack {
  private func field(_ offset: Int) -> Int { bytes.u16(layout.header &+ offset) }
  private func signedField(_ offset: Int) -> Int { bytes.i16(layout.header &+ offset) }

  /// In units, 0...32767, as are the next.
  public var ascent: Int { field(FontField.ascent) }
  /// Below the baseline.
  public var descent: Int { field(FontField.descent) }
  public var lineGap: Int { field(FontField.lineGap) }

  public func metrics(size: Fixed) -> FontMetrics {
    FontMetrics(
      ascent: scaled(ascent, to: size), descent: scaled(descent, to: size), lineGap: scaled(lineGap, to: size),
      capHeight: scaled(field(FontField.capHeight), to: size), xHeight: scaled(field(FontField.xHeight), to: size),
      underlineOffset: scaled(-signedField(FontField.underlinePosition), to: size),
      underlineThickness: scaled(field(FontField.underlineThickness), to: size))
  }

  /// The box of all glyphs' ink, from their origin on, y downwards; zero if no glyph has ink.
  public func boundingBox(size: Fixed) -> Rect {
    let (minX, maxX) = (signedField(FontField.minX), signedField(FontField.maxX))
    let (minY, maxY) = (signedField(FontField.minY), signedField(FontField.maxY))
    return Rect(
      x: scaled(minX, to: size), y: scaled(-maxY, to: size), width: scaled(maxX - minX, to: size),
      height: scaled(maxY - minY, to: size))
  }
}
