import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A display of 40 × 20 pixels with a page of 20 × 10 at (10, 5): red until it is turned to blue.
private final class PageStage {
  let root = makeLayer(0, 0, 40, 20)
  let page = makeLayer(10, 5, 20, 10)
  let display = TestDisplay(width: 40, height: 20)
  let compositor: Compositor

  init(capacities: CompositorCapacities = CompositorCapacities()) {
    root.backgroundColor = .black
    page.backgroundColor = Color(argb: 0xFFFF0000)
    page.actions = ["backgroundColor": NullAction.shared]
    root.addSublayer(page)
    compositor = Compositor(root: root, width: 40, height: 20, capacities: capacities)
    draw(0)
  }

  @discardableResult
  func draw(_ milliseconds: Int) -> Bool {
    compositor.drawFrame(at: .milliseconds(milliseconds), into: display.memory)
  }

  /// Turns the page at 0, in a second, evenly.
  func turn(_ type: Transition.TransitionType, _ subtype: Transition.TransitionSubtype = .fromLeft) {
    let transition = Transition()
    (transition.type, transition.subtype, transition.duration) = (type, subtype, .seconds(1))
    page.add(transition, forKey: "page")
    page.backgroundColor = Color(argb: 0xFF0000FF)
    draw(0)
  }

  func color(_ x: Int, _ y: Int) -> UInt32 { display.pixel(x, y) & 0xFF_FFFF }

  /// The colours along the middle row of the page, each once: R, B or black.
  var row: String { letters((0..<40).map { color($0, 10) }) }
  var column: String { letters((0..<20).map { color(20, $0) }) }

  private func letters(_ colors: [UInt32]) -> String {
    var text = ""
    for color in colors {
      let letter: Character = color == 0xFF0000 ? "R" : color == 0x0000FF ? "B" : color == 0 ? "-" : "?"
      text.append(letter)
    }
    return text
  }
}

private func times(_ letter: Character, _ count: Int) -> String { String(repeating: letter, count: count) }

