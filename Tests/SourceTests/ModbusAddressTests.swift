import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// Addresses of Modbus as a person writes them, and as a device reads them.
@Suite struct ModbusAddressTests {
  private let reader = ModbusAddresses { word, names in
    // The name that begins in the same way.
    names.first { $0.hasPrefix(word.prefix(2)) }
  }

  private func short(_ address: String) -> String? {
    guard case .right(let found) = reader.read(address) else { return nil }
    #expect(ModbusField(found.text)?.text == found.text, "\(found.text)")
    return found.text
  }

  private func wrong(_ address: String, isOutput: Bool = false) -> String? {
    guard case .wrong(let found, let expected) = isOutput ? reader.readOutput(address) : reader.read(address) else {
      return nil
    }
    return "\(found) — \(expected)"
  }

  // row: P6A
  @Test("P6A an address is a table and a number from 0 on, or the number that manuals print")
  func places() {
    #expect(short("holding 0") == "h:0/1 u0:10" && short("40001") == "h:0/1 u0:10" && short("400001") == short("40001"))
    #expect(short("input 100") == "i:64/1 u0:10" && short("30101") == short("input 100"))
    #expect(short("coil 12") == "c:C/1 u0:1" && short("00013") == short("coil 12") && short("000013") == short("00013"))
    #expect(short("discrete 3") == "d:3/1 u0:1" && short("10004") == short("discrete 3"))
    #expect(short("holding 65535") == "h:FFFF/1 u0:10" && short("465536") == short("holding 65535"))
    #expect(short("holding 0x10") == short("holding 16") && short("49999") == short("holding 9998"))
    #expect(short("unit 3 holding 5") == "h3:5/1 u0:10" && short("unit 255 40006") == "hFF:5/1 u0:10")
    // Counted from 0, as SunSpec's manuals have it.
    #expect(short("holding 40000") == "h:9C40/1 u0:10")
  }

  @Test("P6A an address has a kind of number, an order, a factor, an offset and a pace, in any order")
  func options() {
    #expect(short("40002 u32 swap") == "h:1/2 u0:20 w" && short("40002 swap u32") == short("40002 u32 cdab"))
    #expect(short("holding 0 s16 *0.1") == "h:0/1 s0:10 *1/5>1" && short("holding 0 s16 *0.1 -40") != nil)
    #expect(short("holding 0 s16 *0.1 -40") == short("holding 0 s16 *0.1-40"))
    #expect(short("holding 0 f32 swap word") == "h:0/2 f0:20 w" && short("holding 0 f64") == "h:0/4 f0:40")
    #expect(short("holding 0 u64 swap byte") == "h:0/4 u0:40 y" && short("holding 0 s64 dcba") == "h:0/4 s0:40 w y")
    #expect(short("holding 0 s32 swap word_byte") == short("holding 0 s32 DCBA"))
    #expect(short("holding 0 bcd") == "h:0/1 b" && short("holding 0 bcd32 sunspec") == "h:0/2 b n")
    #expect(short("input 100 bits 4..7") == "i:64/1 u4:4" && short("input 100 bit 3") == "i:64/1 u3:1")
    #expect(short("input 1 s32 bits 8..31") == "i:1/2 s8:18")
    #expect(short("holding 200 text 16") == "h:C8/8 t10" && short("holding 200 text 15 swap") == "h:C8/8 tF y")
    #expect(short("holding 5 every 5s") == "h:5/1 u0:10 @1388" && short("holding 5 every 250ms") == "h:5/1 u0:10 @FA")
    guard case .right(let text) = reader.read("holding 0 text 4") else { return }
    #expect(text.isText && text.unit == nil)
  }

  @Test("P6A a wrong address is said with the wrong part and the right word")
  func faults() {
    let cases = [
      ("", "an address without a register"), ("12", "holding 12"), ("12", "40013 for holding 12"),
      ("40000", "40001 to 49999"),
      ("400000", "400001 to 465536"), ("465537", "400001 to 465536"), ("20001", "'20001'"), ("holding", "'holding'"),
      ("holding 65536", "0 to 65535"), ("holding -1", "0 to 65535"), ("coils 3", "coil?"), ("hold 3", "holding?"),
      ("holding_register 3", "holding?"), ("unit 256 holding 1", "0 to 255"), ("unit 3", "behind it"),
      ("slave 3 coil 1", "unit?"),
      ("holding 1 int16", "s16?"), ("holding 1 U_DWORD_R", "u32 swap?"), ("holding 1 float32", "f32?"),
      ("holding 1 string", "text 16?"), ("holding 1 u8", "bits 0..7?"), ("holding 1 u16 s16", "one kind of number"),
      ("holding 1 swap cdab", "one order of bytes"), ("holding 1 bits 4", "as bits 4..7"),
      ("holding 1 bits 7..4", "as bits 4..7"),
      ("holding 1 bit 16", "u32 before bits"), ("holding 1 u32 bit 32", "0 to 31"),
      ("holding 1 f32 bit 3", "whole numbers"),
      ("holding 1 text", "text 16"), ("holding 1 text 251", "1 to 250"), ("holding 1 text 0", "1 to 250"),
      ("holding 1 text 4 *2", "a text alone"), ("holding 1 *", "*FACTOR"), ("holding 1 *0", "*FACTOR"),
      ("coil 1 u16", "0 or 1"), ("discrete 1 swap", "0 or 1"), ("holding 1 every", "10ms to a day"),
      ("holding 1 every 5", "10ms to a day"), ("holding 1 every 1ms", "10ms to a day"),
      ("holding 65535 u32", "up to 65535"),
      ("holding 1 multiple", "'multiple' behind the register"), ("holding 1 nonsense", "one of u16"),
      ("holding +1", "0 to 65535"),
      ("123456789", "as 40001 or 400001"), ("holding 99999999999999999999", "0 to 65535"),
    ]
    for (address, part) in cases {
      let message = wrong(address)
      #expect(message?.contains(part) == true, "\(address): \(message ?? "right")")
    }
  }

