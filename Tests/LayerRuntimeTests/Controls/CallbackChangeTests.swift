// What scripts/fuzz events has found: callbacks and keys that change what is touched amid an event.
import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A view that uses every key, and notes them.
private final class KeyView: View {
  var log: [String] = []
  var down: () -> Void = {}
  override var canBecomeFocused: Bool { true }
  override func keyDown(_ press: KeyPress) -> Bool {
    log.append("\(press.phase)")
    down()
    return true
  }
  override func keyUp(_ press: KeyPress) { log.append("\(press.phase)") }
}

/// Calls a closure before a row is pressed.
private final class Asked: ListViewDataSource, ListViewDelegate {
  var ask: () -> Void = {}
  func numberOfRows(in list: ListView) -> Int { 9 }
  func listView(_ list: ListView, rowAt index: Int) -> ListRow { list.dequeueReusableRow() ?? ListRow() }
  func listView(_ list: ListView, shouldHighlightRowAt index: Int) -> Bool {
    ask()
    return true
  }
}

@Suite("Changes amid events") struct CallbackChangeTests {
  private let stage = ControlStage()

  /// Two views, of which the first has the focus and a ring.
  private func keyViews() -> (KeyView, KeyView) {
    let (first, second) = (stage.add(KeyView(), 10, 10), stage.add(KeyView(), 10, 100))
    stage.focus.move(.next)
    return (first, second)
  }

  @Test("L95 a key that is held while the focus leaves ends where it was used; its repeats go nowhere else")
  func repeatElsewhere() {
    let (first, second) = keyViews()
    stage.down(.digit(1))
    stage.focus.move(.next)
    stage.focus.handle(.digit(1), .repeated, time: 0)
    stage.up(.digit(1))
    #expect(first.log == ["began", "ended"] && second.log.isEmpty)
  }

  @Test("L95 a key that is cancelled while it is used is over, once; so is one whose view goes, or with a repeat")
  func cancelledMeanwhile() {
    let (first, _) = keyViews()
    first.down = { [stage] in stage.focus.cancelKeys(time: 0) }
    stage.press(.digit(1))
    #expect(first.log == ["began", "cancelled"])
    first.log = []
    first.down = { first.removeFromSuperview() }
    stage.down(.digit(2))
    #expect(first.log == ["began", "cancelled"])
    stage.up(.digit(2))
    #expect(first.log == ["began", "cancelled"])
    stage.root.addSubview(first)
    stage.focus.focus(first.layer)
    (first.log, first.down) = ([], {})
    stage.down(.digit(3))
    first.down = { first.isUserInteractionEnabled = false }
    stage.focus.handle(.digit(3), .repeated, time: 0)
    #expect(first.log == ["began", "repeated", "cancelled"])
  }

  @Test("L94 a key that no control of a page uses does not press the pages")
  func keyBehindPage() {
    let (pages, field) = (PageView(), TextField())
    pages.addPage("A", field)
    stage.add(pages, 0, 0, 200, 200)
    let log = EventLog(pages)
    var asked = 0
    stage.focus.keyHandler = { _ in
      asked += 1
      return false
    }
    stage.focus.focus(field.layer)
    stage.focus.move(.next)
    stage.focus.focus(field.layer)
    stage.press(.space)
    #expect(log.take().isEmpty && asked == 1)
  }

  @Test("L92 a gesture that is cancelled before its action heard of it calls none")
  func cancelledBeforeBegan() {
    let button = Button(title: "B")
    stage.add(button, 0, 0, 200, 100)
    var states: [GestureRecognizer.State] = []
    button.addGestureRecognizer(PanGestureRecognizer { states.append($0.state) })
    button.on(.touchCancel) { [stage] _ in stage.router.cancelAll() }
    stage.touch(.began, 20, 20)
    stage.touch(.moved, 80, 20)
    stage.touch(.moved, 90, 20)
    #expect(states.isEmpty && stage.router.active.isEmpty)
    stage.touch(.began, 20, 20, finger: 1)
    #expect(button.isTracking)
  }

