import PanelSignals
import Testing

@testable import PanelSources

/// From topics and payloads to values.
@Suite struct MQTTMessageTests {
  @Test("P63 members of JSON are found by paths with dots and [n], in any depth")
  func members() throws {
    var bench = try SessionBench([
      "j1:tvoltage", "j1:tcells[3].u", "j1:ta.b.c", "j1:t[1].x", "j1:tvoltage", "j1:tlist[12]",
    ])
    bench.open()
    #expect(
      bench.told("t", #"{"voltage": 13.25, "cells": [1, {}, [], {"u": -3.5e-1}]}"#) == [
        "0=13.25", "4=13.25", "1=-0.35",
      ])
    #expect(bench.told("t", "\r\n{\n\t\"a\": {\n \"b\": {\"x\": 1,\n\"c\": true}}\n}\n") == ["2=1"])
    #expect(bench.told("t", #"[{"x": 1}, {"x": 2}, {"x": 3}]"#) == ["3=2"])
    #expect(bench.told("t", #"{"list": [0,1,2,3,4,5,6,7,8,9,10,11,12,13]}"#) == ["5=12"])
    #expect(bench.told("t", #"{"voltages": 1, "volt": 2, "VOLTAGE": 3, "cells": {"voltage": 4}}"#) == [])
    #expect(bench.session.garbage == 0 && bench.session.values == 6 && bench.session.unwanted == 0)
  }

  @Test("P63 the whole payload is a number, a word or a text, as a line has them; JSON of a single value too")
  func payloads() throws {
    var bench = try SessionBench(["v1:n", "v1:t"], texts: [1])
    bench.open()
    for (payload, value) in [
      ("12.5", "12.5"), (" -3e2\n", "-300"), ("on", "1"), ("ON", "1"), ("true", "1"), ("off", "0"), ("False", "0"),
      ("null", "none"), ("", "none"), ("nan", "failed"), ("error", "failed"), ("\"7\"", "7"), ("\"on\"", "1"),
      ("unavailable", "failed"), ("unknown", "none"), ("99999999999", "failed"),
    ] { #expect(bench.told("n", payload) == ["0=\(value)"], "\(payload)") }
    #expect(bench.session.garbage == 0)
    for payload in ["12.3 °C", "{\"a\": 1}", "charging", "12,5"] { #expect(bench.told("n", payload) == []) }
    #expect(bench.session.garbage == 4 && bench.session.sample == [110])
    #expect(bench.told("t", "Füllung läuft") == ["1=\"Füllung läuft\""])
    #expect(bench.told("t", " 12 ") == ["1=\"12\" or 12"] && bench.told("t", "ON") == ["1=\"ON\" or 1"])
    #expect(bench.told("t", #""a \"b\" \u00e9\n""#) == ["1=\"a \"b\" é \""])
    #expect(bench.told("t", "") == ["1=none"] && bench.told("t", "null") == ["1=none"])
    // A text has 512 bytes at most, and no half letter at its end.
    let long = String(repeating: "é", count: 300)
    #expect(bench.told("t", "x" + long) == ["1=\"x" + long.prefix(255) + "\""])
    #expect(bench.told("t", "xyz" + long) == ["1=\"xyz" + long.prefix(254) + "\""])
    #expect(bench.told("t", String(repeating: "e", count: 600)) == ["1=\"" + String(repeating: "e", count: 512) + "\""])
  }

  @Test("P63 a pattern finds the number, or the word, of a payload that is a text")
  func patterns() throws {
    var bench = try SessionBench(["p1:a* °C", "p1:atemp: *", "p1:b? *", "p1:a*"], texts: [2])
    bench.open()
    #expect(bench.told("a", "12.3 °C") == ["0=12.3", "3=12.3"] && bench.session.garbage == 1)
    #expect(bench.told("a", "temp: 21 °C") == ["0=21", "1=21", "3=21"])
    #expect(bench.told("b", "mode bulk now") == ["2=\"bulk\""])
    #expect(bench.told("a", "") == ["0=none", "1=none", "3=none"])
    #expect(bench.told("b", "x") == [] && bench.session.garbage == 2)
    #expect(bench.told("a", String(repeating: "x ", count: 4000) + "5 °C") == [] && bench.session.garbage == 5)
  }

  @Test("P63 a + fits one level of a topic, and its text is a value")
  func filters() throws {
    var bench = try SessionBench(
      ["v13:solar/+/power", "t13:solar/+/power1", "t5:+/+/+3", "v13:solar/1/power", "t3:a/+1", "j5:+/x/+v"],
      texts: [1, 2, 4])
    bench.open()
    #expect(
      bench.told("solar/1/power", "50") == ["3=50", "0=50", "1=\"1\" or 1", "2=\"power\""])
    #expect(bench.told("solar/east/power", "7") == ["0=7", "1=\"east\"", "2=\"power\""])
    #expect(bench.told("solar//power", "7") == ["0=7", "1=none", "2=\"power\""])
    #expect(bench.told("a/b", "1") == ["4=\"b\""] && bench.told("a/", "1") == ["4=none"])
    #expect(bench.told("q/x/r", #"{"v": 4}"#) == ["2=\"r\"", "5=4"])
    for topic in ["solar", "solar/power", "solar/1/power/x", "solar/1/2/power", "a", "$SYS/x/y", "b/c"] {
      let unwanted = bench.session.unwanted
      #expect(bench.told(topic, "1") == [], "\(topic)")
      #expect(bench.session.unwanted == unwanted + 1)
    }
  }

  @Test("P63 whether a topic fits a filter is what the standard says, level by level")
  func fits() {
    var random = MessageDice(state: 5)
    var (fitting, others) = (0, 0)
    func levels() -> [String] {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in ["a", "b", "", "ab"].randomElement(using: &random) ?? "" }
    }
    for _ in 0..<20_000 {
      let topic = levels()
      let filter = levels().map { Int.random(in: 0...2, using: &random) == 0 ? "+" : $0 }
      let expected = topic.count == filter.count && zip(topic, filter).allSatisfy { $0 == $1 || $1 == "+" }
      let (topicBytes, filterBytes) = (
        Array(topic.joined(separator: "/").utf8), Array(filter.joined(separator: "/").utf8)
      )
      #expect(TopicTable.fits(topicBytes.span, filterBytes.span) == expected)
      if expected { fitting += 1 } else { others += 1 }
      var number = 0
      for (index, level) in filter.enumerated() where expected && level == "+" {
        number += 1
        let range = TopicTable.level(number, of: topicBytes.span, filterBytes.span)
        #expect(Array(topicBytes[range]) == Array(topic[index].utf8))
      }
    }
    #expect(fitting > 1000 && others > 1000)
  }

  @Test("P63 Home Assistant's shapes: a state topic, JSON attributes, a text, and the words for no state")
  func homeAssistant() throws {
    var bench = try SessionBench(
      [
        "v28:homeassistant/sensor/t/state", "j33:homeassistant/sensor/t/attributestemperature",
        "v30:homeassistant/switch/pump/state",
        "j25:zigbee2mqtt/Living room/xlinkquality",
      ].map(Self.counted), texts: [])
    bench.open()
    #expect(bench.told("homeassistant/sensor/t/state", "21.5") == ["0=21.5"])
    #expect(bench.told("homeassistant/sensor/t/state", "unavailable") == ["0=failed"])
    #expect(
      bench.told(
        "homeassistant/sensor/t/attributes", #"{"temperature": 4.5, "friendly_name": "Fridge", "unit": "\u00b0C"}"#)
        == ["1=4.5"])
    #expect(bench.told("homeassistant/switch/pump/state", "ON") == ["2=1"])
    #expect(
      bench.told("zigbee2mqtt/Living room/x", #"{"linkquality":87,"state":"ON","update":{"state":null}}"#) == ["3=87"])
  }

  /// The short form with the length of the topic put right: `state`, `attributes` or `x` ends it.
  private static func counted(_ text: String) -> String {
    let rest = text.drop { $0 != ":" }.dropFirst()
    for end in ["attributes", "state", "/x"] {
      if let range = rest.firstRange(of: end) {
        return "\(text.first ?? "v")\(rest[..<range.upperBound].utf8.count):\(rest)"
      }
    }
    return text
  }

  @Test("P63 Victron's shapes: {\"value\": …}, null for no value, an empty payload for a service that has gone")
  func victron() throws {
    var bench = try SessionBench(
      ["j24:N/c0619ab1/battery/512/Vvalue", "j22:N/c0619ab1/+/512/Statevalue"], texts: [1])
    bench.open()
    #expect(bench.told("N/c0619ab1/battery/512/V", #"{"value":12.3}"#) == ["0=12.3"])
    #expect(bench.told("N/c0619ab1/battery/512/V", #"{"value":null}"#) == ["0=none"])
    #expect(bench.told("N/c0619ab1/battery/512/V", "") == ["0=none"])
    #expect(bench.told("N/c0619ab1/battery/512/V", #"{"value":[]}"#) == [])
    #expect(bench.told("N/c0619ab1/solar/512/State", #"{"value":"bulk"}"#) == ["1=\"bulk\""])
    #expect(bench.told("N/c0619ab1/solar/512/State", "") == ["1=none"])
  }

  @Test("P63 JSON that is none is counted with its topic, values before the fault count")
  func faults() throws {
    var bench = try SessionBench(["j3:a/ba", "j3:a/bb"])
    bench.open()
    for payload in [
      "hello", "{", #"{"a"}"#, #"{"a":}"#, #"{"x":1,}"#, "[1,]", #"{"x":1}}"#, #"{"x":1} x"#, #"{"x":[1}"#,
      String(repeating: "[", count: 17), String(repeating: "[", count: 60_000), #"{"x"#, "\u{0}", #"{"\"#,
      #"{""# + String(repeating: "n", count: 257) + #"":1}"#,
    ] {
      let garbage = bench.session.garbage
      #expect(bench.told("a/b", payload) == [], "\(payload.prefix(20))")
      // A word alone is a value without a name.
      #expect(
        bench.session.garbage == garbage + (payload == "hello" || payload == "\u{0}" ? 0 : 1), "\(payload.prefix(20))")
    }
    #expect(bench.session.sample == Array("a/b".utf8))
    #expect(bench.told("a/b", #"{"a": 5, "b" 7}"#) == ["0=5"])
    #expect(bench.told("a/b", #"{"a": word, "b": 7}"#) == ["1=7"])
    let deep = String(repeating: "[", count: 15) + "{\"y\":1}" + String(repeating: "]", count: 15)
    let garbage = bench.session.garbage
    #expect(bench.told("a/b", deep) == [] && bench.session.garbage == garbage)
  }

  @Test("P63 a payload of 64 kB is read, a longer one passed over and counted, and the next message is read")
  func lengths() throws {
    var bench = try SessionBench(["j1:av", "v1:b"])
    bench.open()
    for (length, isRead) in [(65_535, true), (65_536, true), (65_537, false), (200_000, false), (3_000_000, false)] {
      let tooLong = bench.session.tooLong
      let text = #"{"x": ""# + String(repeating: "x", count: length - 15) + #"","v":1}"#
      #expect(text.utf8.count == length)
      let bytes = BrokerPackets.message("a", text, 77) + BrokerPackets.message("b", "5")
      for size in [bytes.count, 1000, 4096, 65_536] {
        for start in stride(from: 0, to: bytes.count, by: size) {
          bench.take(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(bench.notes.taken() == (isRead ? ["0=1", "1=5"] : ["1=5"]))
        #expect(bench.sent() == [0x40, 2, 0, 77])
      }
      #expect(bench.session.tooLong == tooLong + (isRead ? 0 : 4) && bench.session.garbage == 0)
    }
    // The longest topic.
    let topic = String(repeating: "t", count: 65_535)
    bench.take(BrokerPackets.message(topic, String(repeating: "5", count: 65_536), 3) + BrokerPackets.message("b", "6"))
    #expect(bench.notes.taken() == ["1=6"] && bench.sent() == [0x40, 2, 0, 3] && !bench.session.hasFailed)
    for byte in BrokerPackets.message(topic, String(repeating: "5", count: 65_536), 4) { bench.take([byte]) }
    #expect(bench.sent() == [0x40, 2, 0, 4] && bench.session.unwanted == 1)
    #expect(bench.session.sample == Array(repeating: UInt8(ascii: "t"), count: 48))
  }

  @Test("P63 a stream says the same, cut at any byte, or with a byte at a time")
  func pieces() throws {
    let stream =
      BrokerPackets.message("a", #"{"v": 1.5, "list": [1, 2]}"#) + BrokerPackets.message("b", "on", 9, isRetained: true)
      + [0xD0, 0]
      + BrokerPackets.message("x/y", "")
      + BrokerPackets.message("a", String(repeating: " ", count: 150) + #"{"v":null}"#, 10)
      + BrokerPackets.message("nobody", "1") + BrokerPackets.message("b", "2")
    let expected = ["0=1.5", "retained", "1=1", "2=\"y\"", "0=none", "1=2"]
    for cut in 0...stream.count {
      var bench = try SessionBench(["j1:av", "v1:b", "t3:x/+1"], texts: [2])
      bench.open()
      bench.take(Array(stream[..<cut]))
      bench.take(Array(stream[cut...]))
      #expect(bench.notes.taken() == expected && bench.sent() == [0x40, 2, 0, 9, 0x40, 2, 0, 10])
      #expect(bench.session.unwanted == 1 && bench.session.garbage == 0 && bench.session.values == 5)
    }
    var bench = try SessionBench(["j1:av", "v1:b", "t3:x/+1"], texts: [2])
    bench.open()
    for byte in stream { bench.take([byte]) }
    #expect(bench.notes.taken() == expected)
  }

  @Test("P63 damaged streams end in values, counts or a failure, and never in memory or a trap")
  func damage() throws {
    let base =
      BrokerPackets.message("a", #"{"v": 1.5, "list": [1, {"x": "\u00e9"}], "n": null}"#, 1)
      + BrokerPackets.message("b/c/d", "text 12 °C")
      + [0xD0, 0] + BrokerPackets.message("b/c/d", #"{"u": "word"}"#, 2, isRetained: true)
      + BrokerPackets.message("a", "-1e5")
    var random = MessageDice(state: 63)
    var (values, garbage, unwanted, failures): (Int64, Int64, Int64, Int) = (0, 0, 0, 0)
    var bench = try SessionBench(
      ["j1:av", "v1:a", "p5:b/+/dtext *", "j5:b/+/du", "t5:b/+/d1", "j1:alist[1].x"], texts: [1, 3, 4, 5])
    for _ in 0..<20_000 {
      bench.open()
      var bytes = base
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        default: bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let cut = Int.random(in: 0...bytes.count, using: &random)
      bench.take(Array(bytes[..<cut]))
      bench.take(Array(bytes[cut...]))
      if bench.session.hasFailed { failures += 1 }
    }
    (values, garbage, unwanted) = (bench.session.values, bench.session.garbage, bench.session.unwanted)
    #expect(values > 20_000 && garbage > 1000 && unwanted > 1000 && failures > 1000)
    #expect(bench.notes.lines.count > 20_000)
  }
}
