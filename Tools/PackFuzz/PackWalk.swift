// After a load that was accepted everything is read that can be: a pack that gets here and is wrong shows as an access
// out of bounds under the address sanitizer, or as one of the sentences below.
import FixedRaster
import LayerRuntime

/// What was read.
struct WalkCounts {
  var glyphs = 0, elements = 0, pairs = 0, sequences = 0, compositions = 0, images = 0, pixels = 0
}

func walk(_ font: FontPack, _ counts: inout WalkCounts) {
  let metrics = font.metrics(size: 20)
  require(metrics.ascent + metrics.descent >= 0, "a line without height")
  require(font.familyName.utf8.count + font.styleName.utf8.count <= 131_070, "a name of another length")
  let box = font.boundingBox(size: .one)
  for number in 0..<font.glyphCount {
    let glyph = GlyphIndex(rawValue: UInt16(number))
    var path = GlyphOutline()
    font.appendOutline(of: glyph, to: &path)
    require(path.overflow == 0, "an outline of more elements than a GlyphOutline holds")
    require((path.count > 0) == font.hasOutline(glyph), "an outline that is there and not")
    for i in path.span.indices {
      if case .move(let point) = path.span[i] { require(point.y >= box.minY, "ink outside") }
    }
    require(font.advance(of: glyph) >= 0, "an advance below zero")
    counts.glyphs += 1
    counts.elements += path.count
  }
  let last = min(font.glyphCount, 24)
  for left in 0..<last {
    for right in 0..<last {
      let value = font.kerning(GlyphIndex(rawValue: UInt16(left)), GlyphIndex(rawValue: UInt16(right)))
      require(abs(value) <= 32768, "kerning beyond 16 bits")
      counts.pairs += 1
      walkSequence([left, right, left, right], font, &counts)
    }
  }
  for letter in UInt32(0x20)...0x17F {
    for mark in UInt32(0x300)...0x308 {
      guard let first = Unicode.Scalar(letter), let second = Unicode.Scalar(mark),
        let composed = font.composition(of: first, second)
      else { continue }
      require(Int(font.glyph(for: composed).rawValue) < font.glyphCount, "a composition that the font has not")
      counts.compositions += 1
    }
  }
  for range in [UInt32(0)...0x17F, 0x1F5F8...0x1F607, 0x10FFF8...0x10FFFF] {
    for value in range {
      guard let character = Unicode.Scalar(value) else { continue }
      require(Int(font.glyph(for: character).rawValue) < font.glyphCount, "a glyph that the font has not")
    }
  }
}

extension FontPack {
  /// The longest sequence that some glyphs begin with, of which four are looked at.
  public func sequence(_ list: [GlyphIndex], joinsLetters: Bool = true) -> GlyphSequence? {
    var glyphs = InlineArray<4, GlyphIndex>(repeating: .missing)
    for (i, glyph) in list.prefix(4).enumerated() { glyphs[i] = glyph }
    return sequence(glyphs, joinsLetters: joinsLetters)
  }
}

/// The longest sequence that the glyphs begin with, or a letter's with its marks.
private func walkSequence(_ numbers: [Int], _ font: FontPack, _ counts: inout WalkCounts) {
  let glyphs = numbers.map { GlyphIndex(rawValue: UInt16($0)) }
  for joinsLetters in [true, false] {
    guard let sequence = font.sequence(glyphs, joinsLetters: joinsLetters) else { continue }
    require((2...4).contains(sequence.length), "a sequence of another length")
    require((1...sequence.length).contains(sequence.glyphCount), "a sequence of more glyphs than characters")
    for i in 0..<sequence.glyphCount {
      let placed = font.glyph(i, of: sequence)
      require(Int(placed.glyph.rawValue) < font.glyphCount, "a sequence's glyph that the font has not")
      require(abs(placed.x) + abs(placed.y) + abs(placed.advance) <= 98304, "a place beyond 16 bits")
    }
    counts.sequences += 1
  }
}

private func require(_ isTrue: Bool, _ sentence: StaticString) {
  if !isTrue { fatalError("a pack was accepted that has \(sentence)") }
}

/// Where images are drawn: a canvas of its own, made once.
@safe
final class WalkCanvas {
  private static let side = 48
  private let pixels: UnsafeMutablePointer<UInt32>
  private let workspaceMemory: UnsafeMutableRawPointer
  private let workspace = CoverageWorkspace(width: WalkCanvas.side, rows: WalkCanvas.side)

  init() {
    unsafe pixels = .allocate(capacity: Self.side * Self.side)
    unsafe pixels.initialize(repeating: 0, count: Self.side * Self.side)
    unsafe workspaceMemory = .allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe workspaceMemory.deallocate()
  }

  /// Every pixel as it is, to the far corner too; and the whole image, smaller than it is.
  func walk(_ image: Image, _ counts: inout WalkCounts) {
    let surface = unsafe Surface(
      base: UnsafeMutableRawPointer(pixels), width: Self.side, height: Self.side, bytesPerRow: Self.side * 4)
    var canvas = unsafe Canvas(surface, memory: workspaceMemory, workspace: workspace)
    let (width, height) = (Int32(image.width), Int32(image.height))
    for y in stride(from: Int32(0), to: height, by: Self.side) {
      for x in stride(from: Int32(0), to: width, by: Self.side) { canvas.draw(image, x: -x, y: -y) }
    }
    canvas.draw(image, x: Int32(Self.side) - width, y: Int32(Self.side) - height, opacity: 200)
    for scale in [Coefficient(0.9), 0.4, 0.12] {
      let transform = AffineTransform(a: scale, b: 0.05, c: -0.05, d: scale, tx: 1, ty: 2)
      canvas.draw(image, mapping: Mapping(transform), sampling: .trilinear)
    }
    counts.images += 1
    counts.pixels += image.width * image.height
  }
}
