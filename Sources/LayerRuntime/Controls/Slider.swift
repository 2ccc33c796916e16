// Stage: controls. A slider.

import FixedRaster
import SystemFiles

/// A track with a disc that a finger carries along it. A disc that is taken beside its middle does not jump; beside the disc the
/// track is touched, and the disc comes there.
open class Slider: RangeControl {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [marks, track, filling, disc, bubble] as [Layer] { addPart(part) }
    (bubble.isHidden, marks.fillColor) = (true, nil)
    bubbleText.showsChangesAtOnce = true
    bubble.addSublayer(bubbleText)
  }

  public convenience init() { self.init(frame: .zero) }

  /// Whether the track stands upright, with ``RangeControl/maximumValue`` at the top.
  public final var isUpright = false { didSet { if isUpright != oldValue { setNeedsLayout() } } }

  /// Sets the value; calls no action.
  ///
  /// - Parameters:
  ///   - value: as of ``RangeControl/value``.
  ///   - animated: whether the disc moves there, or is there at once.
  public final func setValue(_ value: Fixed, animated: Bool) {
    if isHeld { self.value = value } else { show(allowed(value), animated: animated) }
  }

  private let track = Layer(), filling = Layer(), disc = Layer()
  private let marks = ShapeLayer()
  /// The value above the finger, where the slider has no text of its own.
  private let bubble = Layer()
  private let bubbleText = ControlText()
  private final var line = Rect.zero
  /// From the finger to the disc's middle, along the track.
  private final var offset: Fixed = 0

  /// 40 millimetres along the track and 7 across, with the texts in the width of `size`.
  ///
  /// - Parameter size: the room.
  open override func sizeThatFits(_ size: Size) -> Size {
    let long = millimetres(40)
    let texts = title == nil ? 0 : (labelCap * 2).snapped
    return isUpright
      ? Size(width: Swift.max(millimetres(7), title == nil ? 0 : labelCap * 5), height: long + texts * 2)
      : Size(width: Swift.max(size.width, long), height: millimetres(7) + texts)
  }

  // MARK: Look

  private final var radius: Fixed { Swift.max(4, millimetres(2.25)) }

  @usableFromInline
  override var ringPlace: Rect { bounds }

  @usableFromInline
  override func layOutParts() {
    let (radius, thick) = (radius, Swift.max(3, millimetres(1.2)))
    let row = title == nil ? 0 : (labelCap * 2).snapped
    titleText.show(title ?? "")
    if isUpright {
      (titleText.alignmentMode, valueText.alignmentMode) = (.center, .center)
      titleText.place(x: bounds.midX, middle: titleCap * 0.8, cap: titleCap, width: bounds.width, style)
      line = Rect(
        x: (bounds.midX - thick.halved).snapped, y: row + radius, width: thick,
        height: Swift.max(1, bounds.height - row * 2 - radius * 2))
    } else {
      (titleText.alignmentMode, valueText.alignmentMode) = (.left, .right)
      titleText.place(
        x: 0, middle: labelCap * 0.8, cap: titleCap, width: Swift.max(0, bounds.width - valueWidth - labelCap), style)
      let middle = row + (bounds.height - row).halved
      line = Rect(
        x: radius, y: (middle - thick.halved).snapped, width: Swift.max(1, bounds.width - radius * 2), height: thick)
    }
    (track.frame, track.cornerRadius, filling.cornerRadius) = (line, thick.halved, thick.halved)
    // The other end lies under the disc.
    filling.maskedCorners =
      isUpright ? [.minXMaxYCorner, .maxXMaxYCorner] : [.minXMinYCorner, .minXMaxYCorner]
    (disc.bounds, disc.cornerRadius) = (Rect(x: 0, y: 0, width: radius * 2, height: radius * 2), radius)
    placeValueText()
    layOutMarks()
    let size = Size(width: valueWidth + labelCap * 1.2, height: (labelCap * 2.2).snapped)
    (bubble.bounds, bubble.cornerRadius) = (Rect(origin: .zero, size: size), style.cornerRadius * pointsPerMillimetre)
    placeBubbleText()
    showValue(animated: false)
  }

  private final var valueWidth: Fixed {
    Swift.max(
      ControlText.width(of: words(minimumValue), cap: labelCap, style),
      ControlText.width(of: words(maximumValue), cap: labelCap, style)
    ).snapped + 2
  }

  private final func placeValueText() {
    valueText.isHidden = title == nil
    if isUpright {
      valueText.place(
        x: bounds.midX, middle: bounds.height - labelCap * 0.8, cap: labelCap, width: bounds.width, style)
    } else {
      valueText.place(x: bounds.width, middle: labelCap * 0.8, cap: labelCap, width: valueWidth, style)
    }
  }

  private final func placeBubbleText() {
    bubbleText.place(
      x: bubble.bounds.midX, middle: bubble.bounds.midY, cap: labelCap, width: bubble.bounds.width, style)
  }

  /// Marks at steps, where there are eleven or fewer.
  private final func layOutMarks() {
    marks.frame = bounds
    let whole = Int64(maximumValue.rawValue) - Int64(minimumValue.rawValue)
    var path = Path(capacity: 64)
    if stepValue > 0, whole / Int64(stepValue.rawValue) <= 10 {
      for step in 0...Int(whole / Int64(stepValue.rawValue)) {
        let place = along(minimumValue.moved(by: stepValue, times: step)).snapped
        path.addRect(
          isUpright
            ? Rect(x: line.maxX + radius, y: place, width: 4, height: 1)
            : Rect(x: place, y: line.maxY + radius - 1, width: 1, height: 4))
      }
    }
    marks.path = path
  }

  /// Where a value lies along the track.
  private final func along(_ value: Fixed) -> Fixed {
    isUpright ? line.maxY - line.height * share(value) : line.minX + line.width * share(value)
  }

  @usableFromInline
  override func showValue(animated: Bool) {
    // On a whole pixel the disc keeps its look, and is not made anew.
    let place = along(value).snapped
    if isUpright {
      slide(disc, to: Point(x: line.midX, y: place), animated: animated)
      filling.frame = Rect(x: line.minX, y: place, width: line.width, height: Swift.max(0, line.maxY - place))
    } else {
      slide(disc, to: Point(x: place, y: line.midY), animated: animated)
      filling.frame = Rect(x: line.minX, y: line.minY, width: Swift.max(0, place - line.minX), height: line.height)
    }
    if title == nil {
      if isHeld { bubbleText.show(words(value)) }
      // 8 mm above the finger, or beside it.
      let way = radius + millimetres(5)
      bubble.position =
        isUpright
        ? Point(x: line.midX - way - bubble.bounds.width.halved, y: place) : Point(x: place, y: line.midY - way)
    } else {
      valueText.show(words(value))
    }
  }

  open override func appearanceChanged() {
    let style = style
    let ink = isEnabled ? style.ink : style.faded(style.ink, on: style.surface)
    titleText.foregroundColor = isEnabled ? style.dim : ink
    valueText.foregroundColor = ink
    track.backgroundColor = style.track
    filling.backgroundColor = isEnabled ? style.accent : style.faded(style.ink, on: style.surface)
    marks.fillColor = style.dim
    disc.backgroundColor = isEnabled && (isHeld || isEditing) ? style.accent : ink
    (disc.borderWidth, disc.borderColor) = (2, isPending ? style.accent : style.surface)
    bubble.isHidden = title != nil || !isTracking
    (bubble.backgroundColor, bubble.borderColor, bubble.borderWidth) = (style.fill, style.edge, style.edgeWidth)
    bubbleText.foregroundColor = style.ink
    if !bubble.isHidden { bubbleText.show(words(value)) }
  }

  // MARK: Fingers

  private final func place(_ touch: Touch) -> Fixed {
    let point = touch.location(in: self)
    return isUpright ? point.y : point.x
  }

  private final func value(at place: Fixed) -> Fixed {
    value(atShare: isUpright ? (line.maxY - place) / line.height : (place - line.minX) / line.width)
  }

  open override func keepsDrag(isVertical: Bool) -> Bool { isEnabled && isVertical == isUpright }

  open override func beginTracking(_ touch: Touch) -> Bool {
    if !super.beginTracking(touch) { return false }
    let disc = along(value)
    let isOnDisc = (place(touch) - disc).magnitude <= Swift.max(radius * 1.5, millimetres(4.5))
    offset = isOnDisc ? disc - place(touch) : 0
    if !isOnDisc { move(to: value(at: place(touch))) }
    return true
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    move(to: value(at: place(touch) + offset))
    return super.continueTracking(touch)
  }
}
