import FBDevice
import FixedRaster
import SystemFiles

/// A display in memory that tells how large it is.
final class SizedDisplay: Display {
  let pixelsPerMillimetre: Fixed?
  private let display: MemoryDisplay

  init(width: Int, height: Int, density: Fixed?) throws {
    display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
    pixelsPerMillimetre = density
  }

  var name: String { display.name }
  var memory: DisplayMemory { display.memory }
  var counts: PresentCounts { display.counts }
  func present(_ damage: Span<PixelRect>) throws(DeviceError) { try display.present(damage) }
  func close() { display.close() }
}
