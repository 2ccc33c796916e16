import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Dialogs and buttons that are held") struct DialogTests {
  private let stage = ControlStage()

  // MARK: Buttons that are held

  private func hold() -> HoldButton {
    let button = stage.add(HoldButton(title: "Erase"))
    return button
  }

  @Test("L94 a button that is held acts once its time has come, and not before, by time and not by frames")
  func holds() {
    let button = hold()
    let log = EventLog(button)
    stage.touch(.began, 150, 120, at: 0)
    stage.advance(to: 999)
    #expect(log.take() == ["down"] && stage.router.nextDeadline == 1_000_000_000)
    stage.advance(to: 5000)
    #expect(log.take() == ["primary"])
    stage.touch(.ended, 150, 120, at: 5000)
    stage.advance(to: 9000)
    #expect(log.take() == ["up"] && stage.router.nextDeadline == nil)
    stage.touch(.began, 150, 120, at: 9000)
    stage.touch(.ended, 150, 120, at: 9990)
    #expect(log.take() == ["down", "up"])
  }

  @Test(
    "L94 a hold begins again where the finger leaves and returns, and ends where the button is disabled or taken away")
  func holdLeaves() {
    let button = hold()
    let log = EventLog(button)
    button.holdDuration = .milliseconds(500)
    stage.touch(.began, 150, 120, at: 0)
    stage.touch(.moved, 300, 120, at: 400)
    stage.advance(to: 1000)
    stage.touch(.moved, 150, 120, at: 1000)
    stage.advance(to: 1499)
    #expect(log.take() == ["down", "exit", "enter"])
    stage.advance(to: 1500)
    #expect(log.take() == ["primary"])
    stage.touch(.ended, 150, 120, at: 1600)
    stage.touch(.began, 150, 120, at: 2000)
    button.isEnabled = false
    stage.advance(to: 4000)
    #expect(log.take() == ["up", "down", "cancel"])
    button.isEnabled = true
    stage.touch(.began, 150, 120, at: 5000)
    button.removeFromSuperview()
    stage.advance(to: 9000)
    #expect(log.take() == ["down", "cancel"])
  }

  @Test("L94 Enter and an encoder's button are held too; the key's own time counts")
  func holdByKey() {
    let button = hold()
    let log = EventLog(button)
    stage.press(.tab)
    stage.down(.enter, at: 1000)
    stage.up(.enter, at: 1999)
    #expect(log.take() == ["down", "up"])
    stage.down(Key(rawValue: 256), at: 3000)
    stage.up(Key(rawValue: 256), at: 4001)
    #expect(log.take() == ["down", "primary", "up"])
    stage.down(.enter, at: 5000)
    stage.press(.escape)
    stage.advance(to: 9000)
    #expect(log.take() == ["down", "cancel"])
  }

  @Test("L94 a filling grows across the button while it is held, and falls back within 150 ms")
  func filling() {
    _ = hold()
    let still = stage.draw()
    stage.touch(.began, 150, 120, at: 0)
    stage.draw()
    func filled(_ picture: Picture) -> Int {
      (100..<200).filter { x in picture.color(x, 110) != still.color(x, 110) }.count
    }
    stage.advance(to: 250)
    let quarter = filled(stage.draw())
    stage.advance(to: 750)
    let most = filled(stage.draw())
    #expect((15...35).contains(quarter) && (65...85).contains(most))
    stage.touch(.ended, 150, 120, at: 750)
    stage.draw()
    stage.advance(to: 950)
    #expect(filled(stage.draw()) == 0)
  }

  // MARK: Dialogs

  @Test("L94 nothing behind a dialog is touched, and what was held there is let go")
  func modal() {
    let button = stage.add(Button(title: "A"), 0, 0, 60, 40)
    let slider = stage.add(Slider(), 100, 0, 200, 40)
    let (buttonLog, sliderLog) = (EventLog(button), EventLog(slider))
    stage.touch(.began, 200, 20, finger: 1)
    let dialog = Dialog(title: "Stop?", message: "A sentence that is long enough for two lines on a small display.")
    dialog.addButton("Stop") {}
    dialog.show(above: button)
    stage.layOut()
    #expect(sliderLog.take().last == "cancel" && dialog.isShown && dialog.superview === stage.root)
    stage.tap(30, 20)
    #expect(buttonLog.take() == [])
    dialog.dismiss()
    stage.tap(30, 20)
    #expect(buttonLog.take() == ["down", "up", "primary"] && !dialog.isShown)
  }

  @Test("L94 an answer closes the dialog and acts once; the safe one stands at the left, and Escape gives it")
  func answers() {
    var given: [String] = []
    func ask() -> (Dialog, Button, Button) {
      let dialog = Dialog(title: "Stop?")
      let stop = dialog.addButton("Stop", role: .destructive) { given.append(dialog.isShown ? "shown" : "stop") }
      let keep = dialog.addButton("Keep", role: .cancel) { given.append("keep") }
      dialog.show(above: stage.root)
      stage.layOut()
      return (dialog, keep, stop)
    }
    let (first, keep, stop) = ask()
    #expect(keep.frame.maxX < stop.frame.minX && keep.frame.width == stop.frame.width)
    #expect(first.cardPlace.contains(keep.frame) && first.cardPlace.contains(stop.frame))
    stage.tap(stop)
    #expect(given == ["stop"] && !first.isShown)
    let (second, safe, _) = ask()
    stage.tap(safe)
    #expect(given == ["stop", "keep"] && !second.isShown)
    let (third, _, _) = ask()
    stage.press(.tab, .escape)
    #expect(given == ["stop", "keep", "keep"] && !third.isShown)
  }

  @Test("L94 keys stay in the dialog, the safe answer first, and go back to where they were")
  func focus() {
    let button = stage.add(Button(title: "A"), 0, 0, 60, 40)
    stage.press(.tab)
    #expect(button.isFocused)
    let dialog = Dialog(title: "Stop?")
    var answer = ""
    let stop = dialog.addButton("Stop") { answer = "stop" }
    let keep = dialog.addButton("Keep", role: .cancel) { answer = "keep" }
    dialog.show(above: button)
    #expect(!button.isFocused && keep.isFocused)
    stage.press(.tab)
    #expect(stop.isFocused)
    stage.press(.tab)
    #expect(keep.isFocused)
    stage.focus.turn(by: 1)
    stage.press(.enter)
    #expect(answer == "stop" && stage.focus.scope == nil && button.isFocused)
  }

  @Test("L94 a dialog above a dialog gives keys back to it")
  func nested() {
    let first = Dialog(title: "1"), second = Dialog(title: "2")
    let below = first.addButton("A", role: .cancel)
    second.addButton("B", role: .cancel)
    stage.press(.tab)
    first.show(above: stage.root)
    second.show(above: first)
    #expect(stage.focus.scope === second.layer)
    second.dismiss()
    #expect(stage.focus.scope === first.layer)
    first.dismiss()
    #expect(stage.focus.scope == nil && !below.isFocused)
  }

  @Test(
    "L94 a dialog has room for a view, covers the display, takes the style of where it comes from, and is 120 mm wide at most"
  )
  func layout() {
    stage.root.controlStyle = .day
    let dialog = Dialog(title: "Limit")
    let keypad = Keypad(frame: Rect(x: 0, y: 0, width: 160, height: 120))
    dialog.contentView = keypad
    dialog.addButton("Cancel", role: .cancel)
    let other = View()
    other.controlStyle = .night
    stage.root.addSubview(other)
    dialog.show(above: other)
    stage.layOut()
    #expect(dialog.frame == stage.root.bounds && keypad.style == .night && dialog.cardPlace.contains(keypad.frame))
    stage.router.pointsPerMillimetre = 1
    stage.layOut()
    #expect(dialog.cardPlace.width <= 120)
    dialog.dismiss()
    #expect(stage.root.subviews.count == 1)
  }

  @Test("L94 each style draws a dialog in other colours, over a shade")
  func looks() {
    var pictures: [Picture] = []
    stage.root.backgroundColor = .white
    for (_, style) in controlStyles {
      stage.root.controlStyle = style
      let dialog = Dialog(title: "A", message: "B")
      dialog.addButton("C", role: .destructive)
      dialog.show(above: stage.root)
      pictures.append(stage.draw())
      #expect(pictures.last?.color(5, 5) != 0xFF_FFFF)
      dialog.dismiss()
    }
    #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2])
  }
}