  @Test("L91 a beginning that was held back never comes to a view that is gone or hidden, nor where it is cancelled")
  func heldAndGone() {
    for way in 0..<4 {
      let (outer, pad) = (View(), Pad())
      stage.add(outer, 0, 0, 200, 200)
      pad.frame = Rect(x: 0, y: 0, width: 200, height: 200)
      outer.addSubview(pad)
      let tap = TapGestureRecognizer()
      (tap.delaysTouchesBegan, tap.numberOfTouchesRequired) = (true, 2)
      outer.addGestureRecognizer(tap)
      stage.touch(.began, 20, 20)
      stage.touch(.began, 60, 60, finger: 1)
      switch way {
      case 0: pad.removeFromSuperview()
      case 1: pad.isHidden = true
      case 2: stage.router.cancelAll()
      default: stage.touch(.cancelled, 20, 20)
      }
      // Of the last way the other finger is down still.
      #expect(pad.heard == (way == 3 ? ["began 1"] : []), "\(way)")
      stage.router.cancelAll()
      outer.removeFromSuperview()
    }
  }

  @Test("L91 a view that the moving focus takes away is not touched")
  func goneWithFocus() {
    let (button, former) = (Button(title: "B"), Former())
    stage.add(button, 0, 0, 100, 50)
    stage.add(former, 0, 100, 100, 50)
    former.lost = { button.removeFromSuperview() }
    stage.focus.focus(former.layer)
    let log = EventLog(button)
    stage.touch(.began, 20, 20)
    #expect(button.superview == nil && log.take().isEmpty && !button.isTracking)
  }

  @Test("L94 a wheel is held on while the word under the finger leaves its rows")
  func wheelBeyondEnd() {
    let wheel = PickerWheel(items: ["A", "B", "C", "D"])
    stage.add(wheel, 0, 0, 100, 200)
    let log = EventLog(wheel)
    stage.touch(.began, 50, 100)
    #expect(wheel.isTracking)
    for y in stride(from: 100, through: 0, by: -4) { stage.touch(.moved, 50, Fixed(y)) }
    for y in stride(from: 0, through: 290, by: 4) { stage.touch(.moved, 50, Fixed(y)) }
    #expect(wheel.isTracking && !log.take().contains("cancel"))
  }

  @Test("L94 a press that an action cancels before it has begun is none, and nothing stays held")
  func cancelledBeforeDown() {
    let slider = Slider()
    stage.add(slider, 0, 0, 200, 50)
    let log = EventLog(slider)
    slider.on(.valueChanged) { [stage] _ in stage.router.cancelAll() }
    stage.touch(.began, 150, 40)
    #expect(log.take() == ["value", "value"] && !slider.isHighlighted && !slider.isTracking && slider.value == 0)
  }

  @Test("L95 an edited text field that is hidden or taken away gives its text up, and its keyboard goes")
  func goneWhileEdited() {
    for way in 0..<2 {
      let field = TextField()
      stage.add(field, 0, 0, 200, 50)
      field.text = "a"
      let views = stage.root.subviews.count
      field.beginEditing()
      field.insert("b")
      #expect(field.isEditing && stage.root.subviews.count == views + 1)
      let log = EventLog(field)
      if way == 0 { field.isHidden = true } else { field.removeFromSuperview() }
      #expect(!field.isEditing && field.text == "a" && log.take() == ["give up"])
      #expect(!stage.root.subviews.contains { $0 is Keyboard })
      field.removeFromSuperview()
    }
  }

  @Test("L95 behind a dialog no text is edited")
  func editingBehindDialog() {
    let field = TextField()
    stage.add(field, 0, 0, 200, 50)
    let dialog = Dialog(title: "D")
    dialog.addButton("A")
    dialog.show(above: field)
    field.beginEditing()
    #expect(!field.isEditing && !stage.root.subviews.contains { $0 is Keyboard })
  }

