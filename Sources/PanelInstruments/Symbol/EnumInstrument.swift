// Stage: instruments. A code as a word or a sign.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A value that is a code (P43 `enum`, `symbol`): the word and the sign that it means, or its number where it means
/// nothing.
public class EnumInstrument: Instrument {
  public final var entries: [StateEntry] = [] { didSet { setNeedsLayout() } }
  /// Whether the sign alone is shown, as large as there is room.
  public final var showsIconOnly = false { didSet { if showsIconOnly != oldValue { setNeedsLayout() } } }
  /// How far the sign is turned, in degrees clockwise.
  public final var rotation = Reading(0) { didSet { if rotation != oldValue { rotationChanged() } } }

  private let field = Layer()
  let word: Caption
  private let icon: Caption
  private let strike = Strike()
  private final var entry: Int?
  private final var icons: [String] = []
  /// The middles of words beside a sign, and of those without one.
  private final var fixedIcon: Fixed?, alone: Fixed = 0

  public override init(_ style: InstrumentStyle) {
    word = Caption(style.fonts.text)
    icon = Caption(style.fonts.icons)
    super.init(style)
    for layer in [field, icon, word, strike] as [Layer] { addSublayer(layer) }
  }

  public override func layOut(in content: Rect) {
    icons = entries.map { $0.icon.map { String(Character($0)) } ?? "" }
    let hasIcons = icons.contains { !$0.isEmpty }
    var widest: Fixed = 1
    for entry in entries { widest = Swift.max(widest, word.width(of: entry.text, capHeight: 100)) }
    let middle = content.midY.whole
    if showsIconOnly {
      let side = Swift.min(content.width, content.height)
      icon.placeIcon(x: content.midX.whole, middle: middle, size: side * 0.8)
      word.place(x: content.midX.whole, middle: middle, capHeight: side * 0.2)
    } else {
      let iconWidth: Fixed = hasIcons ? 220 : 0
      let most = Swift.max(0, content.width * 0.86)
      // A text as short as a gear fills the field; in a low one words take more of it, or nobody could read them.
      let isShort = !hasIcons && widest <= 130
      let height = isShort ? content.height * 0.6 : Swift.max(content.height * 0.32, Swift.min(8, content.height * 0.6))
      var cap = scaled(Swift.min(height, most / (widest + iconWidth) * 100), 0, isShort ? 200 : 60)
      // Long words are shortened before all are too small to be read.
      var shortened: Fixed?
      hidesWords = false
      if cap < 9 && height > cap {
        cap = Swift.min(9, height)
        shortened = Swift.max(0, most - iconWidth * cap / 100)
        hidesWords = widest * cap / 100 > Swift.max(0, most - iconWidth * cap / 100)
        widest = Swift.min(widest, shortened.map { $0 * 100 / cap } ?? widest)
      }
      let left = content.midX - half((widest + iconWidth) * cap / 100)
      icon.placeIcon(x: left + cap * 0.85, middle: middle, size: cap * 1.7)
      alone = content.midX
      // Where all have icons these stay where they are.
      fixedIcon = icons.allSatisfy { !$0.isEmpty } ? icon.position.x : nil
      // A number that means nothing may be longer than all words.
      word.place(
        x: alone, middle: middle, capHeight: cap, width: shortened, room: shortened == nil ? most : nil)
    }
    let cap = Swift.max(word.capHeight, 1)
    field.frame = content.insetBy(
      dx: 0, dy: Swift.max(0, half(content.height - cap * 2)).whole)
    field.cornerRadius = 4
    entry = nil
    rotationChanged()
  }

  public override func valueChanged() {
    let new = entries.index(of: value)
    if let new {
      if new != entry {
        word.show(entries[new].text)
        icon.show(icons[new])
        if !showsIconOnly { placeBlock(hasIcon: !icons[new].isEmpty) }
      }
    } else {
      word.show(text(of: value))
      icon.show("")
      if !showsIconOnly { word.position.x = alone }
    }
    word.isHidden = showsIconOnly && new != nil
    let x = (showsIconOnly ? icon : word).position.x
    let width = showsIconOnly ? bounds.width * 0.8 : Swift.min(word.textWidth, bounds.width * 0.9) + 6
    let height = showsIconOnly ? icon.capHeight : word.capHeight * 1.1
    strike.place(Rect(x: x - half(width), y: field.frame.midY - half(height), width: width, height: height))
    if new != entry {
      entry = new
      appearanceChanged()
    }
  }

  /// Icon and word are one block, with half a capital's height between them.
  private final func placeBlock(hasIcon: Bool) {
    if !hasIcon {
      word.position.x = alone
      return
    }
    let (cap, width) = (word.capHeight, Swift.min(word.textWidth, word.bounds.width))
    let whole = cap * 2.2 + width
    let x = (fixedIcon ?? alone - half(whole) + cap * 0.85).whole
    icon.position.x = x
    word.position.x = (x + cap * 1.35 + half(width)).whole
  }

  private final func rotationChanged() {
    icon.setAffineTransform(rotation.hasValue ? turn(Fixed(rotation.value)) : .identity)
  }

  public override func appearanceChanged() {
    let role = entry.map { entries[$0].role } ?? .ink
    let own = entry.flatMap { entries[$0].color }
    let state = Swift.max(zoneState, quality == .fresh ? ZoneState(role) : .normal)
    // The colour is all that a symbol tells.
    let look = ReadoutLook(
      showsIconOnly && quality == .fresh ? markQuality : quality, showsIconOnly ? zoneState : state, isLit: isLit,
      hasRoom: !showsIconOnly,
      ink: tinted(role, own), theme)
    field.isHidden = look.edge == nil
    field.backgroundColor = look.field
    (field.borderColor, field.borderWidth) = (look.edge, 2)
    word.foregroundColor = look.ink
    icon.foregroundColor = look.ink
    strike.show(look, theme)
  }

  public override var followsValue: Bool { false }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    if let signal = builder.signal(record.signal(.value)) { entries = builder.states(signal) }
  }

  override var needsTitle: Bool { false }
  /// Whether its longest word is shortened, after the layout.
  private final var hidesWords = false
  package override final var missingPart: String? { hidesWords ? "words" : nil }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .turns { rotation = reading } else { super.take(key, reading) }
  }

  public override func take(_ key: PropertyKey, _ text: String) {
    guard key == .icon else { return super.take(key, text) }
    // One sign, whatever the code.
    entries = [StateEntry(.min ... .max, "", icon: text.unicodeScalars.first)]
    receive(Reading(0))
  }
}