@Suite("Transitions")
struct TransitionTests {
  @Test("L82 a page fades into another: each colour is as far as the time is; then the layer is drawn directly again")
  func fade() {
    let stage = PageStage()
    stage.turn(.fade)
    #expect(stage.row == times("-", 10) + times("R", 20) + times("-", 10))
    stage.draw(200)
    #expect(stage.color(15, 10) == 0xCC0033)
    stage.draw(800)
    #expect(stage.color(15, 10) == 0x3300CC)
    #expect(stage.compositor.nextFrameTime != nil)
    stage.draw(1000)
    #expect(stage.row == times("-", 10) + times("B", 20) + times("-", 10))
    #expect(stage.page.animationKeys() == nil && stage.compositor.nextFrameTime == nil)
    #expect(stage.page.renderState.node.isNone == false && !stage.draw(1100))
    #expect(stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L82 pictures move from each of the four edges, to whole pixels, and are cut off at the layer's bounds")
  func moves() {
    // At a quarter of the time 5 pixels of 20, or 2.5 of 10.
    let cases: [(Transition.TransitionType, Transition.TransitionSubtype, String)] = [
      (.push, .fromLeft, times("B", 5) + times("R", 15)), (.push, .fromRight, times("R", 15) + times("B", 5)),
      (.moveIn, .fromLeft, times("B", 5) + times("R", 15)), (.moveIn, .fromRight, times("R", 15) + times("B", 5)),
      (.reveal, .fromLeft, times("B", 5) + times("R", 15)), (.reveal, .fromRight, times("R", 15) + times("B", 5)),
    ]
    for (type, subtype, middle) in cases {
      let stage = PageStage()
      stage.turn(type, subtype)
      stage.draw(250)
      #expect(stage.row == times("-", 10) + middle + times("-", 10), "\(type) \(subtype)")
    }
    for type in [Transition.TransitionType.push, .moveIn, .reveal] {
      let (top, bottom) = (PageStage(), PageStage())
      top.turn(type, .fromTop)
      bottom.turn(type, .fromBottom)
      top.draw(300)
      bottom.draw(300)
      #expect(top.column == times("-", 5) + times("B", 3) + times("R", 7) + times("-", 5), "\(type)")
      #expect(bottom.column == times("-", 5) + times("R", 7) + times("B", 3) + times("-", 5), "\(type)")
    }
  }

  @Test("L82 what is pushed moves, what is covered and what is revealed stays")
  func whatMoves() {
    for type in [Transition.TransitionType.push, .moveIn, .reveal] {
      let stage = PageStage()
      // A green mark at the left edge of what was shown, a white one at that of what is shown now.
      let (former, latest) = (makeLayer(0, 0, 1, 10), makeLayer(0, 0, 1, 10))
      (former.backgroundColor, latest.backgroundColor) = (Color(argb: 0xFF00FF00), .white)
      stage.page.addSublayer(former)
      stage.draw(0)
      let transition = Transition()
      (transition.type, transition.subtype, transition.duration) = (type, .fromRight, .seconds(1))
      stage.page.add(transition, forKey: "page")
      stage.page.sublayers = [latest]
      stage.page.backgroundColor = Color(argb: 0xFF0000FF)
      stage.draw(0)
      stage.draw(500)
      let (green, white) = (
        (0..<40).first { stage.color($0, 10) == 0x00FF00 }, (0..<40).first { stage.color($0, 10) == 0xFFFFFF }
      )
      switch type {
      case .push: #expect(green == nil && white == 20)
      case .moveIn: #expect(green == 10 && white == 20)
      default:
        #expect(green == nil && white == nil, "the former one has moved ten to the left, the new one is half covered")
      }
    }
  }

  @Test("L82 a transition begins and ends part of the way, and runs by its own curve")
  func progress() {
    let stage = PageStage()
    let transition = Transition()
    (transition.type, transition.duration) = (.push, .seconds(1))
    (transition.startProgress, transition.endProgress) = (0.5, 0.75)
    stage.page.add(transition, forKey: "page")
    stage.page.backgroundColor = Color(argb: 0xFF0000FF)
    stage.draw(0)
    #expect(stage.row == times("-", 10) + times("B", 10) + times("R", 10) + times("-", 10))
    stage.draw(999)
    #expect(stage.row == times("-", 10) + times("B", 15) + times("R", 5) + times("-", 10))
    stage.draw(1000)
    #expect(stage.row == times("-", 10) + times("B", 20) + times("-", 10))
    (transition.startProgress, transition.endProgress) = (-1, 3)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
  }

  @Test("L82 a transition in another goes on from what is seen")
  func again() {
    let stage = PageStage()
    stage.turn(.push)
    stage.draw(500)
    let transition = Transition()
    (transition.type, transition.subtype, transition.duration) = (.moveIn, .fromBottom, .seconds(1))
    stage.page.add(transition, forKey: "page")
    stage.page.backgroundColor = Color(argb: 0xFF00FF00)
    stage.draw(500)
    #expect(stage.row == times("-", 10) + times("B", 10) + times("R", 10) + times("-", 10))
    stage.draw(1300)
    #expect(
      (0..<40).map { stage.color($0, 14) } == [UInt32](repeating: 0, count: 10)
        + [UInt32](repeating: 0x00FF00, count: 20) + [UInt32](repeating: 0, count: 10))
    #expect(stage.color(12, 5) == 0x0000FF && stage.color(28, 5) == 0xFF0000)
    stage.draw(1500)
    #expect(stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L82 what is translucent fades exactly, with the layer's own opacity; what is hidden goes by and by")
  func translucent() {
    let stage = PageStage()
    stage.page.actions["opacity"] = NullAction.shared
    stage.page.actions["isHidden"] = NullAction.shared
    stage.page.backgroundColor = Color(argb: 0x80FF_0000)
    stage.page.opacity = 0.5
    stage.draw(0)
    let before = stage.color(15, 10) >> 16
    stage.turn(.fade)
    #expect(stage.color(15, 10) >> 16 == before && stage.color(15, 10) & 0xFFFF == 0)
    stage.draw(1000)
    let transition = Transition()
    transition.duration = .seconds(1)
    stage.page.add(transition, forKey: nil)
    stage.page.isHidden = true
    stage.draw(1000)
    let whole = stage.color(15, 10)
    stage.draw(1500)
    let half = stage.color(15, 10)
    #expect(whole > 0x70 && half > 0x38 && half < 0x48, "\(whole) \(half)")
    stage.draw(2000)
    #expect(stage.color(15, 10) == 0)
    let other = Transition()
    other.duration = .seconds(1)
    stage.page.add(other, forKey: nil)
    stage.page.isHidden = false
    stage.draw(2000)
    #expect(stage.color(15, 10) == 0)
    stage.draw(2500)
    #expect(stage.color(15, 10) == half || stage.color(15, 10) + 1 == half || stage.color(15, 10) == half + 1)
  }

  @Test("L82 a layer that is turned, scaled or in perspective shows its former picture where it was")
  func turned() {
    let transforms: [Transform3D] = [
      Transform3D(scaleX: 1.5, y: 1.5, z: 1), Transform3D(rotationAngle: .pi / 6, x: 0, y: 0, z: 1),
      Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1), Transform3D(rotationAngle: .pi, x: 0, y: 0, z: 1),
    ]
    for transform in transforms {
      let stage = PageStage()
      stage.page.actions["transform"] = NullAction.shared
      stage.page.transform = transform
      let mark = makeLayer(2, 2, 6, 3)
      mark.backgroundColor = .white
      stage.page.addSublayer(mark)
      stage.draw(0)
      let before = (0..<800).map { stage.color($0 % 40, $0 / 40) }
      let transition = Transition()
      transition.duration = .seconds(1)
      stage.page.add(transition, forKey: nil)
      mark.position.x += 1
      mark.removeAllAnimations()
      stage.draw(0)
      let after = (0..<800).map { stage.color($0 % 40, $0 / 40) }
      let far = zip(before, after).filter { distance($0, $1) > 24 }.count
      #expect(far < 40, "\(far) pixels")
    }
    // Pushed from its own left, which is seen at the top where it is turned by a quarter to the right.
    let stage = PageStage()
    stage.page.actions["transform"] = NullAction.shared
    stage.page.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1)
    stage.draw(0)
    stage.turn(.push, .fromLeft)
    stage.draw(500)
    #expect(stage.column == times("B", 10) + times("R", 10))
  }

  private func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  @Test("L82 without memory for both pictures the layer is at once what it is, which is counted")
  func noMemory() {
    let stage = PageStage(capacities: CompositorCapacities(bitmapBytes: 1024))
    stage.turn(.fade)
    stage.draw(500)
    #expect(stage.row == times("-", 10) + times("B", 20) + times("-", 10))
    #expect(stage.compositor.overflow.bitmaps > 0)
  }

  @Test("L82 a transition that is removed, with its layer or alone, leaves nothing behind; the delegate hears of it")
  func removed() {
    let stage = PageStage()
    let log = AnimationLog()
    let transition = Transition()
    (transition.duration, transition.delegate) = (.seconds(1), log)
    stage.page.add(transition, forKey: "page")
    stage.page.backgroundColor = Color(argb: 0xFF0000FF)
    stage.draw(0)
    stage.draw(500)
    stage.page.removeAnimation(forKey: "page")
    stage.draw(510)
    #expect(stage.row == times("-", 10) + times("B", 20) + times("-", 10) && log.entries == ["start", "stop"])
    #expect(stage.compositor.bitmapBytesUsed == 0)
    stage.page.add(transition, forKey: "page")
    stage.draw(520)
    stage.page.removeFromSuperlayer()
    stage.draw(530)
    #expect(stage.row == times("-", 40) && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L82 between two frames no picture names a transition that was removed")
  func unnamed() throws {
    let stage = PageStage()
    stage.turn(.push)
    stage.draw(500)
    // Held here: that of the layer would be gone, and a picture would name what is no more.
    let transition = try #require(stage.page.animation(forKey: "page") as? Transition)
    func isNamed() -> Bool { stage.compositor.surfaces.contains { $0.transition === transition } }
    #expect(isNamed())
    stage.page.removeAnimation(forKey: "page")
    #expect(!isNamed())
  }
}

