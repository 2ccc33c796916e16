import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Rows with their numbers, and how many were made.
private final class Rows: ListViewDataSource, ListViewDelegate {
  var count = 100_000
  var made = 0
  var reused = 0
  var heights: (Int) -> Fixed = { _ in 40 }
  var selected: [Int] = []
  var refused: Int?

  func numberOfRows(in list: ListView) -> Int { count }
  func listView(_ list: ListView, rowAt index: Int) -> ListRow {
    let old = list.dequeueReusableRow(withIdentifier: "row")
    if old == nil { made += 1 } else { reused += 1 }
    let row = old ?? ListRow(reuseIdentifier: "row")
    row.backgroundColor = Color(red: UInt8(index % 200 + 50), green: 40, blue: 40)
    row.tag = index
    return row
  }
  func listView(_ list: ListView, heightOfRow index: Int) -> Fixed { heights(index) }
  func listView(_ list: ListView, shouldHighlightRowAt index: Int) -> Bool { index != refused }
  func listView(_ list: ListView, didSelectRowAt index: Int) { selected.append(index) }
}

@Suite struct ListViewTests {
  private let stage = ScrollStage()
  private let rows = Rows()
  private let list = ListView(frame: Rect(x: 0, y: 0, width: 320, height: 240))

  init() {
    list.rowHeight = 40
    list.dataSource = rows
    list.listDelegate = rows
    list.delegate = stage.log
    stage.root.addSubview(list)
    stage.frame(at: 0)
  }

  /// Whether the rows in sight are those that belong there, at their places.
  private func isRight() -> Bool {
    let wanted = list.indicesForVisibleRows
    let shown = list.visibleRows
    return shown.map { $0.index ?? -1 } == Array(wanted) && shown.allSatisfy { $0.tag == $0.index && !$0.isHidden }
      && shown.allSatisfy { $0.frame == list.rectForRow(at: $0.index ?? -1) }
  }

  @Test("L93 100,000 rows take the memory of one screen: thrown, jumped to the end and back, 8 rows are made")
  func manyRows() {
    #expect(rows.made == 6 && list.numberOfRows == 100_000 && isRight())
    let lifted = stage.flick((100, 220), (100, 20), to: 60)
    var time = lifted + 1
    while list.isDecelerating && time < lifted + 9000 {
      stage.frame(at: time)
      #expect(isRight(), "\(time)")
      time += 16
    }
    #expect(list.y > 1000)
    list.scrollToRow(at: 99_999, at: .bottom, animated: false)
    stage.frame(at: 20_000)
    #expect(list.indicesForVisibleRows == 99_994..<100_000 && isRight())
    #expect(list.layer.convert(Point(x: 0, y: 239), from: nil).y - (list.row(at: 99_999)?.frame.minY ?? 0) == 39)
    list.scrollToRow(at: 50_000, at: .top, animated: true)
    stage.run(from: 30_000)
    #expect(list.indicesForVisibleRows.first == 50_000 && isRight())
    #expect(rows.made <= 8 && list.subviews.count <= 8 && rows.reused > 50, "\(rows.made)")
    #expect(stage.compositor.nextFrameTime == nil && stage.compositor.scrollMotions.isIdle)
  }

  @Test("L93 a throw far down a long list moves and ends as one at its beginning")
  func farDown() {
    var ways: [Int] = []
    for start in [100, 50_000, 99_000] {
      list.scrollToRow(at: start, at: .top, animated: false)
      let begin = (ways.count + 1) * 20_000
      let before = list.place.y
      let lifted = stage.flick((100, 220), (100, 100), from: begin, to: begin + 200)
      stage.run(from: lifted + 1)
      ways.append(Int((list.place.y - before) >> 16))
    }
    #expect(Set(ways).count == 1 && ways[0] > 300 && isRight(), "\(ways)")
    // The end is a limit as in a short list.
    list.scrollToRow(at: 99_999, at: .none, animated: false)
    let lifted = stage.flick((100, 220), (100, 100), from: 100_000, to: 100_100)
    stage.run(from: lifted + 1, until: .infinity)
    #expect(list.place.y == (100_000 * 40 - 240) << 16 && isRight())
  }

