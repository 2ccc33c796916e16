// Stage: coverage. The glyphs of a text, at places of the device, in a face.

/// An outline in ems, as its font has it but with y downwards: the origin on the baseline, 1 the font size. Elements
/// beyond the capacity are left out; see ``GlyphCache/cutOutlines``.
public typealias GlyphOutline = PathBuffer<512>

/// How a run's glyphs look: whose outlines, and how an em lies on the device.
public struct GlyphFace: Hashable, Sendable {
  /// Names the outlines: the caller's number for a font.
  public let font: UInt32
  /// From ems to device pixels: x' = a·x + c·y, y' = b·x + d·y.
  public let a, b, c, d: Fixed

  /// Upright.
  ///
  /// - Parameters:
  ///   - font: the caller's number of the font.
  ///   - size: pixels of an em.
  public init(font: UInt32, size: Fixed) {
    self.font = font
    (a, b, c, d) = (size, 0, 0, size)
  }

  /// Turned or skewed; the transform's translation is not looked at.
  ///
  /// - Parameters:
  ///   - font: the caller's number of the font.
  ///   - transform: from ems to device pixels, each part held to ±32768.
  public init(font: UInt32, transform: AffineTransform) {
    self.font = font
    (a, b, c, d) = (transform.a.fixed, transform.b.fixed, transform.c.fixed, transform.d.fixed)
  }

  /// Whether glyphs are placed between rows too: an upright line's baseline lies on a whole row, so that all of it is
  /// equally sharp; a rotated one would wobble.
  var isRotated: Bool { b != 0 || c != 0 }

  /// For a glyph whose origin lies in the pixel (`x`, `y`), as many quarters of it right and down as `place` says.
  func matrix(_ place: GlyphPlace, x: Int32 = 0, y: Int32 = 0) -> DeviceMatrix {
    // Coefficients have 32 fraction bits, of which a quarter is the upper two.
    DeviceMatrix(
      AffineTransform(
        a: Coefficient(a), b: Coefficient(b), c: Coefficient(c), d: Coefficient(d),
        tx: Coefficient(rawValue: Int64(x &<< 2 | place.quarterX) &<< 30),
        ty: Coefficient(rawValue: Int64(y &<< 2 | place.quarterY) &<< 30)))
  }

  /// Spread over 64 bits.
  var hash: UInt64 {
    func mixed(_ hash: UInt64, _ value: Fixed) -> UInt64 {
      let product = (hash ^ UInt64(UInt32(bitPattern: value.rawValue))) &* 0x9E37_79B9_7F4A_7C15
      return product ^ product &>> 29
    }
    return mixed(mixed(mixed(mixed(UInt64(font), a), b), c), d)
  }
}

/// A glyph of a run.
public struct PlacedGlyph: Hashable, Sendable {
  /// The caller's number for the glyph within the font.
  public var id: UInt32
  /// Where its origin lies on the device.
  public var x, y: Subpixel

  @inlinable
  public init(id: UInt32, x: Subpixel, y: Subpixel) {
    self.id = id
    self.x = x
    self.y = y
  }
}

/// Where a glyph is drawn: its origin rounded to a quarter of a pixel, and in an upright face to a whole row.
struct GlyphPlace {
  /// The pixel whose corner lies left of or at the origin, and above or at it.
  let x, y: Int32
  /// 0...3 quarters of a pixel from there.
  let quarterX, quarterY: Int32

  @inline(__always)
  init(_ glyph: PlacedGlyph, isRotated: Bool) {
    // Subpixels are kept within ±2^30, so that adding half a step cannot overflow.
    let across = (glyph.x.rawValue &+ 32) &>> 6
    let down = isRotated ? (glyph.y.rawValue &+ 32) &>> 6 : ((glyph.y.rawValue &+ 128) &>> 8) &<< 2
    (x, quarterX) = (across &>> 2, across & 3)
    (y, quarterY) = (down &>> 2, down & 3)
  }
}
