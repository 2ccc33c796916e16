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
    let cap = (content.height * 0.3).held(7, 26).whole
    for index in captions.indices {
      let tab = tab(index, content)
      captions[index].isHidden = index >= titles.count
      captions[index].show(index < titles.count ? titles[index] : "")
      captions[index].place(
        x: tab.midX.whole, middle: content.midY.whole, capHeight: cap, width: Swift.max(0, tab.width - 6))
    }
  }

  /// The place of a tab.
  private func tab(_ index: Int, _ content: Rect) -> Rect {
    let width = content.width / Fixed(Swift.max(1, titles.count))
    let (left, right) = ((width * Fixed(index)).whole, (width * Fixed(index + 1)).whole)
    return Rect(x: content.minX + left, y: content.minY, width: right - left, height: content.height)
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
