// Sends a stream to a stage, in reads of some size.
import FBDevice
import LayerRuntime
import PanelKit
import TestSupport

@testable import FBDevice

/// How many events a read has.
enum ReadSize {
  case all, one
  case random(seed: UInt64)
}

/// The kinds of steps that came up.
enum StepKind: Int, CaseIterable {
  case slots, anonymous, numbered, single, tablet, mouse, keyboard, encoder, filtered
  case plug, unplug, replug, dropped, tick, deed, backwards, still

  static let calls = allCases.map { CallKind.add("event.\($0)") }
}

/// The devices of a stream, of which each has a number of its own whenever it is plugged in.
struct Runner {
  private let stage: any Stage
  private let log: CallLog
  private var devices: [(device: InputDevice, source: ScriptedSource)?]
  private var plugged = 0
  private var sizes: SplitMix?
  private let readsAll: Bool
  private let check = SampleCheck()
  private var lastTime: Int64 = 0

  init(_ stage: any Stage, _ size: ReadSize) {
    (self.stage, log) = (stage, stage.log)
    devices = DeviceKind.allCases.map { _ in nil }
    readsAll = if case .all = size { true } else { false }
    if case .random(let seed) = size { sizes = SplitMix(seed: seed) }
  }

  mutating func run(_ steps: [Step], isLoud: Bool = false) {
    for step in steps {
      if isLoud { say(step.words) }
      run(step)
      if log.failure != nil { break }
    }
    if log.failure == nil {
      check.checkRest(log)
      stage.checkRest()
    }
    for device in devices.indices { unplug(device) }
    stage.close()
  }

  private mutating func run(_ step: Step) {
    switch step {
    case .events(let device, let events): send(events, to: device)
    case .plug(let device):
      count(devices[device] == nil ? .plug : .replug)
      unplug(device)
      plug(device)
    case .unplug(let device):
      if devices[device] != nil { count(.unplug) }
      unplug(device)
    case .tick(let time):
      count(.tick)
      log.moment += 1
      stage.advance(to: time)
    case .deed:
      count(.deed)
      log.moment += 1
      stage.meddle()
    case .letGo: stage.letGo()
    }
  }

  private func count(_ kind: StepKind) { log.count(StepKind.calls[kind.rawValue]) }

  private mutating func plug(_ index: Int) {
    let kind = DeviceKind.allCases[index]
    let source = ScriptedSource()
    let axes = TouchAxes(
      x: 0...DeviceEncoder.last, y: 0...DeviceEncoder.last, width: Picture.width, height: Picture.height)
    var filter = TouchFilter()
    if kind == .filtered { (filter.median, filter.jitter, filter.pressure) = (3, 2, 40) }
    let tracker: (ContactTracker.Kind) -> ContactTracker = { [number = plugged % 127] in
      ContactTracker(kind: $0, axes: axes, filter: filter, device: number)
    }
    let contacts: ContactTracker? =
      switch kind {
      case .slots, .filtered: tracker(.slots(12))
      case .anonymous, .numbered: tracker(.anonymous)
      case .single: tracker(.single(button: 0x14a))
      case .tablet: tracker(.single(button: 0x110))
      case .mouse, .keyboard, .encoder: nil
      }
    let pointer: PointerTracker? =
      kind == .mouse ? PointerTracker(width: Picture.width, height: Picture.height, device: plugged % 127) : nil
    let keys: KeyTracker? =
      kind == .keyboard || kind == .encoder || kind == .single ? KeyTracker(countsSteps: kind == .encoder) : nil
    plugged += 1
    let device = InputDevice(
      path: "/dev/input/fuzz", name: "fuzz", fileDescriptor: -1, source: source, tracker: contacts, pointer: pointer,
      keys: keys)
    devices[index] = (device, source)
  }

