import PanelDescription
import PanelSignals
import PanelSources
import Testing

/// Addresses as a person writes them, and their short forms.
@Suite struct MQTTAddressTests {
  private func short(_ text: String) -> String? {
    guard case .right(let address) = checkMQTTAddress(text) else { return nil }
    #expect(MQTTAddress(address.text) == address)
    return address.text
  }

  @Test(
    "P63 an address is a topic and, behind a blank, a path, a pattern or the number of a +",
    arguments: [
      ("battery", "v7:battery"), ("battery .", "v7:battery"), ("battery .voltage", "j7:batteryvoltage"),
      ("battery  .cells[3].u ", "j7:batterycells[3].u"), ("a [0]", "j1:a[0]"), ("a [10].x", "j1:a[10].x"),
      ("a .x y", "j1:ax y"),
      ("temp * °C", "p4:temp* °C"), ("temp *", "p4:temp*"), ("temp ? *", "p4:temp? *"), ("temp .a *", "p4:temp.a *"),
      ("solar/+/power", "v13:solar/+/power"), ("solar/+/power {1}", "t13:solar/+/power1"), ("+/a/+ {2}", "t5:+/a/+2"),
      ("/a//b/", "v6:/a//b/"), ("+", "v1:+"), ("$SYS/broker/uptime ? *", "p18:$SYS/broker/uptime? *"),
      ("\"zigbee2mqtt/Living room\" .t", "j23:zigbee2mqtt/Living roomt"), ("küche .größe", "j6:kücheg" + "röße"),
    ])
  func right(text: String, expected: String) { #expect(short(text) == expected) }

  @Test(
    "P63 a wrong address is refused with its wrong part and what was expected",
    arguments: [
      ("", "without a topic", "battery/voltage"), (" .x", "without a topic", "topic"),
      ("a/#/b", "'#'", "+ in the place"),
      ("a/#", "'#'", "+ in the place"), ("#", "'#'", "one topic"), ("a/b+/c", "'b+'", "+ alone"),
      ("a/++", "'++'", "+ alone"),
      ("a voltage", "'voltage'", ".voltage"), ("a two words", "'two words'", "\"\""), ("a ..x", "'..x'", ".cells[3].u"),
      ("a .x.", "'.x.'", ".cells"), ("a .x[", "'.x['", ".cells"), ("a .x[a]", "[a]", ".cells"),
      ("a .x[01]", "[01]", ".cells"),
      ("a .x[-1]", "[-1]", ".cells"), ("a .x]", ".x]", ".cells"), ("a [1]x", "[1]x", ".cells"),
      ("a .x\"y", ".x", ".cells"),
      ("a .[1]", ".[1]", ".cells"), ("a .x[99999999999999999999]", "[9", ".cells"), ("a x* *y", "'x* *y'", "one *"),
      ("a * *", "'* *'", "one *"),
      ("a {1}", "{1}", "a +"), ("+/b {2}", "{2}", "{1}"), ("+/+ {0}", "{0}", "{1} to {2}"), ("+/b {1", "{1", "{1}"),
      ("+/b {}", "{}", "{1}"), ("+/b {01}", "{01}", "{1}"), ("\"a b", "\"a b", "\""), ("\"a b\".x", "'.x'", "blank"),
      ("a\tb", "control", "letters"), ("a\u{0}", "control", "letters"), ("$share/g/a", "$share", "not shared"),
      (String(repeating: "a", count: 65_536), "65536 bytes", "65535"),
      ("a ." + String(repeating: "x", count: 257), "257 bytes", "256"),
      ("a " + String(repeating: ".x", count: 17), "17 names", "16"),
    ])
  func wrong(text: String, found: String, expected: String) {
    guard case .wrong(let part, let hint) = checkMQTTAddress(text) else {
      Issue.record("\(text) is taken")
      return
    }
    #expect(part.contains(found) && hint.contains(expected), "\(part) — \(hint)")
  }

  @Test("P63 the longest topic is taken, and comes back from its short form")
  func longest() {
    let topic = String(repeating: "a", count: 65_535)
    #expect(short(topic) == "v65535:" + topic && short(topic + " .x") == "j65535:" + topic + "x")
  }

  @Test("P63 a short form that the host does not write is refused, however it is damaged")
  func shortForms() {
    for text in [
      "", "v", "v:", "v0:", "v1", "v1:", "v2:a", "x1:a", "v1:ab", "j1:a", "p1:a", "p1:ax", "t1:a1", "t1:+", "t1:+0",
      "t1:+2", "t1:+1x", "t1:+1:",
      "v99999:a", "v000001:a", "v-1:a", "v99999999999999999999:a",
    ] { #expect(MQTTAddress(text) == nil, "\(text)") }
    var random = MessageDice(state: 1)
    var (right, wrong) = (0, 0)
    let forms = [
      "v7:battery", "j7:batterycells[3].u", "p4:temp* C", "t13:solar/+/power1", "101:5:set/x1:5:value2:3:OFF2:ON",
      "6:onlinev3:a/b",
    ]
    for _ in 0..<20_000 {
      var bytes = Array((forms.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let texts = [MQTTAddress(text)?.text, MQTTOutput(text)?.text, MQTTAlive(text)?.text].compactMap { $0 }
      if texts.isEmpty { wrong += 1 } else { right += 1 }
    }
    #expect(right > 1000 && wrong > 1000)
  }

  @Test("P63 the sign of the other side is a topic and a payload, with a path between or not")
  func alive() {
    func short(_ text: String) -> String? {
      guard case .right(let alive) = checkMQTTAlive(text) else { return nil }
      #expect(MQTTAlive(alive.text) == alive)
      return alive.text
    }
    #expect(
      short("bridge/status online") == "6:onlinev13:bridge/status"
        && short("a .state it is on") == "8:it is onj1:astate")
    #expect(short("a 1") == "1:1v1:a" && short("\"a b\" 1") == "1:1v3:a b")
    for text in ["a", "a ", "", "+/a 1", "a/# 1", "a .x", "a .x[ 1"] { #expect(short(text) == nil, "\(text)") }
  }

  @Test("P66 an output is a topic, with a path, words, the QoS and retain behind it, in any order")
  func outputs() {
    func short(_ text: String) -> String? {
      guard case .right(let output) = checkMQTTOutput(text) else { return nil }
      #expect(MQTTOutput(output.text) == output)
      return output.text
    }
    #expect(short("set/x") == "101:5:set/x0:0:" && short("set/x qos0") == "001:5:set/x0:0:")
    #expect(short("set/x .value retain") == "111:5:set/x1:5:value0:")
    #expect(short("lamp/set OFF|ON .state.lamp") == "101:8:lamp/set2:5:state4:lamp2:3:OFF2:ON")
    #expect(short("\"a b\" qos1") == "101:3:a b0:0:")
    for text in ["", "a/+", "a/#", "a .x[0]", "a |", "a ON|", "a qos2", "a retained", "a .x.", "a x|\"y"] {
      #expect(short(text) == nil, "\(text)")
    }
    var asked: [String] = []
    let result = checkMQTTOutput("a retian") { word, names in
      asked = [word] + names
      return "retain"
    }
    guard case .wrong(let found, let expected) = result else { return #expect(Bool(false)) }
    #expect(
      found == "'retian' behind the topic" && expected == "retain" && asked == ["retian", "qos0", "qos1", "retain"])
    guard case .right(let topic) = checkMQTTTopic("R/id/keepalive") else { return #expect(Bool(false)) }
    #expect(topic == Array("R/id/keepalive".utf8))
    for text in ["", "a b", "a/+"] {
      if case .right = checkMQTTTopic(text) { Issue.record("\(text) is taken") }
    }
  }
}
