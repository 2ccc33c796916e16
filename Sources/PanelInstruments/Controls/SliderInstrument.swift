// Stage: controls. A slider.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A slider (P48): its disc follows the finger that took it, and a small triangle shows the reported value where that is
/// another one.
public final class SliderInstrument: ValueControl {
  public var isUpright = false { didSet { if isUpright != oldValue { setNeedsLayout() } } }

  private let track = ShapeLayer()
  private let filling = Layer()
  private let marks = ShapeLayer()
  private let disc = ShapeLayer()
  private let mark = ShapeLayer()
  /// On the disc of a value beyond the track.
  let beyondMark = ShapeLayer()
  private var line = Rect.zero
  /// From the finger to the disc's middle, along the track: a disc that is taken beside its middle does not jump.
  private var offset: Fixed = 0

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    for layer in [marks, track, filling, mark, disc, beyondMark] as [Layer] { addSublayer(layer) }
  }

  // MARK: Layout

  override func layOutParts(in field: Rect) {
    for layer in [track, marks] { layer.frame = bounds }
    filling.cornerRadius = half((density * 1.2).held(3, 16).whole)
    // The other end lies under the disc.
    filling.maskedCorners =
      isUpright ? [.minXMaxYCorner, .maxXMaxYCorner] : [.minXMinYCorner, .minXMaxYCorner]
    let cap = labelCap
    let (thick, radius) = ((density * 1.2).held(3, 16).whole, discRadius)
    var top = (cap * 2.2).whole
    label.alignmentMode = isUpright ? .center : .left
    valueText.alignmentMode = isUpright ? .center : .right
    if isUpright {
      fitLabel(
        x: field.midX, middle: field.minY + cap * 1.1, cap: cap,
        width: Swift.max(0, field.width - cap))
      valueText.place(
        x: field.midX, middle: field.maxY - cap * 1.1, capHeight: cap, room: Swift.max(0, field.width - cap))
      // In a low place the value stays, and the disc.
      label.isHidden = field.height < cap * 3.6
      // The disc ends before the words.
      let end = (top + Swift.max(0, radius + 2 - cap * 0.6)).whole
      // The mark of the reported value is at the track's right.
      sign.place(x: field.minX + cap * 1.2, middle: field.midY.whole, capHeight: cap)
      line = Rect(
        x: (field.midX - half(thick)).whole, y: field.minY + end, width: thick,
        height: Swift.max(1, field.height - end * 2))
    } else {
      let valueWidth = Swift.max(
        valueText.width(of: words(range.upperBound), capHeight: cap),
        valueText.width(of: words(range.lowerBound), capHeight: cap))
      // In a narrow place the value has a line of its own.
      let isNarrow =
        field.height > cap * 7 && label.width(of: labelWords, capHeight: cap) > field.width - valueWidth - cap * 4.5
      if isNarrow { top = (cap * 4.2).whole }
      fitLabel(
        x: field.minX + labelInset, middle: field.minY + cap * 1.3, cap: cap,
        width: Swift.max(0, field.width - (isNarrow ? labelInset * 2 : valueWidth + cap * 4.5)))
      valueText.place(
        x: field.maxX - cap * 2.4, middle: field.minY + cap * (isNarrow ? 3.3 : 1.3), capHeight: cap,
        room: Swift.max(0, Swift.min(valueWidth + 1, field.width - cap * 2.8)))
      let middle = text.isEmpty ? field.midY : field.minY + top + half(Swift.max(0, field.height - top))
      line = Rect(
        x: field.minX + radius + half(cap), y: (middle - half(thick)).whole,
        width: Swift.max(1, field.width - radius * 2 - cap), height: thick)
      sign.place(x: field.maxX - cap * 1.2, middle: field.minY + cap * 1.3, capHeight: cap)
    }
    track.path = Path(roundedRect: line, cornerRadius: half(thick))
    disc.bounds = Rect(x: -radius, y: -radius, width: radius * 2, height: radius * 2)
    disc.path = Path(ellipseIn: disc.bounds)
    beyondMark.layOutEdgeMark(size: radius * 0.35)
    layOutMarks(thick)
    var triangle = Path(capacity: 5)
    let size = (density * 1.8).held(5, 20)
    triangle.move(to: .zero)
    triangle.addLine(to: isUpright ? Point(x: size, y: -half(size)) : Point(x: -half(size), y: size))
    triangle.addLine(to: isUpright ? Point(x: size, y: half(size)) : Point(x: half(size), y: size))
    triangle.closeSubpath()
    (mark.bounds, mark.path) = (.zero, triangle)
  }

  private var discRadius: Fixed {
    Swift.min(density * 2.25, Swift.min(bounds.height, bounds.width) * 0.2).held(4, 40).whole
  }

  /// Marks at steps, where there are eleven or fewer.
  private func layOutMarks(_ thick: Fixed) {
    var path = Path(capacity: 64)
    if step > .zero, let count = (range.upperBound - range.lowerBound) / step, count.floor <= 10 {
      for index in 0...Swift.max(0, count.floor) {
        let place = along(range.lowerBound + step * Fixed64(index)).whole
        path.addRect(
          isUpright
            ? Rect(x: line.maxX + discRadius + 2, y: place, width: 5, height: 1)
            : Rect(x: place, y: line.maxY + discRadius + 2, width: 1, height: 5))
      }
    }
    marks.path = path
  }

  /// Where a value lies along the track.
  private func along(_ value: Fixed64) -> Fixed {
    let share = Fixed(((value - range.lowerBound) / (range.upperBound - range.lowerBound)) ?? .zero).held(0, 1)
    return isUpright ? line.maxY - line.height * share : line.minX + line.width * share
  }

  private func value(at place: Fixed) -> Fixed64 {
    let share =
      isUpright
      ? Fixed64(line.maxY - place) / Fixed64(Swift.max(1, line.height))
      : Fixed64(place - line.minX) / Fixed64(Swift.max(1, line.width))
    return range.lowerBound + (range.upperBound - range.lowerBound) * (share ?? .zero).held(0, 1)
  }

  // MARK: Look

  override func showPosition() {
    let ink = inkColor(on: groundColor)
    track.fillColor = ink.mixed(77, with: groundColor)
    filling.backgroundColor = stateColor
    marks.fillColor = ink.mixed(128, with: groundColor)
    mark.fillColor = ink
    disc.fillColor = isHeld ? theme[.accent] : stateInk(on: groundColor)
    disc.isHidden = shownValue == nil
    filling.isHidden = shownValue == nil
    if let value = shownValue {
      // On a whole pixel the disc keeps its look, and is not made anew.
      let place = along(value).whole
      disc.position = isUpright ? Point(x: line.midX, y: place) : Point(x: place, y: line.midY)
      filling.frame =
        isUpright
        ? Rect(x: line.minX, y: place, width: line.width, height: Swift.max(0, line.maxY - place))
        : Rect(x: line.minX, y: line.minY, width: Swift.max(0, place - line.minX), height: line.height)
    }
    beyondMark.strokeColor = groundColor
    beyondMark.showEdgeMark(beyondShownRange, in: disc.frame, isUpright: isUpright)
    let differs = reported.hasValue && shownValue.map { $0 != reported.value } ?? false
    mark.isHidden = !differs
    if differs {
      let place = along(reported.value)
      mark.position = isUpright ? Point(x: line.maxX + 3, y: place) : Point(x: place, y: line.maxY + 3)
    }
  }

  // MARK: Touch

  private func place(_ touch: Touch) -> Fixed {
    let point = touch.location(in: self)
    return isUpright ? point.y : point.x
  }

  public override func keepsDrag(isVertical: Bool) -> Bool { isUsable && isVertical == isUpright }

  override func pressBegan(_ touch: Touch) {
    let disc = shownValue.map { along($0) } ?? place(touch)
    // Beside the disc the track is touched: the disc comes there.
    let isOnDisc = abs(place(touch) - disc) <= Swift.max(discRadius * 1.5, density * 4.5)
    offset = isOnDisc ? disc - place(touch) : 0
    move(to: value(at: place(touch) + offset))
  }

  override func pressMoved(_ touch: Touch) { move(to: value(at: place(touch) + offset)) }

  override func pressEnded(isInside: Bool) {
    release()
    showState()
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .isUpright { isUpright = reading.isTrue } else { super.take(key, reading) }
  }
}
