import FixedRaster
import TestSupport

@testable import LayerRuntime

/// A cell that shows a square of 4 × 4 opaque pixels, born as often and living as long as said.
func makeCell(_ birthRate: Fixed, lifetime: Fixed) -> EmitterCell {
  var cell = EmitterCell()
  cell.contents = TestImage(width: 4, height: 4, isOpaque: true) { _, _ in 0xFFFF_FFFF }.image
  (cell.birthRate, cell.lifetime) = (birthRate, lifetime)
  return cell
}

/// An emitter on a display of 80 × 60 pixels, in black, with its origin at (40, 30).
final class EmitterStage {
  let root = makeLayer(0, 0, 80, 60)
  let emitter = EmitterLayer()
  let display = TestDisplay(width: 80, height: 60)
  let compositor: Compositor

  init(_ cells: [EmitterCell] = [], limit: Int = 1024) {
    root.backgroundColor = .black
    // What is set shows in the next frame: particles alone move.
    root.showsChangesAtOnce = true
    emitter.frame = Rect(x: 40, y: 30, width: 30, height: 20)
    emitter.particleLimit = limit
    emitter.emitterCells = cells
    root.addSublayer(emitter)
    compositor = Compositor(root: root, width: 80, height: 60)
  }

  @discardableResult
  func draw(at time: Duration) -> Bool { compositor.drawFrame(at: time, into: display.memory) }

  /// Draws at one time after another, so many milliseconds apart.
  func draw(upTo end: Int, every step: Int) {
    for time in stride(from: 0, to: end, by: step) { draw(at: .milliseconds(time)) }
    draw(at: .milliseconds(end))
  }

  func color(_ x: Int, _ y: Int) -> UInt32 { display.pixel(x, y) & 0xFF_FFFF }

  /// The pixels that are not black.
  var lit: [(x: Int, y: Int)] {
    var places: [(Int, Int)] = []
    for y in 0..<60 { for x in 0..<80 where color(x, y) != 0 { places.append((x, y)) } }
    return places
  }

  var particles: [Particle] { emitter.system?.particles ?? [] }
  /// Where all particles are.
  var places: [ParticleVector] {
    guard let time = emitter.system?.time else { return [] }
    return particles.map { $0.place(at: $0.age(at: time)) }
  }
}

/// Cells that use all that there is: ranges, speeds, turns, a nested one.
func makeFireworks() -> [EmitterCell] {
  var spark = makeCell(40, lifetime: 0.5)
  (spark.velocity, spark.velocityRange, spark.emissionRange) = (20, 10, 2 * .pi)
  (spark.scale, spark.scaleRange, spark.scaleSpeed) = (0.5, 0.25, -0.5)
  (spark.alphaSpeed, spark.redRange, spark.name) = (-1, 0.5, "spark")
  var rocket = makeCell(6, lifetime: 1)
  (rocket.lifetimeRange, rocket.velocity, rocket.emissionLongitude) = (0.25, 40, -.pi / 2)
  (rocket.emissionRange, rocket.yAcceleration, rocket.spin, rocket.spinRange) = (1, 50, 3, 2)
  (rocket.color, rocket.blueSpeed, rocket.name) = (Color(argb: 0xC0FF_8040), 0.5, "rocket")
  rocket.emitterCells = [spark]
  var smoke = makeCell(17, lifetime: 0.75)
  (smoke.velocity, smoke.xAcceleration, smoke.alphaRange, smoke.name) = (10, -30, 0.25, "smoke")
  smoke.color = Color(argb: 0x8060_60FF)
  return [rocket, smoke]
}
