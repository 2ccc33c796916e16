import CLinux
import EventLoop
import PanelSignals
import Testing

@testable import PanelSources

@Suite struct VEDirectTests {
  private static let charger = VEDirectBlocks.block(VEDirectBlocks.charger)
  private static let few = ["V", "I", "PPV", "CS", "LOAD", "H20", "SER#"]
  private static let fewValues = ["6 failed", "0 12.8", "1 -0.34", "2 13", "3 3", "4 1", "5 0.21"]

  private func numbers(_ told: [String]) -> [String] { told.filter { !$0.contains("'") } }

  @Test("P6C a block becomes values in volts, amperes, watts and kilowatt hours, and words become 1 and 0")
  func charger() {
    #expect(VEDirectBlocks.numbers(Self.charger, Self.few) == Self.fewValues)
    #expect(
      VEDirectBlocks.told(Self.charger, ["LOAD", "SER#", "FW", "PID", "VPV", "IL", "H19", "H21", "OR"]) == [
        "3 41043", "3 '0xA053'", "2 1.61", "2 '161'", "1 failed", "1 'HQ2129ABCDE'", "4 18.54", "4 '18540'", "8 0",
        "8 '0x00000000'", "0 1", "0 'ON'", "5 0.3", "5 '300'", "6 47.11", "6 '4711'", "7 97", "7 '97'",
      ])
  }

  @Test("P6C a battery monitor's two blocks: --- and a time to go of -1 are none, a bit of a number is a value")
  func monitor() {
    let bytes = VEDirectBlocks.monitor.flatMap { VEDirectBlocks.block($0) }
    let addresses = [
      "V", "T", "SOC", "CE", "TTG", "Alarm", "AR", "AR.low_soc", "AR.low_voltage", "AR.high_temperature", "H1", "H7",
      "H9", "H17", "H4", "FW",
    ]
    #expect(
      VEDirectBlocks.numbers(bytes, addresses) == [
        "0 26.201", "1 none", "3 -15.2", "2 92.7", "4 none", "5 0", "6 68", "7 1", "8 0", "9 1", "15 3.07",
        "10 -55.541",
        "14 12", "11 22.1", "12 86400", "13 14.02",
      ])
    #expect(VEDirectBlocks.numbers(VEDirectBlocks.block([("TTG", "240")]), ["TTG"]) == ["0 240"])
  }

  @Test("P6C a block whose checksum is wrong is left out whole and counted, whatever bit of it is wrong")
  func wrongChecksum() {
    var count = 0
    for place in Self.charger.indices {
      for bit in 0..<8 {
        var damaged = Self.charger
        damaged[place] ^= 1 << UInt8(bit)
        // A colon would begin a frame of HEX, and a damaged checksum's name ends no block.
        if damaged[place] == UInt8(ascii: ":") && place < damaged.count - 1 { continue }
        if place >= damaged.count - 11 && place < damaged.count - 1 { continue }
        var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few))
        _ = VEDirectBlocks.told(Self.charger, &decoder)
        let values = VEDirectBlocks.told(damaged, &decoder)
        count += 1
        #expect(values.isEmpty && decoder.wrongSums == 1 && decoder.leftOut == 1 && decoder.blocks == 1)
        #expect(numbers(VEDirectBlocks.told(Self.charger, &decoder)) == Self.fewValues)
      }
    }
    #expect(count > 1400)
    var decoder = VEDirectDecoder([])
    _ = VEDirectBlocks.told(Self.charger + Array("\r\nV\t1\r\nChecksum\tx".utf8), &decoder)
    #expect(decoder.sample == Array("\r\nV\t1\r\nChecksum\t".utf8))
  }

  @Test("P6C any byte may be the checksum: also a colon, a line feed and a carriage return")
  func checksums() {
    var seen = Set<UInt8>()
    for number in 0..<1000 {
      let block = VEDirectBlocks.block([("V", "\(number)")])
      seen.insert(block.last!)
      var decoder = VEDirectDecoder(VEDirectBlocks.addresses(["V"]))
      #expect(VEDirectBlocks.told(block + block, &decoder).count == 4 && decoder.leftOut == 0, "\(number)")
    }
    for number in 0..<256 {
      let block = VEDirectBlocks.block([("V", "1"), ("XY", String(repeating: "}", count: number))])
      seen.insert(block.last!)
      var decoder = VEDirectDecoder(VEDirectBlocks.addresses(["V"]))
      #expect(VEDirectBlocks.told(block + block, &decoder) == ["0 0.001", "0 '1'", "0 0.001", "0 '1'"], "\(number)")
    }
    #expect(seen.count == 256)
  }

  @Test("P6C frames of HEX are skipped at every place of a block, and do not count into its sum")
  func hex() {
    for place in 0...Self.charger.count {
      var bytes = Self.charger + Self.charger
      bytes.insert(contentsOf: VEDirectBlocks.hex, at: Self.charger.count + place)
      // Behind the checksum's tabulator is the checksum itself, whatever it is.
      if place == Self.charger.count - 1 { continue }
      var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few))
      let values = numbers(VEDirectBlocks.told(bytes, &decoder))
      #expect(values == Self.fewValues + Self.fewValues && decoder.leftOut == 0, "\(place)")
    }
    // A device that is asked by HEX sends nothing else for a while.
    var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few))
    let frames = (0..<100).flatMap { _ in VEDirectBlocks.hex }
    #expect(numbers(VEDirectBlocks.told(frames + Self.charger + frames + Self.charger, &decoder)).count == 14)
    #expect(decoder.leftOut == 0 && decoder.blocks == 2)
  }

  @Test("P6C blocks come cut anywhere; what is before the first whole one is not counted")
  func cut() {
    let bytes = Self.charger + VEDirectBlocks.hex + Self.charger
    for cut in 0...bytes.count {
      var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few))
      let values = VEDirectBlocks.told(bytes, &decoder, cutAt: [cut])
      #expect(numbers(values) == Self.fewValues + Self.fewValues && decoder.leftOut == 0, "\(cut)")
    }
    // The connection begins within a block: nothing is told of it, unless whole fields have the right sum by chance.
    for start in 1..<Self.charger.count {
      var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few))
      let values = VEDirectBlocks.told(Array(Self.charger[start...]) + Self.charger, &decoder)
      #expect(numbers(values).suffix(7) == Self.fewValues[...] && decoder.leftOut == 0, "\(start)")
      #expect(values.count == Self.fewValues.count * 2 || decoder.blocks == 2, "\(start)")
    }
  }

  @Test("P6C a block of a lost connection is forgotten")
  func reset() {
    var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few))
    let told = VEDirectBlocks.told(Self.charger + Array(Self.charger.dropLast(30)), &decoder)
    #expect(numbers(told) == Self.fewValues)
    let (wasCut, isCut) = (decoder.reset(), decoder.reset())
    #expect(wasCut && !isCut)
    #expect(numbers(VEDirectBlocks.told(Array(Self.charger.dropFirst(20)) + Self.charger, &decoder)) == Self.fewValues)
    #expect(decoder.leftOut == 0)
  }

  @Test("P6C a block has 1024 bytes at most; a longer stretch without a checksum is counted")
  func length() {
    let fields = (0..<30).map { ("L\($0)", String(repeating: "7", count: 32)) }
    for count in [23, 24, 25, 26, 27, 28, 30] {
      let block = VEDirectBlocks.block(Array(fields.prefix(count)) + [("V", "1")])
      var decoder = VEDirectDecoder(VEDirectBlocks.addresses(["V"]))
      let values = numbers(VEDirectBlocks.told(block + Self.charger, &decoder))
      let fits = block.count - 1 <= 1024
      #expect(
        values == (fits ? ["0 0.001", "0 12.8"] : ["0 12.8"]) && decoder.tooLong == (fits ? 0 : 1), "\(block.count)")
      #expect(decoder.leftOut == decoder.tooLong)
    }
    var decoder = VEDirectDecoder([])
    _ = VEDirectBlocks.told(Array(repeating: 13, count: 100_000), &decoder)
    #expect(decoder.tooLong == 97)
  }

  @Test("P6C labels are the same in small and capital letters, and odd fields do no harm")
  func labels() {
    let block = VEDirectBlocks.block([
      ("RELAY", "on"), ("v", "1000"), ("", "5"), ("I", ""), ("PPV", "x"), ("H20", "999999999999999999"),
      ("CS", "9999999999999999999"), ("T", "2147483648"), (String(repeating: "V", count: 40), "1"), ("SOC", "0x"),
      ("DM", "1e2"), ("CE", "0xFFFFFFFF"), ("P", "-"), ("VM", "12.5"),
    ])
    #expect(
      VEDirectBlocks.numbers(block, ["Relay", "V", "I", "PPV", "H20", "CS", "T", "SOC", "DM", "CE", "P", "VM"]) == [
        "0 1", "1 1", "2 none", "3 failed", "4 failed", "5 failed", "6 failed", "7 failed", "8 failed", "9 4294967.295",
        "10 failed", "11 0.0125",
      ])
  }

  @Test("P6C numbers are the nearest of 32.32 to the exact decimal")
  func exact() {
    var random = CANRandom(7)
    for _ in 0..<5000 {
      let (number, decimals) = (
        Int.random(in: -9_999_999...9_999_999, using: &random), Int.random(in: 0...9, using: &random)
      )
      let reading = VEDirectNumber(Array("\(number)".utf8).span)?.reading(.number(decimals: decimals))
      let divisor = (0..<decimals).reduce(1) { product, _ in product * 10 }
      // In 128 bits: halves go away from zero.
      let scaled = Int128(number.magnitude) << 32
      let magnitude = (2 * scaled + Int128(divisor)) / (2 * Int128(divisor))
      #expect(reading?.value.rawValue == Int64(number < 0 ? -magnitude : magnitude), "\(number) \(decimals)")
    }
  }

  @Test("P6C damaged streams are counted and never fatal")
  func damage() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = CANRandom(seed)
    let whole =
      Self.charger + VEDirectBlocks.hex + VEDirectBlocks.monitor.flatMap { VEDirectBlocks.block($0) }
      + VEDirectBlocks.hex
    var decoder = VEDirectDecoder(VEDirectBlocks.addresses(Self.few + ["AR.low_soc", "TTG", "H17"]))
    var (heard, cuts) = (0, 0)
    for _ in 0..<20_000 {
      let damaged = random.damaged(whole)
      var values = ToldValues()
      let cut = Int.random(in: 0...damaged.count, using: &random)
      decoder.take(damaged.span.extracting(0..<cut), &values)
      decoder.take(damaged.span.extracting(cut..<damaged.count), &values)
      heard += values.entries.count
      if Int.random(in: 0..<8, using: &random) == 0, decoder.reset() { cuts += 1 }
    }
    #expect(decoder.wrongSums > 1000 && heard > 10_000 && cuts > 100 && decoder.sample.count <= 48, "seed \(seed)")
    decoder.reset()
    #expect(VEDirectBlocks.told(Self.charger, &decoder).count == 14, "seed \(seed)")
  }

  @Test("P6C blocks are heard from a server and in datagrams, cut anywhere; a serial line has 19200 baud")
  func places() throws {
    #expect(
      ConnectionPlace("serial /dev/ttyUSB0", baud: VEDirectDecoder.usualBaud)
        == .serial(path: "/dev/ttyUSB0", baud: 19200))
    #expect(SourceKind.veDirect.number == 9 && SourceKind.signalK.number == 8)
    #expect(Set(SourceKind.all.map(\.number)).count == SourceKind.all.count)
    let loop = try EventLoop()
    let server = Server()
    var decoder = VEDirectDecoder(VEDirectBlocks.addresses(["V"]))
    var values = ToldValues()
    let connection = Connection(.tcp(server.endpoint), loop: loop)
    connection.receivedHandler = { bytes, _ in decoder.take(bytes, &values) }
    connection.open()
    var client: Int32 = -1
    #expect(
      run(loop) {
        if client < 0 { client = server.accept() }
        return client >= 0 && connection.isOpen
      })
    let bytes = Self.charger + Self.charger
    for piece in stride(from: 0, to: bytes.count, by: 50) {
      let part = Array(bytes[piece..<min(piece + 50, bytes.count)])
      _ = unsafe write(client, part, part.count)
      _ = run(loop, 0) { false }
    }
    #expect(run(loop) { values.entries.count == 4 } && decoder.leftOut == 0)
    close(client)
    connection.close()

    let port = freePort()
    let datagrams = Connection(.udp(Endpoint("127.0.0.1:\(port)".utf8)!), loop: loop)
    datagrams.receivedHandler = { bytes, _ in decoder.take(bytes, &values) }
    datagrams.open()
    let sender = linux_socket_udp()
    _ = linux_connect_tcp(sender, Endpoint.loopback, port)
    for piece in stride(from: 0, to: bytes.count, by: 40) {
      let part = Array(bytes[piece..<min(piece + 40, bytes.count)])
      _ = unsafe write(sender, part, part.count)
    }
    #expect(run(loop) { values.entries.count == 8 } && decoder.leftOut == 0)
    close(sender)
    datagrams.close()
  }
}
