import PanelSources
import Testing

@testable import PanelDescription

/// row: P67
struct GroupAddressTests {
  /// The nearest name is the one with the same first three letters.
  private let compiler = GroupAddresses { word, names in
    names.first { word.count >= 3 && $0.hasPrefix(word.prefix(3)) }
  }

  private func text(_ result: CANAddressResult) -> String {
    switch result {
    case .right(let address): address.text
    case .wrong(let found, let expected): "found " + found + ", expected " + expected
    }
  }

  private func text(_ address: String) -> String { text(compiler.compile(address)) }

  @Test(
    "P67 the messages of a boat and of an engine have names, each field is read by the device, and its unit is a known one"
  )
  func table() throws {
    let boat: Set<UInt32> = [
      127245, 127250, 127257, 127488, 127489, 127493, 127505, 127508, 128259, 128267, 128275, 129025, 129026, 129029,
      130306, 130310, 130312, 130314, 130316,
    ]
    let engine: Set<String> = [
      "EEC1", "EEC2", "ET1", "EFL/P1", "LFE", "CCVS", "VEP1", "IC1", "AMB", "HOURS", "DM1",
    ]
    #expect(boat.isSubset(of: GroupAddresses.messages.map(\.number)))
    #expect(engine.isSubset(of: GroupAddresses.messages.map(\.name)))
    #expect(Set(GroupAddresses.messages.map(\.number)).count == GroupAddresses.messages.count)
    #expect(Set(GroupAddresses.messages.map(\.name)).count == GroupAddresses.messages.count)
    let units: Set<String> = [
      "", "deg", "degC", "percent", "l", "s", "V", "A", "Ah", "rpm", "kPa", "hPa", "l/h", "m", "m/s", "d", "h", "km/h",
    ]
    for message in GroupAddresses.messages {
      #expect(Set(message.fields.map(\.name)).count == message.fields.count)
      for field in message.fields {
        let choice = field.choice.flatMap { name in message.fields.first { $0.name == name }?.words.first?.text }
        let address = message.name + (choice.map { "[\($0)]" } ?? "") + "." + field.name
        guard case .right(let compiled) = compiler.compile(address) else {
          Issue.record("\(address): \(text(address))")
          continue
        }
        #expect(CANField.fields(compiled.text) == compiled.fields && units.contains(field.unit), "\(address)")
        #expect(text(String(message.number) + address.dropFirst(message.name.count)) == compiled.text)
      }
    }
  }

