// Stage: controls. Pages, of which one shows.

import FixedRaster
import SystemFiles

/// Pages with tabs above them, of which one shows. A tab is tapped, or chosen by keys as a ``SegmentedControl``; a finger that
/// swipes beside the controls of a page goes to the next one.
///
/// ``Control/Event/valueChanged`` is sent where a person has changed the page. Touches of a page that goes out of sight are
/// cancelled.
open class PageView: Control {
  public override init(frame: Rect) {
    super.init(frame: frame)
    addPart(line)
    addSubview(content)
    addSubview(tabBar)
    content.clipsToBounds = true
    tabBar.on(.valueChanged) { [unowned(unsafe) self] tabs in
      unsafe go(to: tabs.selectedSegmentIndex)
    }
    for (direction, way) in [(SwipeGestureRecognizer.Direction.left, 1), (.right, -1)] {
      let swipe = SwipeGestureRecognizer { [unowned(unsafe) self] _ in unsafe go(to: selected + way) }
      swipe.direction = direction
      swipe.delegate = self
      content.addGestureRecognizer(swipe)
    }
  }

  public convenience init() { self.init(frame: .zero) }

  /// The tabs. A view of the page view.
  public let tabBar = TabBar()
  private let content = View()
  /// Below the tabs.
  private let line = Layer()
  private final var dots: [Layer] = []
  private final var pages: [View] = []
  private final var selected = 0

  /// Whether there are tabs; without them dots below the pages show which one it is. True if not said.
  public final var showsTabs = true { didSet { if showsTabs != oldValue { setNeedsLayout() } } }
  /// Whether a finger swipes from page to page. True if not said.
  public final var isSwipeEnabled = true

  // MARK: Pages

  public final var numberOfPages: Int { pages.count }

  /// - Parameters:
  ///   - title: of its tab.
  ///   - page: a view; it gets the room below the tabs.
  public final func addPage(_ title: String, _ page: View) {
    pages.append(page)
    page.isHidden = pages.count - 1 != selected
    content.addSubview(page)
    tabBar.insertSegment(withTitle: title, at: pages.count - 1)
    tabBar.selectedSegmentIndex = selected
    setNeedsLayout()
  }

  /// The view of a page; `nil` where there is none of that number.
  public final func page(at index: Int) -> View? { pages.indices.contains(index) ? pages[index] : nil }

  /// The page that shows, 0 at first, held to those that there are. Setting it calls no action.
  public final var selectedIndex: Int {
    get { selected }
    set { setSelectedIndex(newValue, animated: false) }
  }

  /// Shows a page; calls no action.
  ///
  /// - Parameters:
  ///   - index: held to those that there are.
  ///   - animated: whether it is pushed in, in 200 ms, or shows at once.
  public final func setSelectedIndex(_ index: Int, animated: Bool) {
    let index = Swift.max(0, Swift.min(index, pages.count - 1))
    if index == selected || pages.isEmpty { return }
    if animated {
      let push = Transition()
      (push.type, push.subtype) = (.push, index > selected ? .fromRight : .fromLeft)
      push.duration = .milliseconds(200)
      content.layer.add(push, forKey: "page")
    }
    let former = pages[selected]
    selected = index
    former.isHidden = true
    pages[index].isHidden = false
    tabBar.selectedSegmentIndex = index
    stateChanged()
  }

  private final func go(to index: Int) {
    if !isEnabled || !pages.indices.contains(index) || index == selected { return }
    setSelectedIndex(index, animated: true)
    sendActions(for: .valueChanged)
  }

  // MARK: Look

  /// Its tabs take keys, and its pages do.
  open override var canBecomeFocused: Bool { false }

  @usableFromInline
  override func layOutParts() {
    let height = showsTabs ? millimetres(9) : 0
    let foot = showsTabs || pages.count < 2 ? 0 : millimetres(4)
    tabBar.isHidden = !showsTabs
    tabBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: height)
    (line.frame, line.isHidden) = (Rect(x: 0, y: height - 1, width: bounds.width, height: 1), !showsTabs)
    content.frame = Rect(
      x: 0, y: height, width: bounds.width, height: Swift.max(0, bounds.height - height - foot))
    for page in pages { page.frame = content.bounds }
    layOutDots(foot)
  }

  private final func layOutDots(_ foot: Fixed) {
    let count = foot > 0 ? pages.count : 0
    while dots.count > count { dots.removeLast().removeFromSuperlayer() }
    while dots.count < count {
      let dot = Layer()
      dots.append(dot)
      addPart(dot)
    }
    let (size, pitch) = (millimetres(1.4), millimetres(3.2))
    for (index, dot) in dots.enumerated() {
      let x = bounds.midX + pitch * (Fixed(index) - Fixed(count - 1).halved)
      dot.bounds = Rect(x: 0, y: 0, width: size, height: size)
      (dot.position, dot.cornerRadius) = (Point(x: x.snapped, y: bounds.height - foot.halved), size.halved)
    }
  }

  open override func appearanceChanged() {
    line.backgroundColor = style.track
    tabBar.isEnabled = isEnabled
    for (index, dot) in dots.enumerated() {
      (dot.backgroundColor, dot.borderColor) = (index == selected ? style.accent : nil, style.edge)
      dot.borderWidth = index == selected ? 0 : 1
    }
  }

  // MARK: Fingers

  open override func beginTracking(_ touch: Touch) -> Bool { false }

  /// A key that no control of the page uses presses nothing.
  open override func keyDown(_ press: KeyPress) -> Bool { false }
}

extension PageView: GestureRecognizerDelegate {
  /// A finger on a control of the page is the control's.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    if !isSwipeEnabled || !isEnabled { return false }
    var view = touch.view
    while let here = view, here !== content {
      if here is Control { return false }
      view = here.superview
    }
    return true
  }
}
