// A gauge of the library, and an instrument of one's own beside it: as many dots are lit as its value says.
import PanelInstruments
import PanelKit
import PanelSignals

final class DotsInstrument: Instrument {
  private var dots: [Layer] = []

  override init(_ style: InstrumentStyle) {
    super.init(style)
    range = 0...10
    for _ in 0..<10 {
      dots.append(Layer())
      addSublayer(dots[dots.count - 1])
    }
  }

  override func layOut(in content: Rect) {
    let step = content.width / Fixed(dots.count)
    let side = min(step * 0.7, content.height)
    for (index, dot) in dots.enumerated() {
      dot.frame = Rect(x: content.minX + step * index, y: content.midY - side / 2, width: side, height: side)
      dot.cornerRadius = side / 2
    }
  }

  override func valueChanged() {
    let lit = value.hasValue ? value.value.rounded : 0
    for (index, dot) in dots.enumerated() { dot.opacity = index < lit ? 1 : 0.2 }
  }

  override func appearanceChanged() {
    for dot in dots { dot.backgroundColor = theme[quality == .old ? .stale : .accent] }
  }
}

func run() throws(DeviceError) {
  let style = InstrumentStyle()
  let (gauge, dots) = (GaugeInstrument(style), DotsInstrument(style))
  (gauge.frame, gauge.title, gauge.range) = (Rect(x: 20, y: 20, width: 200, height: 200), "Speed", 0...40)
  (dots.frame, dots.title) = (Rect(x: 240, y: 80, width: 220, height: 80), "Gusts")
  let root = Layer()
  root.sublayers = [gauge, dots]

  let application = try Application(root: root)
  var seconds = 0
  application.every(.seconds(1)) {
    seconds += 1
    gauge.show(Reading(Fixed64(seconds * 7 % 40)))
    dots.show(Reading(Fixed64(seconds % 11)))
  }
  try application.run()
}

do throws(DeviceError) { try run() } catch { error.exit("own-instrument") }
