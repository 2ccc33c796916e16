// Stage: controls. A stepper.

import FixedRaster

/// A minus and a plus with the value between them. Held, it steps again after 400 ms, eight times a second, and after three
/// seconds by ten steps at a time.
open class Stepper: RangeControl {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [ground, minus, plus, minusSign, plusSign, plusStem] as [Layer] { addPart(part) }
    // Texts lie on the ground.
    for text in [titleText, valueText] { addPart(text) }
    (titleText.alignmentMode, valueText.alignmentMode) = (.center, .center)
    (maximumValue, stepValue) = (100, 1)
  }

  public convenience init() { self.init(frame: .zero) }

  /// Whether the least value follows the greatest. False if not said.
  public final var wraps = false
  /// Whether it steps again while it is held. True if not said.
  public final var autorepeat = true

  private let ground = Layer(), minus = Layer(), plus = Layer()
  private let minusSign = Layer(), plusSign = Layer(), plusStem = Layer()
  /// The direction of the held part, 0 for none; whether the finger is on it; and since when it is held.
  private final var direction = 0
  private final var isOnPart = false
  private final var since: Int64 = 0

  private static var delay: Int64 { 400_000_000 }
  private static var interval: Int64 { 125_000_000 }
  private static var tensAfter: Int64 { 3_000_000_000 }

  /// 34 by 9 millimetres, 12 with a title.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Swift.max(millimetres(34), size.width), height: millimetres(title == nil ? 9 : 12))
  }

  // MARK: Look

  private final var partWidth: Fixed {
    Swift.min(Swift.max(millimetres(9), bounds.height), (bounds.width * 0.34).snapped)
  }

  @usableFromInline
  override func layOutParts() {
    (ground.frame, ground.cornerRadius) = (bounds, ringRadius)
    let width = partWidth
    let inset = style.edgeWidth
    let height = Swift.max(0, bounds.height - inset * 2)
    minus.frame = Rect(x: inset, y: inset, width: width, height: height)
    plus.frame = Rect(x: bounds.width - width - inset, y: inset, width: width, height: height)
    for part in [minus, plus] { part.cornerRadius = Swift.max(0, ringRadius - inset) }
    (minus.maskedCorners, plus.maskedCorners) = (
      [.minXMinYCorner, .minXMaxYCorner], [.maxXMinYCorner, .maxXMaxYCorner]
    )
    let (size, thick) = (Swift.max(6, (labelCap * 1.1).snapped), Swift.max(2, (labelCap * 0.16).snapped))
    for (sign, part) in [(minusSign, minus), (plusSign, plus)] {
      sign.bounds = Rect(x: 0, y: 0, width: size, height: thick)
      sign.position = Point(x: part.frame.midX.snapped, y: part.frame.midY.snapped)
    }
    plusStem.bounds = Rect(x: 0, y: 0, width: thick, height: size)
    plusStem.position = plusSign.position
    titleText.show(title ?? "")
    let room = Swift.max(0, bounds.width - width * 2 - 8)
    titleText.place(x: bounds.midX, middle: (bounds.height * 0.26).snapped, cap: titleCap, width: room, style)
    valueText.show(words(maximumValue))
    valueText.place(
      x: bounds.midX, middle: title == nil ? bounds.midY : (bounds.height * 0.68).snapped, cap: labelCap, width: room,
      style)
    showValue(animated: false)
  }

  @usableFromInline
  override func showValue(animated: Bool) {
    valueText.show(words(value))
    colorSigns()
  }

  open override func appearanceChanged() {
    let style = style
    ground.backgroundColor = isEnabled ? style.surface : style.ground
    ground.borderWidth = isPending || isEditing ? 2 : style.edgeWidth
    ground.borderColor =
      !isEnabled
      ? style.faded(style.edge, on: style.surface) : isPending || isEditing ? style.accent : style.edge
    valueText.foregroundColor = isEnabled ? style.ink : style.faded(style.ink, on: style.surface)
    titleText.foregroundColor = isEnabled ? style.dim : style.faded(style.ink, on: style.surface)
    colorSigns()
  }

  /// A part whose end is reached is faded.
  private final func colorSigns() {
    let style = style
    for (part, way) in [(minus, -1), (plus, 1)] {
      let isHeld = direction == way && isOnPart
      part.backgroundColor = !isEnabled ? nil : isHeld ? style.pressedFill : style.fill
    }
    let (ink, faded) = (style.ink, style.faded(style.ink, on: style.fill))
    minusSign.backgroundColor = isEnabled && (wraps || value > minimumValue) ? ink : faded
    let color = isEnabled && (wraps || value < maximumValue) ? ink : faded
    (plusSign.backgroundColor, plusStem.backgroundColor) = (color, color)
  }

  // MARK: Fingers

  private final func direction(at point: Point) -> Int {
    let width = partWidth
    return point.x < width ? -1 : point.x >= bounds.width - width ? 1 : 0
  }

  open override func beginTracking(_ touch: Touch) -> Bool {
    let way = direction(at: touch.location(in: self))
    if way == 0 || !super.beginTracking(touch) { return false }
    (direction, isOnPart, since) = (way, true, touch.timestamp)
    return true
  }

  open override func pressBegan(at time: Int64) {
    super.pressBegan(at: time)
    step(direction)
    if autorepeat && isTracking { deadline = time + Stepper.delay }
    colorSigns()
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    let place = touch.location(in: self)
    let reach = pointsPerMillimetre * 3
    let part = (direction < 0 ? minus : plus).frame.inset(by: touchInsets).insetBy(dx: -reach, dy: -reach)
    if part.contains(place) != isOnPart {
      isOnPart.toggle()
      deadline = isOnPart && autorepeat ? touch.timestamp + Stepper.interval : nil
      if isOnPart { since = touch.timestamp }
      colorSigns()
    }
    return super.continueTracking(touch)
  }

  open override func deadlineReached(at time: Int64) {
    step(time - since >= Stepper.tensAfter ? direction * 10 : direction)
    if isTracking { deadline = time + Stepper.interval }
  }

  open override func endTracking(_ touch: Touch) {
    rest()
    super.endTracking(touch)
  }

  open override func cancelTracking() {
    rest()
    super.cancelTracking()
  }

  private final func rest() {
    (direction, isOnPart, deadline) = (0, false, nil)
    colorSigns()
  }

  private final func step(_ count: Int) {
    let wanted = value.moved(by: keyStep, times: count)
    if wraps && wanted > maximumValue && value == allowed(maximumValue) {
      move(to: minimumValue)
    } else if wraps && wanted < minimumValue && value == minimumValue {
      move(to: maximumValue)
    } else {
      move(to: wanted)
    }
  }
}
