import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Segmented controls, wheels and pages") struct ChoiceTests {
  private let stage = ControlStage()

  // MARK: Segments

  private func segments() -> SegmentedControl {
    stage.add(SegmentedControl(items: ["A", "B", "C"]), 100, 100, 150, 40)
  }

  @Test("L94 the part that a finger is lifted on is chosen, once; none where it has left, and none that is disabled")
  func choose() {
    let control = segments()
    let log = EventLog(control)
    #expect(control.selectedSegmentIndex == SegmentedControl.noSegment)
    stage.tap(175, 120)
    #expect(control.selectedSegmentIndex == 1 && log.take() == ["down", "value", "up"])
    stage.tap(175, 120)
    #expect(log.take() == ["down", "up"])
    stage.touch(.began, 110, 120)
    stage.touch(.moved, 240, 120)
    stage.touch(.ended, 240, 120)
    #expect(control.selectedSegmentIndex == 2)
    stage.touch(.began, 110, 120)
    stage.touch(.ended, 110, 200)
    #expect(control.selectedSegmentIndex == 2)
    control.setEnabled(false, forSegmentAt: 0)
    stage.tap(110, 120)
    #expect(control.selectedSegmentIndex == 2 && !control.isEnabledForSegment(at: 0))
    stage.touch(.began, 175, 120)
    control.isEnabled = false
    #expect(control.selectedSegmentIndex == 2 && log.take().last == "cancel")
  }

  @Test("L94 Enter begins a choice, arrows and an encoder go along it, Enter makes it and Escape does not")
  func keys() {
    let control = segments()
    let log = EventLog(control)
    control.selectedSegmentIndex = 0
    stage.press(.tab)
    #expect(!control.turned(by: 1))
    stage.press(.enter, .right, .right, .right)
    #expect(control.isEditing && control.selectedSegmentIndex == 0 && log.take() == ["begin"])
    stage.press(.enter)
    #expect(control.selectedSegmentIndex == 2 && log.take() == ["value", "end"])
    stage.press(.enter)
    stage.focus.turn(by: -1)
    stage.press(.escape)
    #expect(control.selectedSegmentIndex == 2 && log.take() == ["begin", "give up"])
    control.setEnabled(false, forSegmentAt: 1)
    stage.press(.enter)
    stage.focus.turn(by: -1)
    stage.press(.enter)
    #expect(control.selectedSegmentIndex == 0)
    stage.press(.enter, .right)
    control.isEnabled = false
    #expect(!control.isEditing && control.selectedSegmentIndex == 0)
  }

  @Test("L94 parts come and go, and the chosen one stays chosen")
  func parts() {
    let control = segments()
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "0", at: 0)
    #expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 2) == "B")
    control.removeSegment(at: 0)
    control.removeSegment(at: 9)
    #expect(control.selectedSegmentIndex == 1 && control.numberOfSegments == 3)
    control.removeSegment(at: 1)
    #expect(control.selectedSegmentIndex == -1)
    control.setTitle("Z", forSegmentAt: 1)
    #expect(control.titleForSegment(at: 1) == "Z" && control.titleForSegment(at: 5) == nil)
    control.selectedSegmentIndex = 7
    #expect(control.selectedSegmentIndex == -1)
    control.isMomentary = true
    let log = EventLog(control)
    stage.layOut()
    stage.tap(110, 120)
    #expect(log.take() == ["down", "value", "up"] && control.selectedSegmentIndex == -1)
  }

  // MARK: The wheel

  private func wheel(_ count: Int = 20) -> PickerWheel {
    // Rows of 34 points, the middle at 150.
    stage.add(PickerWheel(items: (0..<count).map { String($0) }), 100, 65, 100, 170)
  }

  @Test("L94 a wheel follows the finger and comes to rest on the nearest row, which it says once")
  func drag() {
    let wheel = wheel()
    let log = EventLog(wheel)
    stage.touch(.began, 150, 150, at: 0)
    stage.touch(.moved, 150, 116, at: 100)
    stage.touch(.moved, 150, 80, at: 200)
    #expect(wheel.selectedRow == 0)
    // It rests before it is lifted: no throw.
    stage.touch(.ended, 150, 80, at: 400)
    #expect(wheel.selectedRow == 0 && stage.router.nextDeadline != nil)
    stage.advance(to: 1000)
    #expect(wheel.selectedRow == 2 && log.take() == ["down", "up", "value"] && stage.router.nextDeadline == nil)
  }

  @Test("L94 a throw goes on by its speed, is the same at each rate of frames, ends, and wakes nobody after")
  func throwing() {
    var rows: [Int] = []
    for step in [16, 40, 1000] as [Int64] {
      let stage = ControlStage()
      let wheel = stage.add(PickerWheel(items: (0..<50).map { String($0) }), 100, 65, 100, 170)
      for time in 0...6 { stage.touch(time == 0 ? .began : .moved, 150, 200 - Fixed(time) * 16, at: Int64(time) * 16) }
      stage.touch(.ended, 150, 104, at: 98)
      var time: Int64 = 98
      while time < 1500 {
        time += step
        stage.advance(to: time)
      }
      rows.append(wheel.selectedRow)
      #expect(stage.router.nextDeadline == nil)
    }
    #expect(rows[0] > 6 && rows[1] == rows[0] && rows[2] == rows[0])
  }

  @Test("L94 a tap on another row turns the wheel there; a touch stops a wheel that turns")
  func tapRow() {
    let wheel = wheel()
    stage.touch(.began, 150, 150 + 68, at: 0)
    stage.touch(.ended, 150, 150 + 68, at: 50)
    stage.advance(to: 120)
    stage.touch(.began, 150, 150, at: 130)
    stage.advance(to: 2000)
    #expect(wheel.selectedRow == 0)
    stage.touch(.ended, 150, 150, at: 2000)
    stage.advance(to: 4000)
    #expect(wheel.selectedRow == 1 || wheel.selectedRow == 2)
  }

  @Test("L94 a wheel ends at its ends; cancelled, removed or disabled it shows the former row and says nothing")
  func ends() {
    let wheel = wheel(3)
    let log = EventLog(wheel)
    stage.touch(.began, 150, 230, at: 0)
    stage.touch(.moved, 150, -300, at: 500)
    stage.touch(.ended, 150, -300, at: 900)
    stage.advance(to: 3000)
    #expect(wheel.selectedRow == 2 && log.take().last == "value")
    stage.touch(.began, 150, 100, at: 3000)
    stage.touch(.moved, 150, 200, at: 3100)
    stage.touch(.cancelled, 150, 200, at: 3100)
    #expect(wheel.selectedRow == 2 && log.take() == ["down", "cancel"])
    stage.touch(.began, 150, 116, at: 3200)
    stage.touch(.ended, 150, 116, at: 3210)
    wheel.isEnabled = false
    stage.advance(to: 5000)
    #expect(wheel.selectedRow == 2 && log.take() == ["down", "up"] && stage.router.nextDeadline == nil)
  }

  @Test("L94 a row that the program chooses shows at once, or by turning; while the wheel is held, when it rests")
  func chosenByProgram() {
    let wheel = wheel()
    let log = EventLog(wheel)
    wheel.selectRow(5, animated: false)
    #expect(wheel.selectedRow == 5)
    wheel.selectRow(99, animated: true)
    #expect(wheel.selectedRow == 19 && stage.router.nextDeadline != nil)
    stage.advance(to: 2000)
    #expect(log.take() == [] && stage.router.nextDeadline == nil)
    stage.touch(.began, 150, 150, at: 2000)
    wheel.selectRow(3, animated: false)
    #expect(wheel.selectedRow == 19)
    stage.touch(.ended, 150, 150, at: 2010)
    stage.advance(to: 4000)
    #expect(wheel.selectedRow == 3)
  }

  @Test("L94 Enter begins the turning of a wheel by arrows and an encoder, Enter ends it, Escape restores")
  func wheelKeys() {
    let wheel = wheel()
    let log = EventLog(wheel)
    stage.press(.tab, .enter, .down, .down, .pageDown, .up)
    stage.focus.turn(by: 3)
    #expect(wheel.isEditing && wheel.selectedRow == 0)
    stage.press(.enter)
    #expect(wheel.selectedRow == 9 && log.take() == ["begin", "value", "end"])
    stage.press(.enter, .end, .escape)
    #expect(wheel.selectedRow == 9 && log.take() == ["begin", "give up"])
    stage.press(.enter, .home, .enter)
    #expect(wheel.selectedRow == 0)
  }

  @Test("L94 a wheel of 100,000 rows takes the layers of those that show")
  func manyRows() {
    let wheel = wheel(100_000)
    func count(_ layer: Layer) -> Int { layer.children.reduce(1) { $0 + count($1) } }
    #expect(count(wheel.layer) < 14)
    wheel.selectRow(99_999, animated: false)
    let last = stage.draw()
    wheel.selectRow(0, animated: false)
    #expect(stage.draw() != last && count(wheel.layer) < 14)
  }

  // MARK: Pages

  private func pages() -> (PageView, [View]) {
    let pages = stage.add(PageView(), 0, 0, 400, 300)
    let views = (0..<3).map { _ in View() }
    for (index, view) in views.enumerated() { pages.addPage("P\(index)", view) }
    stage.layOut()
    return (pages, views)
  }

  @Test("L94 a tab shows its page and hides the others; the event comes from a person alone")
  func tabs() {
    let (pages, views) = pages()
    let log = EventLog(pages)
    #expect(views.map(\.isHidden) == [false, true, true] && views[1].frame.minY == 0)
    stage.tap(200, 20)
    #expect(pages.selectedIndex == 1 && views.map(\.isHidden) == [true, false, true] && log.take() == ["value"])
    pages.selectedIndex = 2
    pages.selectedIndex = 9
    #expect(pages.selectedIndex == 2 && pages.tabBar.selectedSegmentIndex == 2 && log.take() == [])
    #expect(pages.page(at: 1) === views[1] && pages.page(at: 3) == nil && pages.numberOfPages == 3)
    stage.press(.tab, .enter, .left, .enter)
    #expect(pages.selectedIndex == 1 && log.take() == ["value"])
    stage.press(.enter)
    stage.focus.turn(by: -1)
    stage.press(.enter)
    #expect(pages.selectedIndex == 0)
  }

  @Test("L94 a page change cancels the touches of the page that goes")
  func pageTouches() {
    let (pages, views) = pages()
    let button = Button(title: "A")
    button.frame = Rect(x: 0, y: 100, width: 100, height: 50)
    views[0].addSubview(button)
    stage.layOut()
    let log = EventLog(button)
    stage.touch(.began, 50, 170)
    pages.selectedIndex = 1
    stage.touch(.ended, 50, 170)
    #expect(log.take() == ["down", "cancel"])
  }

  @Test("L94 a swipe beside the controls of a page goes to the next one, a swipe on a slider does not")
  func swipes() {
    let (pages, views) = pages()
    let slider = Slider()
    slider.frame = Rect(x: 0, y: 100, width: 400, height: 50)
    views[0].addSubview(slider)
    stage.layOut()
    func swipe(_ y: Fixed, from start: Fixed, to end: Fixed, at time: Int64) {
      stage.touch(.began, start, y, at: time)
      for step in 1...5 { stage.touch(.moved, start + (end - start) * Fixed(step) / 5, y, at: time + Int64(step) * 16) }
      stage.touch(.ended, end, y, at: time + 90)
    }
    swipe(170, from: 300, to: 100, at: 1000)
    #expect(pages.selectedIndex == 0)
    swipe(250, from: 300, to: 100, at: 2000)
    #expect(pages.selectedIndex == 1)
    swipe(250, from: 100, to: 300, at: 3000)
    swipe(250, from: 100, to: 300, at: 4000)
    #expect(pages.selectedIndex == 0)
    pages.isSwipeEnabled = false
    swipe(250, from: 300, to: 100, at: 5000)
    #expect(pages.selectedIndex == 0)
  }

  @Test("L94 without tabs dots show which page it is")
  func dots() {
    let (pages, _) = pages()
    pages.showsTabs = false
    stage.layOut()
    let first = stage.draw()
    pages.setSelectedIndex(1, animated: false)
    #expect(stage.draw() != first && pages.tabBar.isHidden)
  }

  @Test("L94 each style draws segments, wheels and tabs in other colours")
  func looks() {
    var pictures: [Picture] = []
    let control = segments()
    control.selectedSegmentIndex = 1
    let wheel = stage.add(PickerWheel(items: ["A", "B"]), 260, 100, 100, 100)
    let (pages, _) = pages()
    pages.isUserInteractionEnabled = false
    for (_, style) in controlStyles {
      stage.root.controlStyle = style
      pictures.append(stage.draw())
      for view in [control, wheel] as [Control] {
        view.isEnabled = false
        pictures.append(stage.draw())
        view.isEnabled = true
        view.isPending = true
        pictures.append(stage.draw())
        view.isPending = false
      }
    }
    for first in pictures.indices {
      for second in pictures.indices where second > first { #expect(pictures[first] != pictures[second]) }
    }
  }
}
