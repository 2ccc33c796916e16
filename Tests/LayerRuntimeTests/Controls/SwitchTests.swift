import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Switches") struct SwitchTests {
  private let stage = ControlStage()

  @Test("L94 a tap turns a switch over once; one that leaves does nothing; keys and an encoder's button do as a tap")
  func taps() {
    let control = stage.add(Switch(), 100, 100, 80, 40)
    let log = EventLog(control)
    stage.tap(140, 120)
    #expect(control.isOn && log.take() == ["down", "value", "up"])
    stage.touch(.began, 140, 120)
    stage.touch(.moved, 145, 200)
    #expect(!control.isHighlighted)
    stage.touch(.ended, 145, 200)
    #expect(control.isOn && log.take() == ["down", "exit", "up outside"])
    stage.press(.tab, .enter)
    #expect(!control.isOn && log.take() == ["down", "up", "value"])
    stage.tap(140, 120)
    #expect(control.isOn)
  }

  @Test("L94 a finger carries the disc: past the middle the switch is turned over, also where it is let go beside it")
  func carried() {
    let control = stage.add(Switch(), 100, 100, 80, 40)
    let log = EventLog(control)
    stage.touch(.began, 120, 120)
    stage.touch(.moved, 135, 120)
    stage.touch(.ended, 135, 120)
    #expect(!control.isOn && log.take() == ["down", "up"])
    stage.touch(.began, 120, 120)
    stage.touch(.moved, 170, 120)
    stage.touch(.ended, 170, 180)
    #expect(control.isOn && log.take() == ["down", "value", "up outside"])
    // There and back again is no change.
    stage.touch(.began, 160, 120)
    stage.touch(.moved, 110, 120)
    stage.touch(.moved, 160, 120)
    stage.touch(.ended, 160, 120)
    #expect(control.isOn && log.take() == ["down", "up"])
  }

  @Test("L94 what the program sets while a switch is held is shown when it is let go, and calls no action")
  func setWhileHeld() {
    let control = stage.add(Switch(), 100, 100, 80, 40)
    let log = EventLog(control)
    control.isOn = true
    control.setOn(false, animated: true)
    #expect(!control.isOn && log.take() == [])
    stage.touch(.began, 140, 120)
    control.isOn = false
    #expect(!control.isOn)
    stage.touch(.ended, 140, 120)
    #expect(!control.isOn && log.take() == ["down", "value", "up"])
    stage.touch(.began, 140, 120)
    control.isOn = true
    #expect(!control.isOn)
    stage.touch(.cancelled, 140, 120)
    #expect(control.isOn && log.take() == ["down", "cancel"])
  }

  @Test("L94 the disc of a switch moves in 150 ms where that is asked for, and at once otherwise")
  func animated() {
    let control = stage.add(Switch(), 100, 100, 80, 40)
    let off = stage.draw()
    control.setOn(true, animated: true)
    let between = stage.draw()
    stage.advance(to: 75)
    let half = stage.draw()
    stage.advance(to: 200)
    let on = stage.draw()
    #expect(between != on && half != on && half != between)
    control.isOn = false
    #expect(stage.draw() == off)
    control.isOn = true
    #expect(stage.draw() == on)
  }

  @Test("L94 each style draws a switch in other colours, and on and off differ by more than colour")
  func looks() {
    let control = stage.add(Switch(), 100, 100, 80, 40)
    var pictures: [Picture] = []
    for (_, style) in controlStyles {
      stage.root.controlStyle = style
      for isOn in [false, true] {
        control.isOn = isOn
        pictures.append(stage.draw())
        control.isEnabled = false
        pictures.append(stage.draw())
        control.isEnabled = true
      }
    }
    for first in pictures.indices {
      for second in pictures.indices where second > first { #expect(pictures[first] != pictures[second]) }
    }
  }
}
