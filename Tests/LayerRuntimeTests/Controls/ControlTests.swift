import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Notes how it was tracked, and stops where it is told to.
private final class Tracked: Control {
  var calls: [String] = []
  var begins = true
  var goesOn = true
  var looks: [Control.State] = []
  override func beginTracking(_ touch: Touch) -> Bool {
    calls.append("begin")
    return begins
  }
  override func continueTracking(_ touch: Touch) -> Bool {
    calls.append("continue \(isTouchInside)")
    return goesOn
  }
  override func endTracking(_ touch: Touch) { calls.append("end \(isTouchInside)") }
  override func cancelTracking() { calls.append("cancel") }
  override func appearanceChanged() { looks.append(state) }
}

@Suite("Controls") struct ControlTests {
  private let stage = ControlStage()

  @Test(
    "L94 a control has the states normal, highlighted, disabled, selected, focused and pending, and shows each change once"
  )
  func states() {
    let control = stage.add(Tracked())
    control.looks = []
    #expect(control.state == .normal)
    control.isSelected = true
    control.isPending = true
    control.isPending = true
    #expect(control.state == [.selected, .pending] && control.looks == [.selected, [.selected, .pending]])
    stage.touch(.began, 150, 120)
    #expect(control.state == [.selected, .pending, .highlighted, .focused])
    stage.touch(.ended, 150, 120)
    control.isEnabled = false
    #expect(control.state == [.selected, .pending, .disabled] && control.looks.last == control.state)
    stage.tap(150, 120)
    #expect(control.calls == ["begin", "end true"])
  }

