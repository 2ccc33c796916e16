import PanelSources
import Testing

private func read(_ text: String) -> CandumpLine? { CandumpLine(Array(text.utf8).span) }

private func bytes(_ frame: CANFrame) -> [UInt8] { frame.data.indices.map { frame.data[$0] } }

struct CandumpLineTests {
  @Test("P62 a line of candump's log gives time, interface, id and bytes")
  func classic() throws {
    let text = "(1436509052.249713) vcan0 123#DEADbeef"
    let line = try #require(read(text))
    #expect(line.frame.time == 1_436_509_052_249_713_000)
    #expect(line.frame.id == 0x123 && !line.frame.isExtended && !line.frame.isFD && line.frame.kind == .data)
    #expect(bytes(line.frame) == [0xDE, 0xAD, 0xBE, 0xEF])
    #expect(text.utf8.dropFirst(line.interface.lowerBound).prefix(line.interface.count).elementsEqual("vcan0".utf8))
  }

  @Test("P62 extended ids, FD frames, remote frames and error frames are told apart")
  func kinds() throws {
    let extended = try #require(read("(1.0) can0 18FEF100#0102030405060708\r\n")).frame
    #expect(extended.isExtended && extended.id == 0x18FE_F100 && extended.count == 8)
    let fd = try #require(read("(1) can0 123##1" + String(repeating: "5A", count: 64))).frame
    #expect(fd.isFD && fd.count == 64 && bytes(fd) == Array(repeating: 0x5A, count: 64))
    let remote = try #require(read("(1.5) can0 123#R")).frame
    #expect(remote.kind == .remote && remote.count == 0 && remote.time == 1_500_000_000)
    #expect(try #require(read("(1.5) can0 00000123#R8")).frame.kind == .remote)
    let error = try #require(read("(1.123456789) can0 20000004#0004000000000000")).frame
    #expect(error.kind == .error && error.id == 4 && error.count == 8 && error.time == 1_123_456_789)
    #expect(try #require(read("(1.0) can0 123#")).frame.count == 0)
    #expect(try #require(read("(1.0) can0 123##0")).frame.count == 0)
    #expect(bytes(try #require(read("(1.0) can0 123#11.22.33 R")).frame) == [0x11, 0x22, 0x33])
    #expect(try #require(read("(1.0) can0 123#1122334455667788_F T\n")).frame.count == 8)
  }

  @Test("P62 lines that are anything else give no frame")
  func wrong() {
    for text in [
      "", "(", "1.0) can0 123#11", "(1.0 can0 123#11", "(.5) can0 123#11", "(1.0) 123#11", "(1.0)can0 123#11",
      "(1.0) can0 800#11",
      "(1.0) can0 12#11", "(1.0) can0 1234#11", "(1.0) can0 123456789#11", "(1.0) can0 123", "(1.0) can0 123#1",
      "(1.0) can0 123#1G",
      "(1.0) can0 123#112233445566778899", "(1.0) can0 123##", "(1.0) can0 123##1" + String(repeating: "5A", count: 65),
      "(1.0) can0 123#11 X", "(1.0) can0 123#11 22", "(1.0) can0 123#11.", "(1.0) can0 123#R9", "(1.0) can0 123#11_8",
      "(10000000000.0) can0 123#11", "(1.0000000001) can0 123#11", "(99999999999) can0 123#11",
      "(1.0) sixteenletters01 123#11",
      "(1.0) can0 40000000#11", "(1.0) can0 E0000000#11", "(1.0) can0 123###11",
    ] { #expect(read(text) == nil, "\(text)") }
  }

  @Test("P62 a line that is cut at any byte, or damaged, gives a frame within its bounds or none")
  func damage() {
    let texts = [
      "(1436509052.249713) can0 123#DEADBEEF R",
      "(1436509052.249713) can0 12345678##3" + String(repeating: "A5", count: 64),
    ]
    var (generator, count) = (CANRandom(5), 0)
    for text in texts {
      let whole = Array(text.utf8)
      for end in whole.indices {
        guard let frame = CandumpLine(whole.span.extracting(0..<end))?.frame else { continue }
        #expect(whole.count - end < whole.count - 28 && frame.count <= 64)
      }
      for _ in 0..<20_000 {
        guard let line = CandumpLine(generator.damaged(whole).span) else { continue }
        count += 1
        #expect(line.frame.count <= (line.frame.isFD ? 64 : 8) && line.frame.id <= 0x1FFF_FFFF && line.frame.time >= 0)
      }
    }
    #expect(count > 1000)
  }
}
