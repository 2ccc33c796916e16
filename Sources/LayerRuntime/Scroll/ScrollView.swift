// Stage: scroll. A view on a larger content: its place, its limits, its settings. ScrollView+Drag.swift has fingers,
// ScrollView+Motion.swift movements by themselves, ScrollView+Indicators.swift the bars.

import FixedRaster

extension ScrollView {
  /// How long a throw goes on.
  public struct DecelerationRate: Hashable, Sendable {
    /// The part of the speed that is left after a millisecond, 0.5...0.9995.
    public let rawValue: Fixed

    /// - Parameter rawValue: see ``rawValue``; held to its range.
    public init(rawValue: Fixed) { self.rawValue = Swift.max(0.5, Swift.min(0.9995, rawValue)) }

    /// A throw of 1000 points a second goes about 500 points: 0.998.
    public static var normal: DecelerationRate { DecelerationRate(rawValue: 0.998) }
    /// A throw of 1000 points a second goes about 100 points: 0.99.
    public static var fast: DecelerationRate { DecelerationRate(rawValue: 0.99) }
  }

  /// The colour of indicators.
  public enum IndicatorStyle: UInt8, Hashable, Sendable {
    /// A grey that is seen on light and on dark content.
    case `default`
    case black, white

    var color: Color {
      switch self {
      case .default: Color(red: 128, green: 128, blue: 134, alpha: 204)
      case .black: Color(red: 0, green: 0, blue: 0, alpha: 140)
      case .white: Color(red: 255, green: 255, blue: 255, alpha: 140)
      }
    }
  }
}

/// A view on a larger content, which fingers drag and throw. The content is the view's subviews.
///
/// A throw takes its speed from the last 40 ms of the finger. It decays with the time, swings beyond the limits as a
/// spring does, and ends: then nothing wakes the program. A place follows from the time of a frame alone: it is the same
/// at every frame rate. A finger that comes down stops the view and presses nothing.
///
/// Movements need frames with times, as those of an `Application`: ``Compositor/drawFrame(at:into:lacking:)``. A view that no
/// compositor shows is at once where a movement ends.
///
/// The ``View/bounds``' origin is the ``contentOffset``. Views in the content get fingers at once, and lose them when a
/// drag begins: ``View/touchesCancelled(_:)``. Within another scroll view each takes drags along its own axis; where
/// both have the same one the inner is dragged, unless it is at its end already.
open class ScrollView: View {
  /// - Parameter frame: the place in the superview's coordinates, in points.
  public override init(frame: Rect) {
    pan = ScrollPanRecognizer()
    super.init(frame: frame)
    ownedScrolling = OwnedScrollingView(self)
    clipsToBounds = true
    knownSize = bounds.size
    addGestureRecognizer(pan)
    pan.addAction { [unowned(unsafe) self] _ in unsafe panChanged() }
  }

  public convenience init() { self.init(frame: .zero) }

  deinit { motions?.remove(scrolling) }

  final let pan: ScrollPanRecognizer

  // MARK: The content

  /// The size of the content in points; sides below 0 are held to 0. Zero if not said: nothing to scroll.
  ///
  /// Where the limits change, a view at rest is held to them at once. A throw goes on within the new ones.
  public final var contentSize = Size.zero {
    didSet {
      let held = Size(width: Swift.max(0, contentSize.width), height: Swift.max(0, contentSize.height))
      if held != contentSize { contentSize = held }
      if held != oldValue { limitsChanged() }
    }
  }

  /// Room around the content that can be scrolled to, in points; negative insets take some of the content away.
  public final var contentInset = EdgeInsets.zero { didSet { if contentInset != oldValue { limitsChanged() } } }

  /// The point of the content at the view's top left, in points; the ``View/bounds``' origin. Setting it stops a movement,
  /// and does not hold it to the content.
  public final var contentOffset: Point {
    get { place.point }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Scrolls to a point of the content. While a finger drags, the drag goes on from there.
  ///
  /// - Parameters:
  ///   - offset: the new ``contentOffset``, in points; not held to the content.
  ///   - animated: whether the view moves there, in 0.3 s; at once while a finger drags.
  public final func setContentOffset(_ offset: Point, animated: Bool) { scroll(to: AxisPair(offset), animated) }

  /// Scrolls as little as is needed to show a rectangle of the content, and not beyond the limits; of one larger than the
  /// view a part. Nothing where it is seen.
  ///
  /// - Parameters:
  ///   - rect: in points of the content.
  ///   - animated: whether the view moves there.
  public final func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    if rect.isNull { return }
    let rect = rect.standardized
    reveal(AxisPair(rect.origin), AxisPair(Point(x: rect.width, y: rect.height)), animated)
  }

