// Stage: controls. A knob.

import FixedRaster

/// An arc of 270° with a line as its pointer, and the value in the middle. A finger on the arc turns it by going round; one in the
/// middle by moving up and down, or to the sides: 40 mm are the whole range.
open class Knob: RangeControl {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [track, filling, pointer] as [Layer] { addPart(part) }
    for arc in [track, filling] { (arc.fillColor, arc.lineCap) = (nil, .butt) }
    (titleText.alignmentMode, valueText.alignmentMode) = (.center, .center)
  }

  public convenience init() { self.init(frame: .zero) }

  private let track = ShapeLayer(), filling = ShapeLayer()
  private let pointer = Layer()
  private final var middle = Point.zero
  private final var radius: Fixed = 1
  /// The share of the range, and the place of the finger, where it was taken.
  private final var startShare: Fixed = 0
  private final var start = Point.zero
  private final var turns = false
  /// How far the finger has gone round, in radians.
  private final var angle: Fixed = 0

  /// Radians of the whole range, from lower left over the top to lower right.
  private static var sweep: Fixed { .pi * 1.5 }
  private static var beginning: Fixed { .pi * 0.75 }

  /// 24 millimetres each way, and a row for the title.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: millimetres(24), height: millimetres(24) + (title == nil ? 0 : labelCap))
  }

  // MARK: Look

  @usableFromInline
  override func layOutParts() {
    let row = title == nil ? 0 : titleCap
    let diameter = Swift.max(8, Swift.min(bounds.width, bounds.height - row) - 4)
    let thick = Swift.max(3, Swift.min(millimetres(1.6), (diameter * 0.09).snapped))
    radius = diameter.halved - thick.halved
    middle = Point(x: bounds.midX.snapped, y: (diameter.halved + 2).snapped)
    var path = Path(capacity: 16)
    path.addRelativeArc(center: middle, radius: radius, startAngle: Knob.beginning, delta: Knob.sweep)
    for arc in [track, filling] { (arc.frame, arc.path, arc.lineWidth) = (bounds, path, thick) }
    let (length, inner) = ((radius * 0.26).snapped, (radius * 0.62).snapped)
    pointer.bounds = Rect(x: 0, y: 0, width: length, height: Swift.max(2, (thick * 0.6).snapped))
    pointer.cornerRadius = pointer.bounds.height.halved
    // It turns about the middle of the knob.
    pointer.anchorPoint = Point(x: -inner / Swift.max(1, length), y: 0.5)
    pointer.position = middle
    titleText.show(title ?? "")
    titleText.place(
      x: middle.x, middle: Swift.min(bounds.height - titleCap * 0.7, middle.y + radius + titleCap * 0.4),
      cap: titleCap, width: bounds.width, style)
    placeValueText()
    showValue(animated: false)
  }

  private final func placeValueText() {
    valueText.show(words(maximumValue))
    let cap = labelCap * 1.3
    let whole = Swift.max(1, ControlText.width(of: words(maximumValue), cap: cap, style))
    valueText.place(
      x: middle.x, middle: middle.y, cap: Swift.min(cap, cap * radius * 1.2 / whole).snapped, width: radius * 1.5, style
    )
  }

  @usableFromInline
  override func showValue(animated: Bool) {
    let share = share(value)
    filling.strokeEnd = share
    pointer.setAffineTransform(AffineTransform(rotationAngle: Knob.beginning + Knob.sweep * share))
    valueText.show(words(value))
  }

  open override func appearanceChanged() {
    let style = style
    let ink = isEnabled ? style.ink : style.faded(style.ink, on: style.surface)
    track.strokeColor = style.track
    filling.strokeColor = isEnabled ? style.accent : ink
    pointer.backgroundColor = isEnabled && (isHeld || isPending) ? style.accent : ink
    valueText.foregroundColor = ink
    titleText.foregroundColor = isEnabled ? style.dim : ink
  }

  // MARK: Fingers

  private final func fromCenter(_ touch: Touch) -> Point {
    let place = touch.location(in: self)
    return Point(x: place.x - middle.x, y: place.y - middle.y)
  }

  /// It turns by both.
  open override func keepsDrag(isVertical: Bool) -> Bool { isEnabled }

  open override func beginTracking(_ touch: Touch) -> Bool {
    if !super.beginTracking(touch) { return false }
    start = fromCenter(touch)
    startShare = share(value)
    angle = 0
    let reach = radius * 0.62
    turns =
      start.x.magnitude > reach || start.y.magnitude > reach || start.x * start.x + start.y * start.y > reach * reach
    return true
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    let place = fromCenter(touch)
    var share: Fixed
    if turns {
      let (from, to) = (arctangent(y: start.y, x: start.x), arctangent(y: place.y, x: place.x))
      start = place
      var turn = to - from
      if turn > .pi { turn -= .pi * 2 } else if turn < -Fixed.pi { turn += .pi * 2 }
      angle = (angle + turn).clamped(-40, 40)
      share = angle / Knob.sweep
    } else {
      share = ((place.x - start.x) - (place.y - start.y)) / (pointsPerMillimetre * 40)
    }
    share += startShare
    move(to: value(atShare: share))
    return super.continueTracking(touch)
  }
}
