// Stage: controls. A switch.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A switch (P46): a tap anywhere on it asks for the other state; its disc lies where the state is that came back.
public final class SwitchInstrument: ControlInstrument {
  private let track = ShapeLayer()
  private let disc = ShapeLayer()
  private let signs = ShapeLayer()
  private var trackRect = Rect.zero

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    for layer in [track, signs, disc] as [Layer] { addSublayer(layer) }
  }

  override func layOutParts(in field: Rect) {
    for layer in [track, signs] { layer.frame = bounds }
    let cap = labelCap
    // In a tile the label is above the track, and beside it in a row.
    let isTile = field.height > field.width * 0.55 && !text.isEmpty
    let height = Swift.min(Swift.min(field.height * (isTile ? 0.4 : 0.6), density * 7), field.width * 0.25)
      .held(8, 80).whole
    let trackX = isTile || text.isEmpty ? field.midX - height : field.maxX - height * 2 - cap
    let top = isTile ? field.midY - half(height) + cap * 1.1 : field.midY - half(height)
    trackRect = Rect(x: trackX.whole, y: top.whole, width: height * 2, height: height)
    track.path = Path(roundedRect: trackRect.insetBy(dx: 1, dy: 1), cornerRadius: half(height) - 1)
    let (radius, inset) = (half(height) * 0.72, half(height))
    disc.bounds = Rect(x: -radius, y: -radius, width: radius * 2, height: radius * 2)
    disc.path = Path(ellipseIn: disc.bounds)
    var path = Path(capacity: 24)
    // I at the side of the disc that is off, O at that which is on: the free one says what is.
    let (left, right) = (trackRect.minX + inset, trackRect.maxX - inset)
    let size = height * 0.16
    path.addRect(Rect(x: left - 1, y: trackRect.midY - size, width: 2, height: size * 2))
    path.addEllipse(in: Rect(x: right - size, y: trackRect.midY - size, width: size * 2, height: size * 2))
    path.addEllipse(
      in: Rect(x: right - size + 2, y: trackRect.midY - size + 2, width: size * 2 - 4, height: size * 2 - 4))
    signs.path = path
    signs.fillRule = .evenOdd
    // A sign has room between them.
    let signX: Fixed
    if isTile {
      label.alignmentMode = .center
      fitLabel(
        x: field.midX, middle: (trackRect.minY - cap * 1.7).whole, cap: cap,
        width: Swift.max(0, field.width - cap * 1.6))
      signX = trackRect.maxX + cap
    } else {
      label.alignmentMode = .left
      fitLabel(
        x: field.minX + labelInset, middle: field.midY.whole, cap: cap,
        width: Swift.max(0, trackRect.minX - field.minX - cap * 3))
      signX = trackRect.minX - cap
    }
    sign.place(x: signX, middle: trackRect.midY.whole, capHeight: cap * 0.9)
  }

  override func showState() {
    let known = reported.hasValue
    let isOn = isReportedOn || !known && (wanted.map { $0 != .zero } ?? false)
    let color = stateInk(on: groundColor)
    let filling = theme.filling(stateColor)
    track.fillColor = isOn ? filling : nil
    (track.strokeColor, track.lineWidth) = (isOn ? stateColor : color.mixed(128, with: groundColor), 2)
    disc.fillColor = known || isOn ? color : nil
    (disc.strokeColor, disc.lineWidth) = (known ? nil : color.mixed(128, with: groundColor), 1)
    signs.fillColor = inkColor(on: isOn ? filling : groundColor)
    // Neither on nor off where nobody knows.
    signs.isHidden = !known && !isOn
    let inset = half(trackRect.height)
    let place = isOn ? trackRect.maxX - inset : known ? trackRect.minX + inset : trackRect.midX
    disc.position = Point(x: place, y: trackRect.midY)
  }

  override func pressEnded(isInside: Bool) {
    if isInside && holdTime == 0 { act(opposite) }
  }

  override func holdEnded() { act(opposite) }

  override func words(of value: Fixed64) -> String? { onOrOff(value) }
}
