// Stage: instruments. Which pages there are, and which is shown.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Tabs: the pages' titles beside each other. The page that is shown has a line below its title; a touch shows another.
public final class PagesInstrument: Instrument {
  /// What the tabs say.
  public var titles: [String] = [] { didSet { setNeedsLayout() } }
  /// The number of the page that is shown.
  public var selected = 0 {
    didSet {
      if selected == oldValue { return }
      // The line goes over to the other tab, where frames have times.
      View.animate(withDuration: PanelMotion.pageChange, usingSpringWithDamping: 0.8, initialSpringVelocity: 0) {
        appearanceChanged()
      }
    }
  }
  /// Called with the number of a page whose tab was touched.
  public var pageHandler: (Int) -> Void = { _ in }

  private var captions: [Caption] = []
  private let line = Layer()
  /// Where each tab begins, and where the last one ends.
  private var edges: [Fixed] = []

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    showsCard = false
    addSublayer(line)
  }

  public override func layOut(in content: Rect) {
    while captions.count < titles.count {
      let caption = Caption(fonts.text)
      captions.append(caption)
      addSublayer(caption)
    }
    var cap = (content.height * 0.3).held(7, 26).whole
    // Alike, as fingers expect; by their lengths where a title has no room, and smaller where that is not enough.
    let widths = titles.map { titleText.width(of: $0, capHeight: cap) + cap * 0.8 }
    let alike = content.width / Fixed(Swift.max(1, titles.count))
    let share = content.width / Swift.max(1, widths.reduce(0, +))
    let isAlike = !widths.contains { $0 > alike }
    if !isAlike { cap = Swift.max(7, (cap * Swift.min(1, share)).whole) }
    edges = [content.minX]
    for width in widths { edges.append(edges[edges.count - 1] + (isAlike ? alike : width * share)) }
    for index in captions.indices {
      let tab = tab(index, content)
      captions[index].isHidden = index >= titles.count
      captions[index].show(index < titles.count ? titles[index] : "")
      captions[index].place(
        x: tab.midX.whole, middle: content.midY.whole, capHeight: cap, width: Swift.max(0, tab.width - 4))
    }
  }

  /// The place of a tab.
  private func tab(_ index: Int, _ content: Rect) -> Rect {
    if !edges.indices.contains(index + 1) || index < 0 { return .zero }
    let (left, right) = (edges[index].whole, edges[index + 1].whole)
    return Rect(x: left, y: content.minY, width: right - left, height: content.height)
  }

  public override func appearanceChanged() {
    for index in captions.indices { captions[index].foregroundColor = theme[index == selected ? .ink : .dim] }
    line.backgroundColor = theme[.accent]
    line.isHidden = !titles.indices.contains(selected)
    let tab = tab(selected, bounds)
    let thickness = (bounds.height * 0.06).held(2, 4).whole
    line.frame = Rect(
      x: tab.minX + 6, y: tab.maxY - thickness, width: Swift.max(0, tab.width - 12), height: thickness)
  }

  // MARK: Touch

  public override func touchesBegan(_ touch: Touch) {}

  public override func touchesEnded(_ touch: Touch) {
    let place = touch.location(in: self)
    for index in titles.indices where tab(index, bounds).contains(place) { pageHandler(index) }
  }
}
