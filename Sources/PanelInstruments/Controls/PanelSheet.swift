// Stage: controls. A question above the page: a number, a PIN, or whether something is meant (P49).
import FixedRaster
import LayerRuntime
import PanelSignals
import SystemFiles

/// A card in the middle of the display, over a shade: nothing behind it is pressed. A touch beside the card leaves it.
///
/// Made once for a panel, and shown for one question after the other.
final class PanelSheet: Layer {
  enum Question: Equatable {
    /// A number within a range, and the present one in words.
    case number(ClosedRange<Fixed64>, present: String)
    /// Digits that are not shown.
    case pin
    /// One of several, and the number of the present one.
    case choice([String], Int?)
    /// Whether to do it: a question, and the word for yes; empty for OK.
    case confirmation(String, answer: String)
  }

  /// The keys, row by row.
  enum Key: Equatable {
    case digit(UInt8), point, sign, back, cancel, enter
    /// Of a list.
    case choice(Int)
  }

  /// A list has a second column from one more on.
  private static var listLength: Int { 6 }

  private(set) var question: Question?
  /// Of a choice.
  private var choices: [String] { if case .choice(let words, _) = question { words } else { [] } }
  private var currentChoice: Key? {
    if case .choice(_, let index?) = question { .choice(index) } else { nil }
  }
  private var unit = ""
  private var title = ""
  /// Called with the answer: a number, a PIN as one, or 1 for a confirmation. With `false` the PIN was wrong.
  private var answerHandler: (Fixed64, [UInt8]) -> Bool = { _, _ in true }

  private let font: FontPack
  private let decimalSign: UInt8
  private let words: ControlWords
  private let shade = Layer()
  private let card = ShapeLayer()
  private let grounds = ShapeLayer()
  /// Of the key that answers.
  private let answerGround = ShapeLayer()
  private let pressedGround = ShapeLayer()
  private let arrow = ShapeLayer()
  private let titleText: Caption
  private let entryText: Caption
  private let limitText: Caption
  private var captions: [Caption] = []
  private(set) var keys: [(key: Key, place: Rect)] = []
  private var keyPaths: [Path] = []
  private(set) var cardPlace = Rect.zero

  private var typed = TypedNumber()
  private var pressed: Int?
  /// The key that Enter presses, where keys or an encoder are used.
  private var selected: Int?
  private var hasRing = false
  private let ring = ShapeLayer()
  private var finger: Int?
  /// Counts the questions: an answer may ask the next one.
  private var askedCount = 0
  /// How many PINs were wrong, and until when none is taken, whoever asks again meanwhile.
  private var mistakes = 0
  private var isWrong = false
  private var asksPIN: Bool { if case .pin? = question { true } else { false } }
  private var takesSigns: Bool { if case .number(let range, _)? = question { range.lowerBound < .zero } else { false } }
  private var isConfirmation: Bool { if case .confirmation? = question { true } else { false } }
  private var isWaiting: Bool { asksPIN && isWrong }
  private var waitsUntil: Int64?
  private var theme = Theme.dark
  /// The control's colour; `nil` for the accent.
  private var tint: Int?
  private var answerColor: Color { tint.map { theme.color(ofTint: $0) } ?? theme[.accent] }
  private var measure: Fixed = 1, density: Fixed = 5
  /// Called where a press has changed it.
  var changed: () -> Void = {}

  init(_ style: InstrumentStyle) {
    font = style.fonts.text
    (decimalSign, words) = (style.numbers.decimalSign, style.words)
    (titleText, entryText, limitText) = (
      Caption(font, alignment: .left), Caption(font, alignment: .right), Caption(font)
    )
    super.init()
    isHidden = true
    (shade.backgroundColor, shade.opacity) = (.black, 0.6)
    for layer in [shade, card, grounds, answerGround, pressedGround, arrow, titleText, entryText, limitText, ring]
      as [Layer]
    {
      addSublayer(layer)
    }
    (ring.fillColor, ring.lineWidth) = (nil, 2)
    for _ in 0..<16 {
      let caption = Caption(font)
      captions.append(caption)
      addSublayer(caption)
    }
  }

  // MARK: Questions

  /// Asks.
  /// - Parameters:
  ///   - title: of the control.
  ///   - answer: called with the answer; false where it was a wrong PIN, which is asked for again.
  func ask(
    _ question: Question, _ title: String, unit: String, tint: Int? = nil, theme: Theme, measure: Fixed, density: Fixed,
    answer: @escaping (Fixed64, [UInt8]) -> Bool
  ) {
    (self.question, self.title, self.unit, self.tint) = (question, title, unit, tint)
    (self.theme, self.measure, self.density) = (theme, measure, density)
    answerHandler = answer
    typed.clear()
    (pressed, finger, selected) = (nil, nil, nil)
    askedCount &+= 1
    isHidden = false
    layOut()
  }

