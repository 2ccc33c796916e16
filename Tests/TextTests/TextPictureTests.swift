import DefaultFont
import FixedRaster
import Testing

@testable import LayerRuntime
@testable import Packs

private let red = Color(red: 255, green: 0, blue: 0)
private let sentence = AttributedString("Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.")

@Suite struct TextPictureTests {
  let screen = TestScreen(width: 150, height: 100)
  let other = TestScreen(width: 150, height: 100)
  let root = makeRoot(150, 100)

  /// How many pixels are not black.
  private func ink(_ screen: TestScreen) -> Int { screen.pixels.count { $0 != 0 } }

  @Test("L40 a text in tiles is byte for byte the text on one canvas: lines, parts, whole and broken places")
  func tiles() {
    let text =
      sentence + AttributedString(" AVAL", attributes: .init(fontSize: 23.5, foregroundColor: red)) + "\nToAT"
    for place in [Point(x: 4, y: 3), Point(x: 3.3, y: 2.6)] {
      let layer = makeText(text, Rect(x: place.x, y: place.y, width: 140, height: 95), size: 14.3)
      layer.isWrapped = true
      root.sublayers = [layer]
      screen.draw(root)
      other.drawInOnePiece(layer.textLayout, at: place)
      #expect(screen.pixels == other.pixels && ink(screen) > 2000)
    }
  }

  @Test("L40 what a glyph draws to because its line is moved to a whole row is not cut off")
  func rounding() {
    // The baseline lies at 20.4 and is drawn at 20: the boxes reach up to 13.7, not 14.1.
    let place = Point(x: 4.95, y: 13.2)
    let layer = makeText(
      "abc", Rect(x: place.x, y: place.y, width: 100, height: 30), font: RulerFont.font, size: 9)
    root.addSublayer(layer)
    screen.draw(root)
    other.drawInOnePiece(layer.textLayout, at: place)
    #expect(screen.pixels == other.pixels)
    #expect((0..<150).contains { screen.pixel($0, 13) != 0 })
  }

  @Test("L40 glyphs that are too large for the cache look the same in tiles too")
  func largeGlyphs() {
    let layer = makeText("8@", Rect(x: 2, y: 2, width: 140, height: 95), size: 80)
    root.addSublayer(layer)
    screen.draw(root)
    other.drawInOnePiece(layer.textLayout, at: Point(x: 2, y: 2))
    #expect(screen.pixels == other.pixels && ink(screen) > 2000)
  }

  @Test("L40 L55 a turned, sheared, mirrored or scaled text is drawn from its outlines as they lie, not stretched")
  func transforms() {
    let layer = makeText("Grad°\nAVfé", Rect(x: 0, y: 0, width: 100, height: 50), size: 18)
    (layer.anchorPoint, layer.position) = (.zero, .zero)
    root.addSublayer(layer)
    let transforms = [
      AffineTransform(rotationAngle: 0.4).concatenating(AffineTransform(translationX: 40, y: 10)),
      AffineTransform(scaleX: 1.6, y: 0.8).concatenating(AffineTransform(translationX: 5, y: 20.4)),
      AffineTransform(scaleX: -1, y: 1).concatenating(AffineTransform(translationX: 120, y: 5)),
      AffineTransform(a: 1, b: 0, c: -0.4, d: 1, tx: 40, ty: 3),
      AffineTransform(rotationAngle: .pi).concatenating(AffineTransform(translationX: 140, y: 90)),
    ]
    for transform in transforms {
      layer.setAffineTransform(transform)
      screen.draw(root)
      other.drawInOnePiece(layer.textLayout, at: .zero, transform)
      #expect(screen.pixels == other.pixels && ink(screen) > 300)
    }
    // The display's own scale.
    layer.setAffineTransform(.identity)
    screen.draw(root, scale: 1.5)
    other.drawInOnePiece(layer.textLayout, at: .zero, AffineTransform(scaleX: 1.5, y: 1.5))
    #expect(screen.pixels == other.pixels && ink(screen) > 300)
  }

