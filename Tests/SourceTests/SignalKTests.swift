import PanelSignals
import Testing

@testable import PanelSources

@Suite struct SignalKTests {
  private static let own = SignalKDeltas.own
  private static let paths = [
    "navigation.speedOverGround", "navigation.position .latitude", "navigation.position .longitude",
    "navigation.headingTrue", "navigation.headingTrue $source=gps.1", "navigation.speedOverGround $source=n2k.115",
  ]

  @Test("P6B values of paths are told in the server's units: numbers, booleans, texts and members of objects")
  func values() {
    let delta = SignalKDeltas.delta
    let text =
      delta("navigation.speedOverGround", "3.6", "a", Self.own)
      + delta("electrical.switches.lamp.state", "true", "a", Self.own)
      + delta("navigation.position", #"{"latitude":54.321,"longitude":-10.1,"altitude":null}"#, "a", Self.own)
      + delta("navigation.state", #""motoring""#, "a", Self.own)
      + delta("environment.outside.temperature", "288.15", "a", Self.own)
      + delta("electrical.batteries.house.cells", "[3.31,3.32,{\"u\":3.33}]", "a", Self.own)
      + delta("propulsion.port.fuel.rate", "1.25e-6", "a", Self.own) + delta("x.y", "4294967296", "a", Self.own)
    let values = SignalKDeltas.told(
      text,
      [
        "navigation.speedOverGround", "electrical.switches.lamp.state", "navigation.position .latitude",
        "navigation.position .altitude", "navigation.state", "environment.outside.temperature",
        "electrical.batteries.house.cells [1]", "electrical.batteries.house.cells [2].u",
        "propulsion.port.fuel.rate", "x.y", "navigation.speedOverGround",
      ])
    #expect(
      values == [
        "0 3.6", "10 3.6", "1 1", "2 54.321", "3 none", "4 'motoring'", "5 288.15", "6 3.32", "7 3.33",
        "8 0.000001", "9 failed",
      ])
  }

  @Test("P6B null is none, of a value and of all members of an object")
  func null() {
    let text =
      SignalKDeltas.delta("navigation.speedOverGround", "null") + SignalKDeltas.delta("navigation.position", "null")
    #expect(SignalKDeltas.told(text, Self.paths) == ["0 none", "1 none", "2 none"])
    // A text is one, whatever its letters.
    #expect(SignalKDeltas.told(SignalKDeltas.delta("navigation.state", "\"\""), ["navigation.state"]).last == "0 ''")
  }

  @Test("P6B one source is chosen, or any: the newest value is told last")
  func sources() {
    let text = ["gps.1", "n2k.115", "gps.1"].enumerated().map {
      SignalKDeltas.delta("navigation.headingTrue", "\($0.offset + 1)", source: $0.element)
    }
    #expect(SignalKDeltas.told(text.joined(), Self.paths) == ["3 1", "4 1", "3 2", "3 3", "4 3"])
    let spaced = SignalKDeltas.delta("navigation.headingTrue", "1", source: "My compass.XX")
    #expect(SignalKDeltas.told(spaced, [#"navigation.headingTrue $source="My compass.XX""#]) == ["0 1"])
    // Without a source a delta is of none that is chosen.
    let bare = #"{"updates":[{"values":[{"path":"navigation.headingTrue","value":2}]}]}"# + "\n"
    #expect(SignalKDeltas.told(bare, Self.paths) == ["3 2"])
  }

  @Test("P6B the parts of a delta may stand in any order, and come cut anywhere")
  func order() {
    let expected = ["0 3.6", "2 -10.1", "1 54.321", "3 1.5", "0 3.75", "5 3.75"]
    let text = SignalKDeltas.hello + SignalKDeltas.turned
    for cut in 0...text.utf8.count {
      var decoder = SignalKDecoder(SignalKDeltas.addresses(Self.paths))
      #expect(SignalKDeltas.told(text, &decoder, cutAt: [cut]) == expected, "\(cut)")
      #expect(decoder.leftOut == 0)
    }
    var decoder = SignalKDecoder(SignalKDeltas.addresses(Self.paths))
    #expect(SignalKDeltas.told(text, &decoder, cutAt: Array(0..<text.utf8.count)) == expected)
  }

  @Test("P6B a source behind its values is that of its own update alone")
  func laterSource() {
    let text =
      #"{"updates":[{"values":[{"path":"navigation.headingTrue","value":1}]},"#
      + #"{"values":[{"path":"navigation.headingTrue","value":2}],"$source":"gps.1"}]}"# + "\n"
    #expect(SignalKDeltas.told(text, Self.paths) == ["3 1", "3 2", "4 2"])
    // A value without a path is none, and takes that of no other one.
    let bare = #"{"updates":[{"values":[{"value":1},{"path":"navigation.headingTrue","value":2},{"value":3}]}]}"# + "\n"
    #expect(SignalKDeltas.told(bare, Self.paths) == ["3 2"])
  }

  @Test("P6B the own vessel counts, by its name in the greeting; others pass by uncounted")
  func contexts() {
    func heard(_ context: String, by wanted: String = "") -> [String] {
      SignalKDeltas.told(
        SignalKDeltas.delta("navigation.speedOverGround", "1", context: context), Self.paths, context: wanted)
    }
    let other = "vessels.urn:mrn:imo:mmsi:230099999"
    #expect(heard(Self.own) == ["0 1"] && heard("vessels.self") == ["0 1"] && heard(other) == [])
    #expect(heard("atons.urn:mrn:imo:mmsi:992111111") == [] && heard("vessels.") == [] && heard("") == [])
    #expect(heard(other, by: other) == ["0 1"] && heard(Self.own, by: other) == [])
    #expect(heard(Self.own, by: "vessels.self") == ["0 1"])
    // Without a context it is the own vessel's, which is another than a chosen one.
    let bare = #"{"updates":[{"values":[{"path":"navigation.speedOverGround","value":2}]}]}"# + "\n"
    #expect(SignalKDeltas.told(bare, Self.paths) == ["0 2"])
    #expect(SignalKDeltas.told(bare, Self.paths, context: other) == [])
    // Before the greeting only a delta that says so is of the own vessel. Old servers greet without "vessels.".
    var decoder = SignalKDecoder(SignalKDeltas.addresses(Self.paths))
    let delta = SignalKDeltas.delta("navigation.speedOverGround", "3")
    #expect(SignalKDeltas.told(delta, &decoder) == [])
    #expect(SignalKDeltas.told(#"{"self":"\#(Self.own.dropFirst(8))"}"# + "\n" + delta, &decoder) == ["0 3"])
    // Another server behind the same address has another vessel.
    #expect(SignalKDeltas.told(#"{"self":"\#(other)"}"# + "\n" + delta, &decoder) == [] && decoder.leftOut == 0)
  }

  @Test("P6B a notification has a severity, a number and a word, and a text of its own")
  func notifications() {
    let addresses = ["notifications.mob .state", "notifications.mob .message", "notifications.mob .method[1]"]
    func heard(_ value: String) -> [String] {
      SignalKDeltas.told(SignalKDeltas.delta("notifications.mob", value), addresses)
    }
    let words = ["normal", "alert", "warn", "alarm", "emergency"]
    for (number, word) in words.enumerated() {
      #expect(
        heard(#"{"state":"\#(word)","method":["visual","sound"],"message":"Man \"Jo\" over\u0020board"}"#)
          == ["0 \(number)", "0 '\(word)'", "2 'sound'", "1 'Man \"Jo\" over board'"])
    }
    // The specification's zones have one more word for all is well; another one is no severity.
    #expect(heard(#"{"state":"nominal"}"#) == ["0 0", "0 'nominal'"])
    #expect(heard(#"{"state":"panic"}"#) == ["0 failed", "0 'panic'"])
    #expect(heard("null") == ["0 0", "1 none", "2 none"] && heard(#"{"state":null}"#) == ["0 0"])
  }

  @Test("P6B the vessel's own name comes in a value without a path, or as a path")
  func root() {
    let addresses = ["name", "communication.callsignVhf", "mmsi"]
    let text = SignalKDeltas.delta("", #"{"name":"Meri","communication":{"callsignVhf":"OH1234"}}"#)
    #expect(SignalKDeltas.told(text, addresses) == ["0 'Meri'", "1 'OH1234'"])
    #expect(
      SignalKDeltas.told(SignalKDeltas.delta("mmsi", #""230099999""#), addresses) == ["2 230099999", "2 '230099999'"])
  }

  @Test("P6B the server is asked for each path once, and for nothing without addresses")
  func greeting() {
    func asked(_ addresses: [String], _ context: String = "") -> String {
      String(
        decoding: SignalKDecoder(SignalKDeltas.addresses(addresses), context: context).greeting(hearsAll: false),
        as: UTF8.self)
    }
    #expect(
      asked(["a.b", "navigation.position .latitude", "navigation.position .longitude", "a.b $source=x"])
        == #"{"context":"vessels.self","subscribe":[{"path":"a.b","policy":"instant"},"#
        + #"{"path":"navigation.position","policy":"instant"}]}"# + "\r\n")
    #expect(
      asked(["name"], "vessels.x\"y")
        == #"{"context":"vessels.x\"y","subscribe":[{"path":"name","policy":"instant"},"#
        + #"{"path":"","policy":"instant"}]}"# + "\r\n")
    #expect(asked([]) == "")
  }

  @Test("P6B what is no delta is counted, and lines of 64 kB are read")
  func garbage() {
    let good = SignalKDeltas.delta("navigation.speedOverGround", "1")
    for bad in ["hello", "{", #"{"updates":[{"values":[{"path":"navigation.headingTrue","value":"#, "{}}", "\u{0}"] {
      #expect(SignalKDeltas.told(bad + "\r\n" + good, Self.paths) == ["0 1", "1 left out"], "\(bad)")
    }
    // Values before a fault count, and a word that JSON does not have is one.
    let cut = good.dropLast(2) + ",\r\n"
    #expect(SignalKDeltas.told(String(cut), Self.paths) == ["0 1", "1 left out"])
    #expect(
      SignalKDeltas.told(SignalKDeltas.delta("navigation.speedOverGround", "fast"), Self.paths) == ["1 left out"])
    for other in [
      "{}", "[]", #"{"name":"x"}"#, #"{"updates":[]}"#, #"{"updates":[{"meta":[{"path":"a","value":1}]}]}"#,
    ] {
      #expect(SignalKDeltas.told(other + "\n" + good, Self.paths).first == "0 1", "\(other)")
    }
    for length in [65_534, 65_535, 65_536, 65_537, 200_000] {
      let filling = String(repeating: " ", count: length - good.utf8.count + 2)
      // A carriage return and a line feed are one character.
      let line = good.dropLast(1) + filling + "\n"
      #expect(line.utf8.count == length + 1)
      var decoder = SignalKDecoder(SignalKDeltas.addresses(Self.paths))
      let pieces = Array(stride(from: 1000, to: length, by: 16_384))
      let values = SignalKDeltas.told(SignalKDeltas.hello + line + good, &decoder, cutAt: pieces)
      #expect(values.count == (length <= 65_536 ? 2 : 1) && decoder.leftOut == (length <= 65_536 ? 0 : 1), "\(length)")
    }
  }

  @Test("P6B a line of a lost connection is forgotten")
  func reset() {
    var decoder = SignalKDecoder(SignalKDeltas.addresses(Self.paths))
    _ = SignalKDeltas.told(SignalKDeltas.hello + #"{"updates":[{"values":[{"path""#, &decoder)
    let (wasCut, isCut) = (decoder.reset(), decoder.reset())
    #expect(wasCut && !isCut)
    #expect(
      SignalKDeltas.told(SignalKDeltas.delta("navigation.speedOverGround", "1"), &decoder) == ["0 1"]
        && decoder.leftOut == 0)
  }

  @Test("P6B a delta with as many updates and values as fit is read in time that grows with its length alone")
  func wide() {
    let values = (0..<900).map { #"{"value":\#($0),"path":"a.b"}"# }.joined(separator: ",")
    let text = #"{"updates":[{"values":[\#(values)],"$source":"s.1"}]}"# + "\n"
    var decoder = SignalKDecoder(SignalKDeltas.addresses(["a.b", "a.b $source=s.1"]))
    #expect(SignalKDeltas.told(text, &decoder).count == 1800 && decoder.leftOut == 0)
    // Whoever looked ahead over the whole line each time would take a hundred times as long.
    let bare = String(repeating: #"{"x":1},"#, count: 8000)
    let start = ContinuousClock.now
    for _ in 0..<4 {
      _ = SignalKDeltas.told(#"{"updates":[\#(bare){}]}"# + "\n", &decoder)
      _ = SignalKDeltas.told(#"{"updates":[{"values":[\#(bare){}]}]}"# + "\n", &decoder)
    }
    #expect(ContinuousClock.now - start < .seconds(10) && decoder.leftOut == 0)
  }

  @Test("P6B damaged lines are counted and never fatal")
  func damage() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = CANRandom(seed)
    let addresses = Self.paths + ["notifications.mob .state", "notifications.mob .message", "name"]
    let whole =
      SignalKDeltas.hello + SignalKDeltas.turned
      + SignalKDeltas.delta("notifications.mob", #"{"state":"alarm","message":"a\u00e9\n"}"#)
      + SignalKDeltas.delta("", #"{"name":"Meri"}"#) + SignalKDeltas.delta("navigation.position", "null")
    let bytes = Array(whole.utf8)
    var decoder = SignalKDecoder(SignalKDeltas.addresses(addresses))
    var (heard, cuts) = (0, 0)
    for _ in 0..<20_000 {
      let damaged = random.damaged(bytes)
      var values = ToldValues()
      let cut = Int.random(in: 0...damaged.count, using: &random)
      decoder.take(damaged.span.extracting(0..<cut), &values)
      decoder.take(damaged.span.extracting(cut..<damaged.count), &values)
      heard += values.entries.count
      if Int.random(in: 0..<8, using: &random) == 0, decoder.reset() { cuts += 1 }
    }
    decoder.reset()
    #expect(decoder.leftOut > 1000 && heard > 100_000 && cuts > 10, "seed \(seed)")
    #expect(decoder.sample.count <= 48)
    #expect(SignalKDeltas.told(SignalKDeltas.hello + SignalKDeltas.turned, &decoder).count == 6, "seed \(seed)")
  }
}