  func close() {
    if question == nil { return }
    question = nil
    answerHandler = { _, _ in true }
    (pressed, finger) = (nil, nil)
    isHidden = true
    if focusRouter?.scope === self { focusRouter?.scope = nil }
    changed()
  }

  func show(_ theme: Theme) {
    self.theme = theme
    if question != nil { color() }
  }

  /// Goes on after a wrong PIN.
  /// - Returns: when it is due again.
  func advance(to time: Int64) -> Int64? {
    if isWrong && waitsUntil == nil {
      // A second, two, four … up to a minute.
      waitsUntil = time + Swift.min(60, Int64(1) << Int64(Swift.min(6, mistakes - 1))) * 1_000_000_000
    }
    guard let end = waitsUntil else { return nil }
    if time < end { return end }
    (waitsUntil, isWrong) = (nil, false)
    if question != nil { write() }
    return nil
  }

  // MARK: Layout

  private func layOut() {
    guard let question else { return }
    for layer in [shade, card, grounds, answerGround, pressedGround, arrow] as [Layer] { layer.frame = bounds }
    let list = choices
    let columns = list.count > Self.listLength ? 2 : 1
    let lines = Fixed((list.count + columns - 1) / columns)
    let hasKeys: Bool
    // The card's size in millimetres, its least height in 480ths of the panel, and its rows: keys of 11 mm with 1.5 mm between
    // them, as far as the display has room.
    let (wantedWidth, wantedHeight, leastHeight, rows): (Fixed, Fixed, Fixed, Fixed)
    switch question {
    case .number, .pin: (hasKeys, wantedWidth, wantedHeight, leastHeight, rows) = (true, 52, 82, 400, 6)
    case .confirmation: (hasKeys, wantedWidth, wantedHeight, leastHeight, rows) = (false, 80, 34, 160, 3)
    case .choice:
      (hasKeys, wantedWidth, wantedHeight, leastHeight, rows) = (
        false, columns == 1 ? 60 : 90, 12 * (lines + 2), 52 * (lines + 2), lines + 2
      )
    }
    let width = Swift.min(Swift.max(density * wantedWidth, measure * 260), bounds.width * 0.94).whole
    let height = Swift.min(Swift.max(density * wantedHeight, measure * leastHeight), bounds.height * 0.96).whole
    cardPlace = Rect(
      x: (half(bounds.width - width)).whole, y: (half(bounds.height - height)).whole, width: width, height: height)
    card.path = Path(roundedRect: cardPlace, cornerRadius: (measure * 8).held(3, 16))
    let inset = (measure * 10).held(4, 24).whole
    let area = cardPlace.insetBy(dx: inset, dy: inset)
    let row = (area.height / rows).whole
    let cap = Swift.min(Swift.max(measure * 15, density * 2.6), row * 0.3).held(6, 40).whole
    if case .confirmation(let question, _) = question {
      titleText.show(question)
      // Its end says what is asked.
      let size = titleText.fittingCap(most: cap, least: cap * 0.6, width: area.width)
      titleText.place(x: area.minX, middle: (area.minY + row * 0.9).whole, capHeight: size, width: area.width)
    } else {
      titleText.show(title)
      titleText.place(x: area.minX, middle: (area.minY + row * 0.3).whole, capHeight: cap, width: area.width)
    }
    entryText.place(
      x: area.maxX, middle: (area.minY + row * 0.62).whole, capHeight: (cap * 1.5).whole,
      room: area.width)
    limitText.place(x: area.midX, middle: (area.minY + row).whole, capHeight: (cap * 0.8).whole, width: area.width)
    (entryText.isHidden, limitText.isHidden) = (!hasKeys, !hasKeys)
    keys.removeAll()
    keyPaths.removeAll()
    let gap = (measure * 6).held(2, 12).whole
    func add(_ key: Key, _ column: Int, of columns: Int, _ line: Fixed) {
      let width = (area.width + gap) / Fixed(columns)
      let place = Rect(
        x: (area.minX + width * Fixed(column)).whole, y: (area.minY + row * line + half(gap)).whole,
        width: (width - gap).whole, height: Swift.max(1, row - gap))
      keys.append((key, place))
      keyPaths.append(Path(roundedRect: place, cornerRadius: (measure * 5).held(2, 10)))
    }
    switch question {
    case .number, .pin:
      let line = Fixed(5, over: 4)
      for digit in 1...9 {
        add(.digit(UInt8(48 + digit)), (digit - 1) % 3, of: 3, line + Fixed((digit - 1) / 3) * Fixed(19, over: 20))
      }
      let last = line + Fixed(57, over: 20)
      if asksPIN {
        add(.digit(48), 1, of: 3, last)
        add(.back, 2, of: 3, last)
      } else {
        let columns = takesSigns ? 4 : 3
        add(.digit(48), 0, of: columns, last)
        add(.point, 1, of: columns, last)
        if takesSigns { add(.sign, 2, of: columns, last) }
        add(.back, columns - 1, of: columns, last)
      }
      add(.cancel, 0, of: 2, last + Fixed(19, over: 20))
      add(.enter, 1, of: 2, last + Fixed(19, over: 20))
    case .choice:
      // Down the first column, then down the second.
      for index in list.indices {
        let line = index % lines.floor
        add(.choice(index), index / Swift.max(1, lines.floor), of: columns, Fixed(line) + 1)
      }
      add(.cancel, 0, of: 1, lines + 1)
    case .confirmation:
      add(.cancel, 0, of: 2, 2)
      add(.enter, 1, of: 2, 2)
    }
    selected = keys.firstIndex { $0.key == currentChoice }
    var paths = Path(capacity: 400)
    for path in keyPaths { paths.addPath(path) }
    grounds.path = paths
    for (index, caption) in captions.enumerated() {
      caption.isHidden = index >= keys.count || keys[index].key == .back
      if caption.isHidden { continue }
      let place = keys[index].place
      caption.show(words(keys[index].key))
      caption.place(x: place.midX, middle: place.midY.whole, capHeight: cap, width: Swift.max(0, place.width - 4))
    }
    arrow.path = nil
    if let back = keys.first(where: { $0.key == .back })?.place {
      let size = (cap * 0.7).whole
      var path = Path(capacity: 8)
      path.move(to: Point(x: back.midX - size, y: back.midY))
      path.addLine(to: Point(x: back.midX, y: back.midY - size))
      path.addLine(to: Point(x: back.midX, y: back.midY - 1))
      path.addLine(to: Point(x: back.midX + size, y: back.midY - 1))
      path.addLine(to: Point(x: back.midX + size, y: back.midY + 1))
      path.addLine(to: Point(x: back.midX, y: back.midY + 1))
      path.addLine(to: Point(x: back.midX, y: back.midY + size))
      path.closeSubpath()
      arrow.path = path
    }
    color()
    write()
  }