@Suite("Actions of the tree")
struct TreeActionTests {
  /// Keeps what it is run for.
  private final class Log: Action {
    var entries: [String] = []
    func run(forKey key: String, on layer: Layer) { entries.append(key + (layer.superlayer == nil ? "!" : "")) }
  }

  @Test("L80 layers that come, go, are hidden and shown have actions; so has the list of sublayers")
  func order() {
    let stage = PageStage()
    let log = Log()
    let (a, b) = (makeLayer(0, 0, 2, 2), makeLayer(2, 0, 2, 2))
    for layer in [a, b] { layer.actions = ["onOrderIn": log, "onOrderOut": log, "isHidden": NullAction.shared] }
    stage.page.actions["sublayers"] = log
    stage.page.addSublayer(a)
    #expect(log.entries == ["onOrderIn", "sublayers"])
    stage.draw(0)
    log.entries = []
    stage.page.replaceSublayer(a, with: b)
    #expect(log.entries == ["onOrderOut", "onOrderIn", "sublayers"])
    stage.draw(0)
    log.entries = []
    stage.page.sublayers = [a, b]
    #expect(log.entries == ["onOrderIn", "sublayers"])
    stage.draw(0)
    log.entries = []
    b.isHidden = true
    b.isHidden = false
    #expect(log.entries == ["onOrderOut", "onOrderIn"])
    log.entries = []
    a.removeFromSuperlayer()
    #expect(log.entries == ["onOrderOut", "sublayers"], "it is still there when it is told")
    log.entries = []
    stage.page.sublayers = nil
    #expect(log.entries == ["onOrderOut", "sublayers"])
    log.entries = []
    stage.page.addSublayer(a)
    a.removeFromSuperlayer()
    #expect(log.entries == ["onOrderIn", "sublayers", "sublayers"], "never shown, it does not leave")
  }