  @Test("P67 an address is a message by name or number, a choice in brackets, a field and senders")
  func addresses() {
    #expect(text("127488.speed") == "P1F200 u8:10 !n *1>2")
    #expect(text("EngineParametersRapid.speed") == text("127488.speed"))
    #expect(text("EEC1.EngineSpeed@0") == "PF004@0 u18:10 !j *1>3")
    #expect(text("EEC1.EngineSpeed@23>255^3") == "PF004@17>FF^3 u18:10 !j *1>3")
    #expect(text("EEC1.EngineSpeed^3") == "PF004^3 u18:10 !j *1>3")
    #expect(text("FluidLevel[1].level") == "P1F211 s8:10 !n *1/7D>1 ?u0:4=1")
    #expect(text("FluidLevel[fuel].level").hasSuffix(" ?u4:4=0"))
    #expect(
      text("FluidLevel[water,2].level@35").hasPrefix("P1F211@23 ")
        && text("FluidLevel[water,2].level").hasSuffix(" ?u4:4=1 ?u0:4=2"))
    #expect(text("FluidLevel[type=9].level").hasSuffix(" ?u4:4=9"))
    #expect(text("FluidLevel[instance=3].level").hasSuffix(" ?u0:4=3"))
    #expect(text("WindData[apparent].windSpeed") == "P1FD02 u8:10 !n *1/19>2 ?u28:3=2")
    #expect(text("Temperature[sea].actual").hasSuffix(" ?u10:8=0"))
    #expect(text("GNSSPosition.latitude") == "P1F805+ s38:40 !n *1/2386F26FC1>10")
    #expect(
      text("EFL/P1.EngineOilPressure") == "PFEEF u18:8 !j *4" && text("EFLP1.EngineOilPressure") == "PFEEF u18:8 !j *4")
    #expect(
      text("DM1.text") == "PFECA d5" && text("DM1.count@0") == "PFECA@0 d1"
        && text("DM1.redStopLamp") == "PFECA u4:2 !j")
    #expect(text("130820#8:16le*0.1") == "P1FF04 u8:10 *1/5>1" && text("130820#100:16") == "P1FF04+ u64:10")
    #expect(text("65280#7:16be@3") == "PFF00=@3 U7:10" && text("127489#8:16") == "P1F201+ u8:10")
  }

  @Test("P66 P67 the switches of a bank are 28 signals: off, on, in error; a switch that is not there has no value")
  func switchBank() {
    #expect(text("BinarySwitchBankStatus[0].indicator1") == "P1F20D u8:2 !l ?u0:8=0")
    #expect(text("127501.indicator28") == "P1F20D u3E:2 !l")
    var bus = GroupBus([
      text("BinarySwitchBankStatus[0].indicator1"), text("BinarySwitchBankStatus[0].indicator3"),
      text("BinarySwitchBankStatus[0].indicator4"), text("BinarySwitchBankStatus[0].indicator28"),
      text("BinarySwitchBankStatus[1].indicator1"), text("BinarySwitchBankStatus.instance"),
    ])
    // 00 off, 01 on, 10 error, 11 nothing.
    #expect(
      bus.send(0x0DF2_0D23, [0, 0b1110_0001, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F])
        == ["0 1.0", "1 2.0", "2 none", "3 0.0", "5 0.0"])
    #expect(bus.send(0x0DF2_0D23, [1, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == ["4 0.0", "5 1.0"])
    guard case .right(let address) = compiler.compile("BinarySwitchBankStatus[0].indicator9") else {
      Issue.record("no address")
      return
    }
    #expect(address.values.map(\.text) == ["off", "on", "error"])
  }

  @Test("P67 a wrong address is told with the right one: the name, the field, the choice, the senders")
  func wrong() {
    #expect(text("WindDate[apparent].windSpeed") == "found WindDate, expected WindData?")
    #expect(text("WindData[apparent].windSped") == "found the field 'windSped' of WindData, expected windSpeed?")
    #expect(
      text("WindData[aparent].windSpeed").hasPrefix(
        "found [aparent] of WindData, expected true_north, magnetic_north, apparent"))
    #expect(
      text("VesselHeading.heading")
        == "found VesselHeading.heading of any reference, expected VesselHeading[true].heading or VesselHeading[magnetic].heading"
    )
    #expect(text("FluidLevel[16].level") == "found [16] of FluidLevel, expected a number below 16")
    #expect(text("FluidLevel[1,2].level") == "found instance twice, expected one instance in brackets")
    #expect(text("EEC1[1].EngineSpeed") == "found [1] of EEC1, expected no brackets")
    #expect(text("130820.speed") == "found 130820, expected the place of the number, as 130820#8:16")
    for address in [
      "EEC1.EngineSpeed@256", "EEC1.EngineSpeed@", "EEC1.EngineSpeed^8", "EEC1.EngineSpeed>1@2", "EEC1.EngineSpeed@1x",
      "",
      ".", "[].x", "EEC1", "EEC1.", "FluidLevel[].level", "FluidLevel[=].level", "FluidLevel[type=].level",
      "FluidLevel[level=1].level", "99999999#0:8", "262144#0:8", "61441#0:0", "61444#14280:8", "126993#1784:1",
      "1x20#0:8",
    ] {
      guard case .wrong = compiler.compile(address) else {
        if address == "126993#1784:1" { continue }
        Issue.record("\(address) is right")
        continue
      }
    }
  }

  @Test("P67 a bus knows the same messages with a DBC file and without; a message of the file comes first")
  func bus() {
    let file = dbcFile("BO_ 2566844926 EEC1: 8 X\n SG_ EngineSpeed : 0|8@1+ (1,0) [0|0] \"rpm\" X\n")
    func text(_ address: String, _ file: DBCFile?) -> String {
      self.text(CANAddresses(file) { _, _ in nil }.compile(address))
    }
    #expect(text("EEC1.EngineSpeed", nil) == "PF004 u18:10 !j *1>3")
    #expect(text("EEC1.EngineSpeed", file) == "PFEF1 u0:8 !j" && text("EEC1.EngineSpeed@7", file) == "PFEF1@7 u0:8 !j")
    #expect(text("EngineSpeed@7", file) == "PFEF1@7 u0:8 !j")
    #expect(
      text("ET1.FuelTemperature", file) == "PFEEE u8:8 !j *1-28" && text("127488.speed", file) == "P1F200 u8:10 !n *1>2"
    )
    #expect(text("65280#0:8", file) == "PFF00= u0:8" && text("1A0#0:8", file) == "1A0 u0:8")
    let plain = dbcFile("BO_ 291 A: 8 X\n SG_ S : 0|8@1+ (1,0) [0|0] \"\" X\n")
    #expect(text("A.S@7", plain) == "found A.S@7, expected no sender: A.S is not of J1939")
  }

  @Test(
    "P67 messages of a DBC file are of J1939 by VFrameFormat, by its default, or by the address FE, and found by their group"
  )
  func files() {
    let signal = " SG_ S : 8|16@1+ (0.125,0) [0|0] \"\" X\n"
    func text(_ text: String) -> String {
      let file = dbcFile(text)
      return file.problems.map(\.text).joined()
        + file.messages.flatMap(\.signals).map { $0.field?.text ?? "-" }.joined(separator: ";")
    }
    let id = "BO_ 2364540160 A: 8 X\n" + signal
    let format = "BA_DEF_ BO_ \"VFrameFormat\" ENUM \"StandardCAN\",\"ExtendedCAN\",\"J1939PG\";\n"
    #expect(text(id) == "0CF00500 u8:10 *1>3")
    #expect(text(id + format + "BA_ \"VFrameFormat\" BO_ 2364540160 2;\n") == "PF005 u8:10 !j *1>3")
    #expect(text(id + format + "BA_ \"VFrameFormat\" BO_ 2364540160 \"J1939PG\";\n") == "PF005 u8:10 !j *1>3")
    #expect(text(id + format + "BA_DEF_DEF_ \"VFrameFormat\" \"J1939PG\";\n") == "PF005 u8:10 !j *1>3")
    #expect(text(id + format + "BA_DEF_DEF_ \"VFrameFormat\" \"ExtendedCAN\";\n") == "0CF00500 u8:10 *1>3")
    #expect(text("BO_ 2364540158 A: 8 X\n" + signal) == "PF004 u8:10 !j *1>3")
    #expect(
      text("BO_ 2364540158 A: 8 X\n" + signal + format + "BA_DEF_DEF_ \"VFrameFormat\" \"ExtendedCAN\";\n")
        == "0CF004FE u8:10 *1>3")
    // Two messages of one group are told apart by their senders.
    #expect(
      text(id + "BO_ 2364540161 B: 8 X\n" + signal + "BA_DEF_DEF_ \"VFrameFormat\" \"J1939PG\";\n")
        == "PF005@0 u8:10 !j *1>3;PF005@1 u8:10 !j *1>3")
    // Long messages, and those of a boat in fast packets.
    #expect(text("BO_ 2364540158 A: 1785 X\n SG_ S : 14264|16@1- (1,0) [0|0] \"\" X\n") == "PF004= s37B8:10")
    #expect(text("BO_ 2582774270 A: 20 X\n SG_ S : 8|16@1- (1,0) [0|0] \"\" X\n") == "P1F201+ s8:10 !n")
    #expect(text("BO_ 2364540158 A: 1786 X\n").hasPrefix("line 1: found a message of 1786 bytes, expected 1785"))
    #expect(text("BO_ 291 A: 65 X\n" + signal).hasPrefix("line 1: found a message of 65 bytes, expected 64"))
    #expect(
      text("BO_ 2364540158 A: 9 X\n SG_ S : 60|16@1+ (1,0) [0|0] \"\" X\n").hasPrefix(
        "line 2: found S, which goes beyond"))
  }

  @Test("P67 20,000 damaged addresses are right or wrong, and the right ones are read by the device")
  func damage() {
    var (generator, right) = (CANRandom(67), 0)
    for _ in 0..<20_000 {
      let whole = [
        "FluidLevel[water,instance=2].level@35>255^6", "130820#108:24leu*0.125-40.5e1@3", "GNSSPosition.latitude",
      ]
      let address = String(
        decoding: generator.damaged(Array(whole.randomElement(using: &generator)!.utf8)), as: UTF8.self)
      for result in [compiler.compile(address), CANAddresses(nil) { _, _ in nil }.compile(address)] {
        guard case .right(let compiled) = result else { continue }
        right += 1
        if CANField.fields(compiled.text) != compiled.fields { Issue.record("\(address)") }
      }
    }
    #expect(right > 2000 && right < 38_000)
  }
}