  private func words(_ key: Key) -> String {
    switch key {
    case .digit(let digit): String(decoding: [digit], as: UTF8.self)
    case .point: String(decoding: [decimalSign], as: UTF8.self)
    case .sign: "+/-"
    case .back: ""
    case .cancel: words.cancel
    case .choice(let index): choices.indices.contains(index) ? choices[index] : ""
    case .enter:
      if case .confirmation(_, let answer)? = question, !answer.isEmpty { answer } else { words.ok }
    }
  }

  private func color() {
    card.fillColor = theme[.surface]
    let ground = theme[.surface].mixed(225, with: theme[.ink])
    grounds.fillColor = ground
    answerGround.fillColor = theme.filling(answerColor)
    pressedGround.fillColor = ground.mixed(180, with: theme[.accent])
    arrow.fillColor = theme[.ink]
    titleText.foregroundColor = theme[.ink]
    entryText.foregroundColor = theme[.ink]
    for caption in captions { caption.foregroundColor = theme[.ink] }
    write()
  }

  /// Writes what was typed, and the limits.
  private func write() {
    let isGood = answer != nil
    limitText.foregroundColor = isWaiting || !typed.isEmpty && !isGood ? theme[.warning] : theme[.dim]
    switch question {
    case .number(let range, let present):
      var text = typed.text(decimalSign: decimalSign)
      if !unit.isEmpty { text += " " + unit }
      entryText.show(typed.isEmpty ? present : text)
      entryText.foregroundColor = theme[typed.isEmpty ? .dim : .ink]
      limitText.show(digits(range.lowerBound) + " ... " + digits(range.upperBound))
    case .pin:
      entryText.show(typed.hidden)
      limitText.show(isWaiting ? words.wrong : "PIN")
    default: break
    }
    answerGround.path = nil
    if let place = keys.firstIndex(where: { $0.key == .enter }), place < captions.count {
      if isGood { answerGround.path = keyPaths[place] }
      captions[place].foregroundColor =
        isGood ? theme.ink(on: theme.filling(answerColor)) : theme[.dim].mixed(128, with: theme[.surface])
    }
    let marked = pressed ?? keys.firstIndex { $0.key == currentChoice }
    pressedGround.path = marked.flatMap { keyPaths.indices.contains($0) ? keyPaths[$0] : nil }
    showRing()
  }

  private func showRing() {
    ring.isHidden = !hasRing
    guard hasRing, let place = selectedKey.map({ keys[$0].place }) else { return }
    (ring.frame, ring.strokeColor) = (bounds, theme[.ink])
    ring.path = Path(roundedRect: place.insetBy(dx: -2, dy: -2), cornerRadius: (measure * 5).held(2, 10))
  }

