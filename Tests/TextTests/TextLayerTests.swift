import DefaultFont
import FixedRaster
import Testing

@testable import LayerRuntime
@testable import Packs

private func makeTextLayer(_ string: String, width: Fixed = 100, height: Fixed = 50) -> TextLayer {
  let layer = TextLayer()
  layer.bounds = Rect(x: 0, y: 0, width: width, height: height)
  (layer.font, layer.fontSize, layer.string) = (RulerFont.font, 10, string)
  return layer
}

private func text(_ layer: TextLayer) -> String {
  String(layer.textLayout.listedGlyphs.map { $0.character })
}

@Suite struct TextLayerTests {
  @Test("L40 at first there is no text, in white, 36 points, natural, neither wrapped nor truncated")
  func defaults() {
    let layer = TextLayer()
    #expect(layer.string == nil && layer.attributedString == nil && layer.font === FontPack.default)
    #expect(layer.fontSize == 36 && layer.foregroundColor == .white && layer.alignmentMode == .natural)
    #expect(!layer.isWrapped && layer.truncationMode == .none && layer.preferredFrameSize() == .zero)
    #expect(layer.textLayout.runCount == 0)
  }

  @Test("L40 a text that names no font is shown in the one that is linked with the program")
  func linkedFont() {
    #expect(FontPack.default === FontPack.dejaVuSans && FontPack.default !== FontPack.missing)
    let layer = TextLayer()
    (layer.string, layer.bounds.size) = ("a", Size(width: 100, height: 50))
    #expect(layer.textLayout.listedGlyphs[0].font === FontPack.dejaVuSans)
    #expect(AttributedString("a").size() == AttributedString("a").size(font: .dejaVuSans))
  }

  @Test("L40 a string has no attributes, an attributed one has a string, and each takes the other's place")
  func strings() {
    let layer = makeTextLayer("abc")
    #expect(layer.attributedString == "abc" && text(layer) == "abc")
    layer.attributedString = AttributedString("x", attributes: .init(fontSize: 20))
    #expect(layer.string == "x" && layer.textLayout.listedGlyphs[0].size == 20)
    layer.string = "x"
    #expect(layer.attributedString == "x" && layer.textLayout.listedGlyphs[0].size == 10)
    layer.string = nil
    #expect(layer.attributedString == nil && layer.textLayout.runCount == 0)
  }

  @Test("L40 the layer's font, size and colour are those of characters without their own")
  func appearance() {
    let layer = makeTextLayer("a")
    let (red, other) = (Color(red: 255, green: 0, blue: 0), RulerFont().make())
    layer.attributedString =
      "a" + AttributedString("b", attributes: .init(font: other, fontSize: 20, foregroundColor: red))
    (layer.fontSize, layer.foregroundColor) = (12, .black)
    let glyphs = layer.textLayout.listedGlyphs
    #expect(glyphs.map { $0.size } == [12, 20] && glyphs.map { $0.color } == [.black, red])
    #expect(glyphs[0].font === RulerFont.font && glyphs[1].font === other)
    layer.font = .missing
    #expect(layer.textLayout.listedGlyphs[0].font === FontPack.missing)
    layer.foregroundColor = nil
    #expect(layer.textLayout.listedGlyphs.map { $0.color } == [.clear, red])
    layer.fontSize = -1
    #expect(layer.textLayout.listedGlyphs[0].size == 0)
  }

  @Test("L40 each property marks the layer and changes its text; an equal value does neither")
  func marks() {
    let layer = makeTextLayer("aaa bbb", width: 20, height: 15)
    let sets: [() -> Void] = [
      { layer.string = "aaa ccc" },
      { layer.attributedString = AttributedString("aaa ccc", attributes: .init(kern: 1)) },
      { layer.isWrapped = true }, { layer.alignmentMode = .right },
      // Before the font that has no ellipsis to show.
      { layer.truncationMode = .end }, { layer.font = .missing }, { layer.fontSize = 9 },
      { layer.foregroundColor = .black },
    ]
    for (index, set) in sets.enumerated() {
      let before = layer.textLayout.listedGlyphs
      layer.changes = []
      set()
      #expect(layer.changes == .drawing && layer.textLayout.listedGlyphs != before, "property \(index)")
      let layout = layer.textLayout
      layer.changes = []
      set()
      #expect(layer.changes.isEmpty && layer.textLayout === layout, "property \(index)")
    }
  }

  @Test("L40 a text is laid out once a change, a change of the bounds' size included, their origin not")
  func laziness() {
    let layer = makeTextLayer("aaa bbb")
    layer.isWrapped = true
    let first = layer.textLayout
    #expect(layer.textLayout === first)
    (layer.position, layer.bounds.origin, layer.opacity) = (Point(x: 3, y: 3), Point(x: 7, y: 7), 0.5)
    #expect(layer.textLayout === first)
    layer.bounds.size.width = 20
    #expect(layer.textLayout !== first && layer.textLayout.listedGlyphs.last?.y == 19)
    #expect(layer.textLayout.listedGlyphs.first?.x == 0)
  }

