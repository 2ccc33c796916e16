import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A view that says what it is told.
private final class Stop: View {
  let name: String
  var log: (String) -> Void = { _ in }
  var isFocusable = true
  var usedKeys: Set<Key> = []
  var usesTurns = false

  init(_ name: String, _ x: Int, _ y: Int, _ width: Int = 40, _ height: Int = 20) {
    self.name = name
    super.init(frame: Rect(x: Fixed(x), y: Fixed(y), width: Fixed(width), height: Fixed(height)))
  }

  override var canBecomeFocused: Bool { isFocusable }
  override func focusChanged(_ focus: FocusState) { log("\(name) \(focus)") }
  override func keyDown(_ press: KeyPress) -> Bool {
    if !usedKeys.contains(press.key) { return false }
    log("\(name) \(press.isRepeat ? "again" : "down") \(press.key.rawValue)")
    return true
  }
  override func keyUp(_ press: KeyPress) { log("\(name) \(press.phase) \(press.key.rawValue)") }
  override func turned(by steps: Int) -> Bool {
    if usesTurns { log("\(name) turned \(steps)") }
    return usesTurns
  }
}

private final class Page {
  let root = View(frame: Rect(x: 0, y: 0, width: 400, height: 300))
  let touches: TouchRouter
  let focus: FocusRouter
  var log: [String] = []
  var stops: [Stop] = []
  var time: Int64 = 0

  init(_ stops: [Stop]) {
    touches = TouchRouter(root: root.layer)
    focus = FocusRouter(root: root.layer)
    touches.focusRouter = focus
    for stop in stops { add(stop, to: root) }
  }

  func add(_ stop: Stop, to view: View) {
    stops.append(stop)
    stop.log = { [unowned self] in self.log.append($0) }
    view.addSubview(stop)
  }

  var name: String { (focus.focusedLayer?.view as? Stop)?.name ?? "-" }

  func press(_ key: Key) {
    time += 1
    focus.handle(key, .began, time: time)
    focus.handle(key, .ended, time: time)
  }

  /// The names that have the focus after each of some keys.
  func names(_ keys: [Key]) -> String {
    keys.map {
      press($0)
      return name
    }.joined(separator: " ")
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }
}

/// Three rows that do not stand in the order of the tree: a b c, d (a little lower) e, f.
private func rows() -> Page {
  Page([
    Stop("f", 10, 200), Stop("e", 200, 104), Stop("d", 10, 100), Stop("c", 300, 10), Stop("a", 10, 14),
    Stop("b", 100, 8),
  ])
}

@Suite("Focus") struct FocusTests {
  @Test("L95 one view has the focus: Tab goes by rows, from the left to the right, and round; with shift the other way")
  func order() {
    let page = rows()
    #expect(page.names([.tab, .tab, .tab, .tab, .tab, .tab, .tab]) == "a b c d e f a")
    let shift = Key(rawValue: 42)
    page.focus.handle(shift, .began, time: 1)
    #expect(page.names([.tab, .tab]) == "f e")
    page.focus.handle(shift, .ended, time: 1)
    #expect(page.names([.tab]) == "f")
    #expect(page.stops.count { $0.focusState == .ringed } == 1)
  }

  @Test("L95 arrows go to the nearest view in their direction, and nowhere where there is none")
  func arrows() {
    let page = rows()
    #expect(page.names([.down, .right, .right, .right, .down, .down, .left, .up, .up, .up]) == "a b c c e f f d a a")
  }

  @Test("L95 an encoder goes from one to the next, several steps at once, and stops at the ends; its button is Enter")
  func encoder() {
    let page = rows()
    page.focus.turn(by: 1)
    #expect(page.name == "a")
    page.focus.turn(by: 3)
    #expect(page.name == "d")
    page.focus.turn(by: 100)
    #expect(page.name == "f")
    page.focus.turn(by: Int.min)
    #expect(page.name == "a")
    page.stops[4].usedKeys = [.enter]
    page.log = []
    page.press(Key(rawValue: 256))
    #expect(page.takeLog() == ["a down 28", "a ended 28"])
    // A focused view takes turns where it wants to.
    page.stops[4].usesTurns = true
    page.focus.turn(by: -2)
    #expect(page.takeLog() == ["a turned -2"] && page.name == "a")
    page.focus.turn(by: 0)
    #expect(page.takeLog().isEmpty)
  }

