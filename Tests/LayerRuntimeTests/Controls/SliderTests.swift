import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Sliders") struct SliderTests {
  private let stage = ControlStage()
  private let slider = Slider()

  init() {
    // The disc's middle goes from 11 to 189 of 200 points.
    stage.add(slider, 100, 100, 200, 40)
    slider.maximumValue = 100
    stage.layOut()
  }

  @Test("L94 the disc follows the finger from where it was taken, beyond the ends and beside the slider too")
  func follows() {
    let log = EventLog(slider)
    slider.value = 50
    // 4 points beside its middle: it does not jump.
    stage.touch(.began, 204, 120)
    #expect(slider.value == 50 && slider.isTracking)
    stage.touch(.moved, 204 + 89, 220)
    #expect(slider.value == 100 && slider.isHighlighted)
    stage.touch(.moved, 390, 120)
    stage.touch(.moved, 204, 120)
    #expect(slider.value == 50)
    stage.touch(.moved, 0, 120)
    stage.touch(.ended, 0, 120)
    #expect(slider.value == 0 && !slider.isHighlighted)
    #expect(log.take().filter { $0 == "value" }.count == 3)
  }

  @Test("L94 a touch beside the disc brings it there")
  func jumps() {
    stage.touch(.began, 200, 120)
    #expect(slider.value.rounded == 50)
    stage.touch(.ended, 200, 120)
  }

  @Test("L94 one that is not continuous sends its value once, when it is let go, and not where nothing changed")
  func isNotContinuous() {
    let log = EventLog(slider)
    slider.isContinuous = false
    stage.touch(.began, 111, 120)
    stage.touch(.moved, 150, 120)
    stage.touch(.moved, 200, 120)
    #expect(log.take() == ["down"])
    stage.touch(.ended, 200, 120)
    #expect(log.take() == ["value", "up"])
    stage.touch(.began, 200, 120)
    stage.touch(.ended, 200, 120)
    #expect(log.take() == ["down", "up"])
  }

  @Test("L94 what is held follows the finger, whatever the program sets; that is shown when it is let go")
  func setWhileHeld() {
    slider.value = 50
    var seen: [Fixed] = []
    slider.on(.valueChanged) { slider in
      seen.append(slider.value)
      slider.value = 20
    }
    stage.touch(.began, 200, 120)
    slider.value = 10
    #expect(slider.value == 50)
    stage.touch(.moved, 289, 120)
    #expect(slider.value == 100)
    stage.touch(.moved, 111, 120)
    #expect(slider.value == 0)
    stage.touch(.ended, 111, 120)
    #expect(slider.value == 20 && seen == [100, 0])
    // Without a word of the program the held one stays.
    slider.removeAllActions()
    stage.touch(.began, 147, 120)
    stage.touch(.moved, 200, 120)
    stage.touch(.ended, 200, 120)
    #expect(slider.value != 20)
  }

  @Test("L94 a cancelled touch gives the former value back, or the one that the program set, and says so")
  func cancelled() {
    slider.value = 50
    let log = EventLog(slider)
    stage.touch(.began, 200, 120)
    stage.touch(.moved, 260, 120)
    stage.touch(.cancelled, 260, 120)
    #expect(slider.value == 50 && log.take() == ["down", "value", "value", "cancel"])
    stage.touch(.began, 200, 120)
    slider.value = 70
    slider.isEnabled = false
    #expect(slider.value == 70 && log.take() == ["down", "cancel"])
  }

  @Test("L94 values are held to the range and to its steps, of which a last part is none")
  func steps() {
    (slider.minimumValue, slider.maximumValue, slider.stepValue) = (-10, 15, 10)
    slider.value = 15
    #expect(slider.value == 10)
    slider.value = -4
    #expect(slider.value == 0)
    slider.value = -300
    #expect(slider.value == -10)
    slider.stepValue = 0
    slider.value = 14.5
    slider.maximumValue = 12
    #expect(slider.value == 12)
    slider.maximumValue = -20
    #expect(slider.minimumValue == -20 && slider.value == -20)
    (slider.minimumValue, slider.maximumValue) = (-32768, 32767)
    slider.value = 32767
    #expect(slider.value == 32767 && slider.share(slider.value) == 1)
  }

  @Test("L94 with the focus Enter begins, arrows and an encoder set, Enter ends and Escape restores")
  func keys() {
    let log = EventLog(slider)
    slider.value = 50
    stage.press(.tab)
    stage.press(.right)
    #expect(slider.value == 50 && !slider.turned(by: 3))
    stage.press(.enter)
    #expect(slider.isEditing && log.take() == ["begin"])
    stage.press(.right, .up, .up, .left, .pageUp)
    #expect(slider.value == 62)
    stage.focus.turn(by: -5)
    #expect(slider.value == 57)
    // A key that is no step's is not used; Tab moves on, and the value stays.
    stage.press(.enter)
    #expect(!slider.isEditing && slider.value == 57 && log.take().suffix(1) == ["end"])
    stage.press(.enter, .home)
    #expect(slider.value == 0)
    stage.press(.escape)
    #expect(slider.value == 57 && !slider.isEditing && log.take() == ["begin", "value", "value", "give up"])
    stage.press(.enter, .end)
    slider.value = 3
    #expect(slider.value == 100)
    stage.press(.enter)
    #expect(slider.value == 3)
  }

  @Test("L94 the loss of the focus ends the editing; a slider that is disabled or hidden meanwhile sends nothing")
  func focusLost() {
    slider.isContinuous = false
    let other = stage.add(Control(), 100, 200)
    let log = EventLog(slider)
    stage.press(.tab, .enter, .right)
    other.becomeFocused()
    #expect(slider.value == 1 && log.take() == ["begin", "value", "end"])
    slider.becomeFocused()
    stage.press(.enter, .right)
    slider.isEnabled = false
    #expect(slider.value == 1 && log.take() == ["begin", "give up"])
    slider.isEnabled = true
    slider.becomeFocused()
    stage.press(.enter, .right)
    slider.isHidden = true
    other.becomeFocused()
    #expect(slider.value == 1 && log.take() == ["begin", "give up"])
  }

  @Test("L94 an upright slider has its greatest value at the top")
  func upright() {
    slider.isUpright = true
    slider.frame = Rect(x: 100, y: 50, width: 40, height: 200)
    stage.layOut()
    stage.touch(.began, 120, 239)
    #expect(slider.value.rounded == 0)
    stage.touch(.moved, 120, 150)
    #expect(slider.value.rounded == 50)
    stage.touch(.ended, 120, 61)
    stage.touch(.began, 120, 62)
    #expect(slider.value.rounded >= 50)
    stage.touch(.ended, 120, 62)
  }

  @Test(
    "L94 a slider without a title shows its value above the finger while it is held, and its disc moves within 150 ms")
  func bubble() {
    stage.draw()
    slider.value = 50
    let still = stage.draw()
    stage.touch(.began, 200, 120)
    let held = stage.draw()
    // The card lies 8 mm above the middle of the disc.
    #expect(held.color(200, 80) != still.color(200, 80))
    stage.touch(.ended, 200, 120)
    #expect(stage.draw() == still)
    slider.setValue(100, animated: true)
    let first = stage.draw()
    stage.advance(to: 200)
    #expect(slider.value == 100 && first != stage.draw())
  }

  @Test("L94 digits have a sign, the decimals of the step, and are rounded")
  func digits() {
    let numbers: [(Fixed, Int, String)] = [
      (0, 0, "0"), (0, 2, "0.00"), (12.25, 1, "12.3"), (-0.5, 0, "\u{2212}1"), (-0.25, 0, "0"), (100, 0, "100"),
      (0.05, 1, "0.1"), (-32768, 2, "\u{2212}32768.00"), (9.999, 2, "10.00"), (1234.5, 3, "1234.500"),
    ]
    for (number, decimals, text) in numbers { #expect(number.text(decimals: decimals) == text) }
    (slider.stepValue, slider.unit) = (0.5, "bar")
    #expect(slider.words(2) == "2.0 bar")
    slider.stepValue = 5
    #expect(slider.words(35) == "35 bar")
    slider.decimals = 3
    #expect(slider.words(1) == "1.000 bar")
  }

  @Test("L94 each style and state draws a slider in other colours")
  func looks() {
    var pictures: [Picture] = []
    (slider.title, slider.value) = ("A", 50)
    for (_, style) in controlStyles {
      stage.root.controlStyle = style
      for change in 0..<3 {
        slider.isEnabled = change != 1
        slider.isPending = change == 2
        pictures.append(stage.draw())
      }
      slider.isPending = false
      stage.touch(.began, 200, 135)
      pictures.append(stage.draw())
      stage.touch(.cancelled, 200, 135)
    }
    for first in pictures.indices {
      for second in pictures.indices where second > first {
        #expect(pictures[first] != pictures[second], "\(first) and \(second)")
      }
    }
  }
}
