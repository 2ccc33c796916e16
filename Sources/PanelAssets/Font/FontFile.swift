// A font file as FreeType reads it: outlines and measures in font units, nothing hinted, nothing scaled.
import CFreeType

/// A step of an outline, as it will lie in the pack. Subpaths are closed without a step of their own.
public enum OutlineStep: Equatable {
  case move(OutlinePoint)
  case line(OutlinePoint)
  case quadratic(OutlinePoint, OutlinePoint)
  case cubic(OutlinePoint, OutlinePoint, OutlinePoint)

  var verb: UInt8 {
    switch self {
    case .move: 0
    case .line: 1
    case .quadratic: 2
    case .cubic: 3
    }
  }

  var points: [OutlinePoint] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .quadratic(let control, let end): [control, end]
    case .cubic(let control1, let control2, let end): [control1, control2, end]
    }
  }
}

/// In font units, y upwards.
public struct OutlinePoint: Equatable {
  public var x, y: Int

  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  init(_ vector: FT_Vector) { self.init(x: vector.x, y: vector.y) }
}

/// A scalable font, open.
@safe
public final class FontFile {
  public let path: String
  private let library: FT_Library
  private let face: FT_Face

  public init(path: String) throws(AssetError) {
    self.path = path
    try checkFile(path)
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      throw AssetError(path, "FreeType does not start", expected: "a working libfreetype")
    }
    var face: FT_Face?
    guard unsafe FT_New_Face(library, path, 0, &face) == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      // The more telling error where there is no such file.
      _ = try readFile(path)
      throw AssetError(path, "FreeType cannot read it", expected: "a TrueType or OpenType font")
    }
    unsafe (self.library, self.face) = (library, face)
    if unsafe face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0 {
      throw AssetError(path, "the font has bitmaps only", expected: "a font of outlines")
    }
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }

  public var unitsPerEm: Int { unsafe Int(face.pointee.units_per_EM) }
  public var ascent: Int { unsafe Int(face.pointee.ascender) }
  /// Below the baseline, positive.
  public var descent: Int { unsafe -Int(face.pointee.descender) }
  public var lineGap: Int { unsafe Int(face.pointee.height) - ascent - descent }
  /// Height of the middle of the underline, upwards.
  public var underlinePosition: Int { unsafe Int(face.pointee.underline_position) }
  public var underlineThickness: Int { unsafe Int(face.pointee.underline_thickness) }
  public var familyName: String { unsafe face.pointee.family_name.map { unsafe String(cString: $0) } ?? "" }
  public var styleName: String { unsafe face.pointee.style_name.map { unsafe String(cString: $0) } ?? "" }

  /// The font's number of a character's glyph; `nil` if it has none.
  public func glyph(of character: Unicode.Scalar) -> UInt32? {
    let glyph = unsafe FT_Get_Char_Index(face, FT_ULong(character.value))
    return glyph == 0 ? nil : glyph
  }

  public func advance(of glyph: UInt32) throws(AssetError) -> Int {
    try load(glyph)
    return unsafe Int(face.pointee.glyph.pointee.metrics.horiAdvance)
  }

  /// The outline as `FT_Outline_Decompose` gives it, without the line that closes a subpath.
  public func outline(of glyph: UInt32) throws(AssetError) -> [OutlineStep] {
    try load(glyph)
    if unsafe face.pointee.glyph.pointee.outline.flags & FT_OUTLINE_EVEN_ODD_FILL != 0 {
      throw AssetError("\(path), glyph \(glyph)", "filled by the even-odd rule", expected: "the non-zero rule")
    }
    var steps: [OutlineStep] = []
    let error = unsafe withUnsafePointer(to: decomposing) { functions in
      unsafe withUnsafeMutablePointer(to: &steps) {
        unsafe FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, functions, $0)
      }
    }
    if error != 0 {
      throw AssetError("\(path), glyph \(glyph)", "a damaged outline", expected: "one FreeType can read")
    }
    return withoutClosingLines(steps)
  }

  private func load(_ glyph: UInt32) throws(AssetError) {
    if unsafe FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) != 0 {
      throw AssetError("\(path), glyph \(glyph)", "FreeType cannot read it", expected: "an outline")
    }
  }
}

/// Appends to the `[OutlineStep]` that the last parameter points to.
private var decomposing: FT_Outline_Funcs {
  unsafe FT_Outline_Funcs(
    move_to: { end, steps in unsafe append(.move(OutlinePoint(end!.pointee)), steps) },
    line_to: { end, steps in unsafe append(.line(OutlinePoint(end!.pointee)), steps) },
    conic_to: { control, end, steps in
      unsafe append(.quadratic(OutlinePoint(control!.pointee), OutlinePoint(end!.pointee)), steps)
    },
    cubic_to: { control1, control2, end, steps in
      unsafe append(
        .cubic(OutlinePoint(control1!.pointee), OutlinePoint(control2!.pointee), OutlinePoint(end!.pointee)), steps)
    },
    shift: 0, delta: 0)
}

private func append(_ step: OutlineStep, _ steps: UnsafeMutableRawPointer?) -> Int32 {
  unsafe steps!.assumingMemoryBound(to: [OutlineStep].self).pointee.append(step)
  return 0
}

/// A subpath is closed by a line to its start anyway.
private func withoutClosingLines(_ steps: [OutlineStep]) -> [OutlineStep] {
  var result: [OutlineStep] = []
  var start: OutlinePoint?
  for (i, step) in steps.enumerated() {
    if case .move(let point) = step { start = point }
    var isLast = i + 1 == steps.count
    if !isLast, case .move = steps[i + 1] { isLast = true }
    if isLast, case .line(let end) = step, end == start { continue }
    result.append(step)
  }
  return result
}
