import CLinux
import FixedRaster
import TestSupport
import Testing

@testable import FBDevice

/// Events in the short form in which the tests write them.
private enum Script {
  case slot(Int32), id(Int32), x(Int32), y(Int32), absX(Int32), absY(Int32), touch(Int32), left(Int32), mtReport, report

  func event(_ time: Int64) -> RawEvent {
    let (type, code, value): (Int32, Int32, Int32) =
      switch self {
      case .slot(let n): (EV_ABS, ABS_MT_SLOT, n)
      case .id(let n): (EV_ABS, ABS_MT_TRACKING_ID, n)
      case .x(let v): (EV_ABS, ABS_MT_POSITION_X, v)
      case .y(let v): (EV_ABS, ABS_MT_POSITION_Y, v)
      case .absX(let v): (EV_ABS, ABS_X, v)
      case .absY(let v): (EV_ABS, ABS_Y, v)
      case .touch(let v): (EV_KEY, BTN_TOUCH, v)
      case .left(let v): (EV_KEY, BTN_LEFT, v)
      case .mtReport: (EV_SYN, SYN_MT_REPORT, 0)
      case .report: (EV_SYN, SYN_REPORT, 0)
      }
    return RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: time)
  }
}

extension ContactTracker {
  /// Feeds a script and returns what each frame gave, as "began 0 (10, 20)".
  fileprivate mutating func frames(_ script: [Script]) -> [[String]] {
    var frames: [[String]] = []
    for (index, step) in script.enumerated() where feed(step.event(Int64(index))) { frames.append(take()) }
    return frames
  }

  fileprivate mutating func take() -> [String] {
    var batch: [TouchSample] = []
    exchange(&batch)
    return batch.map { "\($0.phase) \($0.finger) (\($0.position.x.floor), \($0.position.y.floor))" }
  }
}

/// A device with axes as fine as the display: 1000 × 500.
private func tracker(_ kind: ContactTracker.Kind, device: Int = 0) -> ContactTracker {
  ContactTracker(
    kind: kind, axes: TouchAxes(x: 0...999, y: 0...499, width: 1000, height: 500), device: device)
}

