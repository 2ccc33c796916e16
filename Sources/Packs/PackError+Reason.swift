// Stage: assets. The errors of packs. docs/packs.md describes right ones.

extension PackError {
  public enum Reason: UInt8, CaseIterable, Hashable, Sendable {
    // The file and the container
    case unreadable, tooShort, magic, version, kind, length, checksum
    case sectionCount, unknownSection, repeatedSection, missingSection, needlessSection
    case sectionOffset, sectionEnd, sectionLength
    // A font
    case unitsPerEm, glyphCount, metric, lineHeight, boundingBox, name
    case segmentLength, characterOrder, characterRange, characterGlyph
    case outlineOffset, outlineEnd, outlineLength, outlineElements, outlineStart, outlinePoints, outlinePadding
    case outlineBounds
    case kerningClasses, kerningClass
    case sequenceLength, sequenceOrder, sequenceGlyph, sequenceEnd
    case compositionOrder, compositionCharacter
    // An image
    case imageFormat, imageSize, mipLevelCount, mipLevelSize, premultiplied
    // A panel
    case recordCount, recordKind, recordProperties, recordChildren, recordParent, recordDepth
    case propertyKey, propertyType, propertyOrder, propertyValue
    case textOffset, text, packOffset, expression, past
  }
}

extension PackError.Reason {
  /// Whether the found and the expected values are sections' names.
  var hasLetters: Bool {
    switch self {
    case .magic, .unknownSection, .repeatedSection, .missingSection, .needlessSection: true
    default: false
    }
  }

  /// Its sentence: `$` stands for the found value, `#` for the expected one, `@` for the error number's text.
  var template: StaticString {
    switch self {
    case .unreadable: "cannot be read: @; expected a file that this user may read"
    case .tooShort: "$ bytes; expected at least #, as every pack has"
    case .magic: "begins with $; expected # (is it a pack, made by panel-assets?)"
    case .version: "version $ of the format; expected # (make it again with this version's panel-assets)"
    case .kind: "a pack of kind $; expected # (1 is a font, 2 an image, 3 a panel)"
    case .length: "the pack says it has $ bytes; expected #, as there are"
    case .checksum: "checksum $; expected #, as its bytes have: it was damaged or cut"
    case .sectionCount: "$ sections; expected 1 to #"
    case .unknownSection: "a section $; expected one of those the format has"
    case .repeatedSection: "a second section $; expected one"
    case .missingSection: "no section #; expected one"
    case .needlessSection: "a section $; expected none, as nothing in the pack needs it"
    case .sectionOffset: "a section at byte $; expected a multiple of 4, # or more"
    case .sectionEnd: "a section to byte $; expected at most #, the end of the pack"
    case .sectionLength: "a section of $ bytes; expected #, as its counts say"
    default: assetTemplate
    }
  }

  private var assetTemplate: StaticString {
    switch self {
    case .unitsPerEm: "$ units per em; expected 16 to 16384"
    case .glyphCount: "no glyphs; expected 1 or more, of which the first is the missing-glyph box"
    case .metric: "a metric of $ units; expected 0 to 32767"
    case .lineHeight: "no height of a line; expected an ascent or a descent above 0"
    case .boundingBox: "a bounding box that ends at $; expected # or more, where it begins"
    case .name: "a name of $ bytes that are not UTF-8; expected UTF-8"
    case .segmentLength: "a segment of no characters; expected 1 or more"
    case .characterOrder: "a segment from character $; expected # or more: ascending, without overlap"
    case .characterRange: "a segment to character $; expected Unicode scalar values"
    case .characterGlyph: "a character's glyph $; expected less than #, the number of glyphs"
    case .outlineOffset: "an outline at $; expected a multiple of 4, # or more"
    case .outlineEnd: "outlines to $; expected #, as long as their section"
    case .outlineLength: "an outline of $ bytes; expected #, as its counts say"
    case .outlineElements: "an outline of $ elements; expected 1 to #"
    case .outlineStart: "an outline that begins with verb $; expected 0, a move"
    case .outlinePoints: "an outline of $ points; expected #, as its verbs say"
    case .outlinePadding: "verbs beyond the last: bits $; expected 0"
    case .outlineBounds: "a point $ units outside the bounding box; expected none"
    case .kerningClasses: "$ kerning classes on the one side, # on the other; expected none or some on both"
    case .kerningClass: "kerning class $; expected less than #"
    case .sequenceLength: "a sequence of $ characters, or with a gap behind them; expected 2 to 4"
    case .sequenceOrder: "a sequence that is not above the one before; expected ascending ones"
    case .sequenceGlyph: "a sequence's glyph $; expected less than #, the number of glyphs"
    case .sequenceEnd: "a sequence's glyphs to $; expected more than #, by its characters at most"
    case .compositionOrder: "a composition that is not above the one before; expected ascending ones"
    case .compositionCharacter: "a composition of character $; expected one that the font has"
    case .imageFormat: "image format $; expected 0 to #"
    case .imageSize: "an image $ pixels wide or high; expected 1 to #"
    case .mipLevelCount: "$ mip levels; expected 0 or #, down to one pixel"
    case .mipLevelSize: "a mip level $ pixels wide or high; expected #, half of the one before"
    case .premultiplied: "a colour of $ with an alpha of #; expected colours multiplied by alpha, at most as large"
    case .recordCount: "$ records; expected 1 to #"
    case .recordKind: "a record of kind $; expected one that the format has"
    case .recordProperties: "a record's properties from $; expected from #, behind those of the record before"
    case .recordChildren: "a record's children from $; expected from #, behind those of the record before"
    case .recordParent: "a record of kind $ in one of kind #; expected one that may be there"
    case .recordDepth: "a record at depth $; expected # at most"
    case .propertyKey: "a property $; expected one that the format has"
    case .propertyType: "a property of type $; expected #"
    case .propertyOrder: "a property $ behind $; expected ascending ones, each once"
    case .propertyValue: "a property's value $; expected less than #"
    case .textOffset: "a text from byte $; expected # or more, within its section"
    case .text: "a text that is not UTF-8; expected UTF-8"
    case .packOffset: "a font or an image from byte $; expected #"
    case .past: "histories and windows of time of $ bytes; expected # at most"
    case .expression: "an expression's instruction $; expected one that the format has, with operands that are there"
    default: "damaged"
    }
  }
}