  @Test("L93 rows of different heights: each at the sum of those before, found by place, a sum for 64 rows in memory")
  func heights() {
    rows.heights = { Fixed(20 + $0 % 7 * 10) }
    rows.count = 600
    list.rowHeight = nil
    stage.frame(at: 10)
    var top = 0
    for index in 0..<600 {
      let height = 20 + index % 7 * 10
      #expect(list.extent(of: index) == (Int64(top) << 16, Int64(height) << 16))
      #expect(list.heights.row(at: Int64(top) << 16) { rows.heights($0) } == index)
      #expect(list.heights.row(at: Int64(top + height) << 16 - 1) { rows.heights($0) } == index)
      top += height
    }
    #expect(list.contentSize.height == Fixed(top) && isRight())
    list.scrollToRow(at: 400, at: .middle, animated: false)
    #expect(isRight() && list.row(at: 400) != nil)
    rows.heights = { _ in -5 }
    list.reloadData()
    stage.frame(at: 20)
    #expect(list.visibleRows.count == 240 && list.contentSize.height == 600)
  }

  @Test("L93 scrollToRow puts a row at the top, the middle or the bottom, as near as the limits let it, or in sight")
  func scrollToRow() {
    list.scrollToRow(at: 10, at: .top, animated: false)
    #expect(list.contentOffset.y == 400)
    list.scrollToRow(at: 20, at: .middle, animated: false)
    #expect(list.contentOffset.y == 700)
    list.scrollToRow(at: 30, at: .bottom, animated: false)
    #expect(list.contentOffset.y == 1000)
    list.scrollToRow(at: 30, at: .none, animated: false)
    #expect(list.contentOffset.y == 1000)
    list.scrollToRow(at: 31, at: .none, animated: false)
    #expect(list.contentOffset.y == 1040)
    list.scrollToRow(at: 1, at: .bottom, animated: false)
    #expect(list.contentOffset.y == 0)
    list.scrollToRow(at: -1, at: .top, animated: false)
    list.scrollToRow(at: 100_000, at: .top, animated: false)
    #expect(list.contentOffset.y == 0 && list.rectForRow(at: 100_000) == nil && list.row(at: -3) == nil)
    #expect(list.indexForRow(at: Point(x: 5, y: 79)) == 1 && list.indexForRow(at: Point(x: 5, y: -1)) == nil)
  }

  @Test("L93 a press highlights its row at once, and a lifted finger selects it")
  func press() {
    let former = stage.display.pixel(10, 100)
    stage.touch(.began, 100, 100, at: 100)
    let row = list.row(at: 2)
    #expect(row?.isHighlighted == true && list.selectedRow == nil)
    stage.frame(at: 101)
    #expect(stage.display.pixel(10, 100) != former)
    stage.touch(.moved, 104, 104, at: 150)
    #expect(row?.isHighlighted == true)
    stage.touch(.ended, 104, 104, at: 200)
    #expect(row?.isHighlighted == false && row?.isSelected == true && list.selectedRow == 2 && rows.selected == [2])
    stage.touch(.began, 100, 20, at: 300)
    stage.touch(.ended, 100, 20, at: 350)
    #expect(row?.isSelected == false && list.row(at: 0)?.isSelected == true && rows.selected == [2, 0])
    // A selected row is selected still when it comes back, and its view shows another one meanwhile.
    list.scrollToRow(at: 100, at: .top, animated: false)
    #expect(list.visibleRows.allSatisfy { !$0.isSelected })
    list.scrollToRow(at: 0, at: .top, animated: false)
    #expect(list.visibleRows.map { $0.isSelected } == [true, false, false, false, false, false])
  }

  @Test("L93 the highlight is withdrawn when a drag begins, and the row is not selected; a finger outside the row too")
  func withdrawn() {
    stage.touch(.began, 100, 100, at: 100)
    let row = list.row(at: 2)
    stage.touch(.moved, 100, 90, at: 120)
    #expect(row?.isHighlighted == true)
    stage.touch(.moved, 100, 80, at: 140)
    #expect(row?.isHighlighted == false && list.isDragging)
    stage.touch(.ended, 100, 80, at: 400)
    #expect(list.selectedRow == nil && rows.selected == [])
    list.contentOffset = .zero
    list.isScrollEnabled = false
    stage.touch(.began, 100, 100, at: 1000)
    #expect(list.row(at: 2)?.isHighlighted == true)
    stage.touch(.moved, 100, 150, at: 1050)
    #expect(list.row(at: 2)?.isHighlighted == false)
    stage.touch(.moved, 100, 110, at: 1080)
    #expect(list.row(at: 2)?.isHighlighted == true)
    stage.touch(.moved, 100, 150, at: 1090)
    stage.touch(.ended, 100, 150, at: 1100)
    #expect(list.selectedRow == nil)
  }

