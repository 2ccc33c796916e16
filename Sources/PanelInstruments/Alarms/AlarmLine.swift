// Stage: instruments. One alarm on a line.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A field with an alarm's mark and text, the value that raised it and its present one, how long ago that was, and how many
/// others wait. The text comes first: where it would be cut, values and age give way to it.
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
  private let moreText: Caption
  /// The alarm that is shown; −1 for none.
  private(set) var alarm = -1
  private var words = ""
  private var priority = AlarmPriority.advisory
  private(set) var state = AlarmState.normal
  /// Whether it flashes, and is to be seen whole now.
  private(set) var isFlashing = false
  /// Whether there is a value to be shown.
  private var hasValue = false
  /// How many alarms have no line.
  private var more = 0
  /// The height of capitals: that of all lines of a list.
  var capHeight: Fixed = 6 { didSet { if capHeight != oldValue { setNeedsLayout() } } }
  /// The width that text, values and age share: that of the narrowest line of a list, so that they stand below each other;
  /// `nil` for all of the line.
  var columns: Fixed? { didSet { if columns != oldValue { setNeedsLayout() } } }
  /// Whether a long text gets smaller before it is cut: that of a list has the size of the others.
  var shrinksText = false
  /// What has room beside the text.
  private(set) var showsAge = false
  private(set) var hasValueRoom = false

  init(_ font: FontPack) {
    text = Caption(font, alignment: .left)
    thenText = Caption(font, alignment: .right)
    valueText = Caption(font, alignment: .left)
    ageText = Caption(font, alignment: .right)
    moreText = Caption(font, alignment: .right)
    super.init()
    cornerRadius = 3
    masksToBounds = true
    for layer in [mark, text, thenText, valueText, ageText, moreText] as [Layer] { addSublayer(layer) }
  }

  override func layoutSublayers() {
    let (cap, middle) = (capHeight, half(bounds.height))
    mark.frame = bounds
    placeMark()
    let width = measureText()
    let showsValue = hasValue && hasValueRoom
    let room = textRoom - (showsAge ? ageRoom : 0) - (showsValue ? valueRoom : 0)
    let fitting = shrinksText && width > room ? Fixed((cap * room / width).held(least(of: cap), cap).floor) : cap
    text.place(x: textStart, middle: middle, capHeight: fitting, width: room)
    ageText.isHidden = !showsAge
    valueText.isHidden = !showsValue
    thenText.isHidden = !showsValue
    moreText.isHidden = more == 0
    moreText.place(x: bounds.width - cap, middle: middle, capHeight: (cap * 0.8).whole)
    let end = roomyWidth - cap - moreRoom
    ageText.place(x: end, middle: middle, capHeight: (cap * 0.8).whole)
    let (right, small) = (showsAge ? end - ageRoom : end, (cap * 0.9).whole)
    // The one ends where the other begins.
    let between = right - valueRoom * 0.55
    thenText.place(x: between - half(half(cap)), middle: middle, capHeight: small, room: valueRoom * 0.43)
    valueText.place(x: between, middle: middle, capHeight: small, room: valueRoom * 0.55)
  }

  /// The height of capitals in a line: in a narrow one a dozen letters have room beside the mark.
  static func capHeight(in size: Size) -> Fixed {
    Swift.min(size.height * 0.36, Swift.max(7, size.width / 13)).held(6, 28).whole
  }

  /// The capitals of a list's lines: smaller ones, where the longest text has values and age beside it then, or the age alone.
  /// - Parameter words: the width of the longest text, in heights of its capitals.
  static func capHeight(in size: Size, words: Fixed) -> Fixed {
    let largest = capHeight(in: size)
    let least = Swift.min(largest, Swift.max(9, largest * 0.6))
    for columns in [markColumns + ageColumns + valueColumns, markColumns + ageColumns] {
      let fitting = Swift.min(largest, size.width / (columns + Swift.max(words, 9)))
      if fitting >= least { return Fixed(fitting.floor) }
    }
    return largest
  }

  /// Widths in heights of capitals: of the mark with its gaps, of an age, of two values.
  private static let markColumns: Fixed = 3.5, ageColumns: Fixed = 5, valueColumns: Fixed = 11

  private var roomyWidth: Fixed { columns ?? bounds.width }

  /// A text is this small before it is cut.
  private func least(of cap: Fixed) -> Fixed { Swift.min(cap, Swift.max(7, cap * 0.6)) }

  private var markSize: Fixed { (capHeight * 1.5).whole }
  private var textStart: Fixed { capHeight * 0.7 + markSize + capHeight * 0.7 }
  private var moreRoom: Fixed { more == 0 ? 0 : capHeight * (more < 10 ? 2.2 : 2.9) }
  private var ageRoom: Fixed { capHeight * Self.ageColumns }
  private var valueRoom: Fixed { capHeight * Self.valueColumns }
  /// Without values and age.
  private var textRoom: Fixed { Swift.max(0, roomyWidth - textStart - half(capHeight) - moreRoom) }

  /// The letters of a text that have room; `nil` where all have.
  func letters(of words: String) -> Int? {
    let width = text.width(of: words, capHeight: shrinksText ? least(of: capHeight) : capHeight)
    return width <= textRoom
      ? nil : Int(Int64(textRoom.rawValue) * Int64(words.unicodeScalars.count) / Int64(width.rawValue))
  }

  /// Finds out what has room beside the text.
  /// - Returns: the text's width.
  @discardableResult
  private func measureText() -> Fixed {
    let width = text.width(of: words, capHeight: capHeight)
    // One line alone has smaller letters before values are left out.
    let least = shrinksText ? width * 0.8 : width
    showsAge = roomyWidth > capHeight * 18 && least <= textRoom - ageRoom
    hasValueRoom = showsAge && roomyWidth > capHeight * 28 && least <= textRoom - ageRoom - valueRoom
    return width
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
    let isOther = alarm != self.alarm
    self.alarm = alarm
    isHidden = alarm < 0
    if alarm < 0 {
      (self.state, isFlashing) = (.normal, false)
      return
    }
    if isOther {
      self.words = words
      text.show(words)
      measureText()
      setNeedsLayout()
    }
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

  /// Shows how many others wait, up to 99.
  func show(more: Int) {
    if more == self.more { return }
    self.more = more
    moreText.show("+\(Swift.min(more, 99))")
    setNeedsLayout()
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
    moreText.foregroundColor = words
    ageText.foregroundColor = isFilled ? theme[.ground] : theme[.dim]
  }
}