  @Test("L95 the ring is drawn only after a key or an encoder was used: a finger takes the focus along and hides it")
  func ring() {
    let page = rows()
    page.stops[2].usedKeys = [.enter]
    page.focus.turn(by: 1)
    #expect(page.takeLog() == ["a ringed"])
    page.touches.handle(finger: 0, phase: .began, at: Point(x: 20, y: 110), time: 5)
    page.touches.handle(finger: 0, phase: .ended, at: Point(x: 20, y: 110), time: 6)
    #expect(page.takeLog() == ["a none", "d focused"] && !page.focus.showsRing)
    // The first key shows it, and does nothing else.
    page.press(.enter)
    #expect(page.takeLog() == ["d ringed"])
    page.press(.enter)
    #expect(page.takeLog() == ["d down 28", "d ended 28"])
    // A finger beside them hides the ring only.
    page.touches.handle(finger: 0, phase: .began, at: Point(x: 390, y: 290), time: 7)
    #expect(page.takeLog() == ["d focused"] && page.stops[2].focusState == .focused)
    page.press(.right)
    #expect(page.name == "d" && page.takeLog() == ["d ringed"])
  }

  @Test("L95 keys go to the focused view, then to those above it, then to the program; their end goes to who took them")
  func keys() {
    let page = rows()
    let group = Stop("group", 0, 0, 400, 300)
    group.isFocusable = false
    let inner = Stop("inner", 200, 200)
    page.add(group, to: page.root)
    page.add(inner, to: group)
    group.usedKeys = [.pageDown]
    inner.usedKeys = [.space]
    var program: [String] = []
    page.focus.keyHandler = {
      if $0.key != .home { return false }
      program.append("\($0.phase)")
      return true
    }
    #expect(inner.becomeFocused() && inner.focusState == .focused)
    page.press(.tab)
    page.log = []
    page.focus.handle(.space, .began, time: 1)
    page.focus.handle(.space, .began, time: 2)
    page.focus.handle(.space, .repeated, time: 3)
    page.focus.handle(.space, .ended, time: 4)
    page.focus.handle(.space, .ended, time: 5)
    page.focus.handle(.space, .repeated, time: 6)
    #expect(page.takeLog() == ["inner down 57", "inner again 57", "inner ended 57"])
    page.press(.pageDown)
    #expect(page.takeLog() == ["group down 109", "group ended 109"])
    page.press(.home)
    #expect(program == ["began", "ended"] && page.takeLog().isEmpty)
    page.press(.end)
    #expect(program.count == 2)
  }

  @Test("L95 what is held by a key is cancelled when its view goes, is hidden or disabled, and when the device goes")
  func cancels() {
    let page = rows()
    let view = page.stops[4]
    view.usedKeys = [.space, .enter]
    func hold() {
      view.becomeFocused()
      page.focus.move(.next)
      page.focus.move(.previous)
      view.becomeFocused()
      page.log = []
      page.focus.handle(.space, .began, time: 1)
    }
    hold()
    view.isHidden = true
    #expect(page.takeLog() == ["a down 57", "a cancelled 57"])
    page.focus.handle(.space, .ended, time: 2)
    #expect(page.takeLog().isEmpty)
    view.isHidden = false
    hold()
    view.isUserInteractionEnabled = false
    #expect(page.takeLog() == ["a down 57", "a cancelled 57"])
    page.focus.handle(.space, .ended, time: 2)
    view.isUserInteractionEnabled = true
    hold()
    view.removeFromSuperview()
    #expect(page.takeLog() == ["a down 57", "a cancelled 57"])
    page.focus.handle(.space, .ended, time: 2)
    page.root.addSubview(view)
    hold()
    page.focus.handle(.enter, .began, time: 2)
    page.focus.cancelKeys(time: 3)
    #expect(page.takeLog() == ["a down 57", "a down 28", "a cancelled 28", "a cancelled 57"])
  }

