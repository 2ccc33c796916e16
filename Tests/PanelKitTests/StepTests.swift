import FBDevice
import FixedRaster
import LayerRuntime
import TestSupport
import Testing

@testable import PanelKit

private final class Rows: ListViewDataSource {
  func numberOfRows(in list: ListView) -> Int { 500 }
  func listView(_ list: ListView, rowAt index: Int) -> ListRow { list.dequeueReusableRow() ?? ListRow() }
}

/// The steps of a test that docs/own-program.md shows.
@Suite("A screen whose time is the test's") struct StepTests {
  private let rows = Rows()

  /// Where a list is that is thrown, with a frame each so many milliseconds.
  private func thrown(frameEvery interval: Int64) throws -> Fixed {
    let list = ListView(frame: Rect(x: 0, y: 0, width: 800, height: 480))
    (list.rowHeight, list.dataSource) = (40, rows)
    let root = View(frame: list.frame)
    root.addSubview(list)
    let screen = Screen(root: root.layer, display: try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888))
    func step(_ time: Int64) throws {
      screen.advanceTouches(to: time)
      try screen.drawFrame(at: .nanoseconds(time))
    }
    screen.touch(finger: 0, phase: .began, at: PixelPoint(x: 400, y: 300), time: 0)
    for frame in 1...10 {
      let time = Int64(frame) * 16_000_000
      screen.touch(finger: 0, phase: .moved, at: PixelPoint(x: 400, y: Fixed(300 - 10 * frame)), time: time)
      try step(time)
    }
    screen.touch(finger: 0, phase: .ended, at: PixelPoint(x: 400, y: 200), time: 170_000_000)
    var time: Int64 = 170_000_000
    while time < 5_000_000_000 {
      time += interval * 1_000_000
      try step(time)
    }
    #expect(!list.isDecelerating && !screen.compositor.needsFrame && screen.nextTouchDeadline == nil)
    return list.contentOffset.y
  }

  @Test("L92 L93 touches and frames with a test's own times throw a list to the same place at every frame rate")
  func steps() throws {
    let place = try thrown(frameEvery: 16)
    #expect(place > 200)
    #expect(try thrown(frameEvery: 33) == place && thrown(frameEvery: 8) == place)
  }
}
