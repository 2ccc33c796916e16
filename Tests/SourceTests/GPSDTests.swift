import PanelSignals
import Testing

@testable import PanelSources

/// Keeps what is told, as `address value`.
struct ToldValues: ValueListener {
  var entries: [String] = []

  mutating func receive(_ address: Int, _ reading: Reading) {
    let text =
      switch reading.quality {
      case .none: "none"
      case .failed: "failed"
      default: NumberFormat.shortest(reading.value, most: 6).text(of: reading.value)
      }
    entries.append("\(address) \(text)")
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    entries.append("\(address) '\(String(decoding: text.indices.map { text[$0] }, as: UTF8.self))'")
  }
}

@Suite struct GPSDTests {
  static let addresses = ["TPV.speed", "TPV.lat", "TPV.mode", "SKY.uSat", "TPV.time", "ATT.heading", "TPV.speed"]
  static let fix = """
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps","activated":"2026-11-28T10:00:00.000Z"}]}
    {"class":"TPV","device":"/dev/gps","mode":3,"time":"2026-11-28T12:30:05.250Z","lat":54.321,"lon":-10.1,"speed":3.5}
    {"class":"SKY","device":"/dev/gps","uSat":9,"nSat":12,"satellites":[{"PRN":3,"used":true},{"PRN":5,"used":false}]}
    {"class":"ATT","device":"/dev/gps","heading":271.5}

    """

  private func told(_ text: String, cut: Int? = nil, device: String = "", _ decoder: inout GPSDDecoder) -> [String] {
    let bytes = Array(text.utf8)
    var values = ToldValues()
    if let cut {
      decoder.take(bytes.span.extracting(0..<cut), &values)
      decoder.take(bytes.span.extracting(cut..<bytes.count), &values)
    } else {
      decoder.take(bytes.span, &values)
    }
    return values.entries
  }

  @Test("P69 reports of a place, satellites and an attitude are read, cut anywhere; a time is seconds and text")
  func reports() {
    let expected = [
      "2 3", "4 45005.25", "4 '2026-11-28T12:30:05.250Z'", "1 54.321", "0 3.5", "6 3.5", "3 9", "5 271.5",
    ]
    for cut in 0...Self.fix.utf8.count {
      var decoder = GPSDDecoder(Self.addresses, device: "")
      #expect(told(Self.fix, cut: cut, &decoder) == expected, "\(cut)")
      #expect(decoder.leftOut == 0)
    }
  }

  @Test("P69 without a place everything but mode and time has failed, whatever is said beside it")
  func noFix() {
    var decoder = GPSDDecoder(Self.addresses, device: "")
    let text =
      "{\"class\":\"TPV\",\"device\":\"/dev/gps\",\"mode\":1,\"time\":\"2026-11-28T00:00:01.000Z\",\"speed\":1}\n"
    let values = told(text, &decoder)
    #expect(values.contains("0 failed") && values.contains("1 failed") && values.contains("6 failed"))
    #expect(values.contains("2 1") && values.last == "4 '2026-11-28T00:00:01.000Z'" && !values.contains("0 1"))
    #expect(values.lastIndex(of: "2 1")! > values.lastIndex(of: "0 failed")!)
    #expect(told("{\"class\":\"TPV\",\"mode\":2,\"speed\":1}\n", &decoder) == ["2 2", "0 1", "6 1"])
  }

  @Test("P69 only the chosen receiver counts, and gpsd is asked for it")
  func devices() {
    var decoder = GPSDDecoder(Self.addresses, device: "/dev/gps")
    #expect(told(Self.fix, &decoder).count == 8)
    var other = GPSDDecoder(Self.addresses, device: "/dev/other")
    #expect(told(Self.fix, &other) == [])
    #expect(
      String(decoding: other.greeting(hearsAll: false), as: UTF8.self)
        == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/other\"}\n")
    #expect(
      String(decoding: GPSDDecoder([], device: "").greeting(hearsAll: false), as: UTF8.self)
        == "?WATCH={\"enable\":true,\"json\":true}\n")
  }

  @Test("P69 damaged reports are counted and never fatal")
  func damage() {
    var numbers = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0..<1 << 32, using: &numbers)
    var state = seed
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var decoder = GPSDDecoder(Self.addresses, device: "")
    let whole = Array(Self.fix.utf8)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...next(4) { bytes[next(bytes.count)] = UInt8(next(256)) }
      if next(4) == 0 { bytes.removeSubrange(next(bytes.count)...) }
      var values = ToldValues()
      decoder.take(bytes.span, &values)
      if next(8) == 0 { decoder.reset() }
    }
    decoder.reset()
    #expect(decoder.leftOut > 1000 && told(Self.fix, &decoder).count == 8, "seed \(seed)")
  }
}