  @Test("L14 L40 where geometry is flipped text stays upright, from the top of the layer down")
  func flipped() {
    let text = AttributedString("Grad AV\nfé", attributes: .init(isUnderlined: true))
    let layer = makeText(text, Rect(x: 5, y: 20, width: 100, height: 60))
    layer.bounds.origin = Point(x: 7, y: 11)
    root.addSublayer(layer)
    screen.draw(root)
    layer.isGeometryFlipped = true
    other.draw(root)
    #expect(screen.pixels == other.pixels && ink(screen) > 200)
    root.isGeometryFlipped = true
    layer.isGeometryFlipped = false
    layer.position = Point(x: 55, y: 50)  // in the middle of a root 100 high
    other.draw(root)
    #expect(screen.pixels == other.pixels)
  }

  @Test("L40 fonts do not take each other's glyphs, though they have the same numbers")
  func twoFonts() {
    let text: AttributedString = "AAAA"
    let layers = [FontPack.dejaVuSans, RulerFont.font].map {
      makeText(text, Rect(x: 5, y: $0 === RulerFont.font ? 50 : 5, width: 100, height: 40), font: $0)
    }
    #expect(FontPack.dejaVuSans.glyph(for: "A") == RulerFont.font.glyph(for: "A"))
    var sum = [UInt32](repeating: 0, count: 150 * 100)
    for layer in layers {
      root.sublayers = [layer]
      screen.draw(root)
      #expect(ink(screen) > 200)
      for (i, pixel) in screen.pixels.enumerated() { sum[i] |= pixel }
    }
    root.sublayers = layers
    screen.draw(root)
    #expect(screen.pixels == sum)
  }

  @Test("L40 L12 the bounds' origin does not move the text")
  func boundsOrigin() {
    let text = AttributedString("Grad", attributes: .init(isUnderlined: true))
    let layer = makeText(text, Rect(x: 5, y: 5, width: 100, height: 50))
    root.addSublayer(layer)
    screen.draw(root)
    layer.bounds.origin = Point(x: 30, y: -20)
    other.draw(root)
    #expect(screen.pixels == other.pixels && ink(screen) > 100)
  }

