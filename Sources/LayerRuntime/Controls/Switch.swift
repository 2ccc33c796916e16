// Stage: controls. A switch.

import FixedRaster
import SystemFiles

/// A track with a disc at its one end or the other, and the signs I and O: on and off. A tap anywhere on it turns it over, and
/// a finger may carry the disc across.
open class Switch: Control {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [titleText, track, bar, ring, disc] as [Layer] { addPart(part) }
  }

  public convenience init() { self.init(frame: .zero) }

  /// The word at its left; `nil` for none.
  public final var title: String? { didSet { setNeedsLayout() } }

  /// Off at first. Setting it calls no action. While a finger holds the disc it is kept, and shown when that is let go.
  public final var isOn: Bool {
    get { isSelected }
    set { setOn(newValue, animated: false) }
  }

  /// Turns it on or off; calls no action.
  ///
  /// - Parameters:
  ///   - on: whether it is on.
  ///   - animated: whether the disc moves there, or is there at once.
  public final func setOn(_ on: Bool, animated: Bool) {
    if isHeld { return kept = on }
    isSelected = on
    placeDisc(on ? 1 : 0, animated: animated)
  }

  private final var kept: Bool?
  private final var isHeld = false
  /// How far the finger has carried the disc: a tap has not.
  private final var start = Point.zero
  private final var isCarried = false

  private let titleText = ControlText(.left)
  private let track = Layer()
  /// The sign I, and the sign O.
  private let bar = Layer(), ring = Layer()
  private let disc = Layer()
  /// The area of the track.
  private final var field = Rect.zero

  /// 14 by 7 millimetres, and the title beside it.
  open override func sizeThatFits(_ size: Size) -> Size {
    let height = millimetres(7)
    let words = title.map { ControlText.width(of: $0, cap: labelCap, style) + labelCap * 1.5 } ?? 0
    return Size(width: height * 2 + words.snapped, height: height)
  }

  // MARK: Look

  @usableFromInline
  override var ringPlace: Rect { field }
  @usableFromInline
  override var ringRadius: Fixed { field.height.halved }

  @usableFromInline
  override func layOutParts() {
    let height = Swift.min(Swift.min(bounds.height, bounds.width.halved), millimetres(9)).snapped
    field = Rect(
      x: bounds.maxX - height * 2, y: (bounds.midY - height.halved).snapped, width: height * 2, height: height)
    (track.frame, track.cornerRadius) = (field, height.halved)
    let inset = Swift.max(2, (height * 0.12).snapped)
    disc.bounds = Rect(x: 0, y: 0, width: height - inset * 2, height: height - inset * 2)
    disc.cornerRadius = disc.bounds.width.halved
    let sign = (height * 0.36).snapped
    let thick = Swift.max(2, (height * 0.07).snapped)
    let way = height.halved
    bar.frame = Rect(
      x: field.minX + way - thick.halved, y: field.midY - sign.halved, width: thick, height: sign)
    ring.frame = Rect(
      x: field.maxX - way - sign.halved, y: field.midY - sign.halved, width: sign, height: sign)
    (ring.cornerRadius, ring.borderWidth) = (sign.halved, thick)
    titleText.show(title ?? "")
    titleText.place(
      x: bounds.minX, middle: bounds.midY, cap: labelCap,
      width: Swift.max(0, bounds.width - field.width - labelCap), style)
    placeDisc(isOn ? 1 : 0, animated: false)
  }

  /// - Parameter share: of its way, 0 for off.
  private final func placeDisc(_ share: Fixed, animated: Bool) {
    let way = field.width - field.height
    slide(
      disc, to: Point(x: field.minX + field.height.halved + way * share, y: field.midY), animated: animated)
  }

  open override func appearanceChanged() {
    let style = style
    let field =
      !isEnabled
      ? style.surface
      : isOn
        ? isHighlighted ? style.pressedSelection : style.selection : isHighlighted ? style.pressedFill : style.fill
    let ink = isEnabled ? isOn ? style.selectedInk : style.ink : style.faded(style.ink, on: style.surface)
    track.backgroundColor = field
    track.borderWidth = isPending ? 2 : style.edgeWidth
    track.borderColor =
      !isEnabled ? style.faded(style.edge, on: style.surface) : isOn || isPending ? style.accent : style.edge
    disc.backgroundColor = ink
    (bar.backgroundColor, ring.borderColor) = (ink, ink)
    (bar.isHidden, ring.isHidden) = (!isOn, isOn)
    titleText.foregroundColor = isEnabled ? style.ink : style.faded(style.ink, on: style.surface)
  }

  // MARK: Fingers

  open override func beginTracking(_ touch: Touch) -> Bool {
    (isHeld, isCarried, start, kept) = (true, false, touch.location(in: self), nil)
    return true
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    let way = touch.location(in: self).x - start.x
    if way.magnitude > pointsPerMillimetre * 2 { isCarried = true }
    if isCarried { placeDisc(share(way), animated: false) }
    return true
  }

  private final func share(_ way: Fixed) -> Fixed {
    let whole = Swift.max(1, field.width - field.height)
    return ((isOn ? 1 : 0) + way / whole).clamped(0, 1)
  }

  open override func endTracking(_ touch: Touch) {
    let wasOn = isOn
    let way = touch.location(in: self).x - start.x
    let isWanted = isCarried ? share(way) >= 0.5 : isTouchInside ? !wasOn : wasOn
    isSelected = isWanted
    placeDisc(isWanted ? 1 : 0, animated: true)
    if isWanted != wasOn { sendActions(for: .valueChanged) }
    letGo(animated: true)
  }

  open override func cancelTracking() {
    placeDisc(isOn ? 1 : 0, animated: true)
    letGo(animated: true)
  }

  private final func letGo(animated: Bool) {
    isHeld = false
    if let on = kept {
      kept = nil
      setOn(on, animated: animated)
    }
  }

  /// A finger has turned it over by its end; a key does so here.
  @usableFromInline
  override func activate() {
    if !wasPressedByKey { return }
    setOn(!isOn, animated: true)
    sendActions(for: .valueChanged)
  }
}
