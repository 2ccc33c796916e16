import PanelFile
import PanelSignals

@testable import PanelSources

/// A decoder of a connection's bytes.
struct StreamTrial<Decoder: StreamDecoder>: Trial {
  private var decoder: Decoder
  private var listener: Told
  private let seeds: [[UInt8]]
  /// Puts a message into its frame: sums and lengths are right then, so that damage gets behind their checks.
  private let frame: ([UInt8], inout [UInt8]) -> Void
  /// Whether pieces are whole frames of 16 or 72 bytes, as those of a bus.
  private let isBus: Bool
  private var time: Int64 = 0

  init(
    _ decoder: Decoder, addresses: Int, _ seeds: [[UInt8]], isBus: Bool = false,
    _ frame: @escaping ([UInt8], inout [UInt8]) -> Void = { $1.append(contentsOf: $0) }
  ) {
    (self.decoder, self.seeds, self.frame, self.isBus) = (decoder, seeds, frame, isBus)
    listener = Told(limit: addresses, counts: true)
  }

  var told: Int64 { listener.count }
  var leftOut: Int64 { decoder.leftOut }

  mutating func execute(_ maker: inout Maker) {
    if !maker.oneIn(4) { decoder.reset() }
    for _ in 0...maker.below(3) {
      maker.choose(seeds)
      frame(maker.message, &maker.input)
    }
    if maker.oneIn(4) { maker.damageInput() }
    time &+= Int64(maker.oneIn(64) ? maker.below(2_000_000_000) : maker.below(20_000_000))
    decoder.setTime(time)
    if isBus {
      takeFrames(maker)
    } else {
      maker.cut { decoder.take($0, &listener) }
    }
    if maker.oneIn(4) { decoder.end(&listener) }
    if decoder.sample.count > 64 { fail("a sample of \(decoder.sample.count) bytes") }
  }

  private mutating func takeFrames(_ maker: borrowing Maker) {
    let (count, size) = (maker.input.count, maker.input.count % 72 == 0 ? 72 : 16)
    var start = 0
    while start < count {
      let end = Swift.min(count, start + size)
      maker.give(start..<end) { decoder.take($0, &listener) }
      start = end
    }
  }

  mutating func proof() -> UInt64 {
    decoder.reset()
    listener.begin()
    // Later than all that was begun.
    time &+= 10_000_000_000
    decoder.setTime(time)
    goOn()
    return listener.sum
  }

  mutating func goOn() {
    for seed in seeds {
      var bytes: [UInt8] = []
      frame(seed, &bytes)
      if !isBus {
        decoder.take(bytes.span, &listener)
        continue
      }
      let size = bytes.count % 72 == 0 ? 72 : 16
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoder.take(bytes.span.extracting(start..<Swift.min(bytes.count, start + size)), &listener)
      }
    }
  }
}
