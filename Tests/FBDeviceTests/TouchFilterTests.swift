import CLinux
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

/// Feeds a tracker events and collects what it says.
private struct Feeder {
  var tracker: ContactTracker
  var time: Int64 = 0

  init(_ filter: String, kind: ContactTracker.Kind = .single(button: UInt16(BTN_TOUCH))) throws {
    let axes = TouchAxes(x: 0...999, y: 0...999, width: 500, height: 1000)
    tracker = ContactTracker(kind: kind, axes: axes, filter: try TouchFilter(filter))
  }

  /// The samples of one frame: the phase, and the device's values.
  mutating func frame(_ events: (Int32, Int32, Int32)...) -> [String] {
    time += 1
    for (type, code, value) in events {
      _ = tracker.feed(RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: time))
    }
    _ = tracker.feed(RawEvent(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, time: time))
    var samples: [TouchSample] = []
    tracker.exchange(&samples)
    return samples.map { "\($0.phase) \($0.deviceX) \($0.deviceY)" }
  }

  mutating func move(_ x: Int32, _ y: Int32) -> [String] { frame((EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)) }
  mutating func down(_ x: Int32, _ y: Int32) -> [String] {
    frame((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y))
  }
  mutating func up() -> [String] { frame((EV_KEY, BTN_TOUCH, 0)) }
}

