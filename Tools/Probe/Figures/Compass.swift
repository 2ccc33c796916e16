// Figures 3-1, 3-7, 3-8 and 3-10 to 3-12: the compass and its stages.

import DefaultFont
import FixedRaster
import LayerRuntime

/// The document's compass: a circle, four letters, an arrow that its delegate draws, and a gradient behind them.
final class CompassLayer: Layer {
  let gradient = GradientLayer()
  let circle = ShapeLayer()
  let arrow = Layer()

  /// - Parameter isOnGradient: whether circle and arrow are the gradient's sublayers, to be turned with it.
  init(drawnBy artist: LayerDelegate, hasGradient: Bool = false, isOnGradient: Bool = false) {
    super.init()
    frame = Rect(x: 10, y: 10, width: 200, height: 200)
    gradient.frame = bounds
    gradient.colors = [.black, Color(argb: 0xFFFF_0000)]
    gradient.locations = [0, 1]
    if hasGradient { addSublayer(gradient) }
    let base = isOnGradient ? gradient : self
    circle.lineWidth = 2
    circle.fillColor = Color(red: 230, green: 242, blue: 237, alpha: 230)
    circle.strokeColor = Color(argb: 0xFF80_8080)
    circle.path = .ellipse(3, 3, 194, 194)
    circle.bounds = bounds
    circle.position = Point(x: bounds.midX, y: bounds.midY)
    base.addSublayer(circle)
    for (index, letter) in ["N", "E", "S", "W"].enumerated() { addPoint(letter, turn(index, of: 4)) }
    arrow.bounds = Rect(x: 0, y: 0, width: 40, height: 100)
    arrow.position = circle.position
    arrow.anchorPoint = Point(x: 0.5, y: 0.8)
    arrow.delegate = artist
    arrow.setAffineTransform(turn(1, of: 10))
    base.addSublayer(arrow)
    arrow.setNeedsDisplay()
  }

  private func addPoint(_ letter: String, _ turn: AffineTransform) {
    let text = TextLayer()
    text.font = .dejaVuSans
    text.string = letter
    text.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
    text.position = Point(x: circle.bounds.midX, y: circle.bounds.midY)
    text.anchorPoint = Point(x: 0.5, y: circle.bounds.midY / text.bounds.height)
    text.alignmentMode = .center
    text.foregroundColor = .black
    text.setAffineTransform(turn)
    circle.addSublayer(text)
  }
}

extension CompassLayer {
  /// Turns the page as the document does: the layer that holds the compass, about its right edge.
  func turnPage(_ page: Layer) {
    page.anchorPoint = Point(x: 1, y: 0.5)
    page.position = Point(x: bounds.maxX, y: bounds.midY)
    page.transform = Transform3D(rotationAngle: .pi / 4, x: 0, y: 1, z: 0)
  }

  /// Looks at all of it from a place 1,000 points before it.
  func addPerspective() { sublayerTransform.m34 = -1 / 1000 }

  /// Gives gradient, circle and arrow depths of their own in a transform layer, and sticks a peg through the arrow.
  func makeSpace() -> TransformLayer {
    let master = TransformLayer()
    master.frame = bounds
    master.sublayers = [gradient, circle, arrow]
    addSublayer(master)
    circle.zPosition = 10
    (arrow.shadowOpacity, arrow.shadowRadius, arrow.zPosition) = (1, 10, 20)
    let peg = ShapeLayer()
    peg.bounds = Rect(x: 0, y: 0, width: 3.5, height: 50)
    var path = Path()
    path.addRect(peg.bounds)
    (peg.path, peg.fillColor) = (path, Color(red: 255, green: 242, blue: 255, alpha: 242))
    peg.position = Point(x: master.bounds.midX, y: master.bounds.midY)
    master.addSublayer(peg)
    peg.setValue(.fixed(.pi / 2), forKeyPath: "transform.rotation.x")
    peg.setValue(.fixed(.pi / 2), forKeyPath: "transform.rotation.z")
    peg.zPosition = 15
    return master
  }
}

/// Draws the arrow: a black shaft with a notch at its end, and a red head.
final class ArrowArtist: LayerDelegate {
  override func draw(_ layer: Layer, in context: DrawingContext) {
    context.saveGState()
    var outside = Path.polygon([Point(x: 10, y: 100), Point(x: 20, y: 90), Point(x: 30, y: 100)])
    outside.addRect(layer.bounds)
    context.clip(to: outside, using: .evenOdd)
    context.setLineWidth(20)
    var shaft = Path()
    shaft.move(to: Point(x: 20, y: 100))
    shaft.addLine(to: Point(x: 20, y: 19))
    context.stroke(shaft)
    context.restoreGState()
    context.setFillColor(Color(argb: 0xFFFF_0000))
    context.fill(Path.polygon([Point(x: 0, y: 25), Point(x: 20, y: 0), Point(x: 40, y: 25)]))
  }
}