  @Test("L95 the focus survives layout and page changes, and leaves what is hidden, disabled or gone for what is near")
  func survives() {
    let page = rows()
    #expect(page.names([.tab, .tab, .tab, .tab]) == "a b c d")
    for stop in page.stops { stop.frame.origin.x = 350 - stop.frame.minX }
    #expect(page.name == "d" && page.stops[2].focusState == .ringed)
    // Another page for a while, and back.
    page.root.removeFromSuperview()
    for stop in page.stops { stop.isHidden = true }
    for stop in page.stops { stop.isHidden = false }
    #expect(page.stops[2].focusState == .ringed)
    // The nearest of those that are left, at the next key.
    page.stops[2].isHidden = true
    page.log = []
    page.press(.tab)
    #expect(page.name == "a" && page.takeLog() == ["d none", "a ringed"])
    page.stops[0].isFocusable = false
    #expect(page.names([.tab]) == "e")
    page.stops[1].removeFromSuperview()
    #expect(page.names([.tab]).count == 1 && page.name != "e")
    for stop in page.stops { stop.isUserInteractionEnabled = false }
    let last = page.name
    #expect(page.names([.tab, .down]) == "\(last) \(last)")
    #expect(!page.stops[3].becomeFocused())
  }

  @Test("L95 a dialog keeps the focus in it, is typed into at once, and gives it back")
  func dialog() {
    let page = rows()
    let dialog = View(frame: Rect(x: 50, y: 50, width: 300, height: 200))
    page.root.addSubview(dialog)
    let (yes, no) = (Stop("yes", 10, 150), Stop("no", 100, 150))
    for stop in [no, yes] { page.add(stop, to: dialog) }
    yes.usedKeys = [.enter]
    #expect(page.names([.tab, .tab]) == "a b")
    page.focus.scope = dialog.layer
    #expect(page.names([.tab, .tab, .down]) == "no yes yes")
    #expect(!page.stops[0].becomeFocused())
    page.focus.scope = nil
    #expect(page.name == "b" && page.stops[5].focusState == .ringed)
    // After a finger Enter answers all the same.
    page.touches.handle(finger: 0, phase: .began, at: Point(x: 390, y: 290), time: 7)
    page.focus.scope = dialog.layer
    page.log = []
    page.press(.enter)
    #expect(page.takeLog() == ["yes down 28", "yes ended 28"])
  }

  @Test("L93 L95 a view that gets the focus out of sight is scrolled into it, through each view that scrolls")
  func reveals() {
    let page = Page([Stop("top", 10, 10)])
    let outer = ScrollView(frame: Rect(x: 0, y: 40, width: 400, height: 200))
    outer.contentSize = Size(width: 400, height: 1000)
    let inner = ScrollView(frame: Rect(x: 0, y: 600, width: 400, height: 100))
    inner.contentSize = Size(width: 400, height: 500)
    page.root.addSubview(outer)
    outer.addSubview(inner)
    page.add(Stop("near", 10, 20), to: outer)
    page.add(Stop("far", 10, 300), to: inner)
    #expect(page.names([.tab, .tab]) == "top near")
    #expect(outer.contentOffset.y == 0 && inner.contentOffset.y == 0)
    #expect(page.names([.tab]) == "far")
    // The inner view ends with the row, and the outer one with the inner view's part that shows it.
    #expect(inner.contentOffset.y == 220 && outer.contentOffset.y == 500)
    #expect(page.names([.tab, .tab]) == "top near" && outer.contentOffset.y == 20)
  }

  @Test("L95 between keys nothing is kept but the view with the focus")
  func keepsNothing() {
    let page = rows()
    page.press(.tab)
    page.touches.handle(finger: 0, phase: .began, at: Point(x: 390, y: 290), time: 5)
    page.press(.tab)
    #expect(page.focus.stops.isEmpty && page.focus.showsRing)
  }

  @Test("L95 a key writes the character of a keyboard for the United States; a number pad's are the same")
  func characters() {
    func text(_ codes: [UInt16], _ modifiers: KeyPress.Modifiers = []) -> String {
      String(
        decoding: codes.compactMap {
          KeyPress(key: Key(rawValue: $0), phase: .began, modifiers: modifiers, timestamp: 0).character
        }, as: UTF8.self)
    }
    #expect(text([35, 18, 38, 38, 24, 57, 2, 11, 52, 51, 12]) == "hello 10.,-")
    #expect(text([35, 18, 2, 13, 53], .shift) == "HE!+?")
    #expect(text([79, 80, 81, 75, 76, 77, 71, 72, 73, 82, 83, 74]) == "1234567890.-")
    #expect(text([30], .control).isEmpty && text([1, 15, 28, 59, 103, 700, 65535]).isEmpty)
    for digit in 0...9 {
      #expect(KeyPress(key: .digit(digit), phase: .began, timestamp: 0).character == UInt8(48 + digit))
    }
  }
}
