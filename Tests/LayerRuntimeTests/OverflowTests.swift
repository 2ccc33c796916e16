import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct OverflowTests {
  @Test("L100 what goes beyond the capacities is counted by kinds and altogether")
  func kinds() {
    var overflow = Overflow()
    #expect(overflow.total == 0)
    (overflow.layers, overflow.deepLayers, overflow.bitmaps) = (1, 10, 100)
    (overflow.polygons, overflow.groups, overflow.clips) = (1000, 10000, 100_000)
    #expect(overflow.total == 111_111)
  }

  @Test("L100 in a debug build the first overflow of each kind is one line on standard error")
  func lines() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let root = makeLayer(0, 0, 64, 64)
      for _ in 0..<4 {
        let layer = makeLayer(0, 0, 32, 32)
        layer.addSublayer(makeLayer(0, 0, 4, 4))
        root.addSublayer(layer)
      }
      root.sublayers?[0].shouldRasterize = true
      root.sublayers?[0].backgroundColor = .white
      let compositor = Compositor(
        root: root, width: 64, height: 64, capacities: CompositorCapacities(layers: 4, bitmapBytes: 64))
      let display = TestDisplay(width: 64, height: 64)
      for _ in 0..<3 {
        compositor.drawFrame(into: display.memory)
        root.addSublayer(makeLayer(0, 0, 4, 4))
        root.sublayers?[0].backgroundColor = .black
      }
    }
    let words = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    let lines = words.filter { $0.hasPrefix("Lamina: ") }
    #if DEBUG
    #expect(
      lines == [
        "Lamina: layers are not shown: more than CompositorCapacities.layers",
        "Lamina: what layers draw has no room: CompositorCapacities.bitmapBytes",
      ])
    #else
    #expect(lines.isEmpty)
    #endif
  }

  @Test("L104 counters stay where a word ends: on a 32-bit board some come there within hours")
  func fullCounters() {
    var count = Int.max - 1
    count.countOn()
    count.countOn(by: 5)
    #expect(count == .max)
    var overflow = Overflow()
    (overflow.planes, overflow.particles) = (.max, 3)
    #expect(overflow.total == .max)
  }
}
