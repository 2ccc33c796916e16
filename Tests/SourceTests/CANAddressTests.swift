import PanelDescription
import PanelSignals
import PanelSources
import Testing

struct CANAddressTests {
  /// The nearest name is the one with the same first three letters.
  private func compile(_ address: String, _ file: DBCFile?) -> CANAddressResult {
    CANAddresses(file) { word, names in names.first { word.count >= 3 && $0.hasPrefix(word.prefix(3)) } }.compile(
      address)
  }

  private func text(_ address: String, _ file: DBCFile? = nil) -> String {
    switch compile(address, file) {
    case .right(let address): address.text
    case .wrong(let found, let expected): "found " + found + ", expected " + expected
    }
  }

  private let file = dbcFile(DBCFileTests.whole)

  @Test("P62 an address is a signal or a message and its signal, with unit, range and value table")
  func addresses() throws {
    guard case .right(let address) = compile("Engine.Temperature", file) else {
      Issue.record("wrong")
      return
    }
    #expect(address.unit == "°C" && address.range == Fixed64(-40)...210)
    #expect(address.values.map(\.value) == [-80, 87] && address.values.map(\.text) == ["cold", "broken"])
    #expect(address.text == "123 S17:8 *1-28")
    #expect(text("Temperature", file) == "123 S17:8 *1-28")
    #expect(text("EEC1.Speed", file) == "PF004 u18:10 !j *1>3")
  }

  @Test(
    "P62 a signal's name that several messages have means all of them in the file's order, where unit and texts are the same"
  )
  func severalMessages() throws {
    #expect(text("Speed", file) == "123 u0:10 *1>2;PF004 u18:10 !j *1>3")
    guard case .right(let address) = compile("Speed", file) else { return }
    #expect(address.range == .zero...Fixed64(65535, over: 4) && address.unit == "rpm")
    let rest = "BO_ 1 A: 8 X\n SG_ S : 0|8@1+ (1,0) [0|1] \"m\" X\nBO_ 2 B: 8 X\n SG_ S : 0|8@1+ (1,0) [0|0] \"km\" X\n"
    #expect(
      text("S", dbcFile(rest)) == "found S, with other units or texts in other messages, expected one of A.S, B.S")
    let same = rest.split(separator: "km").joined(separator: "m")
    #expect(text("S", dbcFile(same)) == "001 u0:8;002 u0:8")
    #expect(text("S", dbcFile(same + "VAL_ 1 S 0 \"a\";")).hasPrefix("found S, with other units or texts"))
    let many = (1...65).map { "BO_ \($0) M\($0): 8 X\n SG_ S : 0|8@1+ (1,0) [0|1] \"m\" X\n" }.joined()
    #expect(text("S", dbcFile(many)) == "found S, in 65 messages, expected one of M1.S, M2.S, M3.S, M4.S, …")
  }

  @Test("P62 a wrong name is told with the nearest one")
  func names() {
    #expect(text("Tempreature", file) == "found Tempreature, expected Temperature?")
    #expect(text("Engin.Speed", file) == "found Engin, expected Engine?")
    #expect(text("Engine.Spede", file) == "found Spede, expected Speed?")
    #expect(text("EEC1.Temperature", file) == "found Temperature, expected a signal of EEC1")
    #expect(text("Nothing", file) == "found Nothing, expected a signal of the DBC file")
    #expect(text("X.Speed", file) == "found X, expected a message of the DBC file")
    #expect(text("Engine", file) == "found the message Engine, expected a signal of it, as Engine.Speed")
    #expect(text("a.b.c", file) == "found a.b.c, expected SIGNAL or MESSAGE.SIGNAL")
    #expect(text("", file) == "found , expected a signal of the DBC file")
    #expect(text("Speed") == "found Speed, expected ID#START:LENGTH, as 1A0#0:16le: the source has no dbc")
    #expect(
      text("S", dbcMessage([#"S : 0|8@1+ (0,0) [0|0] "" X"#]))
        == "found Engine.S, expected a signal without an error in the DBC file")
  }

  @Test("P62 an address without a DBC names id, bits, order, kind, factor and offset")
  func rawAddresses() {
    for (address, expected) in [
      ("1A0#0:16le", "1A0 u0:10"), ("1A0#0:16", "1A0 u0:10"), ("1a0#7:16be", "1A0 U7:10"),
      ("18FEF100#24:16leu*0.1-40", "18FEF100 u18:10 *1-190/5>1"),
      ("000#511:1s", "000 s1FF:1"),
      ("123#0:64bef", "123 F0:40"),
      ("123#7:64bef", "123 F7:40"), ("123#0:32f*-1e-1+1E+1", "123 f0:20 *-1+64/5>1"), ("123#0:8+5", "123 u0:8 *1+5"),
      ("123#0:8s-0.5", "123 s0:8 *2-1>1"), ("123#0:8*2", "123 u0:8 *2"), ("123#0:8*-.5", "123 u0:8 *-1>1"),
    ] { #expect(text(address) == expected) }
    for (address, found) in [
      ("1A#0:8", "1A#0:8"), ("800#0:8", "800"), ("20000000#0:8", "20000000"), ("123#:8", "123#:8"), ("123#0", "123#0"),
      ("123#0:", "123#0:"),
      ("123#0:65", "65"), ("123#0:0", "0"), ("123#0:16f", "a float of 16 bits"), ("123#0:8xe", "xe"),
      ("123#0:8leus", "leus"),
      ("123#512:8", "bits from 512 on"), ("123#505:8", "bits from 505 on"), ("123#0:8*0", "*0"), ("123#0:8*", "*"),
      ("123#0:8*1+", "*1+"),
      ("123#0:8*1e", "*1e"), ("123#0:8*1.5.5", "*1.5.5"), ("123#0:8 ", " "), ("#", "#"), ("123##0:8", "123##0:8"),
      ("123#0:8*1e-40", "*1e-40"),
      ("123#99999999999999999999:8", "123#99999999999999999999:8"), ("１２３#0:8", "１２３#0:8"), ("123#٣:8", "123#٣:8"),
    ] {
      guard case .wrong(let wrong, _) = compile(address, file) else {
        Issue.record("\(address) is right")
        continue
      }
      #expect(wrong == found, "\(address)")
    }
  }

  @Test("P62 20,000 damaged addresses are right or wrong, and the right ones are read by the device")
  func damage() {
    var (generator, right) = (CANRandom(9), 0)
    let whole = Array("18FEF100#24:16leu*0.125-40.5e1".utf8)
    for _ in 0..<20_000 {
      let address = String(decoding: generator.damaged(whole), as: UTF8.self)
      guard case .right(let compiled) = compile(address, nil) else { continue }
      right += 1
      if CANField.fields(compiled.text) != compiled.fields { Issue.record("\(address)") }
    }
    #expect(right > 1000 && right < 19_000)
  }
}
