// Stage: instruments. Which pages there are, and which is shown.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Tabs: the pages' titles beside each other. The page that is shown has a line below its title; a touch shows another. Or a dot
/// for each page, or the title of the one that is shown and a sign that leads to the next. Tabs that have no room are scrolled.
public final class PagesInstrument: Instrument {
  public enum Form: Int, CaseIterable, Sendable { case tabs, dots, next }

  /// What it is laid out as.
  private var shape = Form.tabs
  public var form = Form.tabs { didSet { if form != oldValue { setNeedsLayout() } } }
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
      if shape != .tabs { setNeedsLayout() } else { strip.scrollRectToVisible(tab(selected), animated: true) }
    }
  }

  /// Holds the tabs.
  private let strip = ScrollView()
  private var captions: [Caption] = []
  private let line = Layer()
  /// Dots, of which the first stands for the page that is shown; and the sign of `next`.
  private let others = ShapeLayer()
  private let current = ShapeLayer()
  /// Beside tabs that scroll.
  let earlier = ShapeLayer(), later = ShapeLayer()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    card = .none
    for layer in [strip.layer, others, current, earlier, later] as [Layer] { addSublayer(layer) }
    for chevron in [earlier, later] { (chevron.fillColor, chevron.lineWidth, chevron.isHidden) = (nil, 2, true) }
    strip.layer.addSublayer(line)
    strip.showsHorizontalScrollIndicator = false
    // The instrument owns the view.
    strip.delegate = ScrollListener { [unowned(unsafe) self] in unsafe showMore() }
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    titles = builder.pageTitles
    if record.flag(.swipes) ?? true { builder.pagesSwipe = true }
  }

  override var barWeight: Int {
    switch form {
    case .tabs: 6 * Swift.max(2, titles.count)
    case .dots: Swift.max(6, titles.count * 2)
    case .next: 12
    }
  }

  override func pageChanged(to page: Int) { selected = page }

  public override func layOut(in content: Rect) {
    for layer in [others, current] { layer.frame = bounds }
    for caption in captions { caption.isHidden = true }
    others.path = nil
    current.path = nil
    (earlier.isHidden, later.isHidden) = (true, true)
    (strip.frame, strip.contentSize) = (bounds, bounds.size)
    // Two tabs, and the signs of more on both sides: where they have no room, the title leads to the next page.
    shape = form == .tabs && titles.count > 2 && content.width < density * 24 ? .next : form
    switch shape {
    case .tabs: layOutTabs(content)
    case .dots: layOutDots(content)
    case .next: layOutNext(content)
    }
  }

  /// The places of dots: 7 mm apart where there is room, for fingers.
  private func dotPlace(_ index: Int) -> Rect {
    let count = Fixed(Swift.max(1, titles.count))
    let pitch = Swift.min(density * 7, bounds.width / count)
    let left = half(bounds.width - pitch * count)
    return Rect(x: left + pitch * index, y: 0, width: pitch, height: bounds.height)
  }

  private func layOutDots(_ content: Rect) {
    let size = Swift.min(scaled(content.height * 0.25, 5, 12), dotPlace(0).width * 0.6).whole
    var (rings, dot) = (Path(capacity: 8 * titles.count), Path(capacity: 8))
    for index in titles.indices {
      let place = dotPlace(index)
      let circle = Rect(
        x: (place.midX - half(size)).whole, y: (place.midY - half(size)).whole, width: size, height: size)
      if index == selected { dot.addEllipse(in: circle) } else { rings.addEllipse(in: circle.insetBy(dx: 1, dy: 1)) }
    }
    others.path = rings
    current.path = dot
  }

  private func layOutNext(_ content: Rect) {
    if captions.isEmpty {
      captions.append(Caption(fonts.text))
      strip.layer.addSublayer(captions[0])
    }
    let cap = scaled(content.height * 0.3, 7, 26).whole
    let size = cap * 0.6
    captions[0].isHidden = false
    captions[0].show(titles.indices.contains(selected) ? titles[selected] : "")
    captions[0].place(
      x: content.midX.whole - size, middle: content.midY.whole, capHeight: cap,
      width: Swift.max(0, content.width - size * 6))
    let x = captions[0].frame.midX + half(Swift.min(captions[0].textWidth, captions[0].bounds.width)) + size * 1.5
    var path = Path(capacity: 4)
    addChevron(to: &path, Point(x: x, y: content.midY), size: size, step: size)
    others.path = path
  }

  private func layOutTabs(_ content: Rect) {
    var cap = scaled(content.height * 0.3, 7, 26).whole
    let margin = cap * 0.8
    var (all, longest): (Fixed, Fixed) = (1, 0)
    for (index, title) in titles.enumerated() {
      if index == captions.count {
        captions.append(Caption(fonts.text))
        strip.layer.addSublayer(captions[index])
      }
      captions[index].show(title)
      captions[index].setSize(cap)
      let width = captions[index].textWidth + margin
      (all, longest) = (all + width, Swift.max(longest, width))
    }
    // Alike, as fingers expect; by their lengths where a title has no room, and smaller where that is not enough. Where they
    // would be too small to be read they scroll.
    let count = Fixed(Swift.max(1, titles.count))
    let alike = content.width / count
    let least = Swift.max(7, (measure * 10).whole)
    let scrolled = Swift.min(cap, Swift.max(least, (measure * 14).whole))
    if longest > alike { cap = Swift.max(Swift.min(cap, least), (cap * Swift.min(1, content.width / all)).whole) }
    var widths = titles.indices.map { longest > alike ? width(captions[$0], cap) : alike }
    let rest = content.width - widths.reduce(0, +)
    var left = content.minX
    // Widths are rounded.
    if rest < -1 || alike < Swift.min(density * 7, longest) {
      cap = scrolled
      for index in widths.indices {
        widths[index] = Swift.max(density * 9, width(captions[index], cap) + margin * 2).whole
      }
      let width = widths.reduce(0, +)
      if width > content.width {
        // Beside it the signs of more.
        strip.frame = bounds.insetBy(dx: cap.whole, dy: 0)
        strip.contentSize = Size(width: width, height: bounds.height)
        left = 0
      }
    } else {
      for index in widths.indices { widths[index] += rest / count }
    }
    for index in captions.indices {
      let caption = captions[index]
      caption.isHidden = index >= titles.count
      let right = left + (index < titles.count ? widths[index] : 0)
      caption.place(
        x: half(left.whole + right.whole), middle: content.midY.whole, capHeight: cap,
        width: Swift.max(0, right.whole - left.whole - Self.gap))
      left = right
    }
    strip.scrollRectToVisible(tab(selected), animated: false)
    layOutChevrons()
  }

  /// Chevrons for tabs on either side that are out of sight.
  private func layOutChevrons() {
    let size = strip.frame.minX * 0.6
    for (chevron, x, step) in [(earlier, size * 1.2, -size), (later, bounds.width - size * 1.2, size)] {
      chevron.frame = bounds
      var path = Path(capacity: 4)
      addChevron(to: &path, Point(x: x, y: bounds.midY), size: size, step: step)
      chevron.path = path
    }
    showMore()
  }

  private func showMore() {
    let isScrolled = shape == .tabs && strip.frame.minX > 0
    earlier.isHidden = !isScrolled || strip.bounds.minX <= 1
    later.isHidden = !isScrolled || strip.bounds.maxX + 1 >= strip.contentSize.width
  }

  /// How wide a tab has to be for its title.
  private func width(_ caption: Caption, _ cap: Fixed) -> Fixed {
    caption.setSize(cap)
    return (caption.textWidth + Self.gap + 1).whole
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
    for index in captions.indices {
      captions[index].foregroundColor = theme[index == selected || shape == .next ? .ink : .dim]
    }
    (others.fillColor, others.strokeColor, others.lineWidth) = (nil, theme[.dim], shape == .next ? 3 : 2)
    current.fillColor = theme[.ink]
    for chevron in [earlier, later] { chevron.strokeColor = theme[.dim] }
    line.backgroundColor = theme[.accent]
    line.isHidden = shape != .tabs || !titles.indices.contains(selected)
    let tab = tab(selected)
    let thickness = (bounds.height * 0.06).held(2, 4).whole
    let lineTop =
      captions.indices.contains(selected)
      ? captions[selected].capitalsMiddle + captions[selected].capHeight * 2 : 0
    line.frame = Rect(
      x: tab.minX + 6, y: Swift.min(tab.maxY - thickness, lineTop), width: Swift.max(0, tab.width - 12),
      height: thickness)
  }

  // MARK: Touch

  public override func touchesBegan(_ touch: Touch) {}

  package override var touchedPart: Size? {
    switch shape {
    case .tabs: Size(width: titles.indices.map { tab($0).width }.min() ?? bounds.width, height: bounds.height)
    case .dots: dotPlace(0).size
    case .next: bounds.size
    }
  }

  /// Tabs are touched by way of what scrolls them.
  public override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? {
    super.hitTest(point, order: order) == nil ? nil : strip.layer
  }

  public override func touchesEnded(_ touch: Touch) {
    let place = touch.location(in: strip.layer)
    switch shape {
    case .tabs:
      // Beside the tabs are the signs of more.
      let x = touch.location(in: self).x
      if !earlier.isHidden && x < strip.frame.minX { return send(.page(Swift.max(0, selected - 1))) }
      if !later.isHidden && x >= strip.frame.maxX { return send(.page(Swift.min(titles.count - 1, selected + 1))) }
      for index in titles.indices where tab(index).contains(place) { send(.page(index)) }
    case .dots: for index in titles.indices where dotPlace(index).contains(place) { send(.page(index)) }
    case .next: if bounds.contains(place) && titles.count > 1 { send(.page((selected + 1) % titles.count)) }
    }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .style { form = Form(rawValue: reading.value.rounded) ?? .tabs } else { super.take(key, reading) }
  }
}

/// Calls a closure where a view was scrolled. The view keeps its delegate: the instrument would keep itself.
private final class ScrollListener: ScrollViewDelegate {
  private let scrolled: () -> Void

  init(_ scrolled: @escaping () -> Void) { self.scrolled = scrolled }

  func scrollViewDidScroll(_ scrollView: ScrollView) { scrolled() }
}
