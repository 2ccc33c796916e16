import PanelSignals

@testable import PanelSources

/// Lines of names and values, and of JSON.
struct LineTrial: Trial {
  private var decoder = LineDecoder(limit: 512)
  private let names: AddressTable
  private var listener: Lines

  private static let addresses = [
    "rpm", "oil", "engine.oil", "list[1]", "a.b[0].c", "state", "a-name-of-more-than-eight-letters", "rpm",
  ]
  private static let seeds = [
    "rpm=1500\n", "rpm=1500\noil=-3.25\nrpm=1501\n", "oil=12.5, state=\"on \\u00e9\\n\" rpm=7\r\n", "state=off\n",
    "oil=nan\n",
    "{\"rpm\": 12, \"engine\": {\"oil\": -1.5e3}, \"list\": [1, 2, true]}\n",
    "{\"a\":{\"b\":[{\"c\":null},{\"c\":\"t\\\"x\"}]},\"state\":\"run\"}\r\n",
    "a-name-of-more-than-eight-letters=99999999999 oil=0.0000000001\n", "\u{FEFF}rpm = 5\n", "y= rpm=2\n", "\n",
    "[[[[[[[[[[[[[[[[[[[[", "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}\n",
  ].map { bytes($0) }

  private struct Lines: LineListener {
    let names: AddressTable
    var told: Told

    mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
      -> Bool
    {
      var address = entry >= 0 ? entry : names.find(name)
      if address < 0 { return value != .text }
      while address >= 0 {
        if value != .text { told.receive(address, value.reading) }
        if isQuoted {
          let text = JSONText(word)
          told.receive(address, text: text.span)
        } else {
          told.receive(address, text: word)
        }
        address = names.next(address)
      }
      return true
    }
  }

  init() {
    names = AddressTable(Self.addresses.map { ($0, SignalIndex.none, 0) })
    listener = Lines(names: names, told: Told(limit: Self.addresses.count))
  }

  var told: Int64 { listener.told.count }
  var leftOut: Int64 { decoder.garbage &+ decoder.tooLong }

  mutating func execute(_ maker: inout Maker) {
    if !maker.oneIn(4) { decoder.reset() }
    for _ in 0...maker.below(3) {
      maker.choose(Self.seeds)
      maker.input.append(contentsOf: maker.message)
    }
    if maker.oneIn(4) { maker.damageInput() }
    maker.cut { decoder.take($0, names, &listener) }
    if maker.oneIn(4) { decoder.end(names, &listener) }
  }

  mutating func proof() -> UInt64 {
    decoder.reset()
    listener.told.begin()
    goOn()
    return listener.told.sum
  }

  mutating func goOn() {
    for seed in Self.seeds where seed.last == 10 { decoder.take(seed.span, names, &listener) }
  }
}