  private mutating func unplug(_ index: Int) {
    guard let (device, source) = devices[index] else { return }
    source.isGone = true
    if read(device) { log.fail("a device that is gone can be read") }
    device.close({ samples($0) }, acts: { act($0) })
    devices[index] = nil
  }

  private mutating func send(_ events: [RawEvent], to index: Int) {
    guard let (device, source) = devices[index] else { return }
    for event in events {
      log.count(StepKind.calls[index])
      if event.type == 0 && event.code == 3 { count(.dropped) }
      if event.time < lastTime { count(.backwards) }
      if event.time == lastTime { count(.still) }
      lastTime = event.time
    }
    source.send(events)
    while source.count > 0 {
      source.allow(readsAll ? source.count : sizes?.next(in: 1...7) ?? 1)
      if !read(device) { log.fail("a device that is there cannot be read") }
    }
  }

  private func read(_ device: InputDevice) -> Bool { device.read({ samples($0) }, acts: { act($0) }) }

  private func samples(_ samples: Span<TouchSample>) {
    for index in samples.indices {
      let sample = samples[index]
      log.note(CallKind.samples[Int(sample.phase.rawValue)], Int(sample.finger), Int(sample.position.x.rawValue))
      check.take(sample, log)
      log.moment += 1
      stage.screen.touch(sample)
      (stage as? PanelStage)?.look()
    }
  }

  private func act(_ act: InputAct) {
    switch act {
    case .key(let code, let phase, _): log.note(CallKind.keys[Int(phase.rawValue)], Int(code))
    case .turned(let steps, _): log.note(CallKind.turned, 0, Int(steps))
    case .pointed(let place, _): log.note(CallKind.pointed, 0, Int(place.x.rawValue))
    }
    check.take(act, log)
    log.moment += 1
    stage.screen.take(act)
    (stage as? PanelStage)?.look()
  }
}

/// Checks that fingers and keys of devices begin and end in pairs.
final class SampleCheck {
  private var fingers: Set<Int32> = []
  private var keys: [UInt16: Int] = [:]

  func take(_ sample: TouchSample, _ log: CallLog) {
    let isDown = fingers.contains(sample.finger)
    if isDown == (sample.phase == .began) { log.fail("\(sample.phase) of finger \(sample.finger), which is not so") }
    if sample.phase == .began { fingers.insert(sample.finger) }
    if sample.phase == .ended || sample.phase == .cancelled { fingers.remove(sample.finger) }
    let (x, y) = (sample.position.x, sample.position.y)
    if x < 0 || y < 0 || x.rounded > Picture.width || y.rounded > Picture.height {
      log.fail("a finger at \(x) \(y), beside the picture")
    }
  }

  /// Several devices may have the same key.
  func take(_ act: InputAct, _ log: CallLog) {
    guard case .key(let code, let phase, _) = act else { return }
    let count = keys[code, default: 0]
    if phase != .began && count == 0 { log.fail("\(phase) of key \(code), which is not down") }
    if phase == .began { keys[code] = count + 1 }
    if phase == .ended || phase == .cancelled { keys[code] = count - 1 }
  }

  func checkRest(_ log: CallLog) {
    if let finger = fingers.min() { log.fail("finger \(finger) is down in the end") }
    if let key = keys.filter({ $0.value > 0 }).keys.min() { log.fail("key \(key) is down in the end") }
  }
}

extension Step {
  /// For who reads a finding.
  var words: String {
    switch self {
    case .events(let device, let events):
      "\(DeviceKind.allCases[device]): "
        + events.map { "\($0.type)/\(String($0.code, radix: 16))=\($0.value)" }.joined(separator: " ")
        + " at \((events.first?.time ?? 0) / 1_000_000) ms"
    case .tick(let time): "frame at \(time / 1_000_000) ms"
    case .plug(let device): "plug \(DeviceKind.allCases[device])"
    case .unplug(let device): "unplug \(DeviceKind.allCases[device])"
    case .deed: "deed"
    case .letGo: "let go"
    }
  }
}