@Suite struct TouchFilterTests {
  @Test("D23 a filter is written as words; others, and numbers out of range, are named")
  func words() throws {
    let filter = try TouchFilter("median=5 jitter=2,pressure=200")
    #expect(filter.median == 5 && filter.jitter == 2 && filter.pressure == 200 && filter.smooths)
    #expect(try !TouchFilter("").smooths && TouchFilter("pressure=1").leastPressure == 1)
    for words in [
      "median=2", "median=11", "median=0", "median", "median=", "jitter=-1", "jitter=101", "pressure=2147483648", "x=1",
      "=3", "3", "median=5x", "\u{1B}",
    ] {
      do throws(DeviceError) {
        _ = try TouchFilter(words)
        Issue.record("\(words)")
      } catch { #expect(error.message.contains("median=1, 3, 5, 7 or 9") && isOneLine(error.message)) }
    }
  }

  @Test("D23 without a filter every report counts as it is")
  func none() throws {
    var feeder = try Feeder("")
    #expect(feeder.down(10, 20) == ["began 10 20"] && feeder.move(900, 20) == ["moved 900 20"])
    #expect(feeder.move(11, 21) == ["moved 11 21"] && feeder.up() == ["ended 11 21"])
  }

  @Test("D23 median: a wrong report never shows, and the finger is followed half the reports later")
  func median() throws {
    var feeder = try Feeder("median=3")
    #expect(feeder.down(100, 200) == ["began 100 200"])
    // Two reports have no middle one: the newest counts.
    #expect(feeder.move(110, 210) == ["moved 110 210"])
    #expect(feeder.move(900, 0) == ["moved 110 200"])
    #expect(feeder.move(120, 220) == ["moved 120 210"])
    #expect(feeder.move(130, 230) == ["moved 130 220"])
    #expect(feeder.move(140, 240) == ["moved 130 230"] && feeder.move(130, 230) == [])
    #expect(feeder.up() == ["ended 130 230"])
    // The next finger begins without the last one's reports.
    #expect(feeder.down(700, 800) == ["began 700 800"])
    var random = SplitMix(seed: 1)
    for length in [3, 5, 7, 9] {
      var reports = FilteredReports()
      var filter = TouchFilter()
      filter.median = length
      var all: [Int32] = []
      for _ in 0..<300 {
        all.append(Int32.random(in: .min ... .max, using: &random))
        _ = reports.take(all.last!, 0, filter, margin: (0, 0))
        let count = min(length, all.count - 1 + all.count % 2)
        #expect(reports.x == all.suffix(max(1, count)).sorted()[max(1, count) / 2])
      }
    }
  }

  @Test("D23 jitter: a finger that trembles stays in its place, and a moving one is followed at that distance")
  func jitter() throws {
    // Two pixels of 500 are four of the device's values, two of 1000 are two.
    var feeder = try Feeder("jitter=2")
    #expect(feeder.down(100, 200) == ["began 100 200"])
    for (x, y) in [(104, 202), (96, 198), (103, 199), (100, 202)] as [(Int32, Int32)] {
      #expect(feeder.move(x, y) == [])
    }
    #expect(feeder.move(105, 200) == ["moved 101 200"])
    #expect(feeder.move(300, 203) == ["moved 296 201"] && feeder.move(297, 203) == [])
    #expect(feeder.move(290, 203) == ["moved 294 201"] && feeder.up() == ["ended 294 201"])
    // The device's axes lie along the other ones of the display.
    let swapped = TouchAxes(x: 0...999, y: 0...999, width: 500, height: 1000).calibrated(
      by: try TouchCalibration("swap"))
    #expect(swapped.units(pixels: 2) == (2, 4))
  }

  @Test(
    "D23 pressure: a finger begins at the threshold, ends below three quarters of it, and light reports do not count")
  func pressure() throws {
    var feeder = try Feeder("pressure=100")
    #expect(
      feeder.frame((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 5), (EV_ABS, ABS_Y, 6), (EV_ABS, ABS_PRESSURE, 99)) == [])
    #expect(feeder.frame((EV_ABS, ABS_X, 50), (EV_ABS, ABS_PRESSURE, 100)) == ["began 50 6"])
    #expect(feeder.frame((EV_ABS, ABS_X, 51), (EV_ABS, ABS_PRESSURE, 200)) == ["moved 51 6"])
    #expect(feeder.frame((EV_ABS, ABS_PRESSURE, 75)) == [])
    #expect(feeder.frame((EV_ABS, ABS_PRESSURE, 74)) == ["ended 51 6"])
    #expect(feeder.frame((EV_ABS, ABS_X, 60), (EV_ABS, ABS_PRESSURE, 99)) == [])
    #expect(feeder.frame((EV_ABS, ABS_PRESSURE, 120)) == ["began 60 6"] && feeder.up() == ["ended 60 6"])
    // Never pressed enough: no finger.
    _ = feeder.frame((EV_ABS, ABS_PRESSURE, 10))
    #expect(feeder.down(1, 1) == [] && feeder.up() == [])
    // It comes, is pressed and goes within one frame.
    let within = feeder.frame((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 300), (EV_KEY, BTN_TOUCH, 0))
    #expect(within == ["began 1 1", "ended 1 1"])
  }

