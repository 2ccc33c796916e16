// Streams of events are made, and each is sent in reads of three sizes, which must lead to the same calls.
// row: D20 D21 D24 D25 L91 L92 L93 L94 L95
import TestSupport

/// What came of many streams.
struct EventReport {
  fileprivate(set) var streams = 0
  fileprivate(set) var events = 0
  fileprivate(set) var counts = [Int](repeating: 0, count: CallKind.names.count)
  /// The first stream that was wrong, and how.
  fileprivate(set) var finding: (seed: UInt64, text: String)?

  /// What should have come up and has not.
  var untried: [String] { CallKind.names.indices.filter { counts[$0] == 0 }.map { CallKind.names[$0] } }

  var lines: [String] { CallKind.names.indices.map { "tried \(CallKind.names[$0]) \(counts[$0])" } }
}

/// One stream with all it takes to send it again.
struct EventStream {
  let seed: UInt64
  var steps: [Step]
  private let isPanel: Bool

  static let length = 1500

  init(seed: UInt64) {
    self.seed = seed
    var random = SplitMix(seed: seed)
    isPanel = random.isOne(in: 6)
    let log = CallLog()
    var targets: [Place]
    if isPanel {
      targets = PanelStage(seed: seed, log).targets
    } else {
      let stage = LayerStage(seed: seed, log)
      targets = stage.targets
      stage.close()
    }
    var maker = StreamMaker(seed: seed, targets: targets)
    steps = maker.make(Self.length)
  }

  var eventCount: Int {
    steps.reduce(0) { if case .events(_, let events) = $1 { $0 + events.count } else { $0 } }
  }

  func run(_ size: ReadSize, isLoud: Bool = false) -> CallLog {
    let log = CallLog()
    log.isLoud = isLoud
    let stage: any Stage = isPanel ? PanelStage(seed: seed, log) : LayerStage(seed: seed, log)
    var runner = Runner(stage, size)
    runner.run(steps, isLoud: isLoud)
    return log
  }

  /// Sends it in reads of two sizes of three.
  /// - Returns: the calls, and the first thing that is wrong.
  func check() -> (log: CallLog, finding: String?) {
    let whole = run(.all)
    if let failure = whole.failure { return (whole, failure) }
    let parts = run(seed % 2 == 0 ? .one : .random(seed: seed))
    if let failure = parts.failure { return (parts, failure + ", in smaller reads") }
    if whole.calls == parts.calls { return (whole, nil) }
    let place = zip(whole.calls, parts.calls).prefix { $0 == $1 }.count
    func call(_ log: CallLog) -> String {
      place < log.calls.count ? log.describe(log.calls[place]) : "nothing"
    }
    return (whole, "call \(place) is \(call(whole)), in smaller reads \(call(parts))")
  }

  /// A shorter stream that is wrong in the same way: parts are left out, larger ones first. What is left is unplugged at
  /// the end, for a part may have lifted it.
  func reduced(_ finding: String) -> EventStream {
    func isSame(_ stream: EventStream) -> Bool {
      stream.check().finding.map { $0.filter(\.isLetter) == finding.filter(\.isLetter) } ?? false
    }
    guard let end = steps.lastIndex(where: { if case .letGo = $0 { true } else { false } }) else { return self }
    var best = self
    best.steps.insert(contentsOf: DeviceKind.allCases.map { .unplug(device: $0.rawValue) }, at: end)
    if !isSame(best) { return self }
    let tail = best.steps.count - end
    var size = end / 2
    while size > 0 {
      var first = 0
      while first < best.steps.count - tail {
        var shorter = best
        shorter.steps.removeSubrange(first..<min(first + size, best.steps.count - tail))
        if isSame(shorter) { best = shorter } else { first += size }
      }
      size /= 2
    }
    return best
  }
}

/// - Parameters:
///   - count: of events, at least.
///   - begin: called with the seed of each stream before it is sent.
func fuzzEvents(count: Int, seed: UInt64, begin: (UInt64) -> Void) -> EventReport {
  var report = EventReport()
  var seeds = SplitMix(seed: seed)
  while report.events < count {
    let stream = seeds.next()
    begin(stream)
    let made = EventStream(seed: stream)
    let (log, finding) = made.check()
    report.streams += 1
    report.events += made.eventCount
    for (index, count) in log.counts.enumerated() { report.counts[index] += count }
    if let finding {
      report.finding = (stream, finding)
      return report
    }
  }
  return report
}
