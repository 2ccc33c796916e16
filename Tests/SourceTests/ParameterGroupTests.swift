import PanelSignals
import Testing

@testable import PanelSources

/// row: P67
struct ParameterGroupTests {
  @Test(
    "P67 a group is found by its number from any sender, and by source, destination and priority where these are said")
  func senders() {
    var bus = GroupBus(["PF004 u0:8", "PF004@0 u0:8", "P100 u0:8", "P100>21 u0:8", "PF004^3 u0:8", "P100@5>21^6 u0:8"])
    #expect(bus.send(0x0CF0_0400, [7]) == ["0 7.0", "1 7.0", "4 7.0"])
    #expect(bus.send(0x18F0_0417, [7]) == ["0 7.0"])
    #expect(bus.send(0x1801_2105, [8]) == ["2 8.0", "3 8.0", "5 8.0"])
    #expect(bus.send(0x1801_2205, [8]) == ["2 8.0"])
    #expect(bus.send(0x0C01_2105, [8]) == ["2 8.0", "3 8.0"])
    #expect(bus.decoder.unwanted == 0)
    // Another data page, another format, and an id of 11 bits are other ones.
    #expect(bus.send(0x0DF0_0400, [7]) == [] && bus.send(0x0CF0_0500, [7]) == [])
    bus.decoder.take(id: 0x400, isExtended: false, isFD: false, data: ([7] as [UInt8]).span, &bus.listener)
    #expect(bus.listener.take() == [] && bus.decoder.unwanted == 3)
  }

  @Test("P67 an exact id and a group that has it are both told, the id first")
  func exactIDs() {
    var bus = GroupBus(["PF004 u8:8", "0CF00400 u0:8"])
    #expect(bus.send(0x0CF0_0400, [1, 2]) == ["1 1.0", "0 2.0"])
    #expect(bus.send(0x0CF0_0401, [1, 2]) == ["0 2.0"])
    #expect(bus.decoder.values == 3 && bus.decoder.unwanted == 0)
  }

  @Test("P67 switches choose among instances; a message that is too short for a field has no value of it")
  func switches() {
    var bus = GroupBus(["P1F211 u8:10 !n ?u0:4=1", "P1F211 u8:10 !n ?u0:4=2", "P1F211 u0:4"])
    #expect(bus.send(0x19F2_1105, [1, 2, 0]) == ["0 2.0", "2 1.0"])
    #expect(bus.send(0x19F2_1105, [2, 3, 0]) == ["1 3.0", "2 2.0"])
    #expect(bus.send(0x19F2_1105, [1, 2]) == ["0 none", "2 1.0"])
    #expect(bus.send(0x19F2_1105, []) == ["2 none"])
    #expect(bus.decoder.tooShort == 0)
  }

  @Test("P67 filters pass the groups in use, and the transport protocol only where a message may be long")
  func filters() {
    func pass(_ texts: [String], _ id: UInt32) -> Bool {
      CANDecoder(texts.map { CANField.fields($0) ?? [] }).filters.contains { id & $0.mask == $0.id & $0.mask }
    }
    let flag: UInt32 = 1 << 31
    for source: UInt32 in 0...255 {
      #expect(pass(["PF004 u0:8"], flag | 0x0CF0_0400 | source))
      #expect(pass(["PF004@17 u0:8"], flag | 0x0CF0_0400 | source) == (source == 0x17))
      #expect(pass(["P100>17 u0:8"], flag | 0x0C01_0000 | source << 8) == (source == 0x17))
      #expect(pass(["P100 u0:8"], flag | 0x0C01_0000 | source << 8))
    }
    for priority: UInt32 in 0...7 {
      #expect(pass(["PF004^3 u0:8"], flag | priority << 26 | 0xF0_0400) == (priority == 3))
    }
    #expect(!pass(["PF004 u0:8"], 0x0CF0_0400) && !pass(["PF004 u0:8"], flag | 1 << 30 | 0x0CF0_0400))
    #expect(!pass(["PF004 u0:8"], flag | 0x1CEC_FF00) && !pass(["PF004 u0:8"], flag | 0x1CEB_FF00))
    for text in ["PF004 u40:8", "PF004= u0:8", "PFECA d1", "P1F201+ u0:8"] {
      #expect(pass([text], flag | 0x1CEC_FF00) && pass([text], flag | 0x00EB_0123), "\(text)")
    }
    #expect(CANDecoder([[CANField("PF004 u0:8")!, CANField("PF004 u8:8")!]]).filters.count == 1)
  }

  @Test("P67 short texts are read as they are written, and nothing else is read")
  func texts() {
    for text in [
      "PF004 u18:10 !j *1>3", "P1F211+@23>FF^6 u8:10 !n *1/5>1 ?u0:4=1", "P100= u37C0:8", "PFECA d5",
      "P1F805+ s38:40 !l",
      "PF004 U7:10",
    ] { #expect(CANField(text)?.text == text) }
    for text in [
      "P", "P40000 u0:8", "PF0041 u0:8", "P101 u0:8", "PF004@100 u0:8", "PF004^8 u0:8", "PF004 d0", "PF004 d6",
      "PF004 u0:8 !x", "PF004 u37C1:8", "P1F201+ u6F1:8", "PF004 u0:41", "PF004 f0:8", "PF004+= u0:8", "PF004 u0:8 !",
      "PF004>1@1 u0:8",
    ] { #expect(CANField(text) == nil, "\(text)") }
  }

  @Test("P67 20,000 damaged short texts and 20,000 random frames for the right ones are read or counted")
  func damage() {
    var (generator, right) = (CANRandom(67), 0)
    let whole = Array("P1F211+@23>FF^6 u8:10 !n *1/5>1 ?u0:4=1;PFECA d5;PF004 u18:10 !j".utf8)
    for _ in 0..<20_000 {
      let text = String(decoding: generator.damaged(whole), as: UTF8.self)
      guard let fields = CANField.fields(text) else { continue }
      right += 1
      if right > 2000 { continue }
      var bus = GroupBus([text])
      for _ in 0..<10 {
        let number = fields.randomElement(using: &generator)?.group?.number ?? 0xFECA
        let id = UInt32.random(in: 0...7, using: &generator) << 26 | number << 8 | 0x23
        _ = bus.send(
          id, (0..<Int.random(in: 0...8, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
    }
    #expect(right > 2000 && right < 19_000)
  }
}
