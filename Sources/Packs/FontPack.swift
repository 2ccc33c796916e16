// Stage: assets. Input: a font pack, made on the host by panel-assets (docs/packs.md). Output: glyphs of characters,
// their widths, kerning and outlines, as numbers of the font or at a size. Checked once when it is loaded
// (FontPack+Load.swift, FontPack+LoadOutlines.swift, FontPack+LoadSequences.swift, FontPack+Compositions.swift); from
// then on nothing is checked, copied or allocated.
import FixedRaster
import Synchronization

/// A glyph of a font. 0 is the missing-glyph box of every font.
public struct GlyphIndex: Hashable, Sendable {
  public let rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  public static var missing: GlyphIndex { GlyphIndex(rawValue: 0) }
}

/// Where the parts of a loaded font lie, in bytes from the pack's start, and how many there are.
struct FontLayout {
  var unitsPerEm = 0, glyphCount = 0
  /// The first byte of the section FONT, whose fields are read where they lie.
  var header = 0
  var segments = 0, segmentCount = 0
  var advances = 0
  var outlineOffsets = 0, outlines = 0
  /// Classes of the left and of the right glyph of a pair, then a row of values for each left class.
  var leftClasses = 0, rightClasses = 0, kerning = 0
  /// 0 in a font without kerning.
  var rightClassCount = 0
  /// The first record, how many there are, and the first of the glyphs that they become.
  var sequences = 0, sequenceCount = 0, sequenceGlyphs = 0
  /// The first record, and how many there are.
  var compositions = 0, compositionCount = 0
  var names = 0, familyLength = 0, styleLength = 0
}

extension FontLayout {
  /// The glyph of a character; `nil` if the character map has none.
  func glyph(for character: UInt32, _ bytes: PackBytes) -> Int? {
    var (low, high) = (0, segmentCount)
    while low < high {
      let middle = (low &+ high) / 2
      let segment = segments &+ middle &* FontField.segmentBytes
      let distance = Int(character) &- Int(bytes.word(segment))
      if distance < 0 {
        high = middle
      } else if distance >= bytes.u16(segment &+ 4) {
        low = middle &+ 1
      } else {
        return bytes.u16(segment &+ 6) &+ distance
      }
    }
    return nil
  }
}

/// How many fonts were loaded so far, by any thread.
private let loadedFonts = Atomic<UInt32>(0)

/// A font that was loaded. It never changes: any thread may read it.
///
/// Numbers without a size are in font units, of which ``unitsPerEm`` are the font size; y upwards. Numbers at a size
/// are in points of that size, rounded to 1/65536, and y downwards as everywhere else.
public final class FontPack: @unchecked Sendable {
  let memory: PackMemory
  let bytes: PackBytes
  let layout: FontLayout
  /// No other font has it as long as fewer than 2^32 were loaded: the compositor's name for the outlines.
  package let number: UInt32

  package init(_ memory: PackMemory, file: String) throws(PackError) {
    self.memory = memory
    bytes = memory.bytes
    layout = try FontLayout(PackContainer(memory, file: file, kind: .font))
    number = loadedFonts.add(1, ordering: .relaxed).newValue
  }

  /// Maps the file and checks it.
  ///
  /// The file must not be written to while the font is used: replace it by renaming, as panel-assets does.
  public convenience init(path: String) throws(PackError) {
    try self.init(try PackMemory(mapping: path), file: path)
  }

  /// Copies the bytes and checks them.
  ///
  /// - Parameters:
  ///   - bytes: a pack, as `panel-assets` writes it.
  ///   - name: the pack's name in errors.
  public convenience init(bytes: [UInt8], name: String = "font") throws(PackError) {
    try self.init(PackMemory(copying: bytes), file: name)
  }

  /// Checks bytes that stay where they are as long as the program runs, as those of a font compiled into it.
  ///
  /// - Parameters:
  ///   - memory: aligned to four.
  ///   - name: the pack's name in errors.
  @unsafe
  public convenience init(static memory: UnsafeRawBufferPointer, name: String = "font") throws(PackError) {
    try self.init(unsafe PackMemory(static: memory), file: name)
  }

  /// The font at a path, or ``missing`` after `refused` was told why: the program goes on, and shows boxes.
  public static func load(path: String, refused: (PackError) -> Void) -> FontPack {
    do throws(PackError) { return try FontPack(path: path) } catch { refused(error) }
    return missing
  }
}

// MARK: - Characters

extension FontPack {
  /// How many units the font size is, 16...16384.
  public var unitsPerEm: Int { layout.unitsPerEm }
  /// The missing-glyph box included, 1...65535.
  public var glyphCount: Int { layout.glyphCount }
  /// Allocates.
  public var familyName: String { bytes.text(layout.names, count: layout.familyLength) ?? "" }
  /// "Book", "Bold Oblique" … Allocates.
  public var styleName: String { bytes.text(layout.names + layout.familyLength, count: layout.styleLength) ?? "" }

  /// The glyph of a character, ``GlyphIndex/missing`` if the font has none: a search among the runs of neighbours.
  public func glyph(for character: Unicode.Scalar) -> GlyphIndex {
    GlyphIndex(rawValue: UInt16(truncatingIfNeeded: layout.glyph(for: character.value, bytes) ?? 0))
  }

  public func hasGlyph(for character: Unicode.Scalar) -> Bool { glyph(for: character) != .missing }

  /// How far the pen moves, in units, 0...65535.
  public func advance(of glyph: GlyphIndex) -> Int { bytes.u16(layout.advances &+ place(glyph) &* 2) }

  public func advance(of glyph: GlyphIndex, size: Fixed) -> Fixed { scaled(advance(of: glyph), to: size) }

  /// The addend of the advance of `left` where `right` follows, in units, −32768...32767.
  public func kerning(_ left: GlyphIndex, _ right: GlyphIndex) -> Int {
    if layout.rightClassCount == 0 { return 0 }
    let row = bytes.u16(layout.leftClasses &+ place(left) &* 2)
    let column = bytes.u16(layout.rightClasses &+ place(right) &* 2)
    return bytes.i16(layout.kerning &+ (row &* layout.rightClassCount &+ column) &* 2)
  }

  public func kerning(_ left: GlyphIndex, _ right: GlyphIndex, size: Fixed) -> Fixed {
    scaled(kerning(left, right), to: size)
  }

  /// The glyph's number; 0 for one of another font that this one has not.
  @inline(__always)
  func place(_ glyph: GlyphIndex) -> Int {
    let number = Int(glyph.rawValue)
    return number < layout.glyphCount ? number : 0
  }

  /// Units as points of a size: rounded to nearest, halves upwards; saturated.
  package func scaled(_ units: Int, to size: Fixed) -> Fixed {
    // |units| < 2^16, |size| ≤ 2^31.
    let (product, em) = (Int64(units) &* Int64(size.rawValue), Int64(layout.unitsPerEm))
    let dividend = product &+ em / 2
    let quotient = dividend >= 0 ? dividend / em : -((em &- 1 &- dividend) / em)
    return Fixed(rawValue: Int32(clamping: quotient))
  }
}
