import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ScrollViewTests {
  private let stage = ScrollStage()

  // MARK: Limits

  @Test("L93 content size and insets are the limits: a throw rests between them, a shown rectangle is not beyond")
  func limits() {
    let view = stage.add(content: Size(width: 320, height: 600))
    view.contentInset = EdgeInsets(top: 30, left: 0, bottom: 50, right: 0)
    var time = stage.flick((100, 220), (100, 20), to: 60)
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == 410)
    time = stage.flick((100, 20), (100, 220), from: 20_000, to: 20_060)
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == -30)
    view.scrollRectToVisible(Rect(x: 0, y: 590, width: 10, height: 500), animated: false)
    #expect(view.contentOffset.y == 410)
    view.scrollRectToVisible(Rect(x: 0, y: 420, width: 10, height: 20), animated: false)
    #expect(view.contentOffset.y == 410)
    view.scrollRectToVisible(Rect(x: 0, y: 400, width: 10, height: 20), animated: false)
    #expect(view.contentOffset.y == 400)
    view.contentInset = .zero
    #expect(view.contentOffset.y == 360)
  }

  @Test("L93 setContentOffset moves at once, or in 0.3 s, and stops what moved")
  func offset() {
    let view = stage.add()
    view.setContentOffset(Point(x: -5, y: 77.25), animated: false)
    #expect(view.contentOffset == Point(x: -5, y: 77.25) && view.bounds.origin == view.contentOffset)
    view.setContentOffset(Point(x: 0, y: 400.5), animated: true)
    stage.frame(at: 1000)
    stage.frame(at: 1150)
    #expect(abs(view.y - 239) <= 1 && !view.isDecelerating)
    let last = stage.run(from: 1160)
    #expect(
      view.contentOffset == Point(x: 0, y: 400.5) && abs(last - 1310) < 20 && stage.log.calls == ["end animation"])
    let lifted = stage.flick((100, 200), (100, 60), from: 2000, to: 2100)
    stage.frame(at: lifted + 50)
    view.contentOffset = .zero
    #expect(!view.isDecelerating && stage.log.calls.last == "end throw")
    stage.run(from: lifted + 60)
    #expect(view.contentOffset == .zero)
  }

  @Test("L93 content that shrinks during a throw ends it at the new limit; at rest it is held at once; a drag goes on")
  func shrinks() {
    let view = stage.add()
    let lifted = stage.flick((100, 220), (100, 20), to: 60)
    stage.frame(at: lifted + 20)
    stage.frame(at: lifted + 200)
    #expect(view.y > 400)
    view.contentSize.height = 500
    #expect(view.isDecelerating)
    stage.frame(at: lifted + 210)
    #expect(view.y > 300)
    stage.run(from: lifted + 220)
    #expect(view.contentOffset.y == 260 && stage.compositor.nextFrameTime == nil)
    view.contentSize.height = 300
    #expect(view.contentOffset.y == 60)
    view.frame.size.height = 290
    view.layoutIfNeeded()
    #expect(view.contentOffset.y == 10)
    view.contentSize.height = 5000
    view.contentOffset.y = 1000
    stage.touch(.began, 100, 200, at: 10_000)
    stage.touch(.moved, 100, 100, at: 10_100)
    let dragged = view.y
    view.contentSize.height = 400
    #expect(view.y == dragged)
    stage.touch(.ended, 100, 100, at: 10_300)
    stage.run(from: 10_310)
    #expect(view.contentOffset.y == 110)
  }

  @Test("L93 content that grows during a throw lets it go on")
  func grows() {
    let view = stage.add(content: Size(width: 320, height: 700))
    let lifted = stage.flick((100, 220), (100, 20), to: 60)
    stage.frame(at: lifted + 10)
    view.contentSize.height = 9000
    stage.run(from: lifted + 20)
    #expect(view.y > 700 && view.y < 3000)
  }

  @Test("L93 nonsense sizes: negative ones are none, huge ones are held, and a view without a size stays where it is")
  func nonsense() {
    let view = stage.add(content: Size(width: -10, height: -5))
    #expect(view.contentSize == .zero)
    stage.run(from: stage.flick((100, 220), (100, 20)) + 1)
    #expect(view.contentOffset == .zero)
    let most = Fixed.max
    view.contentSize = Size(width: most, height: most)
    view.contentInset = EdgeInsets(top: most, left: most, bottom: most, right: most)
    view.alwaysBounceHorizontal = true
    for i in 0..<4 {
      let begin = 20_000 * (i + 1)
      stage.run(from: stage.flick((10, 230), (310, 10), from: begin, to: begin + 20) + 1, until: .infinity)
      view.contentOffset = Point(x: i % 2 == 0 ? most : .min, y: i < 2 ? .min : most)
    }
    view.contentInset = EdgeInsets(top: .min, left: .min, bottom: .min, right: .min)
    #expect(view.contentOffset.y <= most)
    view.contentInset = .zero
    view.frame = .zero
    view.contentOffset = Point(x: 40, y: 40)
    view.layoutIfNeeded()
    view.frame = Rect(x: 0, y: 0, width: 320, height: 240)
    view.isPagingEnabled = true
    stage.run(from: stage.flick((100, 220), (100, 20), from: 200_000, to: 200_060) + 1, until: .infinity)
    #expect(view.contentOffset.y == 240 && stage.compositor.nextFrameTime == nil)
  }

  // MARK: Bounce

  @Test("L93 a throw swings beyond the end and comes back to it exactly, as a spring; without bouncing it ends there")
  func bounce() {
    for bounces in [true, false] {
      let stage = ScrollStage()
      let view = stage.add(content: Size(width: 320, height: 400))
      view.bounces = bounces
      let lifted = stage.flick((100, 220), (100, 60))
      var places: [Int] = []
      stage.log.onScroll = { places.append($0.y) }
      stage.run(from: lifted + 2)
      #expect(view.contentOffset.y == 160 && stage.compositor.nextFrameTime == nil)
      let top = places.max() ?? 0
      #expect(bounces ? top > 175 && top < 320 : top == 160, "\(top)")
      // Up once, down once.
      let peak = places.firstIndex(of: top) ?? 0
      #expect(places[..<peak].elementsEqual(places[..<peak].sorted()))
      #expect(places[peak...].elementsEqual(places[peak...].sorted(by: >)))
    }
  }

  @Test("L93 a finger pulls beyond the end less and less, never by a whole view, and lets go back to it")
  func pull() {
    let view = stage.add()
    stage.touch(.began, 100, 20, at: 0)
    var (steps, last) = ([Int](), 0)
    for i in 1...20 {
      stage.touch(.moved, 100, 20 + 100 * i, at: 100 * i)
      steps.append(last - view.y)
      last = view.y
    }
    #expect(
      zip(steps.dropFirst(), steps.dropFirst(2)).allSatisfy { $0 + 1 >= $1 } && steps[1] > 20 && steps[19] < 4
        && view.y < -150 && view.y > -240)
    stage.touch(.ended, 100, 2020, at: 3000)
    #expect(view.isDecelerating)
    stage.run(from: 3010)
    #expect(view.contentOffset == .zero)
    view.bounces = false
    stage.flick((100, 20), (100, 220), from: 8000, to: 8100)
    #expect(view.contentOffset == .zero)
  }

  @Test("L93 the way of a pull and the place that it pulls to are each other's reverse within 1/16 point")
  func pullReverse() {
    let limits = ScrollLimits(content: 1000 << 16, before: 0, after: 0, viewport: 240 << 16)
    for place in stride(from: -220, through: 980, by: 7) {
      let way = limits.pull(to: Int64(place) << 16)
      #expect((limits.stretched(way) - Int64(place) << 16).magnitude <= 1 << 12, "\(place)")
    }
    let none = ScrollLimits(content: 0, before: 0, after: 0, viewport: 0)
    #expect(none.stretched(.max / 4) == 0 && none.pull(to: 77) == 0)
  }

  @Test("L93 content that fits moves only where it always bounces")
  func fits() {
    let view = stage.add(content: Size(width: 320, height: 200))
    stage.touch(.began, 100, 50, at: 0)
    stage.touch(.moved, 100, 150, at: 50)
    #expect(view.contentOffset == .zero && !view.isDragging)
    stage.touch(.ended, 100, 150, at: 60)
    view.alwaysBounceVertical = true
    stage.touch(.began, 100, 50, at: 1000)
    stage.touch(.moved, 100, 150, at: 1050)
    #expect(view.y < -20 && view.isDragging)
    stage.touch(.ended, 100, 150, at: 1060)
    stage.run(from: 1070)
    #expect(view.contentOffset == .zero)
  }

  // MARK: Paging

  @Test("L93 paging ends at the next page of a flick, at the nearest of a slow drag, and never skips one")
  func paging() {
    let view = stage.add(content: Size(width: 320, height: 960))
    view.isPagingEnabled = true
    var time = stage.flick((100, 220), (100, 20), to: 60)
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == 240)
    time = stage.flick((100, 220), (100, 180), from: 10_000, to: 10_060)
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == 480)
    stage.touch(.began, 100, 100, at: 20_000)
    stage.touch(.moved, 100, 200, at: 20_500)
    stage.touch(.ended, 100, 200, at: 21_000)
    #expect(view.isDecelerating)
    stage.run(from: 21_001)
    #expect(view.contentOffset.y == 480)
    time = stage.flick((100, 20), (100, 60), from: 30_000, to: 30_060)
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == 240)
    view.contentOffset.y = 720
    time = stage.flick((100, 220), (100, 20), from: 40_000, to: 40_060)
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == 720)
  }

  @Test("L93 the delegate hears of the end of a throw, and may choose another one")
  func target() {
    let view = stage.add()
    stage.log.target = Point(x: 0, y: 333)
    var time = stage.flick((100, 220), (100, 100))
    stage.run(from: time + 1)
    #expect(view.contentOffset.y == 333 && (stage.log.natural?.y ?? 0) > 333)
    stage.log.target = Point(x: 50, y: 20_000)
    time = stage.flick((100, 220), (100, 100), from: 10_000, to: 10_100)
    stage.run(from: time + 1)
    #expect(view.contentOffset == Point(x: 0, y: 5000 - 240))
  }

  // MARK: Indicators

  @Test(
    "L93 indicators: seen while the view moves, at the place of the content, squeezed beyond the end, gone at the end")
  func indicators() {
    let view = stage.add(content: Size(width: 320, height: 960))
    #expect(view.bars.isEmpty && view.subviews.isEmpty)
    stage.touch(.began, 100, 200, at: 0)
    stage.touch(.moved, 100, 100, at: 50)
    guard let bar = view.bars.first else { return #expect(Bool(false), "no bar") }
    #expect(view.bars.count == 1 && abs(bar.frame.height.rounded - 58) <= 1 && bar.frame.maxX == 317)
    let before = bar.frame.minY - view.contentOffset.y
    stage.touch(.moved, 100, 20, at: 100)
    #expect(bar.frame.minY - view.contentOffset.y > before)
    stage.frame(at: 120)
    #expect(stage.display.pixel(315, bar.frame.minY.rounded - view.y + 20) & 0xFFFFFF != 0)
    #expect(view.layer.hitTest(Point(x: 315, y: 60), order: .drawing) === view.layer)
    view.contentOffset.y = 790
    #expect(bar.frame.height < 40 && bar.frame.maxY - view.contentOffset.y <= 237)
    stage.touch(.ended, 100, 20, at: 500)
    let end = stage.run(from: 510)
    #expect(view.bars.isEmpty && end > 600 && stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
    view.showsVerticalScrollIndicator = false
    view.flashScrollIndicators()
    #expect(view.bars.isEmpty)
    view.showsVerticalScrollIndicator = true
    view.contentSize.width = 1000
    view.flashScrollIndicators()
    #expect(view.bars.count == 2)
    #expect(abs(stage.run(from: 5000) - 5750) < 40 && view.bars.isEmpty && stage.compositor.nextFrameTime == nil)
  }

  @Test("L93 indicators fade with the end of a throw: they ask for no frame of their own")
  func fade() {
    let view = stage.add()
    let lifted = stage.flick((100, 200), (100, 60))
    stage.frame(at: lifted + 10)
    let last = lifted + Double(view.motion?.duration ?? 0) / 1_000_000
    stage.frame(at: last - 400)
    #expect(view.bars.first?.opacity == 1)
    stage.frame(at: last - 100)
    #expect(abs((view.bars.first?.opacity ?? 0) - 0.4) < 0.02)
    stage.frame(at: last)
    #expect(view.bars.isEmpty && stage.compositor.nextFrameTime == nil)
  }

  // MARK: Others

  @Test("L93 a view that is removed while it is thrown or dragged is at its end, and asks for nothing any more")
  func removal() {
    for drags in [false, true] {
      let stage = ScrollStage()
      let view = stage.add()
      let lifted = stage.flick((100, 200), (100, 60))
      stage.frame(at: lifted + 10)
      if drags { stage.touch(.began, 100, 100, at: Int(lifted) + 20) }
      if drags { stage.touch(.moved, 100, 50, at: Int(lifted) + 30) }
      view.removeFromSuperview()
      #expect(
        !view.isDecelerating && !view.isDragging && !view.isTracking && stage.log.calls.last?.hasPrefix("end") == true)
      #expect(stage.compositor.scrollMotions.isIdle)
      stage.frame(at: lifted + 60)
      #expect(stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame && view.y > 150)
    }
  }

  @Test("L93 a thrown view that goes, with its compositor or before, leaves nothing behind")
  func lifetimes() {
    weak var gone: ScrollView?
    do {
      let view = stage.add()
      gone = view
      let lifted = stage.flick((100, 200), (100, 60))
      stage.frame(at: lifted + 10)
      stage.log.onScroll = { $0.removeFromSuperview() }
    }
    stage.run(from: 300)
    #expect(gone == nil && stage.compositor.scrollMotions.isIdle)
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 320, height: 240))
    do {
      let other = ScrollStage()
      _ = other.add(view)
      let lifted = other.flick((100, 200), (100, 60))
      other.frame(at: lifted + 10)
      #expect(view.isDecelerating)
      view.delegate = nil
    }
    #expect(!view.isDecelerating && view.motions == nil)
  }

  @Test("L93 a delegate that is a view is not kept, and forgotten when it goes; another object is kept")
  func delegates() {
    final class Hearer: View, ScrollViewDelegate {}
    let view = stage.add()
    weak var gone: Hearer?
    do {
      let hearer = Hearer()
      gone = hearer
      view.delegate = hearer
      #expect(view.delegate === hearer)
    }
    #expect(gone == nil && view.delegate == nil)
    view.contentOffset.y = 10
    view.delegate = ScrollLog()
    #expect(view.delegate != nil)
  }
}