  @Test("P66 a control sends to a coil or to whole holding registers, and the others are said with the reason")
  func outputs() {
    func output(_ text: String) -> String? {
      guard case .right(let found) = reader.readOutput(text) else { return nil }
      #expect(ModbusOutput(found.text) != nil)
      return found.text
    }
    #expect(output("coil 12") == "c:C/1 u0:1" && output("holding 5 u32") == "h:5/2 u0:20")
    #expect(
      output("unit 2 coil 12 multiple") == "c2:C/1 u0:1 m" && output("40006 multiple *0.1") == "h:5/1 u0:10 m *1/5>1")
    #expect(output("holding 5 f32 swap") == "h:5/2 f0:20 w" && output("holding 5 bcd") == "h:5/1 b")
    for (address, part) in [
      ("discrete 1", "only read"), ("input 1", "only read"), ("30001", "only read"),
      ("holding 1 bit 3", "a whole register"),
      ("holding 1 text 4", "a number"), ("holding 1 f32 *0.1", "a float as it is"), ("coil 1 *2", "a coil alone"),
      ("holding 1 every 5s", "a signal's from"), ("holding 1 multi", "multiple?"),
    ] {
      let message = wrong(address, isOutput: true)
      #expect(message?.contains(part) == true, "\(address): \(message ?? "right")")
    }
  }

  @Test("P6A a short form that the host does not write is refused, however it is damaged")
  func shortForms() {
    for text in [
      "", "h", "h:", "h:0", "h:0/1", "h:0/1 ", "x:0/1 u0:10", "h100:0/1 u0:10", "h:10000/1 u0:10", "h:0/0 u0:10",
      "h:0/5 u0:10",
      "h:0/1 u0:11", "h:0/1 u1:10", "h:FFFF/2 u0:20", "h:0/1 f0:20", "h:0/2 f8:20", "h:0/4 f0:20", "c:0/2 u0:1",
      "c:0/1 u0:2",
      "c:0/1 b", "h:0/1 t3", "h:0/1 t0", "h:0/7E t1", "h:0/1 U7:8", "h:0/1 u0:10 x", "h:0/1 u0:10 @5265C01",
      "h:0/1 u0:10 *0",
      "h:0/1 u0:10 ", "h:0/1 b *", "h:0/FFFFFFFFFFFFFFFFFF t1",
    ] { #expect(ModbusField(text) == nil, "\(text)") }
    var random = CANRandom(205)
    let forms = [
      "h3:64/2 s0:20 w *1/A @1F4", "c:C/1 u0:1 m", "h:C8/8 t10 y n", "i:0/4 b w y n *1-190/5>1 @FA", "hFF:9C40/2 f0:20",
    ]
    var (right, wrong) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = random.damaged(Array((forms.randomElement(using: &random) ?? "").utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      _ = ModbusOutput(text)
      if let field = ModbusField(text) {
        right += 1
        // The same field again by its own text.
        #expect(ModbusField(field.text) == field)
      } else {
        wrong += 1
      }
    }
    #expect(right > 1000 && wrong > 1000)
  }

  @Test("P6A places are TCP, RTU over TCP and serial lines with their form of characters, and nothing else")
  func connections() {
    func place(_ text: String) -> ModbusPlace? { ModbusPlace(text) }
    let endpoint = Endpoint("192.168.1.20:502".utf8)!
    for text in ["192.168.1.20", "192.168.1.20:502", "tcp 192.168.1.20", "tcp 192.168.1.20:502"] {
      #expect(place(text)?.place == .tcp(endpoint) && place(text)?.framing == .tcp && place(text)?.characterTime == 0)
    }
    #expect(place("rtu 192.168.1.20:502")?.framing == .rtu && place("rtu 192.168.1.20:502")?.place == .tcp(endpoint))
    #expect(place("serial /dev/ttyUSB0")?.place == .serial(path: "/dev/ttyUSB0", baud: 19200))
    var frame = SerialFrame()
    #expect(frame.bitCount == 10 && place("serial /dev/x 9600 8N1")?.place == .serial(path: "/dev/x", baud: 9600))
    frame.parity = .even
    #expect(
      place("serial /dev/x 9600 8E1")?.place == .serial(path: "/dev/x", baud: 9600, frame: frame)
        && frame.bitCount == 11)
    #expect(place("serial /dev/x 9600 8E1")?.characterTime == 1_145_833)
    (frame.parity, frame.hasTwoStops) = (.odd, true)
    #expect(
      place("serial /dev/x 9600 8O2")?.place == .serial(path: "/dev/x", baud: 9600, frame: frame)
        && frame.bitCount == 12)
    frame = SerialFrame()
    frame.isRS485 = true
    #expect(ModbusPlace("serial /dev/x", isRS485: true)?.place == .serial(path: "/dev/x", baud: 19200, frame: frame))
    for text in [
      "", "tcp", "rtu", "rtu 1.2.3.4", "plc:502", "serial", "serial /dev/x 9601", "serial /dev/x 9600 7E1",
      "serial /dev/x 9600 8X1",
      "serial /dev/x 9600 8N3", "udp 502", "unix /x", "tcp 1.2.3.4:0", "1.2.3.4:502 x", "serial /dev/x 9600 8N1 x",
    ] { #expect(place(text) == nil, "\(text)") }
  }
}
