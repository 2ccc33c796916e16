import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Keypads, keyboards and text fields") struct TypingTests {
  private let stage = ControlStage()

  private func keypad() -> Keypad { stage.add(Keypad(), 0, 0, 200, 280) }

  private func tap(_ use: KeyControl.Use, _ keys: KeyControl) {
    guard let place = keys.place(of: use) else { return }
    let point = keys.convert(Point(x: place.midX, y: place.midY), to: nil)
    stage.tap(point.x, point.y)
  }

  private func digit(_ digit: UInt8) -> KeyControl.Use { .character(48 + digit) }

  @Test("L94 a keypad takes digits, a point, a sign and the way back, and says each change once")
  func digits() {
    let keypad = keypad()
    (keypad.minimumValue, keypad.maximumValue, keypad.allowsDecimals) = (-50, 50, true)
    stage.layOut()
    let log = EventLog(keypad)
    for use in [digit(1), digit(2), .character(46), digit(5), .character(46), .sign] { tap(use, keypad) }
    #expect(keypad.text == "-12.5" && keypad.value == -12.5)
    #expect(log.take().filter { $0 == "edit" }.count == 5)
    tap(.backspace, keypad)
    tap(.sign, keypad)
    #expect(keypad.text == "12." && keypad.value == 12)
    tap(.enter, keypad)
    #expect(log.take().suffix(2) == ["primary", "up"])
    tap(.cancel, keypad)
    #expect(keypad.text == "" && keypad.value == nil && log.take().suffix(2) == ["give up", "up"])
  }

  @Test("L94 OK is taken within the limits alone; outside of them they flash once, for half a second")
  func limits() {
    let keypad = keypad()
    keypad.maximumValue = 60
    stage.layOut()
    let log = EventLog(keypad)
    tap(.enter, keypad)
    for use in [digit(6), digit(1)] { tap(use, keypad) }
    stage.advance(to: 1000)
    let quiet = stage.draw()
    tap(.enter, keypad)
    #expect(!log.take().contains("primary") && stage.draw() != quiet)
    stage.advance(to: 1499)
    #expect(stage.draw() != quiet)
    stage.advance(to: 1500)
    #expect(stage.draw() == quiet && stage.router.nextDeadline == nil)
    tap(.backspace, keypad)
    tap(.enter, keypad)
    #expect(log.take().contains("primary") && keypad.value == 6)
  }

  @Test("L94 a keypad without decimals or sign takes none; a length is kept; numbers that are set are written shortly")
  func restrictions() {
    let keypad = keypad()
    keypad.maximumLength = 3
    for use in [.character(46), .sign, digit(1), digit(2), digit(3), digit(4)] as [KeyControl.Use] { tap(use, keypad) }
    #expect(keypad.text == "123")
    keypad.value = 4.5
    #expect(keypad.text == "4.5")
    keypad.value = -7
    #expect(keypad.text == "-7")
    keypad.value = 100
    #expect(keypad.text == "100")
    keypad.text = "1a2-.5"
    #expect(keypad.text == "12.5")
    keypad.text = "99999999999"
    #expect(keypad.value == nil)
  }

  @Test("L94 a finger types the key that it is lifted on; a second finger types the first one's key at once")
  func fingers() throws {
    let keypad = keypad()
    let seven = try #require(keypad.place(of: digit(7))), eight = try #require(keypad.place(of: digit(8)))
    stage.touch(.began, seven.midX, seven.midY)
    #expect(keypad.text == "")
    stage.touch(.moved, eight.midX, eight.midY)
    stage.touch(.ended, eight.midX, eight.midY)
    #expect(keypad.text == "8")
    stage.touch(.began, seven.midX, seven.midY)
    stage.touch(.began, eight.midX, eight.midY, finger: 1)
    #expect(keypad.text == "87")
    stage.touch(.ended, seven.midX, seven.midY)
    stage.touch(.ended, eight.midX, eight.midY, finger: 1)
    #expect(keypad.text == "878")
    stage.touch(.began, seven.midX, seven.midY)
    stage.touch(.moved, seven.midX, 600)
    stage.touch(.ended, seven.midX, 600)
    stage.touch(.began, seven.midX, seven.midY)
    keypad.isEnabled = false
    #expect(keypad.text == "878")
  }

  @Test("L94 the way back repeats while it is held, by time")
  func repeats() throws {
    let keypad = keypad()
    keypad.text = "123456"
    let place = try #require(keypad.place(of: .backspace))
    stage.touch(.began, place.midX, place.midY, at: 0)
    stage.advance(to: 700)
    #expect(keypad.text == "123")
    stage.touch(.ended, place.midX, place.midY, at: 700)
    stage.advance(to: 2000)
    #expect(keypad.text == "123")
  }

  @Test("L94 with the focus digits are typed by keys and Enter is OK; an encoder goes from key to key")
  func keypadKeys() {
    let keypad = keypad()
    let log = EventLog(keypad)
    stage.press(.tab, .digit(4), .digit(2), .backspace, .digit(3), .enter)
    #expect(keypad.text == "43" && log.take() == ["edit", "edit", "edit", "edit", "primary"])
    stage.press(.escape)
    #expect(keypad.text == "" && log.take() == ["give up"])
    // By an encoder alone: press, turn to a key, press.
    #expect(!keypad.turned(by: 1))
    stage.press(.enter)
    stage.focus.turn(by: 2)
    stage.press(.enter)
    #expect(keypad.text == "9")
    stage.press(.down, .enter)
    #expect(keypad.text == "96")
    stage.focus.turn(by: -100)
    stage.press(.escape)
    #expect(keypad.text == "" && keypad.cursor == nil)
  }

  @Test("L94 a PIN shows dots, and has no limits")
  func pin() {
    let keypad = keypad()
    keypad.isSecure = true
    stage.layOut()
    let log = EventLog(keypad)
    tap(.enter, keypad)
    #expect(!log.take().contains("primary"))
    for _ in 0..<4 { tap(digit(9), keypad) }
    tap(.enter, keypad)
    #expect(keypad.text == "9999" && log.take().contains("primary"))
  }

  // MARK: Text fields

  private func field(_ text: String = "") -> TextField {
    let field = stage.add(TextField(), 20, 20, 200, 45)
    field.text = text
    return field
  }

  @Test("L94 a tap begins the editing with a keyboard at the lower edge; its keys write, OK ends it")
  func keyboard() throws {
    let field = field("Pump")
    let log = EventLog(field)
    stage.tap(100, 40)
    let keyboard = try #require(field.keyboard)
    stage.layOut()
    #expect(field.isEditing && field.isFocused && keyboard.superview === stage.root && keyboard.frame.maxY == 300)
    tap(.shift, keyboard)
    tap(.character(97), keyboard)
    tap(.character(98), keyboard)
    tap(.character(32), keyboard)
    tap(.character(49), keyboard)
    #expect(field.text == "PumpAb 1" && field.isEditing)
    tap(.backspace, keyboard)
    tap(.enter, keyboard)
    #expect(field.text == "PumpAb " && !field.isEditing && field.keyboard == nil && keyboard.superview == nil)
    let events = log.take()
    #expect(events.filter { $0 == "edit" }.count == 5 && events.suffix(2) == ["end", "primary"])
  }

  @Test("L94 keys of a device write at the caret; Enter ends, Escape restores the former text")
  func keys() {
    let field = field("ac")
    field.showsKeyboard = false
    let log = EventLog(field)
    stage.press(.tab)
    #expect(!field.isEditing)
    stage.press(.enter, .left, Key(rawValue: 48), .end, .digit(7), .home, .delete)
    #expect(field.text == "bc7" && log.take() == ["begin", "edit", "edit", "edit"])
    stage.press(.right, .backspace, .minus, .period, .space)
    #expect(field.text == "-. c7")
    stage.press(.escape)
    #expect(field.text == "ac" && !field.isEditing && log.take().last == "give up")
    stage.press(.enter, .digit(1), .enter)
    #expect(field.text == "ac1" && log.take().suffix(2) == ["end", "primary"])
  }

  @Test("L94 after a tap, without a ring, a keyboard's space and Enter are the text's and the keypad's too")
  func keysAfterTap() {
    let field = field("a")
    stage.tap(210, 40)
    #expect(field.isEditing && !stage.focus.showsRing)
    stage.press(.space, .digit(1), .enter)
    #expect(field.text == "a 1" && !field.isEditing)
    field.removeFromSuperview()
    let keypad = keypad()
    let log = EventLog(keypad)
    tap(digit(5), keypad)
    stage.press(.enter)
    #expect(log.take().last == "primary")
  }

  @Test("L94 an encoder types by the keyboard's keys")
  func encoder() throws {
    let field = field()
    stage.press(.tab, .enter)
    let keyboard = try #require(field.keyboard)
    stage.layOut()
    stage.focus.turn(by: 3)
    #expect(keyboard.cursor == 2)
    stage.press(.enter, .down, .enter)
    #expect(field.text == "3e" && field.isEditing)
    // A written character leaves the cursor, and Enter ends the editing.
    stage.press(.digit(5), .enter)
    #expect(field.text == "3e5" && !field.isEditing)
  }

  @Test(
    "L94 the loss of the focus ends the editing; a field that is hidden, disabled or removed gets its former text back")
  func ends() {
    let other = stage.add(Control(), 300, 20, 50, 40)
    for how in 0..<3 {
      let field = field("a")
      field.beginEditing()
      field.insert("b")
      if how == 0 {
        other.becomeFocused()
      } else if how == 1 {
        field.isEnabled = false
      } else {
        field.isHidden = true
        other.becomeFocused()
      }
      #expect(!field.isEditing && field.keyboard == nil && field.text == (how == 0 ? "ab" : "a"))
      field.removeFromSuperview()
    }
  }

  @Test("L94 a field filters characters, keeps a length, hides a secret, and shows a placeholder while it is empty")
  func rules() {
    let field = field()
    (field.placeholder, field.maximumLength) = ("Name", 3)
    stage.layOut()
    let empty = stage.draw()
    field.characterFilter = { $0 != "x" }
    for scalar in "axbcd".unicodeScalars { field.insert(scalar) }
    #expect(field.text == "abc" && stage.draw() != empty)
    let open = stage.draw()
    field.isSecureTextEntry = true
    field.text = "aaa"
    let hidden = stage.draw()
    field.text = "bbb"
    // In the font of boxes each letter is a box: the dots are wider or narrower, and all of them the same.
    #expect(stage.draw() == hidden || hidden == open)
  }

  @Test("L94 a tap in an edited text puts the caret there, and the caret stays in sight")
  func caret() {
    let field = field("abcdefgh")
    field.showsKeyboard = false
    field.beginEditing()
    stage.layOut()
    stage.tap(22, 40)
    field.insert("X")
    #expect(field.text == "Xabcdefgh")
    stage.tap(219, 40)
    for _ in 0..<40 { field.insert("Y") }
    #expect(field.text.hasSuffix("Y") && field.text.utf8.count == 49)
    let right = stage.draw()
    stage.press(.tab)
    field.becomeFocused()
    #expect(right != stage.draw())
  }

  @Test("L94 each style draws keypads, keyboards and fields in other colours")
  func looks() {
    var pictures: [Picture] = []
    let keypad = stage.add(Keypad(), 200, 0, 200, 160)
    let field = field("a")
    for (_, style) in controlStyles {
      stage.root.controlStyle = style
      pictures.append(stage.draw())
      keypad.isEnabled = false
      pictures.append(stage.draw())
      keypad.isEnabled = true
      field.beginEditing()
      pictures.append(stage.draw())
      field.endEditing()
    }
    for first in pictures.indices {
      for second in pictures.indices where second > first { #expect(pictures[first] != pictures[second]) }
    }
  }
}
