import FixedRaster
import TestSupport
import Testing

@testable import FBDevice

@Suite struct TouchAxesTests {
  /// A picture's memory of 7 rows of 13 pixels.
  static func memory(_ rotation: DisplayRotation) throws -> DisplayMemory {
    try MemoryDisplay(width: 13, height: 7, layout: .xrgb8888, rotation: rotation).memory
  }

  @Test(
    "D07 each value of a device is at the pixel that is stored there in the memory", arguments: everyRotation
  )
  func everyPixel(rotation: DisplayRotation) throws {
    let memory = try Self.memory(rotation)
    // As fine as the display, ten times as fine, and neither fine nor from 0.
    for (first, steps) in [(Int32(0), Int32(1)), (0, 10), (-500, 3)] {
      let axes = TouchAxes(
        x: first...first + 13 * steps - 1, y: first...first + 7 * steps - 1, width: memory.width,
        height: memory.height, rotation: rotation)
      for y in 0..<7 * steps {
        for x in 0..<13 * steps {
          let place = axes.position(x: first + x, y: first + y)
          let pixel = PixelRect(
            minX: Int32(place.x.floor), minY: Int32(place.y.floor), maxX: Int32(place.x.floor) + 1,
            maxY: Int32(place.y.floor) + 1)
          let there = memory.memoryArea(of: pixel)
          #expect(there.minX == x / steps && there.minY == y / steps, "\(x), \(y) of \(steps)")
        }
      }
    }
  }

  @Test("D07 what a device tells beyond its range is at the picture's edge, which is within it")
  func edges() {
    let rotations: [(DisplayRotation, (Int, Int), (Int, Int))] = [
      (.none, (0, 0), (799, 479)), (.clockwise90, (0, 799), (479, 0)), (.clockwise180, (799, 479), (0, 0)),
      (.clockwise270, (479, 0), (0, 799)),
    ]
    for (rotation, least, greatest) in rotations {
      let (width, height) = rotation.swapsAxes ? (480, 800) : (800, 480)
      let axes = TouchAxes(x: 0...4095, y: 0...4095, width: width, height: height, rotation: rotation)
      let first = axes.position(x: .min, y: .min)
      let last = axes.position(x: .max, y: .max)
      #expect(first == axes.position(x: 0, y: 0) && last == axes.position(x: 4095, y: 4095))
      #expect(first.x.floor == least.0 && first.y.floor == least.1, "\(rotation)")
      #expect(last.x.floor == greatest.0 && last.y.floor == greatest.1, "\(rotation)")
    }
  }
}
