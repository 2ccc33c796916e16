import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct EmitterShapeTests {
  /// Where 400 particles that do not move were born, relative to the middle.
  private func places(
    _ shape: EmitterLayer.Shape, _ mode: EmitterLayer.Mode, _ change: (inout EmitterCell) -> Void = { _ in }
  ) -> [(x: Double, y: Double, z: Double)] {
    var cell = makeCell(400, lifetime: 10)
    change(&cell)
    let stage = EmitterStage([cell])
    (stage.emitter.emitterShape, stage.emitter.emitterMode) = (shape, mode)
    (stage.emitter.emitterPosition, stage.emitter.emitterZPosition) = (Point(x: 100, y: 50), 25)
    (stage.emitter.emitterSize, stage.emitter.emitterDepth) = (Size(width: 40, height: 20), 10)
    stage.draw(at: .milliseconds(999))
    func number(_ value: Fixed) -> Double { Double(value.rawValue) / 65536 }
    return stage.places.map { (number($0.x) - 100, number($0.y) - 50, number($0.z) - 25) }
  }

  private func isAbout(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.01 }

  @Test("L44 shapes: a point, and a line as long as the size is wide, level")
  func pointAndLine() {
    for mode in [EmitterLayer.Mode.points, .outline, .surface, .volume] {
      #expect(places(.point, mode).allSatisfy { $0 == (0, 0, 0) })
      let line = places(.line, mode)
      #expect(line.count == 400 && line.allSatisfy { abs($0.x) <= 20 && $0.y == 0 && $0.z == 0 })
      #expect(line.contains { $0.x < -15 } && line.contains { $0.x > 15 })
      #expect((mode == .points) == line.allSatisfy { abs($0.x) == 20 })
    }
  }

  @Test("L44 shapes: a rectangle's corners, its outline by length, its area")
  func rectangle() {
    let corners = places(.rectangle, .points)
    #expect(corners.allSatisfy { abs($0.x) == 20 && abs($0.y) == 10 && $0.z == 0 })
    #expect(Set(corners.map { [$0.x, $0.y] }).count == 4)
    let outline = places(.rectangle, .outline)
    #expect(outline.allSatisfy { abs($0.x) == 20 && abs($0.y) <= 10 || abs($0.y) == 10 && abs($0.x) <= 20 })
    // Two thirds of the outline are level.
    let level = outline.count { abs($0.y) == 10 }
    #expect(level > 230 && level < 300)
    for mode in [EmitterLayer.Mode.surface, .volume] {
      let area = places(.rectangle, mode)
      #expect(area.allSatisfy { abs($0.x) <= 20 && abs($0.y) <= 10 && $0.z == 0 })
      #expect(area.count { abs($0.x) < 10 && abs($0.y) < 5 } > 60)
    }
  }

  @Test("L44 shapes: a cuboid's corners, edges, faces and inside")
  func cuboid() {
    let ends: [(EmitterLayer.Mode, Int)] = [(.points, 3), (.outline, 2), (.surface, 1), (.volume, 0)]
    for (mode, count) in ends {
      let found = places(.cuboid, mode)
      #expect(found.allSatisfy { abs($0.x) <= 20 && abs($0.y) <= 10 && abs($0.z) <= 5 })
      let atEnds = found.map { [abs($0.x) == 20, abs($0.y) == 10, abs($0.z) == 5] }
      #expect(atEnds.allSatisfy { $0.count { $0 } == count }, "\(mode)")
      // Each axis has its turn.
      if count == 1 || count == 2 { for axis in 0..<3 { #expect(atEnds.count { $0[axis] } > 80) } }
    }
  }

  @Test("L44 shapes: a circle's middle, outline and area; the width of the size is the radius")
  func circle() {
    #expect(places(.circle, .points).allSatisfy { $0 == (0, 0, 0) })
    for mode in [EmitterLayer.Mode.outline, .surface, .volume] {
      let found = places(.circle, mode).map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
      #expect(found.allSatisfy { mode == .outline ? isAbout($0, 40) : $0 <= 40.01 })
      // Half of the area lies within 0.707 of the radius.
      let inner = found.count { $0 < 28.28 }
      #expect(mode == .outline ? inner == 0 : inner > 150 && inner < 250)
    }
  }

  @Test("L44 shapes: a sphere's middle, the circle in the plane, its surface and its inside")
  func sphere() {
    func length(_ p: (x: Double, y: Double, z: Double)) -> Double { (p.x * p.x + p.y * p.y + p.z * p.z).squareRoot() }
    #expect(places(.sphere, .points).allSatisfy { $0 == (0, 0, 0) })
    #expect(places(.sphere, .outline).allSatisfy { isAbout(length($0), 40) && $0.z == 0 })
    let surface = places(.sphere, .surface)
    #expect(surface.allSatisfy { isAbout(length($0), 40) })
    // Zones of equal height are equal.
    for zone in 0..<4 { #expect(surface.count { Int(($0.z + 40) / 20.001) == zone } > 70) }
    let inside = places(.sphere, .volume).map { length($0) }
    // Half of the volume lies within 0.794 of the radius.
    let inner = inside.count { $0 < 31.75 }
    #expect(inside.allSatisfy { $0 <= 40.01 } && inner > 150 && inner < 250)
  }

  @Test("L44 from a circle's outline and surface, and a sphere's, directions are measured outwards")
  func outwards() {
    for (shape, mode) in [
      (EmitterLayer.Shape.circle, EmitterLayer.Mode.outline), (.circle, .surface), (.sphere, .outline),
      (.sphere, .surface),
    ] {
      // In a second all of them are 4 farther out.
      let found = places(shape, mode) { ($0.birthRate, $0.velocity, $0.lifetime) = (2000, 4000, 20) }
      #expect(found.count > 900)
      let still = places(shape, mode) { ($0.birthRate, $0.lifetime) = (2000, 20) }
      for (a, b) in zip(found, still) {
        let (from, to) = (b.x * b.x + b.y * b.y + b.z * b.z, a.x * a.x + a.y * a.y + a.z * a.z)
        #expect(to >= from && a.x * b.x >= 0 && abs(a.x * b.y - a.y * b.x) <= 0.02 * to + 1)
      }
    }
    let inside = places(.circle, .volume) { ($0.velocity, $0.emissionLongitude) = (8000, 0) }
    #expect(inside.allSatisfy { $0.x >= -40 })
  }

  @Test("L44 latitude leads out of the plane, the range is a fan about the longitude")
  func directions() {
    let up = places(.point, .points) { ($0.velocity, $0.emissionLatitude) = (100, .pi / 2) }
    #expect(up.allSatisfy { isAbout($0.x, 0) && isAbout($0.y, 0) && $0.z >= 0 } && up.contains { $0.z > 90 })
    let fan = places(.point, .points) {
      ($0.velocity, $0.emissionLongitude, $0.emissionRange) = (100, .pi / 2, .pi / 2)
    }
    #expect(fan.allSatisfy { $0.y >= abs($0.x) - 0.02 })
    #expect(fan.contains { $0.x > 0.6 * $0.y } && fan.contains { $0.x < -0.6 * $0.y })
    let all = places(.point, .points) { ($0.velocity, $0.emissionRange) = (100, 2 * .pi) }
    for (x, y) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] { #expect(all.count { $0.x * x > 0 && $0.y * y > 0 } > 60) }
  }

  @Test("L44 ranges: each value lies evenly in the mean ± the range")
  func ranges() {
    var cell = makeCell(400, lifetime: 4)
    (cell.lifetimeRange, cell.velocity, cell.velocityRange) = (2, 100, 50)
    (cell.scale, cell.scaleRange, cell.spin, cell.spinRange) = (2, 1, 4, 3)
    cell.color = Color(argb: 0xFF00_FF00)
    (cell.redRange, cell.greenRange, cell.alphaRange) = (0.5, 0.25, 1)
    let stage = EmitterStage([cell])
    stage.draw(at: .seconds(1))
    let all = stage.particles
    func spread(_ values: [Fixed], _ mean: Fixed, _ range: Fixed) -> Bool {
      let (low, high) = (mean - range * 0.9, mean + range * 0.9)
      return values.allSatisfy { $0 >= mean - range && $0 <= mean + range } && values.contains { $0 < low }
        && values.contains { $0 > high } && values.count { $0 < mean } > 140
    }
    #expect(all.count == 401)
    #expect(spread(all.map { Fixed(Int(($0.death - $0.birth) / 1_000_000), over: 1000) }, 4, 2))
    #expect(spread(all.map(\.velocity.x), 100, 50) && spread(all.map(\.scale), 2, 1) && spread(all.map(\.spin), 4, 3))
    #expect(spread(all.map(\.color.red), 0, 0.5) && spread(all.map(\.color.green), 1, 0.25))
    #expect(spread(all.map(\.color.alpha), 1, 1) && all.allSatisfy { $0.color.blue == 0 })
  }

  @Test("L44 the layer multiplies birth rate, lifetime, velocity, scale and spin of what is born")
  func multipliers() {
    var cell = makeCell(10, lifetime: 2)
    (cell.velocity, cell.scale, cell.scaleSpeed, cell.spin) = (3, 2, 1, 5)
    let stage = EmitterStage([cell])
    (stage.emitter.birthRate, stage.emitter.lifetime, stage.emitter.velocity) = (2, 1.5, 4)
    (stage.emitter.scale, stage.emitter.spin) = (0.5, -1)
    stage.draw(at: .milliseconds(990))
    #expect(stage.particles.count == 20)
    for particle in stage.particles {
      #expect(particle.death - particle.birth == 3_000_000_000 && particle.velocity.x == 12)
      #expect(particle.scale == 1 && particle.scaleSpeed == 0.5 && particle.spin == -5)
    }
  }
}