  @usableFromInline
  override func reveal(_ layer: Layer) {
    scrollRectToVisible(layer.convert(layer.bounds, to: self.layer), animated: true)
  }

  // MARK: Settings

  /// Whether fingers scroll the view; true if not said. The program may always.
  public final var isScrollEnabled: Bool {
    get { pan.isEnabled }
    set { pan.isEnabled = newValue }
  }
  /// Whether a throw ends at a whole view of the content: at a multiple of the view's size from the beginning. At most one
  /// page further than the finger left it. False if not said.
  public final var isPagingEnabled = false
  /// Whether a finger pulls content beyond its limits, and throws swing there; true if not said.
  public final var bounces = true
  /// Whether content that is not taller than the view bounces all the same; false if not said.
  public final var alwaysBounceVertical = false
  /// Whether content that is not wider than the view bounces all the same; false if not said.
  public final var alwaysBounceHorizontal = false
  /// Whether a drag that begins within 30° of an axis moves the content along that one alone; false if not said.
  public final var isDirectionalLockEnabled = false
  /// How long a throw goes on; ``DecelerationRate/normal`` if not said.
  public final var decelerationRate = DecelerationRate.normal

  /// The recogniser of drags.
  public final var panGestureRecognizer: PanGestureRecognizer { pan }

  // MARK: State

  /// Whether a finger is down that may drag, or drags.
  public final var isTracking: Bool { pan.numberOfTouches > 0 && pan.state != .failed && pan.state != .cancelled }
  /// Whether a finger drags.
  public final var isDragging: Bool { drag != nil }
  /// Whether the view moves by itself after a finger.
  public final var isDecelerating: Bool { motions != nil && motion?.kind == .deceleration }

  /// Hears of the view. A ``View`` is not kept, and forgotten when it goes; another object is kept until the property is
  /// set to `nil`.
  public final var delegate: (any ScrollViewDelegate)? {
    get { if let keptDelegate { keptDelegate } else if delegateView?.view != nil { unsafe delegateLink } else { nil } }
    set {
      let former = keptDelegate
      delegateView = (newValue as? View)?.reference
      unsafe delegateLink = delegateView == nil ? nil : newValue
      keptDelegate = delegateView == nil ? newValue : nil
      withExtendedLifetime(former) {}
    }
  }
  private final var delegateView: ViewReference?
  private final unowned(unsafe) var delegateLink: (any ScrollViewDelegate)?
  private final var keptDelegate: (any ScrollViewDelegate)?

  // MARK: Indicators

  /// Whether a bar shows the vertical place while the view moves; true if not said.
  public final var showsVerticalScrollIndicator = true { didSet { updateIndicators() } }
  /// Whether a bar shows the horizontal place while the view moves; true if not said.
  public final var showsHorizontalScrollIndicator = true { didSet { updateIndicators() } }
  public final var indicatorStyle = IndicatorStyle.default { didSet { updateIndicators() } }
  /// How far inside the view the bars lie, in points; beside the distance that they always have from the edges.
  public final var scrollIndicatorInsets = EdgeInsets.zero { didSet { updateIndicators() } }

  final var indicators = AxisPair<ScrollIndicatorLayer?>(both: nil)
  final var indicatorPhase = IndicatorPhase.hidden

  // MARK: The place

  /// Of the origin of the bounds in the content: zero but in long lists.
  private(set) final var base = AxisPair<Int64>.zero
  /// The height of a list's content, which may be more than ``contentSize`` holds; `nil` where that counts.
  final var listHeight: Int64?

  /// The place of the view in the content.
  final var place: AxisPair<Int64> {
    let origin = AxisPair(bounds.origin)
    return AxisPair(origin.x + base.x, origin.y + base.y)
  }

  /// The size of the content.
  final var contentLength: AxisPair<Int64> {
    listHeight.map { AxisPair(0, $0) } ?? AxisPair(Point(x: contentSize.width, y: contentSize.height))
  }

  /// How far the origin of a list's bounds may be from zero, in 1/65536 point: a quarter of the numbers.
  private static var reach: Int64 { 8192 << 16 }

  /// Chooses a ``base`` from which a place can be told.
  private final func chooseBase(for place: AxisPair<Int64>) {
    if listHeight == nil || (place.y - base.y).magnitude64 <= Self.reach { return }
    base.y = (place.y >> 28) << 28
    (self as? ListView)?.layRows()
  }

