// Stage: instruments. Something goes on.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A mark that turns while its condition holds (P43 `wait`), an eighth of a turn in an eighth of a second; gone otherwise.
public final class WaitInstrument: Instrument {
  private let arc = ShapeLayer()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    card = .none
    addSublayer(arc)
  }

  private var turns: Bool { quality == .fresh && value.value != .zero }

  public override func layOut(in content: Rect) {
    arc.bounds = .zero
    arc.position = Point(x: content.midX.whole, y: content.midY.whole)
    var dial = RoundScale(0...100)
    dial.radius = (Swift.min(content.width, content.height) * 0.32).held(3, 40)
    var path = Path(capacity: 40)
    // Parts that grow shorter: which way it turns is seen when it stands still.
    for (from, to) in [(0, 150), (180, 250), (280, 310)] {
      dial.addBand(to: &path, from: Fixed(-to), to: Fixed(-from), outer: dial.radius, inner: dial.radius * 0.72)
    }
    arc.path = path
  }

  override var showsTime: Bool { true }

  public override func advance(to time: Int64) -> Int64? {
    if !turns { return nil }
    let step = time / 125_000_000
    arc.setAffineTransform(turn(Fixed(Int(step % 8) * 45)))
    return (step + 1) * 125_000_000
  }

  public override func valueChanged() { arc.isHidden = !turns }

  public override func appearanceChanged() { arc.fillColor = tinted(.accent) }
}
