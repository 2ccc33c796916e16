import PanelSignals
import PanelSources
import Testing

@testable import PanelDescription

@Suite struct SignalKAddressTests {
  private let reader = SignalKAddresses { word, names in
    // The first that differs in one letter at most.
    names.first { name in
      name.utf8.count == word.utf8.count && zip(name.utf8, word.utf8).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) } == 1
        || name.utf8.count == word.utf8.count + 1 && name.hasPrefix(word)
    }
  }

  private func read(_ address: String) -> String {
    switch reader.read(address) {
    case .right(let found):
      found.text + " " + (found.isText ? "text" : found.unit ?? "-")
        + (found.doubt.map { " (\($0.found) — expected \($0.expected))" } ?? "")
    case .wrong(let found, let expected): "\(found) — expected \(expected)"
    }
  }

  @Test("P6B an address becomes a short form, with the SI unit of its path")
  func shortForms() {
    #expect(read("navigation.speedOverGround") == "v26:navigation.speedOverGround0: m/s")
    #expect(read("navigation.headingTrue $source=nmea0183.II") == "v22:navigation.headingTrue11:nmea0183.II rad")
    #expect(read("navigation.position .latitude") == "v19:navigation.position0:latitude deg")
    #expect(read("navigation.position $source=gps.1 .altitude") == "v19:navigation.position5:gps.1altitude m")
    #expect(read("navigation.position .altitude $source=gps.1") == "v19:navigation.position5:gps.1altitude m")
    #expect(read("notifications.mob .message") == "v17:notifications.mob0:message text")
    #expect(read("notifications.propulsion.port.oilPressure .state").hasPrefix("s41:"))
    #expect(read("a.b [3].u") == "v3:a.b0:[3].u -")
    #expect(read("name") == "v4:name0: text")
  }

  @Test("P6B the unit is known by the path, with any name in the place of an engine or a battery")
  func units() {
    let units = [
      "propulsion.port.revolutions": "Hz", "propulsion.0.oilPressure": "Pa", "propulsion.main.runTime": "s",
      "electrical.batteries.house.voltage": "V", "electrical.batteries.1.capacity.stateOfCharge": "ratio",
      "electrical.solar.bow.panelPower": "W", "tanks.fuel.0.currentLevel": "ratio",
      "tanks.freshWater.aft.capacity": "m3",
      "environment.inside.engineRoom.temperature": "K", "environment.wind.angleApparent": "rad",
      "environment.depth.belowKeel": "m", "environment.current .drift": "m/s", "navigation.attitude .roll": "rad",
      "electrical.batteries.1.lifetimeDischarge": "As", "propulsion.port.fuel.rate": "m3/s",
      "navigation.gnss.satellites": "-", "electrical.switches.lamp.state": "-", "propulsion.port.state": "text",
    ]
    for (address, unit) in units { #expect(read(address).hasSuffix(" " + unit), "\(address)") }
    // Most of these are units of a panel; the rest is told as it comes.
    let names = Set(SignalKPaths.entries.compactMap(\.unit))
    let unknown = names.filter { UnitOfMeasure.index(named: Array($0.utf8).span) == nil }
    #expect(unknown == ["kg/m3"] && names.count == 19)
    #expect(SignalKPaths.entries.count > 200)
    #expect(Set(SignalKPaths.entries.map { "\($0.levels)\($0.member ?? "")" }).count == SignalKPaths.entries.count)
  }

  @Test("P6B a state of a notification has the words of severity, as the numbers 0 to 4")
  func severities() {
    guard case .right(let found) = reader.read("notifications.mob .state") else { fatalError() }
    #expect(
      found.words.map { "\($0.number) \($0.text)" } == ["0 normal", "1 alert", "2 warn", "3 alarm", "4 emergency"])
    #expect(!found.isText && found.unit == nil)
  }

  @Test("P6B unknown paths are legal, and have no unit; one that looks like a known one is doubted")
  func unknown() {
    #expect(read("my.own.path") == "v11:my.own.path0: -")
    #expect(
      read("navigation.speedOverGroun")
        == "v25:navigation.speedOverGroun0: - ('navigation.speedOverGroun' is no path of Signal K's specification"
        + " — expected navigation.speedOverGround)")
    #expect(read("propulsion.port.oilPresure").hasSuffix(" -"))
    #expect(read("propulsion.port.oilTemperatur").hasSuffix("expected propulsion.port.oilTemperature)"))
    #expect(read("navigation.position.latitude").hasSuffix("expected navigation.position .latitude)"))
    #expect(read("navigation.position .latitud").hasSuffix("expected navigation.position .latitude)"))
    #expect(read("notifications.mob .messag").hasSuffix("expected notifications.mob .message)"))
  }

  @Test("P6B a wrong address says what is wrong")
  func wrong() {
    #expect(
      read("navigation.position")
        == "'navigation.position' is an object — expected one of its members, as navigation.position .latitude, "
        + "navigation.position .longitude, navigation.position .altitude")
    #expect(read("notifications.mob").contains("expected notifications.mob .state for its severity"))
    #expect(read("vessels.self.navigation.log").hasSuffix("expected navigation.log"))
    #expect(read("vessels.urn:x.navigation.log").contains("context:"))
    #expect(read("navigation/speedOverGround").hasSuffix("expected navigation.speedOverGround"))
    #expect(read("a.b latitude").contains("'latitude' behind the path"))
    for address in [
      "", " a.b", "a..b", ".a", "a.", "a.*", "a\"b", "a.b $source=", "a.b $source=x $source=y", "a.b .c .d", "a.b [x]",
      "a.b .", "a.b $source=\"x", "/", "a[0]", "\u{7F}", String(repeating: "x", count: 257),
      "a.b ." + String(repeating: "x", count: 129), "a.b $source=" + String(repeating: "x", count: 257),
    ] {
      #expect(read(address).contains(" — expected "), "\(address)")
    }
  }

  @Test("P6B short forms are read back, and a damaged one is none")
  func damage() {
    var random = CANRandom(1)
    var (right, wrong) = (0, 0)
    for text in ["v26:navigation.speedOverGround0:", "s17:notifications.mob11:nmea0183.IIstate"] {
      #expect(SignalKAddress(text)?.text == text)
      for _ in 0..<10_000 {
        let damaged = String(decoding: random.damaged(Array(text.utf8)), as: UTF8.self)
        if let address = SignalKAddress(damaged) {
          right += 1
          #expect(SignalKAddress(address.text) == address)
          #expect(!address.path.isEmpty && address.path.count <= SignalKAddress.pathLimit)
        } else {
          wrong += 1
        }
      }
    }
    #expect(right > 1000 && wrong > 1000)
    for text in ["", "v", "v0:0:", "v3:ab0:", "x1:a0:", "v1:a", "v1:a9:", "v99999:a0:", "v1:\"0:", "v1:\\0:", "v1:a0"] {
      #expect(SignalKAddress(text) == nil, "\(text)")
    }
  }
}
