import FixedRaster
import LayerRuntime
import TestSupport
import Testing

@testable import FBDevice

/// A device over a display with two pixels in a point, whichever way that is turned.
@Suite struct TouchScaleTests {
  @Test(
    "D07 L91 a finger on what is seen touches it, at two pixels in a point and in every rotation",
    arguments: everyRotation)
  func touchesWhatIsSeen(rotation: DisplayRotation) throws {
    let display = try MemoryDisplay(width: 120, height: 80, layout: .xrgb8888, rotation: rotation)
    let memory = display.memory
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: Fixed(memory.width / 2), height: Fixed(memory.height / 2))
    let button = Layer()
    button.frame = Rect(x: 25, y: 15, width: 10, height: 8)
    button.backgroundColor = .white
    root.addSublayer(button)
    let compositor = Compositor(root: root, width: memory.width, height: memory.height, scale: 2)
    let router = TouchRouter(root: root)
    compositor.drawFrame(into: memory)
    var places: [Point] = []
    button.touchHandler = { places.append($0.location(in: button)) }
    // The device has a value for each pixel of the display as it is built.
    let axes = TouchAxes(x: 0...119, y: 0...79, width: memory.width, height: memory.height, rotation: rotation)
    let reader = PixelReader(memory.unrotated)
    var (touched, white) = (0, 0)
    for y in 0..<80 {
      for x in 0..<120 {
        let sample = TouchSample(finger: 0, phase: .began, position: axes.position(x: Int32(x), y: Int32(y)), time: 0)
        let before = places.count
        router.handle(
          finger: Int(sample.finger), phase: try #require(Touch.Phase(rawValue: sample.phase.rawValue)),
          at: sample.position)
        let hit = places.count > before
        router.cancelAll()
        touched += hit ? 1 : 0
        let isWhite = reader.rgb(x, y) == 0xFF_FFFF
        white += isWhite ? 1 : 0
        #expect(hit == isWhite, "\(x), \(y)")
      }
    }
    #expect(touched == 320 && white == 320, "20 by 16 pixels")
    #expect(places.allSatisfy { $0.x >= 0 && $0.x < 10 && $0.y >= 0 && $0.y < 8 })
  }

  @Test("L91 what a device tells of a finger has the same number as what a layer is told")
  func phases() {
    #expect(TouchSample.Phase.allCases.map(\.rawValue) == Touch.Phase.allCases.map(\.rawValue))
    #expect(TouchSample.Phase.allCases.map { "\($0)" } == Touch.Phase.allCases.map { "\($0)" })
  }
}