@Suite struct ContactTrackerTests {
  @Test("D20 protocol B: two fingers keep their identity, and unchanged values are remembered")
  func twoFingers() {
    var b = tracker(.slots(5))
    let frames = b.frames([
      .slot(0), .id(40), .x(10), .y(20), .slot(1), .id(41), .x(30), .y(40), .report,
      .slot(0), .x(11), .report,
      .slot(1), .y(41), .slot(0), .id(-1), .report,
      .id(42), .report,
      .slot(1), .id(-1), .slot(0), .id(-1), .report,
    ])
    #expect(
      frames == [
        ["began 0 (10, 20)", "began 1 (30, 40)"], ["moved 0 (11, 20)"], ["ended 0 (11, 20)", "moved 1 (30, 41)"],
        ["began 2 (11, 20)"], ["ended 1 (30, 41)", "ended 2 (11, 20)"],
      ])
  }

  @Test("D20 protocol B: a new number without an end in between is another finger")
  func replaced() {
    var b = tracker(.slots(2))
    let frames = b.frames([.id(1), .x(5), .y(5), .report, .id(2), .x(6), .report, .id(-1), .report])
    #expect(frames == [["began 0 (5, 5)"], ["ended 0 (5, 5)", "began 1 (6, 5)"], ["ended 1 (6, 5)"]])
  }

  @Test("D20 protocol B: slots that do not exist, moves without a finger and ends without a beginning give nothing")
  func nonsense() {
    var b = tracker(.slots(2))
    let frames = b.frames([
      .slot(2), .id(1), .x(5), .report, .slot(-1), .id(2), .report, .slot(0), .x(3), .report, .id(-1), .report,
      .mtReport, .touch(1), .absX(3), .report, .left(1), .report,
    ])
    #expect(frames.isEmpty)
  }

  @Test("D20 a finger that was down when the device was opened presses nothing until it is lifted and comes again")
  func downAtStart() {
    var b = tracker(.slots(3))
    b.seed(slot: 1, x: 70, y: 80)
    b.seed(currentSlot: 1)
    #expect(b.frames([.x(71), .report, .id(-1), .report, .id(9), .report]) == [["began 0 (71, 80)"]])
  }

  @Test("D20 single touch: button before or after the axes, repeated values ignored")
  func singleTouch() {
    var s = tracker(.single(button: UInt16(BTN_TOUCH)))
    let frames = s.frames([
      .touch(1), .absX(7), .absY(8), .report, .absX(9), .report, .touch(1), .report, .touch(2), .report, .touch(0),
      .report, .touch(0), .report, .touch(2), .touch(0), .absX(100), .report, .left(1), .report, .touch(1), .report,
      .x(1),
      .report,
    ])
    #expect(frames == [["began 0 (7, 8)"], ["moved 0 (9, 8)"], ["ended 0 (9, 8)"], ["began 1 (100, 8)"]])
  }

  @Test("D20 a pointer's left button is a finger; moving without it is not")
  func pointer() {
    var p = tracker(.single(button: UInt16(BTN_LEFT)))
    let frames = p.frames([
      .absX(50), .absY(60), .report, .left(1), .report, .absX(51), .report, .left(0), .report, .absX(52), .report,
    ])
    #expect(frames == [["began 0 (50, 60)"], ["moved 0 (51, 60)"], ["ended 0 (51, 60)"]])
  }

  @Test("D20 protocol A: the nearest contact is the same finger, whatever the order")
  func anonymous() {
    var a = tracker(.anonymous)
    let frames = a.frames([
      .x(10), .y(10), .mtReport, .x(100), .y(100), .mtReport, .report,
      .x(101), .y(100), .mtReport, .x(11), .y(10), .mtReport, .report,
      .touch(1), .report,
      .x(102), .y(100), .mtReport, .report,
      .mtReport, .report,
      .mtReport, .report,
    ])
    #expect(
      frames == [
        ["began 0 (10, 10)", "began 1 (100, 100)"], ["moved 0 (11, 10)", "moved 1 (101, 100)"],
        ["ended 0 (11, 10)", "moved 1 (102, 100)"], ["ended 1 (102, 100)"],
      ])
  }

  @Test("D20 protocol A: the device's numbers outweigh nearness; the button's release without contacts ends all")
  func anonymousWithNumbers() {
    var a = tracker(.anonymous)
    let frames = a.frames([
      .id(5), .x(10), .y(10), .mtReport, .id(6), .x(20), .y(10), .mtReport, .report,
      .id(6), .x(10), .y(10), .mtReport, .id(5), .x(20), .y(10), .mtReport, .report,
      .id(7), .x(10), .y(10), .mtReport, .id(5), .x(20), .y(10), .mtReport, .report,
      .touch(0), .report,
    ])
    #expect(
      frames == [
        ["began 0 (10, 10)", "began 1 (20, 10)"], ["moved 0 (20, 10)", "moved 1 (10, 10)"],
        ["ended 1 (10, 10)", "began 2 (10, 10)"], ["ended 0 (20, 10)", "ended 2 (10, 10)"],
      ])
  }

  @Test("D20 fingers of different devices have different numbers")
  func devices() {
    var first = tracker(.slots(1), device: 0)
    var last = tracker(.slots(1), device: 126)
    #expect(first.frames([.id(1), .report]) == [["began 0 (0, 0)"]])
    #expect(last.frames([.id(1), .report]) == [["began \(126 << 24) (0, 0)"]])
  }

  @Test("D25 press and release within one frame, and within the frames of one read, both count")
  func pressAndRelease() {
    var b = tracker(.slots(1))
    #expect(
      b.frames([.id(1), .x(5), .y(6), .id(-1), .id(2), .x(7), .id(-1), .report]) == [
        ["began 0 (5, 6)", "ended 0 (5, 6)", "began 1 (7, 6)", "ended 1 (7, 6)"]
      ])
    var s = tracker(.single(button: UInt16(BTN_TOUCH)))
    #expect(
      s.frames([.absX(1), .touch(1), .touch(0), .report, .touch(1), .report, .touch(0), .report]) == [
        ["began 0 (1, 0)", "ended 0 (1, 0)"], ["began 1 (1, 0)"], ["ended 1 (1, 0)"],
      ])
  }

  @Test("D21 (the decoding) after a loss, fingers that vanished are cancelled, others go on, new ones begin")
  func resynchronized() {
    for kind in [ContactTracker.Kind.slots(3), .anonymous] {
      var t = tracker(kind)
      if kind == .anonymous {
        _ = t.frames([.x(1), .y(1), .mtReport, .x(9), .y(9), .mtReport, .report])
        t.beginResynchronizing(5)
        #expect(t.take() == ["cancelled 0 (1, 1)", "cancelled 1 (9, 9)"])
        t.endResynchronizing()
        #expect(t.frames([.x(2), .y(2), .mtReport, .report]) == [["began 2 (2, 2)"]])
        continue
      }
      _ = t.frames([.slot(0), .id(1), .x(1), .y(1), .slot(1), .id(2), .x(9), .y(9), .report])
      t.beginResynchronizing(5)
      #expect(
        t.frames([.slot(0), .id(-1), .report, .slot(1), .x(8), .slot(2), .id(3), .x(5), .y(5), .report]) == [
          ["cancelled 0 (1, 1)"], ["moved 1 (8, 9)", "began 2 (5, 5)"],
        ])
      t.endResynchronizing()
      #expect(t.frames([.slot(1), .id(-1), .report]) == [["ended 1 (8, 9)"]])
    }
  }

  @Test("D20 axis values are scaled to the display in whole arithmetic, up to the ends of their range")
  func axes() {
    let tablet = AxisMapping(minimum: 0, maximum: 32767, pixels: 800)
    #expect(tablet.position(0) == 0 && tablet.position(16384) == 400)
    #expect(tablet.position(32767) < 800 && tablet.position(32767).floor == 799)
    #expect(tablet.position(-5) == 0 && tablet.position(40000) == tablet.position(32767))
    let offset = AxisMapping(minimum: -100, maximum: 99, pixels: 100)
    #expect(offset.position(-100) == 0 && offset.position(0) == 50 && offset.position(1) == Fixed(101, over: 2))
    let widest = AxisMapping(minimum: .min, maximum: .max, pixels: 32767)
    #expect(widest.position(.min) == 0 && widest.position(.max).floor == 32766)
    for value in 0..<999 {
      #expect(AxisMapping(minimum: 0, maximum: 999, pixels: 1000).position(Int32(value)).floor == value)
    }
  }

  @Test(
    "D20 D21 nothing is stuck and nothing unpaired, whatever the device sends",
    arguments: [
      ContactTracker.Kind.slots(4), .slots(40), .anonymous, .single(button: UInt16(BTN_TOUCH)),
      .single(button: UInt16(BTN_LEFT)),
    ])
  func randomStreams(_ kind: ContactTracker.Kind) {
    var random = SplitMix(seed: 20)
    var check = PairingCheck()
    for _ in 0..<40 {
      var t = tracker(kind)
      check.begin()
      var batch: [TouchSample] = []
      for time in 0..<1000 {
        var ready = false
        switch random.next() % 200 {
        case 0:
          t.beginResynchronizing(Int64(time))
          check.resynchronizations += 1
        case 1: t.endResynchronizing()
        case 2: t.cancelAll(Int64(time))
        default: ready = t.feed(Self.randomEvent(&random).event(Int64(time)))
        }
        if ready {
          t.exchange(&batch)
          check.take(batch)
          batch.removeAll()
        }
      }
      t.cancelAll(1000)
      t.exchange(&batch)
      check.take(batch)
      #expect(check.down.isEmpty)
    }
    #expect(check.faults.isEmpty)
    print("\(kind): \(check.counts), most at once \(check.most), resynchronizations \(check.resynchronizations)")
    for phase in 0..<4 { #expect(check.counts[phase] > 0) }
    #expect(check.resynchronizations > 0 && (check.most > 1 || kind != .slots(4) && kind != .anonymous))
  }

  private static func randomEvent(_ random: inout SplitMix) -> Script {
    let value = Int32(truncatingIfNeeded: random.next() % 1200) - 100
    switch random.next() % 12 {
    case 0: return .slot(Int32(truncatingIfNeeded: random.next() % 20) - 1)
    case 1: return .id(value % 8)
    case 2: return .id(-1)
    case 3: return .x(value)
    case 4: return .y(value)
    case 5: return .absX(value)
    case 6: return .absY(value)
    case 7: return .touch(value & 1)
    case 8: return .left(value & 1)
    case 9: return .mtReport
    default: return .report
    }
  }
}

/// Knows which fingers are down and finds every sample that contradicts it.
struct PairingCheck {
  var down: Set<Int32> = []
  var faults: [String] = []
  var counts = [0, 0, 0, 0]
  var most = 0
  var resynchronizations = 0
  private var used: Set<Int32> = []

  mutating func begin() {
    down = []
    used = []
  }

  mutating func take(_ samples: [TouchSample]) {
    for sample in samples {
      counts[Int(sample.phase.rawValue)] += 1
      let (x, y) = (sample.position.x, sample.position.y)
      if x < 0 || x >= 1000 || y < 0 || y >= 500 { faults.append("outside: \(sample)") }
      switch sample.phase {
      case .began:
        if !used.insert(sample.finger).inserted { faults.append("used before: \(sample)") }
        down.insert(sample.finger)
      case .moved: if !down.contains(sample.finger) { faults.append("not down: \(sample)") }
      case .ended, .cancelled: if down.remove(sample.finger) == nil { faults.append("not down: \(sample)") }
      }
      most = max(most, down.count)
    }
  }
}