extension Page {
  /// A page with a compass, to which something may be done at once or after the first frame.
  convenience init(
    hasGradient: Bool = false, isOnGradient: Bool = false, prepare: (CompassLayer) -> Void = { _ in },
    change: ((CompassLayer) -> Void)? = nil
  ) {
    let artist = ArrowArtist()
    let compass = CompassLayer(drawnBy: artist, hasGradient: hasGradient, isOnGradient: isOnGradient)
    prepare(compass)
    self.init([compass])
    delegates = [artist]
    if let change { self.change = { change(compass) } }
  }
}

extension Figure {
  static var compass: [Figure] {
    [
      Figure(
        name: "3-1-compass", width: 220, height: 220,
        checked:
          "N, E, S and W stand at the circle's edge with their feet to its centre, where the arrow is pinned near "
          + "its tail; it points to 36°.",
        places: [(0, 0, 0xFFFFFF), (160, 50, 0xE8F3EF), (145, 62, 0xFF0000), (110, 110, 0x000000), (149, 77, 0xE8F3EF)]
      ) { Page() },
      Figure(
        name: "3-7-arrow-resized", width: 220, height: 220,
        checked:
          "Without a redisplay the arrow is longer and wider than in 3-1; its head is wider, not longer: what is "
          + "longer is the shaft.",
        places: [(149, 77, 0x000000), (160, 41, 0x000000), (163, 37, 0xFF0000), (179, 51, 0xFF0000)]
      ) {
        Page(change: { compass in
          compass.arrow.needsDisplayOnBoundsChange = false
          compass.arrow.contentsCenter = Rect(x: 0, y: 0.4, width: 1, height: 0.6)
          compass.arrow.contentsGravity = .resizeAspect
          compass.arrow.bounds = compass.arrow.bounds.insetBy(dx: -20, dy: -20)
        })
      },
      Figure(
        name: "3-8-gradient", width: 220, height: 220,
        checked:
          "Behind the compass of 3-1 a gradient fills the square from black at the top to red at the bottom; the "
          + "circle, slightly transparent, shows a little of it.",
        places: [(10, 10, 0x010000), (209, 209, 0xFE0000), (110, 60, 0xD5DAD6), (110, 170, 0xE3DAD6)]
      ) { Page(hasGradient: true) },
      Figure(
        name: "3-10-page-turn", width: 220, height: 220,
        checked:
          "Anchored at its right side and turned by 45° about the y axis the compass keeps its right edge and its "
          + "height and loses its left three tenths: squashed, without any perspective.",
        places: [
          (209, 12, 0x030000), (72, 12, 0x030000), (67, 110, 0xFFFFFF), (69, 110, 0x800000), (72, 208, 0xFD0000),
        ]
      ) {
        Page(hasGradient: true, isOnGradient: true, prepare: { $0.turnPage($0.gradient) })
      },
      Figure(
        name: "3-11-page-turn-perspective", width: 220, height: 220,
        checked:
          "As in 3-10, but seen from a place 1,000 points before it: the right edge keeps its height, the left one has "
          + "come nearer and is taller.",
        places: [(209, 12, 0x030000), (64, 6, 0x0E0000), (64, 217, 0xF50000), (207, 9, 0xB9B9B9)]
      ) {
        Page(
          hasGradient: true, isOnGradient: true,
          prepare: { compass in
            compass.turnPage(compass.gradient)
            compass.addPerspective()
          })
      },
      Figure(
        name: "3-12-page-turn-in-space", width: 220, height: 220,
        checked:
          "As in 3-11, but the circle floats before the gradient and the arrow, with a shadow, before the circle; a "
          + "white peg sticks out of the circle through the arrow, straight up from the page.",
        places: [(64, 6, 0x0E0000), (212, 100, 0xE8F3EF), (168, 109, 0xF9EDF9), (150, 109, 0x000000)]
      ) {
        Page(
          hasGradient: true,
          prepare: { compass in
            compass.turnPage(compass.makeSpace())
            compass.addPerspective()
          })
      },
    ]
  }
}