  @Test("L94 tracking begins, goes on, leaves and returns, and ends; events come once and in order")
  func tracking() {
    let control = stage.add(Tracked())
    let log = EventLog(control)
    stage.touch(.began, 150, 120)
    #expect(control.isTracking && control.isTouchInside && control.isHighlighted)
    stage.touch(.moved, 160, 120)
    // 14 points beside it are still on it, at 3 mm of 5 points; 16 are not.
    stage.touch(.moved, 214, 120)
    #expect(control.isTouchInside)
    stage.touch(.moved, 216, 120)
    #expect(control.isTracking && !control.isTouchInside && !control.isHighlighted)
    stage.touch(.moved, 300, 120)
    stage.touch(.moved, 190, 120)
    #expect(control.isTouchInside && control.isHighlighted)
    stage.touch(.ended, 190, 120)
    #expect(!control.isTracking && !control.isHighlighted)
    let moves = ["down", "inside", "inside", "exit", "outside", "enter", "up", "primary"]
    #expect(log.take(withMoves: true) == moves)
    #expect(
      control.calls == [
        "begin", "continue true", "continue true", "continue false", "continue false", "continue true", "end true",
      ])
    stage.touch(.began, 150, 120)
    stage.touch(.moved, 350, 120)
    stage.touch(.ended, 350, 120)
    #expect(log.take() == ["down", "exit", "up outside"])
  }

  @Test("L94 a control may refuse a finger, and stop following one")
  func refused() {
    let control = stage.add(Tracked())
    let log = EventLog(control)
    control.begins = false
    stage.tap(150, 120)
    #expect(log.take().isEmpty && !control.isTracking && control.calls == ["begin"])
    (control.begins, control.goesOn) = (true, false)
    stage.touch(.began, 150, 120)
    stage.touch(.moved, 151, 120)
    stage.touch(.moved, 152, 120)
    stage.touch(.ended, 152, 120)
    #expect(log.take(withMoves: true) == ["down", "cancel"] && !control.isHighlighted)
  }

  @Test(
    "L94 a press is cancelled once where the control is disabled, hidden, taken away or loses the finger",
    arguments: ["disable", "hide", "hide above", "remove", "interaction", "device"])
  func cancelled(_ how: String) {
    let control = stage.add(Tracked())
    let log = EventLog(control)
    stage.touch(.began, 150, 120)
    switch how {
    case "disable": control.isEnabled = false
    case "hide": control.isHidden = true
    case "hide above": stage.root.isHidden = true
    case "remove": control.removeFromSuperview()
    case "interaction": control.isUserInteractionEnabled = false
    default: stage.touch(.cancelled, 150, 120)
    }
    stage.touch(.moved, 151, 120)
    stage.touch(.ended, 151, 120)
    #expect(log.take() == ["down", "cancel"] && control.calls == ["begin", "cancel"])
    #expect(!control.isHighlighted && !control.isTracking)
  }

  @Test("L94 a control follows one finger; a second one changes nothing")
  func secondFinger() {
    let control = stage.add(Tracked())
    let log = EventLog(control)
    stage.touch(.began, 150, 120)
    stage.touch(.began, 160, 120, finger: 1)
    stage.touch(.ended, 160, 120, finger: 1)
    #expect(log.take() == ["down"] && control.isTracking)
    stage.touch(.ended, 150, 120)
    #expect(log.take() == ["up", "primary"])
  }

  @Test("L94 actions are called in their order, for their events alone, until they are removed")
  func actions() {
    let control = stage.add(Tracked())
    var called: [Int] = []
    control.on(.touchDown) { _ in called.append(1) }
    let second = control.on([.touchDown, .touchUpInside]) { (tracked: Tracked) in
      called.append(tracked === control ? 2 : 0)
    }
    control.on(.primaryActionTriggered) { _ in called.append(3) }
    stage.tap(150, 120)
    #expect(called == [1, 2, 2, 3])
    control.removeAction(second)
    control.removeAction(second)
    called = []
    stage.tap(150, 120)
    #expect(called == [1, 3])
    control.removeAllActions()
    called = []
    control.sendActions(for: .allEvents)
    #expect(called == [])
  }

  @Test("L94 an action may remove others, itself and the control, and is let go of with what it keeps")
  func reentrance() {
    let control = stage.add(Tracked())
    var called: [Int] = []
    var later: Control.Action?
    control.on(.touchDown) { _ in
      called.append(1)
      if let later { control.removeAction(later) }
    }
    later = control.on(.touchDown) { _ in called.append(2) }
    control.on(.touchUpInside) { control in
      called.append(3)
      control.removeFromSuperview()
    }
    stage.tap(150, 120)
    #expect(called == [1, 3] && control.superview == nil)

    final class Kept {}
    var kept: Kept? = Kept()
    weak let witness = kept
    let action = control.on(.touchDown) { [kept] _ in _ = kept }
    kept = nil
    #expect(witness != nil)
    control.removeAction(action)
    #expect(witness == nil)
  }

  @Test(
    "L94 Enter and Space press a control with the focus as a finger does; Escape and the loss of the focus cancel that")
  func keys() {
    let control = stage.add(Tracked())
    let other = stage.add(Tracked(), 220, 100)
    let log = EventLog(control)
    stage.press(.tab)
    #expect(control.isFocused && control.state == .focused)
    for key in [Key.enter, .space] {
      stage.down(key)
      #expect(control.isHighlighted && !control.isTracking)
      stage.focus.handle(key, .repeated, time: stage.time)
      stage.up(key)
      #expect(log.take() == ["down", "up", "primary"] && !control.isHighlighted)
    }
    stage.down(.enter)
    stage.press(.escape)
    stage.up(.enter)
    #expect(log.take() == ["down", "cancel"])
    stage.down(.enter)
    other.becomeFocused()
    stage.up(.enter)
    #expect(log.take() == ["down", "cancel"] && !control.isFocused && other.isFocused)
    // The button of an encoder is Enter: BTN_0.
    control.becomeFocused()
    stage.press(Key(rawValue: 256))
    #expect(log.take() == ["down", "up", "primary"])
    control.isEnabled = false
    #expect(!control.isFocused && !control.canBecomeFocused)
  }

  @Test("L94 the focus has a ring two points beside the control once a key was used, and none with a finger")
  func ring() {
    let control = stage.add(Tracked())
    stage.root.controlStyle = .day
    stage.touch(.began, 150, 120)
    stage.touch(.ended, 150, 120)
    func isRinged() -> Bool { stage.draw().color(97, 125) == 0x11_161C }
    #expect(control.isFocused && !isRinged())
    stage.press(.tab)
    #expect(isRinged() && stage.draw().color(99, 125) != 0x11_161C)
    stage.tap(150, 120)
    #expect(!isRinged())
  }

  @Test("L94 a target is 7 mm at least, by the display's millimetres, whatever the control's size")
  func targets() {
    let controls: [Control] = [Tracked(), Button(title: "A"), Switch(), Slider()]
    for control in controls {
      stage.add(control, 100, 100, 10, 10)
      let log = EventLog(control)
      // 35 points at 5 a millimetre: 12.5 beside each edge.
      #expect(control.bounds.inset(by: control.touchInsets).size == Size(width: 35, height: 35))
      stage.touch(.began, 89, 105)
      #expect(log.take().first == "down" || control is Slider)
      stage.touch(.cancelled, 89, 105)
      stage.router.pointsPerMillimetre = 10
      stage.layOut()
      #expect(control.bounds.inset(by: control.touchInsets).size == Size(width: 70, height: 70))
      stage.router.pointsPerMillimetre = 5
      control.removeFromSuperview()
    }
  }

  @Test("L94 deadlines come at their time, in order with fingers, whenever the program advances")
  func deadlines() {
    final class Waiting: Control {
      var times: [Int64] = []
      override func pressBegan(at time: Int64) { deadline = time + 100 }
      override func pressEnded(isInside: Bool, at time: Int64) { deadline = nil }
      override func deadlineReached(at time: Int64) {
        times.append(time)
        deadline = time + 100
      }
    }
    let control = stage.add(Waiting())
    stage.router.handle(finger: 0, phase: .began, at: Point(x: 150, y: 120), time: 1000)
    #expect(stage.router.nextDeadline == 1100)
    stage.router.advance(to: 1350)
    #expect(control.times == [1100, 1200, 1300] && stage.router.nextDeadline == 1400)
    stage.router.handle(finger: 0, phase: .ended, at: Point(x: 150, y: 120), time: 1450)
    #expect(control.times == [1100, 1200, 1300, 1400] && stage.router.nextDeadline == nil)
    stage.router.handle(finger: 0, phase: .began, at: Point(x: 150, y: 120), time: 2000)
    control.removeFromSuperview()
    control.deadline = nil
    #expect(stage.router.nextDeadline == nil && stage.router.waiting.isEmpty)
  }

  @Test("L94 a router that goes away is waited for no more")
  func routerGoes() {
    let control = Control(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    var router: TouchRouter? = TouchRouter(root: control.layer)
    control.deadline = 5
    #expect(router?.waiting.count == 1)
    router = nil
    control.deadline = 6
    control.deadline = nil
    #expect(control.deadline == nil)
  }
}
