// Subject: layers. A list of 100,000 rows that a finger throws down and up again, in turns of sixty frames.

import DefaultFont
import FixedRaster
import LayerRuntime

/// The rows say which number they have: few different texts, so that none takes memory.
final class ThrownList: View, ListViewDataSource, ScrollViewDelegate {
  private let list = ListView(frame: Rect(x: 0, y: 0, width: 140, height: 130))
  /// How many frames have shown the list at another place.
  private(set) var scrolled = 0

  init(in root: Layer) {
    super.init(frame: Rect(x: 330, y: 180, width: 140, height: 130))
    list.rowHeight = 24
    list.backgroundColor = .black
    list.dataSource = self
    list.delegate = self
    addSubview(list)
    root.addSublayer(layer)
  }

  func numberOfRows(in list: ListView) -> Int { 100_000 }

  func listView(_ list: ListView, rowAt index: Int) -> ListRow {
    let row = list.dequeueReusableRow() as? TextRow ?? TextRow()
    row.text.string = index % 2 == 0 ? "even" : "odd"
    return row
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { scrolled += 1 }

  /// Drags for four frames and lets go, down and up in turns.
  ///
  /// - Parameters:
  ///   - frame: its number; 34 ms lie between two.
  ///   - router: of the root.
  func change(_ frame: Int, _ router: TouchRouter) {
    let step = frame % 60
    if step > 4 { return }
    let way = Fixed(25 * Swift.min(step, 3))
    let phase = step == 0 ? Touch.Phase.began : step == 4 ? .ended : .moved
    let y = frame / 60 % 2 == 0 ? Fixed(300) - way : Fixed(200) + way
    router.handle(finger: 2, phase: phase, at: Point(x: 400, y: y), time: Int64(10_000 + 34 * frame) * 1_000_000)
  }
}

private final class TextRow: ListRow {
  let text = TextLayer()

  init() {
    super.init(reuseIdentifier: "")
    text.font = .dejaVuSans
    text.fontSize = 14
    layer.addSublayer(text)
  }

  override func layoutSubviews() { text.frame = Rect(x: 8, y: 3, width: 120, height: 18) }
}