  private func digits(_ value: Fixed64) -> String {
    var format = NumberFormat.shortest(value, most: 3)
    format.decimalSign = decimalSign
    return format.text(of: value)
  }

  // MARK: Answers

  /// The answer as it stands; `nil` where it is none.
  private var answer: Fixed64? {
    switch question {
    case .confirmation: return 1
    case .choice: return nil
    case .pin: return typed.isEmpty || isWaiting ? nil : .zero
    case .number(let range, _):
      guard let value = typed.number, range.contains(value) else { return nil }
      return value
    case nil: return nil
    }
  }

  private func press(_ key: Key) {
    switch key {
    case .digit(let digit): if !isWaiting { typed.add(digit: digit) }
    case .point: typed.addPoint()
    case .sign: typed.changeSign()
    case .back: typed.removeLast()
    case .cancel: return close()
    case .choice(let index):
      let asked = askedCount
      _ = answerHandler(Fixed64(index), [])
      if asked == askedCount { close() }
      return
    case .enter:
      guard let answer else { break }
      let (asked, isPin) = (askedCount, asksPIN)
      if answerHandler(answer, typed.bytes) {
        if isPin { mistakes = 0 }
        if asked == askedCount { close() }
        return
      }
      mistakes += 1
      (isWrong, waitsUntil) = (true, nil)
      typed.clear()
    }
    write()
    changed()
  }

  // MARK: Touch

  private func key(at place: Point) -> Int? { keys.firstIndex { $0.place.contains(place) } }

  override func touchesBegan(_ touch: Touch) {
    if finger != nil { return }
    let place = touch.location(in: self)
    (finger, pressed) = (touch.finger, key(at: place))
    if !cardPlace.contains(place) { return close() }
    write()
    changed()
  }

  override func touchesMoved(_ touch: Touch) {
    if touch.finger != finger { return }
    if let pressed, key(at: touch.location(in: self)) != pressed {
      self.pressed = nil
      write()
      changed()
    }
  }

  override func touchesEnded(_ touch: Touch) {
    if touch.finger != finger { return }
    let index = pressed.flatMap { key(at: touch.location(in: self)) == $0 ? $0 : nil }
    (finger, pressed) = (nil, nil)
    if let index { press(keys[index].key) } else { write() }
    changed()
  }

  override func touchesCancelled(_ touch: Touch) {
    if touch.finger != finger { return }
    (finger, pressed) = (nil, nil)
    write()
    changed()
  }

  // MARK: Keys

  override var canBecomeFocused: Bool { question != nil }

  override func focusChanged(_ focus: FocusState) {
    hasRing = focus == .ringed
    showRing()
    changed()
  }

  /// Where Enter goes: in the end to the answer, of a question to whoever does not want it.
  private var selectedKey: Int? {
    selected ?? keys.firstIndex { $0.key == (isConfirmation ? .cancel : .enter) }
  }

  override func keyDown(_ press: KeyPress) -> Bool {
    if let key = key(for: press) {
      // What is typed is answered by the next Enter.
      selected = nil
      self.press(key)
      return true
    }
    switch press.key {
    case .left: select(by: -1)
    case .right, .tab: select(by: press.modifiers.contains(.shift) ? -1 : 1)
    case .up: select(above: true)
    case .down: select(above: false)
    case .escape: close()
    case .enter, .space: if !press.isRepeat, let place = selectedKey { self.press(keys[place].key) }
    default: return false
    }
    return true
  }

  private func key(for press: KeyPress) -> Key? {
    switch question {
    case .confirmation, .choice, nil: return nil
    case .number, .pin: break
    }
    switch press.character {
    case let digit? where digit >= 48 && digit <= 57: return .digit(digit)
    case 44, 46: return asksPIN ? nil : .point
    case 45: return asksPIN ? nil : .sign
    default: return press.key == .backspace || press.key == .delete ? .back : nil
    }
  }

  override func turned(by steps: Int) -> Bool {
    select(by: steps)
    return true
  }

  private func select(by steps: Int) {
    guard let place = selectedKey else { return }
    selected = Swift.max(0, Swift.min(place + steps, keys.count - 1))
    hasRing = true
    showRing()
    changed()
  }

  /// The key whose middle is nearest in the next row.
  private func select(above: Bool) {
    guard let place = selectedKey.map({ keys[$0].place }) else { return }
    var best: (index: Int, distance: Fixed)?
    for index in keys.indices {
      let other = keys[index].place
      let way = above ? place.midY - other.midY : other.midY - place.midY
      if way <= 1 { continue }
      let distance = way * 4 + abs(other.midX - place.midX)
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    if let best { select(by: best.index - (selectedKey ?? 0)) }
  }
}
