// row: P66
import PanelDescription
import PanelSignals
import Testing

@testable import PanelSources

private let lampFile = dbcFile(
  """
  BO_ 257 LampCommand: 8 Panel
   SG_ Brightness : 0|8@1+ (0.5,0) [0|100] "%" Lamp
   SG_ Colour : 15|16@0- (1,0) [0|0] "" Lamp
   SG_ Kind M : 24|8@1+ (1,0) [0|0] "" Lamp
   SG_ Blink m3 : 32|8@1+ (1,0) [0|0] "" Lamp
   SG_ Fade m4 : 32|16@1+ (1,0) [0|0] "" Lamp
  BO_ 258 Short: 2 Panel
   SG_ Level : 0|16@1- (0.1,-40) [0|0] "" Lamp
   SG_ Both : 0|8@1+ (1,0) [0|0] "" Lamp
  BO_ 259 Other: 2 Panel
   SG_ Both : 0|8@1+ (1,0) [0|0] "" Lamp
  BO_ 260 Long: 64 Panel
   SG_ Far : 0|8@1+ (1,0) [0|0] "" Lamp
  BO_ 261 Floats: 8 Panel
   SG_ Plain : 0|32@1- (1,0) [0|0] "" Lamp
   SG_ Scaled : 32|32@1- (2,0) [0|0] "" Lamp
  SIG_VALTYPE_ 261 Plain : 1;
  SIG_VALTYPE_ 261 Scaled : 1;
  """)

/// The short form of an output, or its error.
private func short(
  _ address: String, _ file: DBCFile? = lampFile, sends: Bool = true, sender: UInt8? = nil
) -> String {
  switch CANAddresses(file, sends: sends, sender: sender, nearest: { _, _ in nil }).compileOutput(address) {
  case .right(let output): output.text
  case .wrong(let found, let expected): "found " + found + ", expected " + expected
  }
}

/// The id, the length and the data of a frame as candump has them.
private func text(_ frame: CANOutputs.Frame?) -> String {
  guard let frame else { return "" }
  func digits(_ number: some BinaryInteger, _ count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: count - digits.count) + digits
  }
  let id = (0..<4).reduce(UInt32(0)) { $0 | UInt32(frame[$1]) << UInt32(8 * $1) }
  return (id >> 31 != 0 ? digits(id & 0x1FFF_FFFF, 8) : digits(id, 3)) + "#"
    + (0..<Int(frame[4])).map { digits(frame[8 + $0], 2) }.joined()
}

@Suite("Values of controls on a CAN bus") struct CANOutputTests {
  private func outputs(_ addresses: String...) -> CANOutputs {
    CANOutputs(addresses.indices.map { (Int32($0), short(addresses[$0])) })
  }

  /// Sends a value, which the kernel takes.
  private func send(_ outputs: inout CANOutputs, _ number: Int32, _ value: Fixed64, at time: Int64 = 0) -> String {
    guard let sending = outputs.prepare(number, value) else { return "refused" }
    outputs.commit(sending, at: time)
    return text(sending.frame)
  }

  @Test("P66 a control sends a signal of a message, once or in a cycle")
  func addresses() {
    #expect(short("LampCommand.Brightness") == "101 u0:8 *1>1 &8")
    #expect(short("Brightness cyclic 100ms") == "101 u0:8 *1>1 &8 ~64")
    #expect(short("Short.Level once") == "102 s0:10 *1-190/5>1 &2")
    #expect(short("LampCommand.Blink") == "101 u20:8 ?u18:8=3 &8")
    #expect(short("1A0#0:16le", nil) == "1A0 u0:10 &8" && short("18FEF100#7:8be length 4", nil).hasSuffix(" &4"))
    #expect(short("102#0:8") == "102 u0:8 &2", "the DBC file has the length")
    #expect(short("Floats.Plain") == "105 f0:20 &8")
    for text in ["101 u0:8 *1>1 &8 ~64", "102 s0:10 *1-190/5>1 &2", "101 u20:8 ?u18:8=3 &8", "105 f0:20 &8"] {
      #expect(CANOutput(text)?.text == text)
    }
  }

