// Stage: controls. A knob.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A knob (P48): an arc with a line as its pointer and the value in the middle, set by moving up and down or to the sides; 40 mm
/// are the whole range.
public final class KnobInstrument: ValueControl {
  private let track = ShapeLayer()
  private let filling = ShapeLayer()
  private let pointer = ShapeLayer()
  private let mark = ShapeLayer()
  let beyondMark = BeyondMark()
  private var scale = RoundScale(0...100)
  // Built again and again in memory that is their own.
  private var arc = Path(capacity: 80), line = Path(capacity: 8), markLine = Path(capacity: 8)
  private var thickness: Fixed = 4
  private var start = Point.zero
  private var startValue = Fixed64.zero

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    for layer in [track, filling, mark, pointer, beyondMark] as [Layer] { addSublayer(layer) }
  }

  override func layOutParts(in field: Rect) {
    for layer in [track, filling, mark, pointer] { layer.frame = bounds }
    let cap = labelCap
    label.alignmentMode = .center
    fitLabel(
      x: field.midX, middle: field.maxY - cap * 1.2, cap: cap, width: Swift.max(0, field.width - cap)
    )
    let room = text.isEmpty ? 0 : cap * 1.6
    let diameter = Swift.min(field.width, field.height - room) - cap
    scale = RoundScale(range)
    scale.center = Point(x: field.midX.whole, y: (field.minY + half(cap) + half(diameter) + diameter * 0.04).whole)
    scale.radius = Swift.max(2, half(diameter))
    thickness = Swift.min(density * 1.6, diameter * 0.09).held(2, 16)
    var path = Path(capacity: 40)
    scale.addBand(
      to: &path, from: scale.start, to: scale.start + scale.sweep, outer: scale.radius, inner: scale.radius - thickness)
    track.path = path
    beyondMark.layOut(on: scale, radius: scale.radius - half(thickness), size: Swift.max(3, thickness * 0.7))
    let width = scale.radius * 1.15
    let whole = Swift.max(1, valueText.width(of: words(range.upperBound), capHeight: 100))
    valueText.alignmentMode = .center
    valueText.place(
      x: scale.center.x, middle: scale.center.y, capHeight: Swift.min(cap * 1.4, width * 100 / whole),
      room: Swift.max(0, field.width - cap))
    sign.place(x: field.maxX - cap * 1.2, middle: field.minY + cap * 1.2, capHeight: cap)
  }

  private func share(_ value: Fixed64) -> Fixed64 {
    ((value - range.lowerBound) / (range.upperBound - range.lowerBound)) ?? .zero
  }

  override func showPosition() {
    let ink = inkColor(on: groundColor)
    track.fillColor = ink.mixed(77, with: groundColor)
    filling.fillColor = theme.filling(stateColor)
    pointer.fillColor = isHeld ? theme[.accent] : stateInk(on: groundColor)
    mark.fillColor = ink
    let isKnown = shownValue != nil
    (filling.isHidden, pointer.isHidden) = (!isKnown, !isKnown)
    if let value = shownValue {
      let angle = scale.angle(share(value).held(0, 1))
      var path = arc
      path.removeAll(keepingCapacity: true)
      scale.addBand(to: &path, from: scale.start, to: angle, outer: scale.radius, inner: scale.radius - thickness)
      filling.path = path
      arc = path
      var line = line
      line.removeAll(keepingCapacity: true)
      scale.addMark(
        to: &line, angle: angle, outer: scale.radius - thickness - 2, length: scale.radius * 0.26,
        width: thickness * 0.6)
      pointer.path = line
      self.line = line
    }
    let beyond = beyondShownRange
    (beyondMark.isHidden, beyondMark.strokeColor) = (beyond == 0, ink)
    if beyond != 0 { beyondMark.show(isAbove: beyond > 0, away: 8, room: bounds) }
    let differs = reported.hasValue && shownValue.map { $0 != reported.value } ?? false
    mark.isHidden = !differs
    if differs {
      var line = markLine
      line.removeAll(keepingCapacity: true)
      scale.addMark(
        to: &line, angle: scale.angle(share(reported.value).held(0, 1)), outer: scale.radius + 3, length: thickness,
        width: 3)
      mark.path = line
      markLine = line
    }
  }

  public override func keepsDrag(isVertical: Bool) -> Bool { isUsable }

  override func pressBegan(_ touch: Touch) {
    guard let firstValue else { return refuse() }
    (start, startValue) = (touch.location(in: self), firstValue)
    held = startValue
  }

  override func pressMoved(_ touch: Touch) {
    if held == nil { return }
    let place = touch.location(in: self)
    let way = (place.x - start.x) - (place.y - start.y)
    let part = (Fixed64(way) / Fixed64(density * 40)) ?? .zero
    move(to: startValue + (range.upperBound - range.lowerBound) * part)
  }

  override func pressEnded(isInside: Bool) {
    // A finger that did not move changes nothing.
    if held == startValue { held = nil } else { release() }
    showState()
  }
}
