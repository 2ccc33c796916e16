import CLinux
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

/// A device that says nothing.
private final class Silence: EventSource {
  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus { .nothing }
  func close() {}
}

/// A touchscreen whose true place of a value is known.
private struct Panel {
  /// The device's value for a fraction of the display as it is built, in thousandths.
  var values: (Int64, Int64) -> (x: Int32, y: Int32)
  var told = (x: AxisRange(0, 4095), y: AxisRange(0, 4095))
  var system: CalibrationMatrix?
  var width = 800, height = 480

  func device(_ rotation: DisplayRotation = .none) -> InputDevice {
    let (width, height) = rotation.swapsAxes ? (height, width) : (width, height)
    let axes = TouchAxes(
      x: told.x, y: told.y, width: width, height: height, rotation: rotation, system: system)
    return InputDevice(
      path: "/dev/input/event0", name: "mock", fileDescriptor: -1, source: Silence(),
      tracker: ContactTracker(kind: .slots(2), axes: axes))
  }

  /// What the device tells when a pixel of the picture is touched.
  func touch(_ place: PixelPoint, _ rotation: DisplayRotation) throws -> (x: Int32, y: Int32) {
    let width = rotation.swapsAxes ? height : width
    let memory = try MemoryDisplay(width: self.width, height: self.height, layout: .rgb565, rotation: rotation).memory
    #expect(memory.width == width)
    let (x, y) = (Int32(place.x.floor), Int32(place.y.floor))
    let area = memory.memoryArea(of: PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    return values(Int64(area.minX) * 1000 / Int64(self.width), Int64(area.minY) * 1000 / Int64(self.height))
  }

  func taps(_ rotation: DisplayRotation) throws -> [(x: Int32, y: Int32)] {
    let (width, height) = rotation.swapsAxes ? (height, width) : (width, height)
    return try (0..<5).map { try touch(InputDevice.cross($0, width: width, height: height), rotation) }
  }
}

private var panels: [(String, Panel)] {
  [
    ("right", Panel(values: { (Int32($0 * 4095 / 1000), Int32($1 * 4095 / 1000)) })),
    ("narrow", Panel(values: { (Int32(210 + $0 * 3600 / 1000), Int32(330 + $1 * 3500 / 1000)) })),
    ("mirrored", Panel(values: { (Int32(3900 - $0 * 3700 / 1000), Int32(150 + $1 * 3800 / 1000)) })),
    ("swapped", Panel(values: { (Int32(3900 - $1 * 3700 / 1000), Int32(150 + $0 * 3800 / 1000)) })),
    (
      "skewed",
      Panel(values: { (Int32(300 + $0 * 3300 / 1000 + $1 * 200 / 1000), Int32(250 + $1 * 3400 / 1000 - $0 / 10)) })
    ),
    (
      "zero",
      Panel(values: { (Int32($0 * 700 / 1000), Int32($1 * 900 / 1000)) }, told: (AxisRange(0, 0), AxisRange(0, 0)))
    ),
    (
      "wide",
      Panel(
        values: { (Int32($0 * 800 / 1000), Int32($1 * 480 / 1000)) }, told: (AxisRange(0, 65535), AxisRange(0, 65535)))
    ),
    ("beyond", Panel(values: { (Int32($0 * 9), Int32($1 * 9)) })),
    (
      "negative",
      Panel(
        values: { (Int32(-4000 + $0), Int32(-2_000_000_000 - $1 * 100_000)) },
        told: (AxisRange(0, 10), AxisRange(.min, .max)))
    ),
  ]
}

@Suite struct CalibrationFitTests {
  @Test("D23 crosses lie an eighth from the edges and in the middle")
  func crosses() {
    let places = (0..<InputDevice.crossCount).map { InputDevice.cross($0, width: 800, height: 480) }
    let expected = [(100, 60), (700, 60), (700, 420), (100, 420), (400, 240)]
    for (place, (x, y)) in zip(places, expected) { #expect(place == PixelPoint(x: Fixed(x), y: Fixed(y))) }
    #expect(InputDevice.cross(2, width: 1, height: 32767).y < 32767)
  }

  @Test(
    "D23 taps on five crosses make the calibration of panels that are narrow, mirrored, swapped, skewed, or tell zero or wrong ranges",
    arguments: everyRotation)
  func fits(rotation: DisplayRotation) throws {
    for (name, panel) in panels {
      var panel = panel
      for system in [nil, try CalibrationMatrix("0 -1 1 1 0 0"), try CalibrationMatrix("0.9 0 0.1 0.05 1.1 0")] {
        panel.system = system
        let isUsable = panel.told.x.isUsable
        if !isUsable { panel.told = (AxisRange(0, 4095), AxisRange(0, 4095)) }
        let device = panel.device(rotation)
        let calibration = try device.calibration(fitting: try panel.taps(rotation))
        // One line of a file, read again.
        let again = try TouchCalibration(calibration.text)
        for other in everyRotation {
          // Made at one rotation, it holds at all.
          let turned = panel.device(other)
          turned.calibrate(again)
          #expect(turned.systemCalibration == system)
          let (width, height) = other.swapsAxes ? (480, 800) : (800, 480)
          for (x, y) in [(20, 20), (width / 3, height / 2), (width - 20, 30), (width / 2, height - 15)] {
            let values = try panel.touch(PixelPoint(x: Fixed(x), y: Fixed(y)), other)
            let place = turned.axes!.position(x: values.x, y: values.y)
            #expect(
              abs(place.x.floor - x) <= 3 && abs(place.y.floor - y) <= 3,
              "\(name) \(rotation) \(other): \(place), not \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("D23 ranges are kept unless the taps say that they are wrong")
  func keptRanges() throws {
    func ranges(_ name: String) throws -> TouchCalibration {
      let panel = panels.first { $0.0 == name }!.1
      return try panel.device().calibration(fitting: try panel.taps(.none))
    }
    for name in ["right", "narrow", "mirrored", "swapped", "skewed"] {
      let calibration = try ranges(name)
      #expect(calibration.x == nil && calibration.y == nil)
      #expect(!calibration.swapsAxes && !calibration.invertsX && !calibration.invertsY)
    }
    // A quarter wider at each end: 9·125...9·875 is 6750 wide.
    #expect(try ranges("beyond").x == AxisRange(1125 - 1687, 7875 + 1687))
    #expect(try ranges("wide").x != nil)
    let panel = panels[1].1
    let given = try TouchCalibration("x=0..8191 swap")
    let device = panel.device()
    device.calibrate(given)
    #expect(try device.calibration(fitting: try panel.taps(.none), given: given).x == given.x)
  }

  @Test("D23 least squares: one tap beside its cross moves the rest by its share, and a larger mistake is refused")
  func residuals() throws {
    let panel = panels[0].1
    var taps = try panel.taps(.none)
    // By 40 pixels: 0.3 of it stay, below 16 pixels.
    taps[2].x += 204
    let calibration = try panel.device().calibration(fitting: taps)
    let device = panel.device()
    device.calibrate(calibration)
    let place = device.axes!.position(x: taps[2].x, y: taps[2].y)
    #expect(abs(place.x.floor - 712) <= 1)
    taps[2].x -= 600
    func fault(_ taps: [(x: Int32, y: Int32)]) -> CalibrationFault? {
      do throws(CalibrationFault) { _ = try panel.device().calibration(fitting: taps) } catch { return error }
      return nil
    }
    guard case .spread(let pixels) = fault(taps) else { Issue.record("\(String(describing: fault(taps)))"); return }
    #expect((20...30).contains(pixels))
    // The third tap at the fourth cross, and the other way round.
    var confused = try panel.taps(.none)
    confused.swapAt(2, 3)
    #expect(fault(confused) == .narrow)
    confused = try panel.taps(.none)
    confused.swapAt(2, 4)
    if case .spread = fault(confused) {} else { Issue.record("confused") }
  }

  @Test("D23 taps on one point or one line are refused, and no taps of any kind trap")
  func degenerate() throws {
    let panel = panels[0].1
    func fault(_ taps: [(x: Int32, y: Int32)], _ device: InputDevice? = nil) -> CalibrationFault? {
      do throws(CalibrationFault) { _ = try (device ?? panel.device()).calibration(fitting: taps) } catch {
        return error
      }
      return nil
    }
    #expect(fault([(x: Int32, y: Int32)](repeating: (2000, 2000), count: 5)) == .narrow)
    #expect(fault((0..<5).map { (2000 + $0, 100 + 900 * $0) }) == .narrow)
    #expect(fault([(500, 500), (3500, 3500), (3500, 3500), (500, 500), (2000, 2000)]) == .narrow)
    var random = SplitMix(seed: 4)
    var (fitted, refused) = (0, 0)
    let values: [Int32] = [.min, .min + 1, -1, 0, 1, 100, 4095, 1 << 20, .max - 1, .max]
    for round in 0..<20_000 {
      var taps = (0..<5).map { _ in (x: values.randomElement(using: &random)!, y: values.randomElement(using: &random)!)
      }
      if round % 3 == 0 {
        let scale = Int32.random(in: 1...4095, using: &random)
        taps = [(0, 0), (scale, 0), (scale, scale), (0, scale), (scale / 2, scale / 2)]
      }
      var other = panel
      other.system = round % 2 == 0 ? nil : try CalibrationMatrix("64 -64 64 64 64 -64 0.9 0 0.1")
      if fault(taps, other.device()) == nil { fitted += 1 } else { refused += 1 }
    }
    #expect(fitted > 1000 && refused > 1000, "\(fitted), \(refused)")
  }
}
