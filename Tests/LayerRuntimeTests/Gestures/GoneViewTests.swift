// What a newcomer stumbled over: views that go while a finger is on them, and gestures of views above controls.
import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Rows that say their number.
private final class PlainRows: ListViewDataSource, ListViewDelegate {
  var selected: [Int] = []
  func numberOfRows(in list: ListView) -> Int { 200 }
  func listView(_ list: ListView, rowAt index: Int) -> ListRow {
    let row = list.dequeueReusableRow() ?? ListRow()
    row.tag = index
    return row
  }
  func listView(_ list: ListView, didSelectRowAt index: Int) { selected.append(index) }
}

@Suite("Views that go under a finger") struct GoneViewTests {
  private let stage = ControlStage()
  private let rows = PlainRows()

  private func list() -> ListView {
    let list = ListView(frame: .zero)
    (list.rowHeight, list.dataSource, list.listDelegate) = (30, rows, rows)
    return stage.add(list, 0, 0, 400, 300)
  }

  private func frame(at milliseconds: Int64) {
    stage.layOut()
    stage.compositor.drawFrame(at: .nanoseconds(milliseconds * 1_000_000), into: stage.display.memory)
  }

  /// Where a list is after a drag by 200 points, with a reload after each so many samples.
  private func drag(reloading every: Int?, at start: Int64) -> (place: Fixed, isMoving: Bool) {
    let list = list()
    defer { list.removeFromSuperview() }
    frame(at: start)
    stage.touch(.began, 200, 260, at: start + 10)
    for step in 1...20 {
      if let every, step % every == 0 { list.reloadData() }
      stage.touch(.moved, 200, 260 - 10 * Fixed(step), at: start + 10 + Int64(step) * 16)
      frame(at: start + 12 + Int64(step) * 16)
    }
    stage.touch(.ended, 200, 60, at: start + 340)
    return (list.contentOffset.y, list.isDecelerating)
  }

  @Test("L93 a list that is reloaded under a finger scrolls on as without, and is thrown")
  func reloadedList() {
    let still = drag(reloading: nil, at: 0)
    for every in [1, 2, 7] {
      let reloaded = drag(reloading: every, at: Int64(every) * 10_000)
      #expect(reloaded.place == still.place && reloaded.isMoving && still.isMoving, "\(reloaded) \(still)")
    }
  }

  @Test("L92 L93 a row is tapped, and held, while its list is reloaded; its action may reload it")
  func reloadedRow() {
    let list = list()
    frame(at: 0)
    stage.touch(.began, 200, 45, at: 10)
    list.reloadData()
    frame(at: 20)
    #expect(list.row(at: 1)?.isHighlighted == true)
    stage.touch(.ended, 200, 45, at: 30)
    #expect(rows.selected == [1] && list.row(at: 1)?.tag == 1)
    // A long press on the row, and one on the list.
    var states: [GestureRecognizer.State] = []
    let press = LongPressGestureRecognizer()
    press.addAction { _ in
      states.append(press.state)
      list.reloadData()
    }
    for (view, start) in [(list.row(at: 2)!, 1000), (list, 9000)] as [(View, Int64)] {
      view.addGestureRecognizer(press)
      stage.touch(.began, 200, 75, at: start)
      list.reloadData()
      frame(at: start + 20)
      stage.advance(to: start + 700)
      frame(at: start + 710)
      stage.touch(.ended, 200, 75, at: start + 720)
      #expect(states == [.began, .ended], "\(states)")
      states = []
    }
  }

  @Test("L91 L92 L93 content that goes under a finger: its touch is cancelled, gestures of views above it go on")
  func goneContent() {
    for deed in 0..<3 {
      let scroll = stage.add(ScrollView(frame: .zero), 0, 0, 200, 200)
      scroll.contentSize = Size(width: 200, height: 1000)
      let (content, above, own) = (NotingView(), PanGestureRecognizer(), PanGestureRecognizer())
      content.frame = Rect(x: 0, y: 0, width: 200, height: 1000)
      scroll.addSubview(content)
      // Both pans follow the finger beside the scroll view's own.
      let all = Together()
      (above.delegate, own.delegate) = (all, all)
      stage.root.addGestureRecognizer(above)
      content.addGestureRecognizer(own)
      frame(at: 0)
      let start = Int64(deed) * 10_000
      stage.touch(.began, 100, 180, at: start + 10)
      stage.touch(.moved, 100, 160, at: start + 30)
      stage.touch(.moved, 100, 150, at: start + 40)
      #expect(content.log == ["began", "cancelled"] && own.state == .changed && above.state == .changed)
      switch deed {
      case 0: content.removeFromSuperview()
      case 1: content.isHidden = true
      default: content.isUserInteractionEnabled = false
      }
      #expect(own.state != .changed && scroll.isDragging && above.state == .changed)
      let before = scroll.contentOffset.y
      stage.touch(.moved, 100, 100, at: start + 60)
      #expect(scroll.contentOffset.y == before + 50)
      // The rest goes too: nobody follows the finger any more.
      scroll.removeFromSuperview()
      #expect(above.state == .changed)
      stage.touch(.ended, 100, 100, at: start + 80)
      #expect(above.state == .possible && !scroll.isDragging)
      stage.root.removeGestureRecognizer(above)
      #expect(stage.router.fingers.allSatisfy { $0 == nil })
    }
  }

