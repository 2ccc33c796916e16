import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Buttons") struct ButtonTests {
  private let stage = ControlStage()

  @Test("L94 a momentary button acts once when it is let go on it, and has one release for each press")
  func momentary() {
    var count = 0
    let button = stage.add(Button(title: "Start") { _ in count += 1 })
    let log = EventLog(button)
    stage.touch(.began, 150, 120)
    #expect(count == 0 && button.isHighlighted)
    stage.touch(.ended, 150, 120)
    #expect(count == 1 && log.take() == ["down", "up", "primary"] && !button.isSelected)
    var releases = 0
    button.on(.allReleases) { _ in releases += 1 }
    stage.tap(150, 120)
    stage.touch(.began, 150, 120)
    stage.touch(.ended, 300, 120)
    stage.touch(.began, 150, 120)
    button.isEnabled = false
    #expect(releases == 3 && count == 2)
  }

  @Test("L94 a toggle is on and off by turns, by finger and by key, and by the program without an event")
  func toggle() {
    let button = stage.add(Button(title: "Light", kind: .toggle))
    let log = EventLog(button)
    stage.tap(150, 120)
    #expect(button.isSelected && log.take() == ["down", "up", "value", "primary"])
    stage.touch(.began, 150, 120)
    stage.touch(.ended, 300, 120)
    #expect(button.isSelected && log.take() == ["down", "up outside"])
    stage.press(.tab, .space)
    #expect(!button.isSelected && log.take() == ["down", "up", "value", "primary"])
    button.isSelected = true
    #expect(log.take() == [])
  }

  @Test("L94 a repeating button acts at once, after 400 ms and then eight times a second, by time and not by frames")
  func repeating() {
    for steps in [[400, 525, 650, 1100], [1100]] as [[Int64]] {
      let stage = ControlStage()
      let button = stage.add(Button(title: "Up", kind: .repeating))
      var times: [Int64] = []
      button.on(.primaryActionTriggered) { _ in times.append(stage.time / 1_000_000) }
      stage.touch(.began, 150, 120, at: 0)
      #expect(times == [0] && stage.router.nextDeadline == 400_000_000)
      for step in steps { stage.advance(to: step) }
      // 0; 400, 525, 650, 775, 900, 1025.
      #expect(times.count == 7)
      stage.touch(.ended, 150, 120, at: 1140)
      stage.advance(to: 5000)
      #expect(times.count == 7 && stage.router.nextDeadline == nil)
    }
  }

  @Test("L94 a repeating button rests while the finger is beside it, and goes on where it comes back")
  func repeatingLeaves() {
    let button = stage.add(Button(title: "Up", kind: .repeating))
    var count = 0
    button.on(.primaryActionTriggered) { _ in count += 1 }
    stage.touch(.began, 150, 120, at: 0)
    stage.touch(.moved, 300, 120, at: 500)
    #expect(count == 2)
    stage.advance(to: 2000)
    #expect(count == 2)
    stage.touch(.moved, 150, 120, at: 2000)
    stage.advance(to: 2260)
    #expect(count == 4)
    button.removeFromSuperview()
    stage.advance(to: 4000)
    #expect(count == 4 && stage.router.nextDeadline == nil)
  }

  @Test("L94 a repeating button repeats by a key that is held, by the kernel's times")
  func repeatingByKey() {
    let button = stage.add(Button(title: "Up", kind: .repeating))
    var count = 0
    button.on(.primaryActionTriggered) { _ in count += 1 }
    stage.press(.tab)
    stage.down(.enter, at: 1000)
    // The program comes late: the key was held for 700 ms.
    stage.up(.enter, at: 1700)
    #expect(count == 4)
    stage.advance(to: 9000)
    #expect(count == 4)
  }

  @Test("L94 delay and interval of a repeating button can be set")
  func ownTimes() {
    let button = stage.add(Button(title: "Up", kind: .repeating))
    (button.repeatDelay, button.repeatInterval) = (.milliseconds(100), .milliseconds(50))
    var count = 0
    button.on(.primaryActionTriggered) { _ in count += 1 }
    stage.touch(.began, 150, 120, at: 0)
    stage.advance(to: 200)
    #expect(count == 4)
  }

  @Test("L94 each state of a button has a look of its own, in each style, and each style other colours")
  func looks() {
    var pictures: [Picture] = []
    let button = stage.add(Button(title: "A", kind: .toggle))
    for (_, style) in controlStyles {
      stage.root.controlStyle = style
      for change in 0..<6 {
        button.isSelected = change == 1 || change == 5
        button.isHighlighted = change == 2 || change == 5
        button.isEnabled = change != 3
        button.isPending = change == 4
        pictures.append(stage.draw())
      }
      (button.isSelected, button.isHighlighted) = (false, false)
    }
    for first in pictures.indices {
      for second in pictures.indices where second > first {
        #expect(pictures[first] != pictures[second], "\(first) and \(second)")
      }
    }
  }

  @Test("L94 a button shows its other word while it is on, and wants a size for both")
  func words() {
    let button = stage.add(Button(title: "Go", kind: .toggle))
    let narrow = button.sizeThatFits(.zero)
    button.selectedTitle = "A word that is far wider"
    #expect(button.sizeThatFits(.zero).width > narrow.width)
    #expect(narrow.width >= 70 && narrow.height >= 45)
  }
}
