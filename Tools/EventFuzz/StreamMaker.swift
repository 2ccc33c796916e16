// Makes streams: gestures, keys and turns on several devices at once, and all that goes wrong with them.
import CEvdev
import CLinux
import TestSupport

@testable import FBDevice

/// Makes a stream of a seed.
struct StreamMaker {
  private var random: SplitMix
  private var hand: Hand
  private var encoders: [DeviceEncoder]
  private var moments: [[HandMoment]]
  /// When each device goes on; those that are not there never do.
  private var due: [Int64]
  private var steps: [Step] = []
  private var clock: Int64 = 1_000_000_000
  private var lastTick: Int64 = 1_000_000_000
  private var lastTime: Int64 = 0
  /// How often something goes wrong: one event in so many; `nil` for a stream that is right.
  private let noise: Int?
  private var eventCount = 0

  private static let interval: Int64 = 33_333_333

  init(seed: UInt64, targets: [Place]) {
    random = SplitMix(seed: seed ^ 0x5EED)
    hand = Hand(targets: targets)
    encoders = DeviceKind.allCases.map { DeviceEncoder($0) }
    moments = encoders.map { _ in [] }
    due = encoders.map { _ in .max }
    noise = random.pick([nil, nil, 400, 60, 12])
  }

  /// - Parameter count: of events, about.
  mutating func make(_ count: Int) -> [Step] {
    for _ in 0..<random.next(in: 1...3) { plug(random.below(encoders.count)) }
    if random.isOne(in: 2) { plug(random.pick([DeviceKind.keyboard, .encoder]).rawValue) }
    steps.append(.tick(clock))
    while eventCount < count {
      guard let device = due.indices.min(by: { due[$0] < due[$1] }), due[device] < .max else {
        plug(random.below(encoders.count))
        continue
      }
      go(to: due[device])
      move(device)
      if random.isOne(in: 300) { unplug(random.below(encoders.count)) }
      if random.isOne(in: 300) { plug(random.below(encoders.count)) }
      if random.isOne(in: 60) { steps.append(.deed) }
    }
    end()
    return steps
  }

  // MARK: Time

  /// Lets time go by, with a frame at least every thirtieth of a second while something may move.
  private mutating func go(to time: Int64) {
    var frames = 0
    while time - lastTick >= Self.interval {
      frames += 1
      lastTick = frames > 12 ? time : lastTick + Self.interval
      steps.append(.tick(lastTick))
    }
    clock = max(clock, time)
  }

  /// The time of an event: the clock's, which a wrong kernel sets back, stops or sets forward.
  private mutating func eventTime() -> Int64 {
    if noise != nil && random.isOne(in: 60) {
      lastTime =
        switch random.below(4) {
        case 0, 1: lastTime
        case 2: clock - Int64(random.below(1_000_000_000))
        default: random.isOne(in: 8) ? random.pick([0, -1, clock + 400_000_000]) : clock - 1
        }
    } else {
      lastTime = clock
    }
    return lastTime
  }

  // MARK: Devices

  private mutating func plug(_ device: Int) {
    steps.append(.plug(device: device))
    encoders[device] = DeviceEncoder(DeviceKind.allCases[device])
    moments[device] = []
    due[device] = clock + Int64(random.below(50_000_000))
  }

  private mutating func unplug(_ device: Int) {
    if due[device] == .max { return }
    steps.append(.unplug(device: device))
    due[device] = .max
  }

  /// One moment of a device.
  private mutating func move(_ device: Int) {
    encoders[device].time = eventTime()
    if random.isOne(in: 150) { encoders[device].drop(&random) }
    if encoders[device].kind == .keyboard || encoders[device].kind == .encoder {
      encoders[device].type(&random)
      due[device] = clock + Int64(random.pick([5, 20, 60, 200, 700])) * 1_000_000
    } else {
      if moments[device].isEmpty { moments[device] = hand.gesture(&random).reversed() }
      if let moment = moments[device].popLast() { encoders[device].show(moment.fingers, &random) }
      due[device] = clock + (moments[device].last?.pause ?? 16_000_000)
    }
    send(device)
  }

  private mutating func send(_ device: Int) {
    var events = encoders[device].take()
    if let noise { spoil(&events, noise) }
    eventCount += events.count
    steps.append(.events(device: device, events))
  }

  // MARK: What goes wrong

  private mutating func spoil(_ events: inout [RawEvent], _ noise: Int) {
    var index = 0
    while index < events.count {
      if random.isOne(in: noise) {
        switch random.below(8) {
        case 0: events.remove(at: index)
        case 1: events.insert(events[index], at: index)
        case 2: events[index].value = random.pick([0, -1, 1, 2, 15, 16, 4095, 4096, .max, .min, 70_000])
        case 3: events[index].code = UInt16(truncatingIfNeeded: random.next())
        case 4: events.swapAt(index, random.below(events.count))
        case 5: events.insert(nonsense(), at: index)
        case 6:
          events.insert(
            RawEvent(
              type: UInt16(EV_SYN), code: UInt16(random.pick([SYN_DROPPED, SYN_REPORT, SYN_MT_REPORT])), value: 0,
              time: lastTime), at: index)
        default: events[index].time = lastTime - Int64(random.below(2_000_000))
        }
      }
      index += 1
    }
  }

  private mutating func nonsense() -> RawEvent {
    let types = [EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_LED, EV_FF, 0xFFFF]
    let codes = [
      ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_PRESSURE, ABS_X, ABS_Y,
      BTN_TOUCH, BTN_LEFT, KEY_ENTER, REL_X, REL_Y, REL_DIAL, Int32(random.below(0x300)),
    ]
    let values: [Int32] = [0, 1, 2, -1, 7, 15, 16, 100, 4095, .max, .min, Int32(random.below(4096))]
    return RawEvent(
      type: UInt16(truncatingIfNeeded: random.pick(types)), code: UInt16(random.pick(codes)),
      value: random.pick(values), time: lastTime)
  }

  // MARK: The end

  /// Lifts or unplugs everything, and lets ten seconds go by.
  private mutating func end() {
    for device in due.indices where due[device] < .max {
      // What went wrong may have left a finger that the device knows nothing of.
      if noise != nil || random.isOne(in: 3) {
        unplug(device)
      } else {
        encoders[device].time = clock
        encoders[device].release(&random)
        steps.append(.events(device: device, encoders[device].take()))
      }
    }
    steps.append(.letGo)
    for second in 1...40 { steps.append(.tick(clock + Int64(second) * 250_000_000)) }
  }
}
