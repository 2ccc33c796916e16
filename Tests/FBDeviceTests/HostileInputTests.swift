import CEvdev
import CLinux
import FixedRaster
import TestSupport
import Testing

@testable import FBDevice

/// Ranges as a broken driver, or somebody's device on a bus, could tell them.
private let hostileRanges: [(minimum: Int32, maximum: Int32)] = [
  (.min, .max), (0, .max), (.min, 0), (.max, .min), (0, 0), (5, 4), (.max - 1, .max), (.min, .min + 1), (0, 1), (-1, 0),
]
private let hostileValues: [Int32] = [.min, .min + 1, -2, -1, 0, 1, 2, 15, 16, 17, 65535, .max - 1, .max]

/// Runs `body` with a libevdev device that has these axes.
private func withDevice(
  _ axes: [(code: Int32, minimum: Int32, maximum: Int32)], _ body: (OpaquePointer) throws -> Void
) throws {
  let device = unsafe try #require(libevdev_new())
  defer { unsafe libevdev_free(device) }
  unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_DIRECT))
  unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
  for axis in axes {
    var info = input_absinfo(value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: 0, flat: 0, resolution: 0)
    unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(axis.code), &info)
  }
  unsafe try body(device)
}

/// Plays events and checks what must hold whatever they are: fingers begin once, end once, and stay on the picture.
private struct Checker {
  private var down: Set<Int32> = []
  private(set) var samples = 0

  mutating func feed(_ tracker: inout ContactTracker, _ type: Int32, _ code: Int32, _ value: Int32) {
    guard tracker.feed(RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: 1)) else { return }
    take(&tracker)
  }

  mutating func take(_ tracker: inout ContactTracker) {
    var batch: [TouchSample] = []
    tracker.exchange(&batch)
    for sample in batch {
      samples += 1
      let position = sample.position
      #expect(position.x >= 0 && position.x < 800 && position.y >= 0 && position.y < 480, "\(sample)")
      switch sample.phase {
      case .began: #expect(down.insert(sample.finger).inserted)
      case .moved: #expect(down.contains(sample.finger))
      case .ended, .cancelled: #expect(down.remove(sample.finger) != nil)
      }
    }
    #expect(down.count <= ContactTracker.maximumPlaces && batch.count <= 2 * ContactTracker.maximumSamples)
  }

  mutating func end(_ tracker: inout ContactTracker) {
    tracker.cancelAll(2)
    take(&tracker)
    #expect(down.isEmpty)
  }
}

@Suite struct HostileInputTests {
  @Test(
    "D22 D23 axis ranges of every kind: those of two values and more are used, descending too, the others refuse the device"
  )
  func ranges() throws {
    var (used, refused) = (0, 0)
    for x in hostileRanges {
      for y in hostileRanges {
        let axes = [
          (ABS_MT_SLOT, 0, 9), (ABS_MT_POSITION_X, x.minimum, x.maximum), (ABS_MT_POSITION_Y, y.minimum, y.maximum),
        ]
        unsafe try withDevice(axes) { device in
          let contacts = unsafe InputCapabilities(device).contacts
          let isUsable = x.minimum != x.maximum && y.minimum != y.maximum
          guard let contacts,
            let places = try? TouchSetup().axes(
              x: contacts.x, contacts.y, nil, width: 800, height: 480, .none, path: "t")
          else {
            #expect(!isUsable)
            refused += 1
            return
          }
          #expect(isUsable)
          used += 1
          var tracker = ContactTracker(kind: contacts.kind, axes: places)
          unsafe EvdevSource.seed(&tracker, device)
          var checker = Checker()
          for value in hostileValues + [x.minimum, x.maximum, y.minimum, y.maximum] {
            for code in [ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y] {
              checker.feed(&tracker, EV_ABS, code, code == ABS_MT_TRACKING_ID ? value & .max : value)
            }
            checker.feed(&tracker, EV_SYN, SYN_REPORT, 0)
          }
          checker.end(&tracker)
          #expect(checker.samples > hostileValues.count)
        }
      }
    }
    // Nine of the ten ranges have two values and more.
    #expect(used == 81 && refused == 19)
  }

  @Test(
    "D22 however many slots a device says it has, 16 are followed, in time and memory that do not depend on it",
    .timeLimit(.minutes(10)), arguments: [-1, 0, 1, 15, 16, 17, 1 << 16, .max - 1, .max, .min] as [Int32])
  func slots(maximum: Int32) async throws {
    await #expect(processExitsWith: .success) { [maximum] in try Self.followSlots(maximum) }
  }

  private static func followSlots(_ maximum: Int32) throws {
    let axes: [(code: Int32, minimum: Int32, maximum: Int32)] = [
      (ABS_MT_SLOT, 0, maximum), (ABS_MT_POSITION_X, 0, 799), (ABS_MT_POSITION_Y, 0, 479),
    ]
    unsafe try withDevice(axes) { device in
      guard let contacts = unsafe InputCapabilities(device).contacts else { return }
      var tracker = ContactTracker(
        kind: contacts.kind, axes: TouchAxes(x: contacts.x, y: contacts.y, width: 800, height: 480))
      #expect((1...ContactTracker.maximumPlaces).contains(tracker.places.count))
      unsafe EvdevSource.seed(&tracker, device)
      var checker = Checker()
      for slot in hostileValues {
        checker.feed(&tracker, EV_ABS, ABS_MT_SLOT, slot)
        for value in [7, -1, .min, .max, 7] as [Int32] {
          checker.feed(&tracker, EV_ABS, ABS_MT_TRACKING_ID, value)
          checker.feed(&tracker, EV_ABS, ABS_MT_POSITION_X, value)
        }
        checker.feed(&tracker, EV_SYN, SYN_REPORT, 0)
      }
      checker.end(&tracker)
      // One more than the greatest has no number: the device counts as one that has no slots, and says nothing without them.
      let hasSlots = maximum >= 0 && maximum < .max
      #expect((contacts.kind == .anonymous) == !hasSlots && (checker.samples > 0) == hasSlots)
    }
  }

  @Test("D20 a million events that mean nothing, of every protocol, leave no finger and none twice")
  func noise() {
    let codes = [
      ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_PRESSURE, 0x3F,
    ]
    let kinds: [ContactTracker.Kind] = [
      .slots(10), .slots(.max), .slots(.min), .anonymous, .single(button: UInt16(BTN_TOUCH)),
    ]
    for (number, kind) in kinds.enumerated() {
      var random = SplitMix(seed: UInt64(number))
      let range = Int32.min...Int32.max
      var tracker = ContactTracker(kind: kind, axes: TouchAxes(x: range, y: range, width: 800, height: 480))
      var checker = Checker()
      for _ in 0..<200_000 {
        let value =
          Bool.random(using: &random)
          ? hostileValues.randomElement(using: &random)! : Int32.random(in: -1...9, using: &random)
        switch UInt8.random(in: 0..<10, using: &random) {
        case 0...5: checker.feed(&tracker, EV_ABS, codes.randomElement(using: &random)!, value)
        case 6: checker.feed(&tracker, EV_KEY, BTN_TOUCH, value & 1)
        case 7: checker.feed(&tracker, EV_SYN, SYN_MT_REPORT, 0)
        default: checker.feed(&tracker, EV_SYN, SYN_REPORT, 0)
        }
      }
      checker.end(&tracker)
      #expect(checker.samples > 1000, "\(kind)")
    }
  }
}
