// Stage: controls. A setpoint on the scale of another instrument.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A disc on the scale of a gauge or a bar, which sets where the value should be (P48). The instrument's own mark shows what
/// came back.
public final class SetpointHandle: ValueControl {
  private let disc = ShapeLayer()
  /// Behind the value, while it is held.
  private let bubble = Layer()
  /// From the finger to the disc's middle.
  private var offset = Vector.zero
  private var hasRange = false
  private var host: Instrument? { superlayer as? Instrument }
  /// How the scale's signal is shown: a system of units changes that, and not what the handle is set in.
  var scaleShown = ShownUnit(nil)

  private func onScale(_ value: Fixed64) -> Fixed64 { scaleShown.apply(shown.value(from: value)) }
  private func fromScale(_ value: Fixed64) -> Fixed64 { shown.apply(scaleShown.value(from: value)) }

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    for layer in [ground, edge, label, sign] as [Layer] { layer.isHidden = true }
    for layer in [disc, bubble] as [Layer] { insertSublayer(layer, below: valueText) }
    valueText.alignmentMode = .center
  }

  // MARK: Layout

  override func layOutParts(in field: Rect) {
    if !hasRange, let host { range = fromScale(host.range.lowerBound)...fromScale(host.range.upperBound) }
    let radius = self.radius
    disc.bounds = Rect(x: -radius, y: -radius, width: radius * 2, height: radius * 2)
    disc.path = Path(ellipseIn: disc.bounds.insetBy(dx: 1, dy: 1))
    bubble.cornerRadius = 4
  }

  private var radius: Fixed {
    Swift.min(density * 2.25, Swift.min(bounds.width, bounds.height) * 0.2).held(4, 40).whole
  }

  // MARK: Look

  override func showPosition() {
    let place = host?.place(onScale: onScale(shownValue ?? range.lowerBound)) ?? .zero
    disc.position = Point(x: place.x.whole, y: place.y.whole)
    // Nobody knows where it is.
    disc.isHidden = shownValue == nil && hasState
    disc.fillColor = isHeld ? theme[.accent] : isUsable ? theme[.surface] : theme[.dim]
    let look = commandLook
    (disc.strokeColor, disc.lineDashPattern) = (look?.color ?? theme[.ink], look?.isDashed == true ? [4, 4] : nil)
    disc.lineWidth = 2
    showWords()
  }

  /// The value while it is held, and why it cannot be: above the disc, or below it where there is no room.
  private func showWords() {
    let note = labelWords
    let isShown = isHeld || !note.isEmpty
    (bubble.isHidden, valueText.isHidden) = (!isShown, !isShown)
    if !isShown { return }
    let cap = labelCap
    if !note.isEmpty {
      valueText.show(note)
    } else if let host, let held {
      valueText.show(host.format.text(of: onScale(held)) + (host.unit.map { " " + $0 } ?? ""))
    }
    valueText.setSize(cap)
    let width = Swift.min(bounds.width, valueText.textWidth + cap * 1.6).whole
    let height = (cap * 2.2).whole
    let above = disc.position.y - radius - density * 3 - height
    let top = above >= 0 ? above : Swift.min(bounds.height - height, disc.position.y + radius + density * 3)
    let left = (disc.position.x - half(width)).held(0, Swift.max(0, bounds.width - width))
    bubble.frame = Rect(x: left.whole, y: top.whole, width: width, height: height)
    bubble.backgroundColor = theme[.surface].mixed(225, with: theme[.ink])
    valueText.place(
      x: bubble.frame.midX.whole, middle: bubble.frame.midY.whole, capHeight: cap, width: Swift.max(0, width - cap))
    valueText.foregroundColor = theme[.ink]
  }

  // MARK: Fingers

  /// The disc alone is touched: the rest is the instrument's.
  public override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? {
    let place = convert(point, from: superlayer)
    let way = place - disc.position
    let reach = Swift.max(radius, density * 4.5)
    return !isHidden && !disc.isHidden && way.dx.magnitude <= reach && way.dy.magnitude <= reach ? self : nil
  }

  public override func keepsDrag(isVertical: Bool) -> Bool { isUsable }

  override func pressBegan(_ touch: Touch) {
    offset = disc.position - touch.location(in: self)
    move(to: shownValue ?? range.lowerBound)
  }

  override func pressMoved(_ touch: Touch) {
    guard let host, let held else { return }
    let value = fromScale(host.value(onScaleAt: touch.location(in: self) + offset))
    // A finger that passes the gap of a dial stays at its end.
    if (value - held).magnitude * 2 <= range.upperBound - range.lowerBound { move(to: value) }
  }

  override func pressEnded(isInside: Bool) {
    release()
    showState()
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    super.read(record, builder)
    hasRange = record[.lower] != nil
  }
}