  @Test("L93 a tap that stops a throw presses no row; the next one does")
  func stopPressesNothing() {
    let lifted = stage.flick((100, 220), (100, 60))
    stage.frame(at: lifted + 10)
    stage.frame(at: lifted + 200)
    let time = Int(lifted) + 210
    stage.touch(.began, 100, 100, at: time)
    #expect(list.visibleRows.allSatisfy { !$0.isHighlighted })
    stage.touch(.ended, 100, 100, at: time + 50)
    #expect(list.selectedRow == nil && !list.isDecelerating)
    stage.touch(.began, 100, 100, at: time + 300)
    #expect(list.visibleRows.filter { $0.isHighlighted }.count == 1)
    stage.touch(.ended, 100, 100, at: time + 350)
    #expect(rows.selected.count == 1)
  }

  @Test("L93 rows that may not be pressed, a list without selection, and a second finger press nothing")
  func refuses() {
    rows.refused = 2
    stage.touch(.began, 100, 100, at: 100)
    stage.touch(.ended, 100, 100, at: 150)
    #expect(rows.selected == [])
    stage.touch(.began, 100, 20, at: 200)
    stage.touch(.began, 100, 150, at: 210, finger: 1)
    stage.touch(.ended, 100, 150, at: 220, finger: 1)
    stage.touch(.ended, 100, 20, at: 230)
    #expect(rows.selected == [0])
    list.allowsSelection = false
    stage.touch(.began, 100, 20, at: 300)
    #expect(list.row(at: 0)?.isHighlighted == false)
    stage.touch(.ended, 100, 20, at: 350)
    #expect(rows.selected == [0])
  }

  @Test("L93 reloadData takes the new rows, holds the place, and lets go of presses; fewer rows during a throw end it")
  func reload() {
    list.scrollToRow(at: 99_000, at: .top, animated: false)
    stage.touch(.began, 100, 100, at: 100)
    rows.count = 10
    list.reloadData()
    stage.frame(at: 120)
    #expect(list.contentOffset.y == 160 && isRight() && list.visibleRows.allSatisfy { !$0.isHighlighted })
    stage.touch(.ended, 100, 100, at: 150)
    #expect(rows.selected == [])
    rows.count = 1000
    list.reloadData()
    let lifted = stage.flick((100, 220), (100, 20), from: 1000, to: 1060)
    stage.frame(at: lifted + 1)
    stage.frame(at: lifted + 100)
    rows.count = 0
    list.reloadData()
    stage.run(from: lifted + 110)
    #expect(list.contentOffset == .zero && list.visibleRows.isEmpty && stage.compositor.nextFrameTime == nil)
    rows.count = -4
    list.reloadData()
    #expect(list.numberOfRows == 0)
    rows.count = .max
    list.reloadData()
    #expect(list.numberOfRows == 1 << 24)
    list.scrollToRow(at: 1 << 24 - 1, at: .top, animated: false)
    stage.frame(at: 90_000)
    #expect(isRight() && list.row(at: 1 << 24 - 1) != nil)
    list.dataSource = nil
    stage.frame(at: 90_100)
    #expect(list.numberOfRows == 0 && list.visibleRows.isEmpty)
  }

  @Test("L93 rows follow the list's width and height")
  func resizes() {
    list.frame = Rect(x: 0, y: 0, width: 200, height: 100)
    stage.frame(at: 10)
    #expect(isRight() && list.visibleRows.count == 3 && list.visibleRows.allSatisfy { $0.frame.width == 200 })
    list.frame = .zero
    stage.frame(at: 20)
    #expect(list.visibleRows.isEmpty)
  }
}
