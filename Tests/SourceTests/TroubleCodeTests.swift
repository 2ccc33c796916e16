import PanelSignals
import Testing

@testable import PanelSources

/// row: P67
struct TroubleCodeTests {
  private static let texts = [
    "PFECA d1", "PFECA d2", "PFECA d3", "PFECA d4", "PFECA d5", "PFECA u6:2 !j", "PFECA u4:2 !j",
  ]

  private func code(_ parameter: Int, _ mode: Int, _ count: Int) -> [UInt8] {
    [UInt8(parameter & 255), UInt8(parameter >> 8 & 255), UInt8((parameter >> 16) << 5 | mode), UInt8(count)]
  }

  @Test("P67 DM1: a frame has the lamps and one code; zeros are no code")
  func frame() {
    var bus = GroupBus(Self.texts)
    #expect(
      bus.send(0x18FE_CA00, [0x44, 0xFF] + code(100, 3, 5) + [0xFF, 0xFF])
        == ["0 1.0", "1 100.0", "2 3.0", "3 5.0", "4 'SPN 100 FMI 3", "5 1.0", "6 0.0"])
    #expect(
      bus.send(0x18FE_CA00, [0x00, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF])
        == ["0 0.0", "1 none", "2 none", "3 none", "4 '", "5 0.0", "6 0.0"])
    #expect(bus.send(0x18FE_CA00, [0xE0, 0xFF, 255, 255, 255, 255, 255, 255]).suffix(2) == ["5 none", "6 failed"])
    #expect(
      bus.send(0x18FE_CA00, [0, 0] + code(524286, 30, 127) + [0xFF, 0xFF])
        == ["0 1.0", "1 524286.0", "2 30.0", "3 none", "4 'SPN 524286 FMI 30", "5 0.0", "6 0.0"])
    #expect(bus.send(0x18FE_CA00, [0x40]) == ["0 none", "1 none", "2 none", "3 none", "4 none", "5 1.0", "6 0.0"])
  }

  @Test("P67 DM1: several codes come by BAM; the text has five of them")
  func several() {
    var bus = GroupBus(Self.texts)
    let codes = (0..<20).map { code(524270 + $0 % 10, 20 + $0 % 10, 1) }
    for count in 2...20 {
      let lines = bus.send(transport(0xFECA, source: 3, [4, 0xFF] + codes.prefix(count).flatMap { $0 }))
      #expect(lines.first == "0 \(Double(count))" && lines[1] == "1 524270.0")
      let text = (0..<min(5, count)).map { "SPN \(524270 + $0) FMI \(20 + $0)" }.joined(separator: ", ")
      #expect(lines[4] == "4 '" + text)
    }
  }

  @Test("P67 DM1: 20,000 random messages of all lengths are read")
  func random() {
    var generator = CANRandom(1939)
    var bus = GroupBus(Self.texts)
    for _ in 0..<20_000 {
      let data = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        [0, 0, 255, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator)!
      }
      let header = MessageHeader(0xFECA, source: 0, destination: 255, priority: 6)
      bus.decoder.take(header, message: data.span, &bus.listener)
      #expect(bus.listener.take().count == 7)
    }
  }

  @Test("P67 a part of trouble codes has a number of its own: one of more than a byte is none")
  func partNumbers() {
    #expect(CANField("PFECA= d1")?.text == "PFECA= d1")
    for number in ["0", "101", "3F01", "FF"] { #expect(CANField("PFECA= d" + number) == nil, "\(number)") }
  }
}
