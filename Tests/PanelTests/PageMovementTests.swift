import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Pages that turn, and what scrolls in them")
struct PageMovementTests {
  /// Three pages and a way to choose them.
  private func bench(_ pages: String, _ first: String = "{number: a}", _ more: String = "") throws -> ControlBench {
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: stdin}}
      signals: {a: {from: in/a, stale: 1h}, b: {from: in/b, stale: 1s}}
      bar: {left: [\(pages)]}
      pages:
        one: \(first)
        two: {number: b}
        three: {text: Three}
      \(more)
      """
    return try ControlBench(PanelFile(bytes: compilePanel(Array(text.utf8), name: "pages").bytes))
  }

  // MARK: Swipes

  @Test("P4A a swipe to a side turns pages, up to the ends; slow, short and upright ones do not")
  func swipes() throws {
    let bench = try bench("{pages: dots}")
    bench.drag((250, 120), (120, 120))
    #expect(bench.panel.page == 1)
    bench.drag((250, 120), (120, 130))
    #expect(bench.panel.page == 2)
    bench.drag((250, 120), (120, 120))
    #expect(bench.panel.page == 2, "there is none behind the last")
    bench.drag((60, 120), (200, 120))
    bench.drag((60, 120), (200, 120))
    #expect(bench.panel.page == 0)
    bench.drag((60, 120), (200, 120))
    #expect(bench.panel.page == 0, "there is none before the first")
    for end in [(240, 120), (250, 200), (150, 230)] {
      bench.drag((250, 120), end)
      #expect(bench.panel.page == 0, "\(end)")
    }
    // 40 pixels are 8 mm: in a second they are none.
    bench.drag((250, 120), (231, 120), lifts: false)
    bench.run(600)
    bench.drag((231, 120), (120, 120))
    #expect(bench.panel.page == 0)
  }

  @Test("P4A swipes can be off, and there are none without a choice of pages")
  func swipesOff() throws {
    for pages in ["{pages: tabs, swipe: false}", "{clock: HH:mm}"] {
      let bench = try bench(pages)
      bench.drag((250, 120), (120, 120))
      #expect(bench.panel.page == 0, "\(pages)")
    }
  }

  @Test("P4A P48 a finger on a control turns no page: it is the control's")
  func swipeOnControl() throws {
    let bench = try bench("{pages: tabs}", "{slider: a, sends: in/a}")
    bench.drag((250, 140), (60, 140))
    #expect(bench.panel.page == 0 && bench.receiver.values.count == 1)
  }

  @Test("P4A a page with a PIN asks for it when a swipe leads there")
  func swipeToLocked() throws {
    let text = """
      panel: 1
      size: 320x240
      bar: {left: [{pages: dots}]}
      pages: {main: {text: Main}, settings: {lock: "4711", text: Settings}}
      """
    let bench = try ControlBench(PanelFile(bytes: compilePanel(Array(text.utf8), name: "pages").bytes))
    bench.drag((250, 120), (120, 120))
    #expect(bench.panel.page == 0 && bench.panel.sheet?.question == .pin)
  }

  // MARK: Conditions

  @Test("P4A a page is shown by a signal, and the one of before when it is over")
  func condition() throws {
    let bench = try bench("{pages: tabs}", "{number: a}", "  four: {when: a above 5, text: Reversing}\n")
    bench.set(0, to: 3)
    bench.advance(20)
    #expect(bench.panel.page == 0)
    bench.panel.showPage(1)
    bench.set(0, to: 7)
    bench.advance(20)
    #expect(bench.panel.page == 3)
    bench.set(0, to: 2)
    bench.advance(20)
    #expect(bench.panel.page == 1)
    // Whoever chooses another page meanwhile stays there, until it holds again.
    bench.set(0, to: 7)
    bench.advance(20)
    bench.panel.showPage(2)
    bench.set(0, to: 8)
    bench.advance(20)
    #expect(bench.panel.page == 2)
    bench.set(0, to: 2)
    bench.advance(20)
    #expect(bench.panel.page == 2)
    bench.set(0, to: 7)
    bench.advance(20)
    #expect(bench.panel.page == 3)
  }

  @Test("P4A a page of any one instrument has its condition, and a wrong one is refused")
  func conditionOfInstruments() throws {
    for element in [
      "gauge: a", "bar: a", "number: a", "text: A", "lamp: a above 3", "tank: a", "list: [a]", "column: [{number: a}]",
    ] {
      let bench = try bench("{pages: tabs}", "{number: a}", "  four: {\(element), when: a above 5}\n")
      bench.set(0, to: 7)
      bench.advance(20)
      #expect(bench.panel.page == 3, "\(element)")
      #expect(throws: DescriptionError.self, "\(element)") {
        try self.bench("{pages: tabs}", "{number: a}", "  four: {\(element), when: nothing above 5}\n")
      }
    }
  }

  @Test("P4A of two pages whose conditions hold the later one is shown, then the other; an old value holds nothing")
  func conditions() throws {
    let more = "  four: {when: a above 5, text: Four}\n  five: {when: b above 5, text: Five}\n"
    let bench = try bench("{pages: tabs}", "{number: a}", more)
    bench.set(0, to: 7)
    bench.advance(20)
    bench.set(1, to: 7)
    bench.advance(20)
    #expect(bench.panel.page == 4)
    bench.run(1500)
    #expect(bench.panel.page == 3, "b is old")
    bench.set(0, to: 1)
    bench.advance(20)
    #expect(bench.panel.page == 0)
  }

  @Test("P4A a page that opens itself has no lock, and its condition is one")
  func wrongCondition() {
    func errors(_ keys: String) -> String {
      let text = "panel: 1\nsignals: {a: {initial: 1}}\npages: {main: {\(keys), text: A}}\n"
      do {
        _ = try compilePanel(Array(text.utf8), name: "p")
        return ""
      } catch { return error.lines.joined(separator: " ") }
    }
    #expect(errors("when: a above 3, lock: \"4711\"").contains("when beside lock"))
    #expect(errors("when: 5").contains("condition"))
    #expect(errors("when: 1 < 2").contains("never changes"))
  }

  // MARK: Parts that scroll

  private let tall = "{scroll: [{text: One, height: 100px}, {button: Go, sends: in/go, height: 100px}, {text: Three}]}"

  @Test("P4A a part of a page scrolls: elements keep their heights, and those without one are a third of what is seen")
  func scrollArea() throws {
    let bench = try bench("{pages: tabs, swipe: false}", tall)
    let (first, button) = (bench.panel.instruments[0], bench.control(ButtonInstrument.self))
    let last = bench.panel.instruments[2]
    #expect(first.frame.height == 100 && button.frame.minY == 108 && button.frame.height == 100)
    #expect(last.frame.minY == 216)
    let seen = try #require(first.superlayer).bounds.height
    #expect(last.frame.height == (seen / 3).whole)
    func top(_ layer: Layer) -> Int { layer.convert(Point.zero, to: bench.panel.root).y.rounded }
    let before = top(last)
    bench.drag((100, 200), (100, 120))
    bench.run(2000)
    #expect(top(last) < before - 50)
    let moved = top(last)
    // It stays there, and a page that was left remembers it.
    bench.panel.showPage(1)
    bench.advance(20)
    bench.panel.showPage(0)
    bench.advance(20)
    #expect(top(last) == moved)
    // The end of the content ends at the bottom.
    for _ in 0..<3 { bench.drag((100, 220), (100, 60)) }
    bench.run(3000)
    #expect(last.convert(last.bounds, to: bench.panel.root).maxY.rounded == 240 - 8)
  }

  @Test("P4A P46 a drag that begins on a button scrolls, and presses nothing; a tap presses it where it is now")
  func buttonInScroll() throws {
    let bench = try bench("{pages: tabs, swipe: false}", tall)
    let button = bench.control(ButtonInstrument.self)
    func middle() -> (Int, Int) {
      let place = button.convert(button.bounds, to: bench.panel.root)
      return (place.midX.rounded, place.midY.rounded)
    }
    let (x, y) = middle()
    bench.touch(.began, x, y)
    #expect(button.isPressed)
    bench.touch(.moved, x, y - 40)
    #expect(!button.isPressed)
    bench.touch(.ended, x, y - 60)
    bench.run(2000)
    #expect(bench.receiver.values.isEmpty && middle().1 < y)
    let place = middle()
    bench.tap(place.0, place.1)
    #expect(bench.receiver.values == [1])
  }

  @Test("P4A P48 a knob and an upright slider in it keep their drags")
  func knobInScroll() throws {
    for control in ["knob: a, sends: in/a", "slider: a, upright: true, sends: in/a"] {
      let bench = try bench(
        "{pages: tabs, swipe: false}", "{scroll: [{\(control), height: 150px}, {text: Two, height: 150px}]}")
      bench.set(0, to: 50)
      bench.advance(20)
      let layer = try #require(bench.panel.instruments[0].superlayer)
      bench.drag((160, 120), (160, 60))
      #expect(layer.bounds.minY == 0 && bench.receiver.values.count == 1, "\(control)")
      bench.drag((160, 220), (160, 60))
      #expect(layer.bounds.minY > 0)
    }
  }

  @Test(
    "P4A what is in a list keeps its height; a finger, arrows, page keys and an encoder move it, and the focus goes on")
  func list() throws {
    let rows = (0..<30).map { "Row \($0): a" }.joined(separator: ", ")
    let bench = try bench(
      "{pages: tabs, swipe: false}", "{column: [{list: [\(rows)]}, {button: Go, sends: in/go, height: 60px}]}")
    let list = try #require(bench.panel.instruments[0] as? ListInstrument)
    let (first, second) = (list.members[0].frame, list.members[1].frame)
    #expect(first.height >= 30 && second.minY == first.maxY && list.members.allSatisfy { !$0.isHidden })
    let scroll = try #require(list.members[0].superlayer)
    var place: Int { scroll.bounds.minY.rounded }
    bench.drag((100, 120), (100, 60))
    bench.run(3000)
    #expect(place > 30)
    let former = place
    bench.press(.tab)
    #expect(bench.focus.focusedLayer === list)
    bench.press(.down)
    #expect(place == former + first.height.rounded)
    bench.press(.up, .pageDown)
    #expect(place > former + first.height.rounded)
    bench.turn(-100)
    #expect(place == 0)
    bench.turn(100)
    let room = first.height * 30 - scroll.bounds.height
    #expect(place == room.rounded)
    bench.press(.down)
    #expect(bench.focus.focusedLayer is ButtonInstrument)
  }

  @Test("P4A a list that fits does not move and takes no focus")
  func shortList() throws {
    let bench = try bench("{pages: tabs, swipe: false}", "{list: [a, b]}")
    let list = try #require(bench.panel.instruments[0] as? ListInstrument)
    bench.drag((100, 120), (100, 60))
    #expect(list.members[0].superlayer?.bounds.minY == 0 && !list.canBecomeFocused)
  }

  // MARK: Tabs

  @Test("P4A many tabs scroll, and the one of the page that is shown is in sight")
  func manyTabs() throws {
    let titles = (0..<24).map { "Page number \($0)" }
    let pages = PagesInstrument(try instrumentStyle())
    pages.frame = Rect(x: 0, y: 0, width: 320, height: 40)
    pages.titles = titles
    pages.layoutIfNeeded()
    var asked: [Int] = []
    pages.eventHandler = { if case .page(let page) = $0 { asked.append(page) } }
    let router = TouchRouter(root: pages)
    func tap(_ x: Int) {
      for phase in [Touch.Phase.began, .ended] { router.handle(finger: 1, phase: phase, at: Point(x: Fixed(x), y: 20)) }
    }
    // A chevron on each side where there are more.
    func sides() -> [Bool] { [!pages.earlier.isHidden, !pages.later.isHidden] }
    #expect(sides() == [false, true])
    let (left, right) = (pages.earlier.path?.boundingBox, pages.later.path?.boundingBox)
    #expect(
      left.map { $0.minX >= 0 && $0.maxX < 40 } ?? false && right.map { $0.minX > 280 && $0.maxX <= 320 } ?? false)
    tap(30)
    #expect(asked == [0])
    pages.selected = 23
    pages.layoutIfNeeded()
    #expect(sides() == [true, false])
    tap(290)
    #expect(asked == [0, 23])
    // A drag shows others, and chooses none.
    router.handle(finger: 1, phase: .began, at: Point(x: 60, y: 20), time: 1_000_000_000)
    router.handle(finger: 1, phase: .moved, at: Point(x: 280, y: 20), time: 1_100_000_000)
    router.handle(finger: 1, phase: .ended, at: Point(x: 280, y: 20), time: 2_000_000_000)
    #expect(asked == [0, 23])
    tap(290)
    #expect(asked.count == 3 && asked[2] < 23 && sides() == [true, true])
    pages.titles = ["A", "B"]
    pages.layoutIfNeeded()
    #expect(sides() == [false, false])
  }
}