  @Test("L40 a character that the font lacks is the font's box")
  func missingGlyph() {
    root.addSublayer(makeText("\u{4E2D}", Rect(x: 5, y: 5, width: 100, height: 50), size: 20))
    screen.draw(root)
    let (font, top) = (FontPack.dejaVuSans, FontPack.dejaVuSans.metrics(size: 20).ascent)
    #expect(!font.hasGlyph(for: "\u{4E2D}") && font.hasOutline(.missing))
    other.drawInOnePiece { canvas, _ in
      var outline = GlyphOutline()
      // On a whole row, as upright text is.
      font.appendOutline(of: .missing, at: Point(x: 5, y: Fixed((5 + top).rounded)), size: 20, to: &outline)
      canvas.fill(outline.span, mapping: .identity, color: .white)
    }
    #expect(ink(screen) > 50)
    for (a, b) in zip(screen.pixels, other.pixels) { #expect(abs(Int(a & 255) - Int(b & 255)) <= 1) }
  }

  @Test("L38 L40 a text's opacity applies to it as a whole: where its glyphs overlap nothing shines through")
  func opacity() {
    // Boxes 8 × 14 pixels, each a pixel to the right of the one before.
    let text = AttributedString("abc", attributes: .init(kern: -9))
    let layer = makeText(text, Rect(x: 10, y: 10, width: 50, height: 50), font: RulerFont.font, size: 20)
    layer.opacity = 0.5
    root.addSublayer(layer)
    screen.draw(root)
    #expect(Set(screen.pixels) == [0, 0x808080] && ink(screen) == 10 * 14)
    // A colour's own transparency is each glyph's, and so is the layer's where it is to be applied to each part.
    layer.allowsGroupOpacity = false
    screen.draw(root)
    #expect(Set(screen.pixels).count == 4 && screen.pixel(11, 20) == 0x808080)
    (layer.opacity, layer.allowsGroupOpacity) = (1, true)
    layer.foregroundColor = Color(red: 255, green: 255, blue: 255, alpha: 128)
    screen.draw(root)
    #expect(Set(screen.pixels).count == 4 && screen.pixel(11, 20) == 0x808080)
  }

  @Test("L06 L40 text that finds no room shows outside the bounds, unless masksToBounds cuts it, at round corners too")
  func clipping() {
    let frame = Rect(x: 20, y: 10, width: 60, height: 12)
    let layer = makeText(sentence, frame, size: 20)
    root.addSublayer(layer)
    screen.draw(root)
    layer.masksToBounds = true
    other.draw(root)
    func isInside(_ i: Int) -> Bool { (20..<80).contains(i % 150) && (10..<22).contains(i / 150) }
    let (free, cut) = (screen.pixels, other.pixels)
    #expect(free.indices.allSatisfy { cut[$0] == (isInside($0) ? free[$0] : 0) })
    #expect(free.indices.contains { !isInside($0) && free[$0] != 0 })
    #expect(cut.contains { $0 != 0 })
    layer.cornerRadius = 6
    other.draw(root)
    let rounded = other.pixels
    #expect(rounded != cut)
    #expect(rounded.indices.allSatisfy { rounded[$0] == 0 || isInside($0) })
    // In the middle nothing is lost.
    for y in 12..<20 {
      for x in 28..<72 { #expect(rounded[y * 150 + x] == cut[y * 150 + x]) }
    }
  }

  @Test("L40 an underline is a bar of the text's colour below it")
  func underline() {
    let text = AttributedString("a a", attributes: .init(foregroundColor: red, isUnderlined: true))
    // Of 20 points: 1 thick, its middle 2 below the baseline at 26.
    root.addSublayer(makeText(text, Rect(x: 10, y: 9.5, width: 90, height: 50), font: RulerFont.font, size: 20))
    screen.draw(root)
    let row = (0..<150).map { screen.pixel($0, 27) }
    #expect(row == (0..<150).map { (10..<40).contains($0) ? 0xFF0000 : 0 })
  }

  @Test("L40 text or contents: an image shows only while there is no text")
  func contents() {
    let pixels: [UInt32] = [0xFF00FF00]
    unsafe pixels.withUnsafeBytes { bytes in
      let layer = makeText("a", Rect(x: 10, y: 10, width: 40, height: 40), font: RulerFont.font, size: 20)
      root.addSublayer(layer)
      layer.contents = unsafe Image(
        .argb8888, pixels: bytes.baseAddress!, width: 1, height: 1, bytesPerRow: 4)
      let compositor = Compositor(root: root, width: 150, height: 100)
      compositor.drawFrame(into: screen.memory)
      #expect(Set(screen.pixels) == [0, 0xFFFFFF])
      for none in [nil, ""] {
        layer.string = none
        compositor.drawFrame(into: screen.memory)
        #expect(Set(screen.pixels) == [0, 0x00FF00] && ink(screen) == 1600)
        layer.string = "a"
        compositor.drawFrame(into: screen.memory)
        #expect(Set(screen.pixels) == [0, 0xFFFFFF])
      }
      layer.contents = nil
    }
  }

  @Test("L40 L100 L101 the picture made from damage alone equals a full redraw while text and layers change")
  func damage() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let words = ["", "0", "Hg", "jagen Viktor", "888,8 °C", "quer über\nden Deich", "a-b c d e f"]
    let layers = (0..<3).map { makeText("", Rect(x: Fixed(20 * $0), y: Fixed(30 * $0), width: 80, height: 40)) }
    // Its box is all ink.
    layers[2].font = RulerFont.font
    for layer in layers { root.addSublayer(layer) }
    let compositor = Compositor(root: root, width: 150, height: 100)
    var changes = [Int](repeating: 0, count: 9)
    var partial = 0
    for _ in 0..<150 {
      let layer = layers[next(3)]
      let change = next(9)
      changes[change] += 1
      switch change {
      case 0, 1: layer.string = words[next(words.count)]
      case 2: layer.fontSize = Fixed(rawValue: Int32(8 * 65536 + next(30 * 65536)))
      case 3: layer.foregroundColor = [Color.white, red, Color(argb: 0x8000_FF00), nil][next(4)]
      case 4: layer.bounds.size = Size(width: Fixed(20 + next(100)), height: Fixed(10 + next(50)))
      case 5: (layer.isWrapped, layer.alignmentMode) = (next(2) == 0, [.left, .center, .right, .justified][next(4)])
      case 6:
        layer.truncationMode = [.none, .start, .end, .middle][next(4)]
        layer.verticalAlignmentMode = [.top, .center, .bottom][next(3)]
      case 7: layer.position = Point(x: Fixed(rawValue: Int32(next(150 * 65536))), y: Fixed(next(100)))
      default:
        layer.setAffineTransform(
          next(3) == 0 ? AffineTransform(rotationAngle: Fixed(rawValue: Int32(next(400_000)))) : .identity)
        (layer.masksToBounds, layer.opacity) = (next(2) == 0, next(2) == 0 ? 1 : 0.6)
      }
      screen.invert()
      let before = screen.pixels
      compositor.drawFrame(into: screen.memory)
      var kept = [Bool](repeating: true, count: 150 * 100)
      compositor.forEachDamagedRect { rect in
        for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { kept[Int(y) * 150 + Int(x)] = false } }
      }
      if kept.contains(true) && kept.contains(false) { partial += 1 }
      let now = screen.pixels
      #expect(kept.indices.allSatisfy { !kept[$0] || now[$0] == before[$0] })
      screen.pixels = now.indices.map { kept[$0] ? ~now[$0] : now[$0] }
      let twin = makeRoot(150, 100)
      twin.sublayers = layers.map { copy($0) }
      other.draw(twin)
      if screen.pixels != other.pixels {
        Issue.record("change \(change)")
        return
      }
    }
    #expect(changes.allSatisfy { $0 > 5 } && partial > 70)
  }

