import PanelSignals

@testable import PanelSources

/// Events of lines.
struct GPIOTrial: Trial {
  private var events = GPIOEvents(Self.values, lines: 2)
  private var listener = Told(limit: Self.values.count)
  private var time: Int64 = 0
  private var sequence: UInt32 = 0

  private static let values: [(line: Int, value: GPIOValue)] = [
    (0, .level), (0, .count), (0, .frequency), (1, .level), (-1, .level), (1, .frequency), (-1, .frequency),
  ]

  var told: Int64 { listener.count }
  var leftOut: Int64 { events.garbage }

  private static func append(_ number: UInt64, _ count: Int, _ bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }

  private mutating func event(_ line: UInt32, rises: Bool, _ bytes: inout [UInt8]) {
    sequence &+= 1
    Self.append(UInt64(bitPattern: time), 8, &bytes)
    for word in [rises ? 1 : 2, line, sequence, sequence] as [UInt32] { Self.append(UInt64(word), 4, &bytes) }
    for _ in 0..<24 { bytes.append(0) }
  }

  private mutating func begin(_ line: Int, hasBothEdges: Bool) {
    sequence = 0
    events.begin(line, number: UInt32(17 + line), isActive: false, hasBothEdges: hasBothEdges, at: time, &listener)
  }

  mutating func execute(_ maker: inout Maker) {
    let line = maker.below(2)
    if maker.oneIn(8) { begin(line, hasBothEdges: maker.oneIn(2)) }
    for _ in 0...maker.below(6) {
      time &+= Int64(maker.oneIn(16) ? maker.below(3_000_000_000) : maker.below(20_000_000))
      if maker.oneIn(8) {
        sequence &+= UInt32(truncatingIfNeeded: maker.dice.random.next() >> (32 + UInt64(maker.below(31))))
      }
      event(UInt32(17 + line), rises: maker.oneIn(2), &maker.input)
    }
    if maker.oneIn(2) { maker.damageInput() }
    maker.give(maker.input) { events.take($0, of: line, &listener) }
    switch maker.below(24) {
    case 0: events.end(line, &listener)
    case 1: events.set(line, isActive: maker.oneIn(2), &listener)
    case 2: events.advance(to: Int64(truncatingIfNeeded: maker.dice.random.next()), &listener)
    case 3, 4: events.advance(to: events.nextTime, &listener)
    case 5: events.advance(to: time, &listener)
    default: break
    }
  }

  mutating func proof() -> UInt64 {
    listener.begin()
    for line in 0..<2 {
      time &+= 5_000_000_000
      begin(line, hasBothEdges: true)
      listener.begin()
      var bytes: [UInt8] = []
      event(UInt32(17 + line), rises: true, &bytes)
      events.take(bytes.span, of: line, &listener)
      if listener.sum == 0 { fail("a right event tells nothing") }
    }
    // The counts go on, so that the level alone is the same.
    return 1
  }
}