  @Test("P66 P62 a source that does not say that it sends takes no control, and wrong addresses say why")
  func wrongAddresses() {
    #expect(
      short("Brightness", sends: false)
        == "found a source that only listens, expected sends: true in the source: a panel on this bus sends")
    #expect(short("Both") == "found Both, in 2 messages, expected one of Short.Both, Other.Both")
    #expect(short("Brightness cyclic 5ms") == "found cyclic 5ms, expected a time of 10ms to 1h, as cyclic 100ms")
    #expect(short("Brightness cyclic") == "found cyclic , expected a time of 10ms to 1h, as cyclic 100ms")
    #expect(short("Brightness often") == "found 'often', expected once, cyclic TIME or length BYTES")
    #expect(short("Brightness once once") == "found 'once', expected once, cyclic TIME or length BYTES")
    #expect(short("Brightness length 4") == "found length 4, expected 8, as LampCommand has it in the DBC file")
    #expect(short("1A0#0:8 length 9", nil) == "found length 9, expected 1 to 8 bytes, as length 4")
    #expect(short("1A0#8:8 length 1", nil) == "found bits beyond the message's 1 bytes, expected bits 0 to 7")
    #expect(short("Far") == "found a message of 64 bytes, expected 8 at most: frames of CAN FD are only read")
    #expect(short("Scaled") == "found a float with a factor to send, expected a float as it is")
    #expect(short("EEC1.EngineSpeed", nil).hasPrefix("found EEC1.EngineSpeed, a message of J1939 or NMEA 2000"))
    #expect(short("Nothing") == "found Nothing, expected a signal of the DBC file")
  }

  @Test("P66 other signals of a message are sent as last heard or sent, and 0 before")
  func base() {
    var outputs = outputs("Brightness", "Colour")
    #expect(send(&outputs, 0, 50) == "101#6400000000000000")
    #expect(send(&outputs, 1, -2) == "101#64FFFE0000000000")
    outputs.hear(busFrame(0x101, [1, 2, 3, 4, 5, 6, 7, 8]).span)
    outputs.hear(busFrame(0x101, [9, 9, 9, 9, 9, 9, 9, 9], isExtended: true).span)
    outputs.hear(busFrame(0x102, [9, 9]).span)
    #expect(send(&outputs, 0, 51) == "101#6602030405060708")
    outputs.hear(busFrame(0x101, [0x11]).span)
    #expect(send(&outputs, 1, 0x1234) == "101#1112340405060708", "a frame that is shorter has no other bytes")
    let refused = [outputs.prepare(0, 128), outputs.prepare(0, -1), outputs.prepare(1, 32768), outputs.prepare(2, 0)]
    #expect(refused.allSatisfy { $0 == nil } && send(&outputs, 1, -32768) == "101#1180000405060708")
  }

  @Test("P66 a multiplexed signal is sent with its switch, over data that was heard with it")
  func switches() {
    var outputs = outputs("Blink", "Fade", "Brightness")
    #expect(send(&outputs, 0, 7) == "101#0000000307000000" && send(&outputs, 1, 0x102) == "101#0000000402010000")
    outputs.hear(busFrame(0x101, [0xAA, 0, 0, 3, 1, 0xBB, 0xCC, 0xDD]).span)
    #expect(send(&outputs, 0, 9) == "101#AA00000309BBCCDD" && send(&outputs, 1, 1) == "101#0000000401000000")
    #expect(send(&outputs, 2, 1) == "101#02000003" + "01BBCCDD", "one that needs no switch leaves it")
  }

  @Test("P66 a cycle sends the newest values at its pace, until it ends")
  func cycles() {
    var outputs = outputs("Brightness cyclic 100ms", "Colour", "Short.Level cyclic 1s", "Brightness")
    let second: Int64 = 1_000_000_000
    #expect(outputs.nextTime == .max && outputs.takeDue(at: second) == nil)
    #expect(send(&outputs, 1, 1, at: 0) == "101#0000010000000000" && outputs.nextTime == .max, "one that is sent once")
    #expect(send(&outputs, 0, 10, at: 0) == "101#1400010000000000" && outputs.nextTime == second / 10)
    // Another sender has another brightness: the cycle keeps its own, and takes the rest.
    outputs.hear(busFrame(0x101, [1, 2, 3, 4, 5, 6, 7, 8]).span)
    #expect(outputs.takeDue(at: second / 10 - 1) == nil)
    #expect(text(outputs.takeDue(at: second / 10)) == "101#1402030405060708" && outputs.nextTime == second / 5)
    #expect(outputs.takeDue(at: second / 10) == nil)
    // Late: once, and then at the same pace.
    #expect(text(outputs.takeDue(at: second)).hasPrefix("101#14") && outputs.nextTime == second * 11 / 10)
    // The same field by a control without a cycle.
    #expect(send(&outputs, 3, 20, at: second).hasPrefix("101#28") && outputs.nextTime == second * 11 / 10)
    #expect(text(outputs.takeDue(at: second * 11 / 10)).hasPrefix("101#28"))
    #expect(send(&outputs, 2, 0, at: second).hasPrefix("102#9001"))
    #expect(text(outputs.takeDue(at: second * 2)).hasPrefix("101#28"))
    #expect(text(outputs.takeDue(at: second * 2)) == "102#9001" && outputs.takeDue(at: second * 2) == nil)
    outputs.end()
    #expect(outputs.nextTime == .max && outputs.takeDue(at: .max) == nil)
    #expect(send(&outputs, 1, 3, at: 0).hasPrefix("101#28") && outputs.nextTime == .max)
  }

  @Test("P66 P63 a control switches one switch of an NMEA 2000 bank: PGN 127502, once, and no other switch changes")
  func switchCommands() throws {
    #expect(short("SwitchBankControl[0].switch3", sender: 42) == "0DF20E2A uC:2 ?u0:8=0 &8 !")
    #expect(short("127502[7].switch28", nil, sender: 0) == "0DF20E00 u3E:2 ?u0:8=7 &8 !")
    let addresses = ["SwitchBankControl[0].switch1", "SwitchBankControl[0].switch3", "SwitchBankControl[5].switch28"]
    var outputs = CANOutputs(addresses.indices.map { (Int32($0), short(addresses[$0], nil, sender: 42)) })
    // The instance, then two bits each from the lowest on: 00 off, 01 on, 11 as it is.
    #expect(send(&outputs, 0, 1) == "0DF20E2A#00FDFFFFFFFFFFFF")
    #expect(send(&outputs, 0, 0) == "0DF20E2A#00FCFFFFFFFFFFFF")
    #expect(send(&outputs, 1, 1) == "0DF20E2A#00DFFFFFFFFFFFFF", "the first one is left alone")
    #expect(send(&outputs, 2, 0) == "0DF20E2A#05FFFFFFFFFFFF3F")
    // Another sender's command with this address is not repeated.
    outputs.hear(busFrame(0x0DF2_0E2A, [0, 0, 0, 0, 0, 0, 0, 0], isExtended: true).span)
    #expect(send(&outputs, 1, 0) == "0DF20E2A#00CFFFFFFFFFFFFF" && outputs.nextTime == .max)
    #expect(outputs.prepare(0, 2) == nil && outputs.prepare(0, 3) == nil && outputs.prepare(0, -1) == nil)
    let text = "0DF20E2A uC:2 ?u0:8=0 &8 !"
    #expect(CANOutput(text)?.text == text && CANOutput(text)?.isSwitch == true)
    for wrong in [text + " ~64", text + "!", "0DF20E2A uC:2 ?u0:8=0 &8 ~64 !", "0DF20E2A uC:2 &8 "] {
      #expect(CANOutput(wrong) == nil, "\(wrong)")
    }
  }

  @Test("P66 P63 a switch command needs a sender, a bank and a switch, and takes no words")
  func wrongSwitchCommands() {
    let one = "SwitchBankControl[0].switch3"
    #expect(
      short(one) == "found a switch command without a sender, expected address: 0 to 251 in the source, as address: 42")
    for address in [
      "SwitchBankControl.switch3", "SwitchBankControl[0].instance", "SwitchBankControl[0,switch1=1].switch3",
    ] {
      #expect(
        short(address, sender: 42)
          == "found \(address), expected a switch and the instance of its bank, as SwitchBankControl[0].switch3")
    }
    for words in [" cyclic 100ms", " length 8", "@42", "@42>255^3"] {
      #expect(
        short(one + words, sender: 42)
          == "found words behind a switch, expected none: it is sent once, to all, with the priority 3", "\(words)")
    }
    #expect(short(one + " once", sender: 42) == short(one, sender: 42))
    #expect(short("SwitchBankControl[0].switch29", sender: 42).hasPrefix("found the field 'switch29'"))
    #expect(short("BinarySwitchBankStatus[0].indicator3", sender: 42).contains("SwitchBankControl[0].switch1"))
    #expect(short(one, sends: false, sender: 42).hasPrefix("found a source that only listens"))
  }

  @Test("P66 bits are written where they are read, others stay, and a value becomes its raw number again")
  func bits() {
    var random = CANRandom(66)
    var (written, big, signed, told) = (0, 0, 0, 0)
    while written < 20_000 {
      let kind: CANBits.Kind = Bool.random(using: &random) ? .unsigned : .signed
      guard
        let bits = CANBits(
          start: Int.random(in: 0..<64, using: &random), count: Int.random(in: 1...64, using: &random),
          isBigEndian: Bool.random(using: &random), kind: kind), bits.byteCount <= 8
      else { continue }
      let raw = random.next() & UInt64.max >> UInt64(64 - bits.count)
      let before = random.next()
      var (data, mask) = (InlineArray<8, UInt8>(repeating: 0), InlineArray<8, UInt8>(repeating: 0))
      for index in 0..<8 { data[index] = UInt8(truncatingIfNeeded: before >> UInt64(8 * index)) }
      let former = data
      bits.write(raw, to: &data)
      bits.write(.max, to: &mask)
      let others = (0..<8).allSatisfy { (data[$0] ^ former[$0]) & ~mask[$0] == 0 }
      let width = (0..<8).reduce(0) { $0 + mask[$1].nonzeroBitCount }
      guard bits.raw(in: data.span) == raw, others, width == Int(bits.count) else {
        Issue.record("\(bits) of \(raw)")
        return
      }
      written += 1
      (big, signed) = (big + (bits.isBigEndian ? 1 : 0), signed + (kind == .signed ? 1 : 0))
      guard
        let scale = CANScale(
          numerator: UInt64.random(in: 1...1000, using: &random), isNegative: Bool.random(using: &random),
          offset: (0, UInt64.random(in: 0...1000, using: &random)), isOffsetNegative: Bool.random(using: &random),
          denominator: UInt64.random(in: 1...1000, using: &random), shift: 0),
        let id = CANID(0x101, isExtended: false), let field = CANField(id: id, bits: bits, scale: scale),
        let output = CANOutput(field, length: 8)
      else { continue }
      let reading = scale.reading(raw: raw, of: bits)
      if reading.quality != .fresh || bits.count > 20 { continue }
      told += 1
      if output.raw(for: reading.value) != raw {
        Issue.record("\(output.text) of \(raw)")
        return
      }
    }
    #expect(big > 1000 && signed > 1000 && told > 1000)
  }

  @Test("P66 a damaged short form is none, or one that sends what it says")
  func damage() {
    var random = CANRandom(6)
    let texts = ["101 u0:8 *1>1 &8 ~64", "102 s0:10 *1-190/5>1 &2", "101 U20:8 ?u18:8=3-5,7 &8", "00000105 f0:20 &8"]
    var read = 0
    for round in 0..<40_000 {
      let damaged = String(decoding: random.damaged(Array(texts[round % 4].utf8)), as: UTF8.self)
      var outputs = CANOutputs([(0, damaged), (1, texts[0])])
      if let output = CANOutput(damaged) {
        read += 1
        #expect(output.length <= 8 && output.field.byteCount <= output.length)
      }
      for value in [Fixed64.zero, -1, 77, Fixed64(rawValue: .max), Fixed64(rawValue: .min)] {
        for number: Int32 in 0...1 {
          if let sending = outputs.prepare(number, value) { outputs.commit(sending, at: 5) }
        }
      }
      outputs.hear(busFrame(0x101, [1, 2, 3]).span)
      _ = outputs.takeDue(at: .max / 2)
    }
    #expect(read > 1000)
  }
}
