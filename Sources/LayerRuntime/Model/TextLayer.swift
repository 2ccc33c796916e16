import FixedRaster

/// A layer that draws a text.
///
/// The text begins at the top left of the bounds, unless aligned otherwise, and shows as many lines as find room, one at least; it is not cut at
/// the bounds, unless ``Layer/masksToBounds`` does. A layer without width or height shows none. A character that the
/// font lacks shows as the font's box for missing glyphs. ``Layer/contents`` show only while there is no text.
///
/// Text runs left to right, a glyph for each Unicode scalar; ligatures and letters with marks are drawn as the font pack
/// has them, an "é" also where the text has it as two characters. Newlines always begin a line.
open class TextLayer: Layer {
  // MARK: Text

  /// The text, with attributes where it has any; `nil` at first.
  public final var attributedString: AttributedString? {
    didSet {
      if attributedString == oldValue { return }
      textChanged()
      if (attributedString?.isEmpty ?? true) != (oldValue?.isEmpty ?? true) { mark(.contents) }
    }
  }
  /// The text. Setting it leaves no attributes; reading it leaves them out.
  public final var string: String? {
    get { attributedString?.string }
    set { attributedString = newValue.map { AttributedString(string: $0) } }
  }

  // MARK: Appearance, where the text has no attributes that say otherwise

  /// ``Packs/FontPack/default`` at first: DejaVu Sans, or boxes in a program that does not link it. (CATextLayer: Helvetica.)
  public final var font: FontPack = .default { didSet { if font !== oldValue { textChanged() } } }
  /// In points, 36 at first; nothing is shown at 0 or below.
  public final var fontSize: Fixed = 36 {
    didSet {
      if fontSize == oldValue { return }
      textChanged()
      act("fontSize", from: .fixed(oldValue))
    }
  }
  /// Opaque white at first; `nil` shows nothing.
  public final var foregroundColor: Color? = .white {
    didSet {
      if foregroundColor == oldValue { return }
      textChanged()
      if looksForActions { act("foregroundColor", from: Value(oldValue)) }
    }
  }

  // MARK: Lines

  /// Whether lines that are wider than the bounds are broken: behind spaces and hyphens, and within words that are
  /// wider than a line. False at first.
  public final var isWrapped = false { didSet { if isWrapped != oldValue { textChanged() } } }
  /// `natural` at first.
  public final var alignmentMode: TextLayer.AlignmentMode = .natural {
    didSet { if alignmentMode != oldValue { textChanged() } }
  }
  /// Where the lines lie in the height of the bounds; `top` at first. (Core Animation has it not: its text begins at the
  /// top.)
  public final var verticalAlignmentMode: TextLayer.VerticalAlignmentMode = .top {
    didSet { if verticalAlignmentMode != oldValue { textChanged() } }
  }
  /// Where a line is cut that is wider than the bounds, or the last one that finds room if more would follow. `none` at
  /// first.
  public final var truncationMode: TextLayer.TruncationMode = .none {
    didSet { if truncationMode != oldValue { textChanged() } }
  }

  /// Whether a hyphen before a digit, at the beginning of a word, is drawn as a minus sign where the font has one.
  package final var drawsMinusSigns = false { didSet { if drawsMinusSigns != oldValue { textChanged() } } }

  // MARK: Size

  /// The size that the bounds must have to show the whole text: with its lines broken at the present width if
  /// ``isWrapped``, on one line for each paragraph otherwise. Does not allocate where the text was shown before.
  public final func preferredFrameSize() -> Size {
    guard let attributedString else { return .zero }
    return typesetter.measure(attributedString, defaults, width: isWrapped ? bounds.size.width : nil)
  }

  // MARK: Values by key

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys =
    Layer.commonKeys + [
      "fontSize", "foregroundColor", "alignmentMode", "verticalAlignmentMode", "truncationMode", "isWrapped", "string",
    ]

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "string": if let new = access.exchange(string, default: nil) { string = new }
    case "font": if let new = access.exchange(font, default: .default) { font = new ?? .default }
    case "fontSize": if let new = access.exchange(fontSize, default: 36) { fontSize = new }
    case "foregroundColor":
      if let new = access.exchange(foregroundColor, default: .white) { foregroundColor = new }
    case "isWrapped", "wrapped": if let new = access.exchange(isWrapped, default: false) { isWrapped = new }
    case "alignmentMode":
      let names: [StaticString] = ["natural", "left", "right", "center", "justified"]
      if let new = access.exchange(alignmentMode, default: .natural, names: names) { alignmentMode = new }
    case "verticalAlignmentMode":
      let names: [StaticString] = ["top", "center", "bottom"]
      if let new = access.exchange(verticalAlignmentMode, default: .top, names: names) { verticalAlignmentMode = new }
    case "truncationMode":
      let names: [StaticString] = ["none", "start", "end", "middle"]
      if let new = access.exchange(truncationMode, default: .none, names: names) { truncationMode = new }
    case "attributedString": access.noValue()
    default: super.accessProperty(key, &access)
    }
  }

  // MARK: Layout

  private final var typesetter = Typesetter()
  /// Not changed any more while the compositor holds it; then the other one is taken.
  private final var layout = TextLayout()
  private final var spareLayout = TextLayout()
  private final var isLaidOut = false
  /// The size that the layout is for.
  private final var laidOutSize = Size.zero

  private final var defaults: TextDefaults {
    TextDefaults(
      font: font, size: fontSize, color: foregroundColor ?? .clear, drawsMinusSigns: drawsMinusSigns)
  }

  private final func textChanged() {
    isLaidOut = false
    mark(.drawing)
  }

  @usableFromInline
  override var showsContents: Bool { (attributedString?.isEmpty ?? true) && super.showsContents }

  @usableFromInline
  override func drawing() -> LayerDrawing {
    let layout = textLayout
    if layout.runCount == 0 { return LayerDrawing() }
    let ink = layout.inkBounds.offsetBy(dx: bounds.minX, dy: bounds.minY)
    return LayerDrawing(
      drawing: .text(RenderText(layout)), bounds: PreciseBox(ink),
      reach: RenderText.reach, needsGroup: true, owner: layout)
  }

  /// The text at its places in the bounds as they are now: laid out at most once a change.
  final var textLayout: TextLayout {
    if isLaidOut && laidOutSize == bounds.size { return layout }
    (layout, spareLayout) = (spareLayout, layout)
    if !isKnownUniquelyReferenced(&layout) { layout = TextLayout() }
    (isLaidOut, laidOutSize) = (true, bounds.size)
    guard let attributedString, !bounds.isEmpty else {
      layout.removeAll()
      return layout
    }
    let frame = TextFrame(
      size: bounds.size, alignment: alignmentMode, verticalAlignment: verticalAlignmentMode, isWrapped: isWrapped,
      truncation: truncationMode)
    typesetter.layOut(attributedString, defaults, in: frame, into: layout)
    return layout
  }
}

extension AttributedString {
  /// The room that the text takes: its lines broken at `maxWidth` if there is one, otherwise one line for each
  /// paragraph. Allocates; a layer that shows the text knows it too: ``TextLayer/preferredFrameSize()``.
  ///
  /// - Parameters:
  ///   - font: of characters without a font of their own; ``TextLayer``'s at first.
  ///   - fontSize: of these characters, in points; ``TextLayer``'s at first.
  ///   - maxWidth: in points.
  public func size(font: FontPack = .default, fontSize: Fixed = 36, maxWidth: Fixed? = nil) -> Size {
    var typesetter = Typesetter()
    return typesetter.measure(self, TextDefaults(font: font, size: fontSize, color: .clear), width: maxWidth)
  }
}
