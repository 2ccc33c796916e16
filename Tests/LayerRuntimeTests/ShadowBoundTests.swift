import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What blurring a shadow costs: in pixels that are blurred.
@Suite struct ShadowBoundTests {
  private func blurred(_ stage: Stage) -> Int { stage.compositor.drawing?.shadows.blurred ?? -1 }

  private func shadowed(_ frame: Rect, radius: Fixed) -> Layer {
    let layer = makeLayer(frame.minX, frame.minY, frame.width, frame.height)
    layer.backgroundColor = Color(argb: 0xFF40_80C0)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.75, radius, Size(width: 3, height: 5))
    return layer
  }

  @Test("R38 L62 of a box's shadow the corners are blurred, and no more for a larger box")
  func box() {
    var costs: [Int] = []
    for size in [Fixed(200), 500] {
      let stage = Stage(width: 600, height: 600)
      let layer = shadowed(Rect(x: 40, y: 50, width: size, height: size), radius: 6)
      layer.cornerRadius = 9
      stage.root.addSublayer(layer)
      stage.show()
      costs.append(blurred(stage))
    }
    // Four corners of 9 points and 2 · 24 pixels that the blur looks at, and rounding.
    #expect(costs[0] == costs[1] && costs[0] < 140 * 140 && costs[0] > 60 * 60, "\(costs)")
  }

  @Test(
    "R38 L62 a box's shadow has the bytes of its blur: at any place between pixels, scaled, turned, rounded either way")
  func sameBytes() {
    var random = SplitMix(seed: 62)
    var folded = 0
    for number in 0..<40 {
      var pictures: [[UInt32]] = []
      let begun = random
      for isPlain in [true, false] {
        random = begun
        let stage = Stage(width: 220, height: 200)
        stage.root.backgroundColor = .white
        let frame = Rect(
          x: random.fixed(-90...60), y: random.fixed(-90...60), width: random.fixed(60...260),
          height: random.fixed(60...260))
        let layer = shadowed(frame, radius: random.fixed(0...7))
        var path = Path()
        let bounds = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
        path.addRoundedRect(in: bounds, cornerRadius: number % 3 == 0 ? 0 : random.fixed(0...12))
        if !isPlain {
          // Covers nothing, and crosses both axes aslant: what is shown is blurred as a whole.
          path.move(to: Point(x: 0, y: 0))
          path.addLine(to: Point(x: frame.width, y: frame.height))
        }
        layer.shadowPath = path
        if number % 5 == 1 { layer.setAffineTransform(AffineTransform(scaleX: 1.3, y: 0.7)) }
        if number % 5 == 2 { layer.transform = Transform3D(rotationAngle: 1.5707963, x: 0, y: 0, z: 1) }
        stage.root.addSublayer(layer)
        stage.show()
        pictures.append((0..<200).flatMap { y in (0..<220).map { stage.display.pixel($0, y) } })
        if isPlain { folded -= blurred(stage) } else { folded += blurred(stage) }
      }
      #expect(haveSamePixels(pictures[0], pictures[1]), "\(number)")
    }
    #expect(folded > 200_000, "\(folded)")
  }

  @Test("L62 a shadow far larger than the display is blurred where it is seen")
  func large() {
    let stage = Stage(width: 120, height: 90)
    // Its right edge is seen, and its top.
    let layer = shadowed(Rect(x: -29_900, y: 40, width: 30_000, height: 30_000), radius: 8)
    stage.root.addSublayer(layer)
    stage.show()
    #expect(blurred(stage) > 0 && blurred(stage) <= 120 * 90)
    // An ellipse is blurred as a whole: so much of it as is seen.
    let round = shadowed(Rect(x: -29_900, y: 40, width: 30_000, height: 30_000), radius: 8)
    var path = Path()
    path.addEllipse(in: round.bounds)
    round.shadowPath = path
    let before = blurred(stage)
    stage.root.addSublayer(round)
    stage.show()
    #expect(blurred(stage) - before <= 120 * 90)
  }

  @Test("L62 what throws its shadow from far beside the display does not make more to be blurred than lies near it")
  func far() {
    let stage = Stage(width: 120, height: 90)
    let thrower = makeLayer(-7000, -7000, 100, 80)
    (thrower.shadowOpacity, thrower.shadowRadius) = (1, 2)
    thrower.shadowOffset = Size(width: 7010, height: 7005)
    // What it throws is what its sublayers show, and they have shadows: an ellipse's is blurred as a whole.
    let round = shadowed(Rect(x: -100, y: -100, width: 8000, height: 8000), radius: 8)
    var path = Path()
    path.addEllipse(in: round.bounds)
    (round.shadowPath, round.backgroundColor) = (path, nil)
    thrower.addSublayer(round)
    stage.root.addSublayer(thrower)
    stage.show()
    #expect(blurred(stage) <= 1144 * 1114 + 200 * 200, "\(blurred(stage))")
  }
}