  private func copy(_ layer: TextLayer) -> TextLayer {
    let copy = TextLayer()
    (copy.bounds, copy.position, copy.transform) = (layer.bounds, layer.position, layer.transform)
    (copy.attributedString, copy.font, copy.fontSize) = (layer.attributedString, layer.font, layer.fontSize)
    (copy.foregroundColor, copy.isWrapped) = (layer.foregroundColor, layer.isWrapped)
    (copy.alignmentMode, copy.truncationMode) = (layer.alignmentMode, layer.truncationMode)
    copy.verticalAlignmentMode = layer.verticalAlignmentMode
    (copy.masksToBounds, copy.opacity) = (layer.masksToBounds, layer.opacity)
    return copy
  }

  @Test("L40 L102 a frame without a change of the text draws nothing, and an equal text is no change")
  func stillText() {
    let layer = makeText("abc", Rect(x: 10, y: 10, width: 100, height: 30))
    root.addSublayer(layer)
    let compositor = Compositor(root: root, width: 150, height: 100)
    #expect(compositor.drawFrame(into: screen.memory))
    (layer.string, layer.fontSize, layer.isWrapped) = ("abc", 16, false)
    #expect(!compositor.needsFrame && !compositor.drawFrame(into: screen.memory))
    layer.string = "abd"
    #expect(compositor.needsFrame && compositor.drawFrame(into: screen.memory))
    #expect(compositor.statistics.pixels < 150 * 100 / 3)
  }
}