  @Test("L80 a transition as the action of the sublayers pushes what was there out")
  func sublayersPush() {
    let stage = PageStage()
    let (first, second) = (makeLayer(0, 0, 20, 10), makeLayer(0, 0, 20, 10))
    (first.backgroundColor, second.backgroundColor) = (Color(argb: 0xFFFF0000), Color(argb: 0xFF0000FF))
    stage.page.addSublayer(first)
    stage.draw(0)
    let push = Transition()
    (push.type, push.duration) = (.push, .seconds(1))
    stage.page.actions["sublayers"] = push
    stage.page.insertSublayer(second, above: first)
    stage.draw(0)
    stage.draw(250)
    #expect(stage.row == times("-", 10) + times("B", 5) + times("R", 15) + times("-", 10))
  }

  @Test("L80 contents that are assigned fade in over a quarter of a second; equal disabled actions show at once")
  func contents() {
    let stage = PageStage()
    let (red, blue) = (
      TestImage(width: 2, height: 2) { _, _ in 0xFFFF_0000 }, TestImage(width: 2, height: 2) { _, _ in 0xFF00_00FF }
    )
    stage.page.contents = red.image
    stage.draw(0)
    stage.draw(300)
    #expect(stage.color(15, 10) == 0xFF0000 && stage.compositor.nextFrameTime == nil)
    stage.page.contents = blue.image
    stage.draw(300)
    #expect(stage.color(15, 10) == 0xFF0000)
    stage.draw(425)
    let half = stage.color(15, 10)
    #expect(half >> 16 > 0x10 && half & 255 > 0x10 && (half >> 16) + (half & 255) > 0xFD)
    stage.draw(550)
    #expect(stage.color(15, 10) == 0x0000FF && stage.compositor.bitmapBytesUsed == 0)
    Transaction.begin()
    Transaction.disableActions = true
    stage.page.contents = red.image
    Transaction.commit()
    stage.draw(560)
    #expect(stage.color(15, 10) == 0xFF0000 && stage.page.animationKeys() == nil)
  }
}