  @Test("L40 a layer without width or height shows nothing, a layer that is too low its first line")
  func emptyBounds() {
    let layer = makeTextLayer("abc", width: 0)
    #expect(layer.textLayout.runCount == 0 && layer.textLayout.inkBounds == .zero)
    layer.bounds.size = Size(width: 100, height: 0)
    #expect(layer.textLayout.runCount == 0)
    layer.bounds.size.height = 1
    #expect(text(layer) == "abc")
  }

  @Test("L40 a layout that is still held stays as it was; two are used in turns, and their memory stays where it is")
  func memory() {
    let layer = makeTextLayer("abcdefgh")
    let held = layer.textLayout
    let before = held.listedGlyphs
    for string in ["b", "c", "d"] {
      layer.string = string
      #expect(text(layer) == string && layer.textLayout !== held && held.listedGlyphs == before)
    }
    var places: Set<UInt> = []
    var objects: Set<ObjectIdentifier> = []
    let other = makeTextLayer("abcdefgh ijklmnop")
    for round in 0..<20 {
      let string = String(repeating: "x", count: 16 - round % 5)
      other.string = string
      #expect(text(other) == string)
      if round < 2 { continue }
      let (glyphs, runs) = (other.textLayout.glyphs, other.textLayout.runs)
      unsafe places.insert(glyphs.span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
      unsafe places.insert(runs.span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
      objects.insert(ObjectIdentifier(other.textLayout))
    }
    #expect(places.count == 4 && objects.count == 2)
  }

  @Test("L40 the preferred size is that of the whole text, broken at the layer's width where lines are")
  func preferredSize() {
    let layer = makeTextLayer("aaa bbb", width: 20, height: 5)
    layer.truncationMode = .end
    #expect(layer.preferredFrameSize() == Size(width: 35, height: 10))
    layer.isWrapped = true
    #expect(layer.preferredFrameSize() == Size(width: 15, height: 21))
    #expect(text(layer) == "aaa…")
  }

  @Test("L70 L40 every property is read and set by its name, and has its default again when set to nil")
  func values() {
    let layer = makeTextLayer("abc")
    let properties: [(String, Value, (TextLayer) -> Bool, Value?)] = [
      ("string", "x", { $0.string == "x" }, nil),
      ("font", .object(FontPack.missing), { $0.font === FontPack.missing }, .object(FontPack.default)),
      ("fontSize", 12, { $0.fontSize == 12 }, 36),
      ("foregroundColor", .color(.black), { $0.foregroundColor == .black }, .color(.white)),
      ("isWrapped", true, { $0.isWrapped }, false), ("wrapped", true, { $0.isWrapped }, false),
      ("alignmentMode", "left", { $0.alignmentMode == .left }, "natural"),
      ("alignmentMode", "right", { $0.alignmentMode == .right }, "natural"),
      ("alignmentMode", "center", { $0.alignmentMode == .center }, "natural"),
      ("alignmentMode", "justified", { $0.alignmentMode == .justified }, "natural"),
      ("truncationMode", "start", { $0.truncationMode == .start }, "none"),
      ("truncationMode", "end", { $0.truncationMode == .end }, "none"),
      ("truncationMode", "middle", { $0.truncationMode == .middle }, "none"),
    ]
    for (key, value, holds, initial) in properties {
      #expect(layer.setValue(value, forKey: key))
      #expect(holds(layer) && layer.value(forKey: key) == value)
      // A value of another kind changes nothing.
      #expect(!layer.setValue(.rect(.zero), forKey: key) && holds(layer))
      #expect(layer.setValue(nil, forKey: key))
      #expect(layer.value(forKey: key) == initial)
    }
    layer.attributedString = "a"
    #expect(layer.value(forKey: "attributedString") == nil && layer.value(forKey: "string") == "a")
  }

  @Test("L40 a layout keeps its fonts alive")
  func fonts() {
    let layout = TextLayout()
    var typesetter = Typesetter()
    var font: FontPack? = RulerFont().make()
    weak let witness = font
    typesetter.layOut(
      "ab", TextDefaults(font: font!, size: 10, color: .white), in: TextFrame(size: Size(width: 50, height: 50)),
      into: layout)
    font = nil
    typesetter = Typesetter()
    #expect(witness != nil && layout.listedGlyphs.count == 2)
    layout.removeAll()
    #expect(witness == nil)
  }

  @Test("L40 every font that is loaded has its own number, on whatever thread")
  func numbers() async {
    let numbers = await withTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<4 { group.addTask { (0..<50).map { _ in RulerFont().make().number } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.count == 200 && Set(numbers + [FontPack.missing.number]).count == 201)
  }
}
