// Stage: instruments. Which pages there are, and which is shown.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Tabs: the pages' titles beside each other. The page that is shown has a line below its title; a touch shows another.
public final class PagesInstrument: Instrument {
  /// The texts of the tabs.
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

  private var captions: [Caption] = []
  private let line = Layer()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    card = .none
    addSublayer(line)
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) { titles = builder.pageTitles }

  override var barWeight: Int { 6 * Swift.max(2, titles.count) }

  override func pageChanged(to page: Int) { selected = page }

  public override func layOut(in content: Rect) {
    var cap = scaled(content.height * 0.3, 7, 26).whole
    let margin = cap * 0.8
    var (all, longest): (Fixed, Fixed) = (1, 0)
    for (index, title) in titles.enumerated() {
      if index == captions.count {
        captions.append(Caption(fonts.text))
        addSublayer(captions[index])
      }
      captions[index].show(title)
      captions[index].setSize(cap)
      let width = captions[index].textWidth + margin
      (all, longest) = (all + width, Swift.max(longest, width))
    }
    // Alike, as fingers expect; by their lengths where a title has no room, and smaller where that is not enough.
    let alike = content.width / Fixed(Swift.max(1, titles.count))
    let share = content.width / all
    if longest > alike { cap = Swift.max(7, (cap * Swift.min(1, share)).whole) }
    var widths = titles.indices.map { longest > alike ? width(captions[$0], cap) : alike }
    if longest > alike { Self.shorten(&widths, to: content.width) }
    var left = content.minX
    for index in captions.indices {
      let caption = captions[index]
      caption.isHidden = index >= titles.count
      let right = left + (index < titles.count ? widths[index] : 0)
      caption.place(
        x: half(left.whole + right.whole), middle: content.midY.whole, capHeight: cap,
        width: Swift.max(0, right.whole - left.whole - Self.gap))
      left = right
    }
  }

  /// How wide a tab has to be for its title.
  private func width(_ caption: Caption, _ cap: Fixed) -> Fixed {
    caption.setSize(cap)
    return (caption.textWidth + Self.gap + 1).whole
  }

  /// Has tabs share a width: the longest are shortened first, and the rest is divided.
  private static func shorten(_ widths: inout [Fixed], to whole: Fixed) {
    let count = Fixed(Swift.max(1, widths.count))
    var widest = whole / count
    for _ in widths {
      // Narrower tabs leave the rest to the others.
      let narrow = widths.filter { $0 < widest }
      if narrow.count == widths.count { break }
      widest = (whole - narrow.reduce(0, +)) / Fixed(widths.count - narrow.count)
    }
    for index in widths.indices { widths[index] = Swift.min(widths[index], widest) }
    let rest = (whole - widths.reduce(0, +)) / count
    for index in widths.indices { widths[index] += rest }
  }

  /// Between the titles of two tabs, at the least.
  private static var gap: Fixed { 4 }

  /// The place of a tab.
  private func tab(_ index: Int) -> Rect {
    if !captions.indices.contains(index) { return .zero }
    let title = captions[index].frame
    return Rect(x: title.minX - half(Self.gap), y: 0, width: title.width + Self.gap, height: bounds.height)
  }

  public override func appearanceChanged() {
    for index in captions.indices { captions[index].foregroundColor = theme[index == selected ? .ink : .dim] }
    line.backgroundColor = theme[.accent]
    line.isHidden = !titles.indices.contains(selected)
    let tab = tab(selected)
    let thickness = (bounds.height * 0.06).held(2, 4).whole
    let lineTop =
      captions.indices.contains(selected)
      ? captions[selected].capitalsMiddle + captions[selected].capHeight * 3 : 0
    line.frame = Rect(
      x: tab.minX + 6, y: Swift.min(tab.maxY - thickness, lineTop), width: Swift.max(0, tab.width - 12),
      height: thickness)
  }

  // MARK: Touch

  public override func touchesBegan(_ touch: Touch) {}

  public override func touchesEnded(_ touch: Touch) {
    let place = touch.location(in: self)
    for index in titles.indices where tab(index).contains(place) { send(.page(index)) }
  }
}
