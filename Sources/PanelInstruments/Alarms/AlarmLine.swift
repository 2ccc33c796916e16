// Stage: instruments. One alarm on a line.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A field with an alarm's mark and text, the value that raised it and its present one, and how long ago that was.
///
/// The mark says by its shape how urgent it is: a triangle for a warning, a square with its corners cut for a caution, a ring for
/// an advisory. It is filled, and flashes, until somebody has acknowledged the alarm; then it is an outline. The field of a warning
/// that nobody has acknowledged is filled too. That of an alarm that is shelved has an outline and no ground.
final class AlarmLine: Layer {
  private let mark = ShapeLayer()
  private let text: Caption
  private let thenText: Caption
  private let valueText: Caption
  private let ageText: Caption
  /// The alarm that is shown; −1 for none.
  private(set) var alarm = -1
  private var priority = AlarmPriority.advisory
  private(set) var state = AlarmState.normal
  /// Whether it flashes, and is to be seen whole now.
  private(set) var isFlashing = false
  /// Whether there is a value to be shown.
  private var hasValue = false

  init(_ font: FontPack) {
    text = Caption(font, alignment: .left)
    thenText = Caption(font, alignment: .right)
    valueText = Caption(font, alignment: .left)
    ageText = Caption(font, alignment: .right)
    super.init()
    cornerRadius = 3
    masksToBounds = true
    for layer in [mark, text, thenText, valueText, ageText] as [Layer] { addSublayer(layer) }
  }

  override func layoutSublayers() {
    let (cap, middle) = (capHeight, half(bounds.height))
    mark.frame = bounds
    placeMark()
    text.place(x: textStart, middle: middle, capHeight: cap, width: textRoom)
    ageText.isHidden = !showsAge
    valueText.isHidden = !showsValue
    thenText.isHidden = !showsValue
    let end = bounds.width - cap
    ageText.place(x: end, middle: middle, capHeight: (cap * 0.8).whole)
    let (right, small) = (showsAge ? end - ageRoom : end, (cap * 0.9).whole)
    // The one ends where the other begins.
    let between = right - valueRoom * 0.55
    thenText.place(x: between - half(half(cap)), middle: middle, capHeight: small, room: valueRoom * 0.43)
    valueText.place(x: between, middle: middle, capHeight: small, room: valueRoom * 0.55)
  }

  /// In a narrow line a dozen letters have room beside the mark.
  private var capHeight: Fixed { Swift.min(bounds.height * 0.36, Swift.max(7, bounds.width / 13)).held(6, 28).whole }
  private var markSize: Fixed { (capHeight * 1.5).whole }
  private var textStart: Fixed { capHeight * 0.7 + markSize + capHeight * 0.7 }
  /// A short line has its text alone.
  var showsAge: Bool { bounds.width > capHeight * 24 }
  private var showsValue: Bool { hasValue && hasValueRoom }
  var hasValueRoom: Bool { bounds.width > capHeight * 32 }
  private var ageRoom: Fixed { capHeight * 5 }
  private var valueRoom: Fixed { capHeight * 11 }
  private var textRoom: Fixed {
    let taken = (showsAge ? ageRoom : 0) + (showsValue ? valueRoom : 0)
    return Swift.max(0, bounds.width - textStart - half(capHeight) - taken)
  }

  /// The letters of a text that have room; `nil` where all have.
  func letters(of words: String) -> Int? {
    let width = text.width(of: words, capHeight: capHeight)
    return width <= textRoom
      ? nil : Int(Int64(textRoom.rawValue) * Int64(words.unicodeScalars.count) / Int64(width.rawValue))
  }

  private func placeMark() {
    let size = markSize
    let area = Rect(x: capHeight * 0.7, y: (half(bounds.height) - half(size)).whole, width: size, height: size)
      .insetBy(dx: 1, dy: 1)
    var path = Path(capacity: 12)
    switch priority {
    case .warning:
      path.move(to: Point(x: area.midX, y: area.minY))
      path.addLine(to: Point(x: area.maxX, y: area.maxY))
      path.addLine(to: Point(x: area.minX, y: area.maxY))
      path.closeSubpath()
    case .caution: path.addPath(FrameLayer.cutRect(area, area.width * 0.3))
    case .advisory: path.addEllipse(in: area)
    }
    mark.path = path
    mark.lineJoin = .round
  }

  /// Shows an alarm; −1 for none.
  func show(_ alarm: Int, _ words: String, _ priority: AlarmPriority, _ state: AlarmState, _ theme: Theme, isOn: Bool) {
    self.alarm = alarm
    isHidden = alarm < 0
    if alarm < 0 {
      (self.state, isFlashing) = (.normal, false)
      return
    }
    text.show(words)
    if priority != self.priority {
      self.priority = priority
      placeMark()
    }
    self.state = state
    isFlashing = state == .unacknowledged
    color(theme, isOn: isOn)
  }

  /// Shows how long ago the alarm was raised, and what its signal was then and is now. Takes no memory for up to ten bytes.
  /// - Parameter now: `nil` where the alarm watches no signal.
  func show(age: String, then: String, now: String?) {
    ageText.show(age)
    thenText.show(then)
    valueText.show(now ?? "")
    if hasValue != (now != nil) {
      hasValue = now != nil
      setNeedsLayout()
    }
  }

  /// Takes its colours for the lit or the dark part of a flash.
  func color(_ theme: Theme, isOn: Bool) {
    if alarm < 0 { return }
    let role = priority.role
    let isThere = state == .unacknowledged || state == .acknowledged || state == .latched
    let isLit = isFlashing && isOn
    let isFilled = priority == .warning && isLit
    let isShelved = state == .shelved
    backgroundColor = isShelved ? nil : isFilled ? theme[role] : theme[.surface]
    borderWidth = isShelved ? 1 : priority == .warning && isThere && !isFilled ? 2 : 0
    borderColor = isThere ? theme[role] : theme[.dim]
    let ink = isFilled ? theme[.ground] : isThere ? theme[role] : theme[.dim]
    mark.fillColor = isLit ? ink : nil
    (mark.strokeColor, mark.lineWidth) = (ink, 2)
    let words = isFilled ? theme[.ground] : isThere ? theme[.ink] : theme[.dim]
    text.foregroundColor = words
    valueText.foregroundColor = words
    thenText.foregroundColor = words
    ageText.foregroundColor = isFilled ? theme[.ground] : theme[.dim]
  }
}
