// Stage: instruments. Words.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A text (P43) on one line, with smaller letters and then shortened where there is no room for it, or scrolled; or on several
/// lines.
public final class TextInstrument: Instrument {
  public enum Alignment: Int, CaseIterable, Sendable { case left, center, right }
  public enum Overflow: Int, CaseIterable, Sendable { case shorten, scroll, wrap }

  /// The text. Takes no memory for up to fifteen bytes.
  public var text = "" { didSet { if !haveSameBytes(text, oldValue) { textChanged() } } }
  public var alignment = Alignment.left { didSet { if alignment != oldValue { setNeedsLayout() } } }
  /// The height of a capital in points; 0 leaves it to the instrument.
  public var capHeight: Fixed = 0 { didSet { if capHeight != oldValue { setNeedsLayout() } } }
  public var role = Role.ink { didSet { if role != oldValue { appearanceChanged() } } }
  /// What becomes of a text that has no room on one line.
  public var overflow = Overflow.shorten { didSet { if overflow != oldValue { setNeedsLayout() } } }
  private var scrolls: Bool { overflow == .scroll }
  /// The height of capitals in a panel's file.
  private var letters: PanelProperty?

  /// How far a text that scrolls has gone, in points; beyond ``scrollLength`` it begins again.
  public var scrollOffset: Fixed = 0 { didSet { if scrollOffset != oldValue { moveText() } } }
  /// How far the text goes until it is where it began: 0 where it has room.
  public private(set) var scrollLength: Fixed = 0

  private let window = Layer()
  private let caption: Caption
  private let follower: Caption
  private let strike = Strike()
  private var cap: Fixed = 0
  /// ``capHeight``, or what the panel's file says; 0 for neither.
  private var givenCap: Fixed = 0

  public override init(_ style: InstrumentStyle) {
    caption = Caption(style.fonts.text, alignment: .left)
    follower = Caption(style.fonts.text, alignment: .left)
    super.init(style)
    card = .none
    window.masksToBounds = true
    addSublayer(window)
    window.addSublayer(caption)
    window.addSublayer(follower)
    addSublayer(strike)
  }

  public override func layOut(in content: Rect) {
    window.frame = content
    givenCap = points(letters, of: content.height) ?? capHeight
    caption.isWrapped = overflow == .wrap
    caption.verticalAlignmentMode = overflow == .wrap ? .center : .top
    cap = givenCap > 0 ? Swift.min(givenCap, content.height * 0.6) : scaled(content.height * 0.45, 6, 60)
    caption.alignmentMode = scrolls || alignment == .left ? .left : alignment == .center ? .center : .right
    textChanged(isLayout: true)
  }

  /// - Parameter isLayout: whether neighbours are to go by the size of this text: another one later is smaller by itself.
  private func textChanged(isLayout: Bool = false) {
    caption.show(text)
    follower.show(text)
    if !isLaidOut { return }
    let area = window.bounds
    let middle = half(area.height)
    if scrolls {
      caption.place(x: 0, middle: middle, capHeight: cap)
      follower.place(x: 0, middle: middle, capHeight: cap)
      let width = caption.textWidth
      scrollLength = width > area.width ? width + cap * 3 : 0
    } else if overflow == .wrap {
      wrap(in: area)
    } else {
      let x = alignment == .left ? 0 : alignment == .center ? half(area.width) : area.width
      caption.setSize(cap)
      // Smaller letters before some are cut, and no larger ones than the neighbours'.
      let width = caption.textWidth
      var size = cap
      if width > area.width && area.width > 0 {
        let least = Swift.min(cap, Swift.max(cap / 4, 8))
        size = Swift.max(least, cap * area.width / width * 0.98)
      }
      if givenCap == 0 && isLayout { roomyCapHeight = text.isEmpty ? nil : size }
      if givenCap == 0 { size = Swift.min(size, agreedCapHeight ?? size) }
      caption.place(x: x, middle: middle, capHeight: size, width: area.width)
      scrollLength = 0
    }
    follower.isHidden = scrollLength == 0
    moveText()
    placeStrike()
  }

  private func placeStrike() {
    let area = window.frame
    let isWhole = scrolls || overflow == .wrap
    let width = isWhole ? area.width : Swift.min(area.width, caption.textWidth + 4)
    let left =
      alignment == .left || isWhole ? area.minX : alignment == .center ? area.midX - half(width) : area.maxX - width
    let height = isWhole ? area.height : caption.capHeight * 1.1
    strike.place(Rect(x: left, y: area.midY - half(height), width: width, height: height))
  }

  /// Several lines, with letters so small that all have room, but not too small to be read.
  private func wrap(in area: Rect) {
    scrollLength = 0
    caption.frame = area
    caption.truncationMode = .end
    var size = givenCap > 0 ? cap : Swift.min(cap, scaled(cap, 7, 20))
    while true {
      caption.setSize(size)
      // Smaller letters before a word is broken.
      let fits = caption.preferredFrameSize().height <= area.height && caption.widestWord(text) <= area.width
      if givenCap > 0 || size <= 7 || fits { return }
      size = Swift.max(7, size * 0.92)
    }
  }

  private func moveText() {
    if !scrolls { return }
    let offset = scrollLength > 0 ? scrollOffset.truncatingRemainder(dividingBy: scrollLength) : 0
    caption.frame.origin.x = -offset
    follower.frame.origin.x = scrollLength - offset
  }

  public override var followsValue: Bool { false }
  override var showsTime: Bool { true }

  /// Two capitals' heights a second, at the pace of needles.
  public override func advance(to time: Int64) -> Int64? {
    if scrollLength == 0 { return nil }
    let length = Int64(scrollLength.rawValue)
    let speed = Int64((cap * 2).rawValue)
    // Of a time within the hour: the product stays small, and the hour's end is a jump that nobody counts.
    let offset = time % 3_600_000_000_000 / 1_000_000 * speed / 1000 % length
    scrollOffset = Fixed(rawValue: Int32(truncatingIfNeeded: offset))
    return time + 33_333_333
  }

  public override func appearanceChanged() {
    // A text with values in it is as old as they are.
    let look = ReadoutLook(markQuality, zoneState, hasRoom: false, ink: tinted(role), theme)
    caption.foregroundColor = look.ink
    follower.foregroundColor = look.ink
    strike.show(look, theme)
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) { letters = record[.size] }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .alignment: alignment = Alignment(rawValue: reading.value.rounded) ?? .left
    case .overflow: overflow = Overflow(rawValue: reading.value.rounded) ?? .shorten
    default: super.take(key, reading)
    }
  }

  public override func take(_ key: PropertyKey, _ text: String) {
    if key == .text { self.text = text } else { super.take(key, text) }
  }
}