  final func limits(_ axis: ScrollAxis) -> ScrollLimits {
    let size = bounds.size
    return axis == .horizontal
      ? ScrollLimits(
        content: contentLength.x, before: Int64(contentInset.left.rawValue), after: Int64(contentInset.right.rawValue),
        viewport: Int64(size.width.rawValue))
      : ScrollLimits(
        content: contentLength.y, before: Int64(contentInset.top.rawValue), after: Int64(contentInset.bottom.rawValue),
        viewport: Int64(size.height.rawValue))
  }

  final func held(_ place: AxisPair<Int64>) -> AxisPair<Int64> {
    AxisPair(limits(.horizontal).held(place.x), limits(.vertical).held(place.y))
  }

  /// Shows a place and tells the delegate.
  final func show(_ place: AxisPair<Int64>) {
    if place.isEqual(to: self.place) { return }
    chooseBase(for: place)
    bounds.origin = Point(x: Fixed(held: place.x - base.x), y: Fixed(held: place.y - base.y))
    placeIndicators()
    delegate?.scrollViewDidScroll(self)
  }

  /// Shows the nearest whole pixel of a place, unless that is a limit: text and pictures stay sharp, and the content is
  /// moved, not drawn differently.
  final func showPixel(of place: AxisPair<Int64>) {
    let scale = Int64((layer.root.host?.scale ?? 1).rawValue)
    func rounded(_ axis: ScrollAxis) -> Int64 {
      let (value, limits) = (place[axis], limits(axis))
      // Below 2^40 · 2^22.
      if value == limits.low || value == limits.high || value.magnitude64 >> 40 != 0 || scale <= 0 || scale >> 22 != 0 {
        return value
      }
      let pixel = (value * scale + 1 << 31) >> 32
      let nearest = ((pixel << 32) + scale / 2) / scale
      return limits.contains(value) ? limits.held(nearest) : nearest
    }
    show(AxisPair(rounded(.horizontal), rounded(.vertical)))
  }

  final func scroll(to place: AxisPair<Int64>, _ animated: Bool) {
    if let held = drag {
      let former = self.place
      drag?.pull = AxisPair(held.pull.x + place.x - former.x, held.pull.y + place.y - former.y)
      return show(place)
    }
    stopMotion()
    if !animated { return show(place) }
    let here = self.place
    if place.isEqual(to: here) { return }
    begin(
      ScrollMotion(
        .animation,
        AxisPair(
          AxisMotion(.eased(from: here.x, to: place.x)), AxisMotion(.eased(from: here.y, to: place.y)))))
  }

  /// Scrolls to show a part of the content.
  final func reveal(_ start: AxisPair<Int64>, _ length: AxisPair<Int64>, _ animated: Bool) {
    func revealed(_ axis: ScrollAxis) -> Int64 {
      let (here, viewport) = (place[axis], limits(axis).viewport)
      let (low, high) = (start[axis] - here, start[axis] + length[axis] - here - viewport)
      // Of the ways to both edges the shorter one, where both point the same way.
      let way = low > 0 && high > 0 ? Swift.min(low, high) : low < 0 && high < 0 ? Swift.max(low, high) : 0
      return way == 0 ? here : limits(axis).held(here + way)
    }
    let target = AxisPair(revealed(.horizontal), revealed(.vertical))
    if !target.isEqual(to: place) { scroll(to: target, animated) }
  }

  // MARK: Changes of the limits

  /// The size that the limits were held to last.
  private final var knownSize = Size.zero

  /// Follows a change of the size, then calls ``View/layoutSubviews()``.
  open override func layoutSublayers(of layer: Layer) {
    if knownSize != bounds.size {
      knownSize = bounds.size
      limitsChanged()
    }
    placeIndicators()
    super.layoutSublayers(of: layer)
  }

  /// Holds a view at rest to its limits, and a movement to the new ones.
  final func limitsChanged() {
    defer { updateIndicators() }
    if drag != nil || isCaught { return }
    if motion != nil { return limitMotion() }
    show(held(place))
  }

  // MARK: Links

  final var drag: ScrollDrag?
  /// Whether a finger is down that has stopped the view.
  final var isCaught = false
  final var motion: ScrollMotion?
  /// Its place in the list of those that move.
  final var scrolling: ScrollingView { unsafe ownedScrolling.unsafelyUnwrapped }
  private final var ownedScrolling: ScrollingView?
  final var motions: ScrollMotions? { scrolling.motions }
}