  @Test("L93 a row whose touch is cancelled while the delegate is asked is not pressed")
  func rowCancelledMeanwhile() {
    let (list, asked) = (ListView(), Asked())
    (list.dataSource, list.listDelegate) = (asked, asked)
    stage.add(list, 0, 0, 200, 200)
    asked.ask = { [stage] in stage.router.cancelAll() }
    stage.touch(.began, 50, 20)
    #expect(list.visibleRows.allSatisfy { !$0.isHighlighted } && list.pressedRow == nil)
    asked.ask = {}
    stage.touch(.began, 50, 20)
    #expect(list.row(at: 0)?.isHighlighted == true)
  }

  @Test("L94 of two thumbs on keys the second one's press ends where the first one's key cancels all touches")
  func cancelledByFirstThumb() throws {
    let keypad = stage.add(Keypad(), 0, 0, 240, 240)
    let log = EventLog(keypad)
    let seven = try #require(keypad.place(of: .character(55))), eight = try #require(keypad.place(of: .character(56)))
    keypad.on(.editingChanged) { [stage] _ in stage.router.cancelAll() }
    stage.touch(.began, seven.midX, seven.midY)
    stage.touch(.began, eight.midX, eight.midY, finger: 1)
    #expect(keypad.text == "7" && !keypad.isPressed && !keypad.isHighlighted)
    #expect(log.names == ["down", "edit", "cancel"])
  }

  @Test("L94 a key whose action takes the keypad away ends its press as cancelled")
  func removedByKey() throws {
    let keypad = stage.add(Keypad(), 0, 0, 240, 240)
    let log = EventLog(keypad)
    keypad.on(.editingChanged) { $0.removeFromSuperview() }
    let seven = try #require(keypad.place(of: .character(55)))
    stage.tap(seven.midX, seven.midY)
    #expect(log.names == ["down", "edit", "cancel"] && !keypad.isPressed)
  }

  @Test("L94 a field's end is said before its keyboard goes, which may begin the editing again")
  func keyboardGoes() {
    let (field, other) = (stage.add(TextField(), 10, 10, 120, 40), stage.add(Button(title: "B"), 200, 10))
    let log = EventLog(field)
    stage.touch(.began, 40, 30)
    stage.touch(.ended, 40, 30)
    let keyboard = stage.root.subviews.last
    #expect(keyboard is Keyboard)
    field.addAction(for: .editingDidEnd) { _ in #expect(keyboard?.superview != nil) }
    stage.focus.focus(other.layer)
    #expect(keyboard?.superview == nil && !field.isEditing)
    #expect(log.names.filter { $0 == "begin" || $0 == "end" } == ["begin", "end"])
  }

  @Test("L94 a press that is cancelled is over before another finger's begins")
  func oneCancelsOther() {
    let segments = SegmentedControl(items: ["A", "B"])
    stage.add(segments, 0, 0, 200, 50)
    let pinch = PinchGestureRecognizer(), swipe = SwipeGestureRecognizer()
    segments.addGestureRecognizer(pinch)
    segments.addGestureRecognizer(swipe)
    var isPressed = false, count = 0
    segments.on(.touchDown) { _ in
      #expect(!isPressed)
      isPressed = true
      count += 1
    }
    segments.on(.allReleases) { _ in isPressed = false }
    stage.touch(.began, 20, 20)
    // The second one is held back until the swipe fails, which is when the pinch takes the first one away.
    swipe.delaysTouchesBegan = true
    stage.touch(.began, 120, 20, finger: 1)
    stage.touch(.moved, 60, 20)
    #expect(count == 1 && !isPressed)
    stage.router.cancelAll()
    #expect(!isPressed)
  }
}

/// A view that says when it loses the focus.
private final class Former: View {
  var lost: () -> Void = {}
  override var canBecomeFocused: Bool { true }
  override func focusChanged(_ focus: FocusState) { if focus == .none { lost() } }
}
