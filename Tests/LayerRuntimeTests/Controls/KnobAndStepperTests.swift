import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Knobs and steppers") struct KnobAndStepperTests {
  private let stage = ControlStage()

  private func knob() -> Knob {
    // The middle of the arc is at (150, 150), its radius some 45 points.
    let knob = stage.add(Knob(), 100, 100, 100, 100)
    (knob.maximumValue, knob.value) = (270, 135)
    return knob
  }

  @Test("L94 a finger on the arc turns a knob by going round it, over the top and beyond it too")
  func goesRound() {
    let knob = knob()
    stage.touch(.began, 150, 110)
    #expect(knob.value == 135)
    stage.touch(.moved, 192, 150)
    #expect((knob.value - 225).magnitude < 2)
    stage.touch(.moved, 150, 110)
    #expect((knob.value - 135).magnitude < 2)
    stage.touch(.moved, 108, 150)
    #expect((knob.value - 45).magnitude < 2)
    // On below the end, where the arc has its gap, and back again.
    stage.touch(.moved, 130, 195)
    #expect(knob.value == 0)
    stage.touch(.moved, 108, 150)
    #expect((knob.value - 45).magnitude < 2)
    stage.touch(.ended, 108, 150)
  }

  @Test("L94 a finger in the middle turns a knob by moving up or to the right: 40 mm are the whole range")
  func moves() {
    let knob = knob()
    let log = EventLog(knob)
    stage.touch(.began, 150, 150)
    stage.touch(.moved, 150, 100)
    #expect((knob.value - 202.5).magnitude < 1)
    stage.touch(.moved, 100, 150)
    #expect((knob.value - 67.5).magnitude < 1 && knob.isHighlighted)
    stage.touch(.ended, 100, 150)
    #expect(log.take().filter { $0 == "value" }.count == 2)
  }

  @Test("L94 a knob that is held keeps to the finger; keys and an encoder set it after Enter, and Escape restores")
  func heldAndKeys() {
    let knob = knob()
    stage.touch(.began, 150, 150)
    knob.value = 10
    stage.touch(.moved, 150, 140)
    #expect(knob.value > 135)
    stage.touch(.ended, 150, 140)
    #expect(knob.value == 10)
    knob.stepValue = 5
    stage.press(.tab)
    #expect(!knob.turned(by: 1))
    stage.press(.enter)
    stage.focus.turn(by: 4)
    #expect(knob.value == 30)
    stage.press(.escape)
    #expect(knob.value == 10 && !knob.isEditing)
  }

  @Test("L94 the arc and the pointer of a knob move with its value, and each style has other colours")
  func knobLooks() {
    let knob = knob()
    var pictures = [stage.draw()]
    knob.value = 20
    pictures.append(stage.draw())
    for style in [ControlStyle.day, .night] {
      stage.root.controlStyle = style
      pictures.append(stage.draw())
      knob.isEnabled = false
      pictures.append(stage.draw())
      knob.isEnabled = true
    }
    for first in pictures.indices {
      for second in pictures.indices where second > first { #expect(pictures[first] != pictures[second]) }
    }
  }

  private func stepper() -> Stepper {
    let stepper = stage.add(Stepper(), 100, 100, 160, 45)
    stepper.value = 50
    return stepper
  }

  @Test("L94 a stepper steps at each press of its ends, and not in its middle")
  func steps() {
    let stepper = stepper()
    let log = EventLog(stepper)
    stage.tap(240, 120)
    #expect(stepper.value == 51 && log.take() == ["down", "value", "up"])
    stage.tap(110, 120)
    stage.tap(110, 120)
    #expect(stepper.value == 49)
    stage.tap(180, 120)
    #expect(stepper.value == 49 && !stepper.isTracking)
  }

  @Test("L94 held, a stepper repeats after 400 ms, eight times a second, and by ten steps after three seconds")
  func repeats() {
    for advances in [[1000, 2000, 3000, 3600], [3600]] as [[Int64]] {
      let stage = ControlStage()
      let stepper = stage.add(Stepper(), 100, 100, 160, 45)
      stepper.maximumValue = 1000
      stage.touch(.began, 240, 120, at: 0)
      for time in advances where time <= 3000 { stage.advance(to: time) }
      // 1 at once, 400 + n · 125 up to 2900: 21; then 3025 … 3525 by tens.
      stage.advance(to: 3600)
      #expect(stepper.value == 72)
      stage.touch(.ended, 240, 120, at: 3600)
      stage.advance(to: 9000)
      #expect(stepper.value == 72 && stage.router.nextDeadline == nil)
    }
  }

  @Test("L94 a stepper rests while the finger is beside its end, and goes on where it comes back")
  func leaves() {
    let stepper = stepper()
    stage.touch(.began, 240, 120, at: 0)
    stage.touch(.moved, 150, 120, at: 100)
    stage.advance(to: 2000)
    #expect(stepper.value == 51)
    stage.touch(.moved, 240, 120, at: 2000)
    stage.advance(to: 2130)
    #expect(stepper.value == 52)
    stepper.removeFromSuperview()
    stage.advance(to: 5000)
    // Taken away: the former value.
    #expect(stepper.value == 50 && stage.router.nextDeadline == nil)
  }

  @Test("L94 a stepper ends at its ends, or goes round; without repeats it steps once")
  func ends() {
    let stepper = stepper()
    (stepper.maximumValue, stepper.value, stepper.autorepeat) = (51, 51, false)
    stage.tap(240, 120)
    #expect(stepper.value == 51)
    stepper.wraps = true
    stage.tap(240, 120)
    #expect(stepper.value == 0)
    stage.tap(110, 120)
    #expect(stepper.value == 51)
    stage.touch(.began, 110, 120, at: 0)
    stage.advance(to: 3000)
    #expect(stepper.value == 50)
    stage.touch(.ended, 110, 120)
    stage.press(.tab, .enter, .left, .left, .enter)
    #expect(stepper.value == 48)
  }

  @Test("L94 what the program sets while a stepper is held is shown when it is let go")
  func setWhileHeld() {
    let stepper = stepper()
    stage.touch(.began, 240, 120, at: 0)
    stepper.value = 7
    #expect(stepper.value == 51)
    stage.touch(.ended, 240, 120, at: 10)
    #expect(stepper.value == 7)
  }
}