  @Test("L92 a swipe whose view goes by the end of the touch that it takes is not told")
  func goneBySwipe() {
    let page = stage.add(View(frame: .zero), 0, 0, 400, 300)
    let view = NotingView()
    view.frame = page.bounds
    page.addSubview(view)
    var swipes = 0
    page.addGestureRecognizer(SwipeGestureRecognizer { _ in swipes += 1 })
    for removes in [false, true] {
      view.cancelled = { if removes { page.removeFromSuperview() } }
      let start: Int64 = removes ? 5000 : 0
      stage.touch(.began, 100, 100, at: start + 10)
      stage.touch(.moved, 200, 100, at: start + 30)
      stage.touch(.ended, 200, 100, at: start + 40)
      #expect(swipes == 1 && view.log.last == "cancelled")
    }
  }

  @Test("L91 a touch without a gesture above it is over where its view goes")
  func lonelyTouch() {
    let view = stage.add(NotingView())
    stage.touch(.began, 120, 120)
    view.isHidden = true
    #expect(view.log == ["began", "cancelled"] && stage.router.fingers.allSatisfy { $0 == nil })
  }

  @Test(
    "L92 L94 controls are tapped and dragged where views above them have gestures; beside them these are recognised")
  func controlsUnderGestures() {
    let button = stage.add(Button(title: "B"), 10, 10), toggle = stage.add(Switch(), 150, 10)
    let slider = stage.add(Slider(), 10, 100, 300, 50)
    (slider.maximumValue, slider.value) = (100, 50)
    var (taps, pans, swipes, presses) = (0, 0, 0, 0)
    stage.root.addGestureRecognizer(TapGestureRecognizer { _ in taps += 1 })
    stage.root.addGestureRecognizer(PanGestureRecognizer { if $0.state == .began { pans += 1 } })
    stage.root.addGestureRecognizer(SwipeGestureRecognizer { _ in swipes += 1 })
    button.addAction(for: .primaryActionTriggered) { _ in presses += 1 }
    stage.tap(button)
    stage.tap(toggle)
    #expect(presses == 1 && toggle.isOn && taps == 0)
    let place = slider.convert(Point(x: 150, y: 25), to: nil)
    stage.touch(.began, place.x, place.y, at: 100)
    for step in 1...8 { stage.touch(.moved, place.x + Fixed(step) * 10, place.y, at: 100 + Int64(step) * 10) }
    stage.touch(.ended, place.x + 80, place.y, at: 190)
    #expect(slider.value > 70 && pans == 0 && swipes == 0)
    // Beside them, and across the slider.
    stage.tap(300, 250)
    #expect(taps == 1)
    stage.touch(.began, 100, 220, at: 400)
    stage.touch(.moved, 200, 220, at: 420)
    stage.touch(.ended, 200, 220, at: 430)
    #expect(pans + swipes == 1)
    let former = slider.value
    stage.touch(.began, place.x, place.y, at: 600)
    stage.touch(.moved, place.x, place.y + 40, at: 650)
    stage.touch(.ended, place.x, place.y + 40, at: 660)
    #expect(pans + swipes == 2 && slider.value >= former - 30)
    // A disabled button is like any view.
    button.isEnabled = false
    stage.tap(button)
    #expect(presses == 1 && taps == 2)
  }
}

/// Notes its touches.
private final class NotingView: View {
  var log: [String] = []
  override func touchesBegan(_ touch: Touch) { log.append("began") }
  override func touchesEnded(_ touch: Touch) { log.append("ended") }
  var cancelled: () -> Void = {}
  override func touchesCancelled(_ touch: Touch) {
    log.append("cancelled")
    cancelled()
  }
}

/// Lets all gestures be recognised beside each other.
private final class Together: GestureRecognizerDelegate {
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}