  @Test("D23 pressure with a median: reports of a light contact do not count")
  func lightReports() throws {
    var feeder = try Feeder("pressure=100 median=3")
    #expect(
      feeder.frame((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 500), (EV_ABS, ABS_Y, 6), (EV_ABS, ABS_PRESSURE, 100)) == [
        "began 500 6"
      ])
    #expect(feeder.frame((EV_ABS, ABS_X, 900), (EV_ABS, ABS_PRESSURE, 80)) == [])
    #expect(feeder.up() == ["ended 500 6"])
  }

  @Test("D23 pressure counts for each contact of protocols B and A, and a device without it is not filtered by it")
  func protocols() throws {
    var slots = try Feeder("pressure=10", kind: .slots(2))
    #expect(
      slots.frame(
        (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 1), (EV_ABS, ABS_MT_POSITION_X, 5),
        (EV_ABS, ABS_MT_PRESSURE, 9),
        (EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, 2), (EV_ABS, ABS_MT_POSITION_X, 7),
        (EV_ABS, ABS_MT_PRESSURE, 10))
        == ["began 7 0"])
    #expect(slots.frame((EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, -1)) == [])
    #expect(slots.frame((EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, -1)) == ["ended 7 0"])
    var anonymous = try Feeder("pressure=10", kind: .anonymous)
    #expect(
      anonymous.frame(
        (EV_ABS, ABS_MT_POSITION_X, 5), (EV_ABS, ABS_MT_POSITION_Y, 5), (EV_ABS, ABS_MT_PRESSURE, 9),
        (EV_SYN, SYN_MT_REPORT, 0),
        (EV_ABS, ABS_MT_POSITION_X, 7), (EV_ABS, ABS_MT_POSITION_Y, 7), (EV_ABS, ABS_MT_PRESSURE, 12),
        (EV_SYN, SYN_MT_REPORT, 0))
        == ["began 7 7"])
    var without = try Feeder("pressure=10")
    #expect(without.down(3, 4) == ["began 3 4"])
  }

  @Test("D23 a threshold that has no effect, or lets no finger through, is said")
  func pressureNotices() throws {
    final class Lines: @unchecked Sendable { var all: [String] = [] }
    let lines = Lines()
    var setup = TouchSetup()
    setup.filter = try TouchFilter("pressure=300")
    setup.notice = { lines.all.append($0) }
    var capabilities = InputCapabilities()
    setup.checkPressure(capabilities, "t")
    capabilities.pressure = AxisRange(0, 255)
    setup.checkPressure(capabilities, "t")
    capabilities.pressure = AxisRange(0, 300)
    setup.checkPressure(capabilities, "t")
    #expect(
      lines.all == [
        "t: the filter's pressure is 300, and the device tells none: every finger counts",
        "t: the filter's pressure is 300, and the device's greatest 255: no finger counts",
      ])
  }

  @Test("D20 D23 with every filter, events that mean nothing leave no finger, and none twice")
  func noise() throws {
    let codes = [
      ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_PRESSURE,
      ABS_MT_PRESSURE,
    ]
    for kind in [.slots(16), .anonymous, .single(button: UInt16(BTN_TOUCH))] as [ContactTracker.Kind] {
      var random = SplitMix(seed: 9)
      var tracker = ContactTracker(
        kind: kind, axes: TouchAxes(x: Int32.min...Int32.max, y: 0...1, width: 800, height: 480),
        filter: try TouchFilter("median=9 jitter=100 pressure=8"))
      var (down, begun) = (Set<Int32>(), 0)
      func take() {
        var samples: [TouchSample] = []
        tracker.exchange(&samples)
        for sample in samples {
          switch sample.phase {
          case .began:
            #expect(down.insert(sample.finger).inserted)
            begun += 1
          case .moved: #expect(down.contains(sample.finger))
          case .ended, .cancelled: #expect(down.remove(sample.finger) != nil)
          }
        }
      }
      for _ in 0..<100_000 {
        let isSmall = UInt8.random(in: 0..<10, using: &random) > 0
        let value = isSmall ? Int32.random(in: -1...30, using: &random) : [.min, .max].randomElement(using: &random)!
        let (type, code): (Int32, Int32)
        switch UInt8.random(in: 0..<10, using: &random) {
        case 0...5: (type, code) = (EV_ABS, codes.randomElement(using: &random)!)
        case 6: (type, code) = (EV_KEY, BTN_TOUCH)
        case 7: (type, code) = (EV_SYN, SYN_MT_REPORT)
        default: (type, code) = (EV_SYN, SYN_REPORT)
        }
        if tracker.feed(
          RawEvent(type: UInt16(type), code: UInt16(code), value: type == EV_KEY ? value & 1 : value, time: 1))
        {
          take()
        }
        if UInt16.random(in: 0..<2000, using: &random) == 0 {
          tracker.cancelAll(2)
          take()
          #expect(down.isEmpty)
        }
      }
      tracker.cancelAll(2)
      take()
      #expect(down.isEmpty && begun > 100, "\(kind): \(begun)")
    }
  }
}
