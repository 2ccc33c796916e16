// Stage: instruments. The card of a compass.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A ring of marks with letters and numbers of tens of degrees, with their feet to the centre: one layer that is turned.
final class CompassCard: Layer {
  private let marks = ShapeLayer()
  private let cardinals = ShapeLayer()
  private var labels: [Caption] = []

  init(_ font: FontPack) {
    super.init()
    addSublayer(marks)
    addSublayer(cardinals)
    for _ in 0..<12 {
      let label = Caption(font)
      labels.append(label)
      addSublayer(label)
    }
  }

  /// - Parameter radius: of the marks' outer ends.
  func layOut(center: Point, radius: Fixed) {
    bounds = .zero
    position = center
    for layer in [marks, cardinals] { (layer.bounds, layer.position) = (.zero, .zero) }
    let d = radius * 2
    var dial = RoundScale(0...360, sweep: 360)
    dial.radius = radius
    var (path, strong) = (Path(capacity: 400), Path(capacity: 80))
    let step = d < 90 ? 30 : d < 150 ? 10 : 5
    for angle in stride(from: 0, to: 360, by: step) {
      let isTen = angle % 10 == 0, isLabelled = angle % 30 == 0
      let length = isLabelled ? d * 0.06 : isTen ? d * 0.045 : d * 0.028
      let width = Swift.max(1.25, isLabelled ? d * 0.011 : d * 0.007)
      if isLabelled {
        dial.addMark(to: &strong, angle: Fixed(angle), outer: radius, length: length, width: Swift.max(1.75, width))
      } else {
        dial.addMark(to: &path, angle: Fixed(angle), outer: radius, length: length, width: width)
      }
    }
    (marks.path, cardinals.path) = (path, strong)
    let names: [String] = ["N", "3", "6", "E", "12", "15", "S", "21", "24", "W", "30", "33"]
    for index in labels.indices {
      let isLetter = index % 3 == 0
      let cap = d * (isLetter ? 0.085 : 0.06)
      let label = labels[index]
      label.isHidden = d < 60 || (!isLetter && d < 110)
      label.show(names[index])
      // A frame is that of the turned layer.
      label.setAffineTransform(.identity)
      label.place(x: 0, middle: 0, capHeight: cap)
      let angle = Fixed(index * 30)
      // The caption's own place in it: its capitals' middle lies at the anchor.
      let place = place(from: .zero, angle: angle, distance: radius - d * (isLetter ? 0.12 : 0.113))
      label.setAnchorToCapitals()
      label.position = place
      label.setAffineTransform(turn(angle))
    }
  }

  private func place(from center: Point, angle: Fixed, distance: Fixed) -> Point {
    PanelInstruments.place(from: center, angle: angle, distance: distance)
  }

  func show(_ theme: Theme) {
    marks.fillColor = theme[.mark]
    cardinals.fillColor = theme[.ink]
    for index in labels.indices {
      labels[index].foregroundColor = index == 0 ? theme[.accent] : index % 3 == 0 ? theme[.ink] : theme[.mark]
    }
  }
}
