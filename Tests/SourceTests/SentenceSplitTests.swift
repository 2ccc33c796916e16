import PanelSignals
import PanelSources
import Testing

@Suite struct SentenceSplitTests {
  private static let stream =
    nmeaLine("GPRMC,092751.000,A,5321.6802,N,00630.3372,W,6.06,31.66,280511,3.2,W,A")
    + "\\s:GP1,c:1700000000*3B\\"
    + nmeaLine("GPGGA,092751.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.3,M,,", end: "\n")
    + "!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n$PGRME,15.0,M*00\r\n"
    + nmeaLine("WIMWV,214.8,R,10.5,N,A", end: "") + nmeaLine("WIMWV,,T,,N,V") + "junk\r\n$GPHDT,1,T*00\r\nUdPbC\0"
    + nmeaLine("IIXDR,C,21.5,C,AIR,P,1.0132,B,BARO") + nmeaLine("GPBWC,220516,5130.02,N,00046.34,W,,T,,M,,N,CAF^E9")
    + "\\s:cut\r\n$GPHDT\r\n" + nmeaLine("IIRPM,E,1,2418.2,10.5,A") + nmeaLine("GPZDA,160012.71,11,03,2004,-1,00")
    + "$" + String(repeating: "z", count: 300) + "\r\n" + nmeaLine("GPHDT,274.07,T", end: "\n")
  private static let names = [
    "RMC.speed", "RMC.latitude", "RMC.date", "RMC.mode", "GGA.altitude", "GGA.age", "MWV.angle", "MWV.true_angle",
    "MWV.speed", "XDR.BARO", "XDR.C:AIR", "BWC.waypoint", "BWC.longitude", "RPM.engine1", "ZDA.date", "HDT.heading",
  ]

  @Test("P64 sentences come in pieces of any length", arguments: [true, false])
  func everyCut(_ wantsChecksum: Bool) {
    let (bytes, addresses) = (Array(Self.stream.utf8), compiledNMEA(Self.names))
    let whole = decodedNMEA(bytes, addresses, wantsChecksum: wantsChecksum)
    #expect(whole.values.count == 16 + (wantsChecksum ? 0 : 2))
    func check(_ cuts: [Int]) {
      let other = decodedNMEA(bytes, addresses, wantsChecksum: wantsChecksum, cutAt: cuts)
      #expect(other.values == whole.values, "cut at \(cuts)")
      #expect(other.decoder.counts == whole.decoder.counts, "cut at \(cuts)")
    }
    for cut in bytes.indices { check([cut]) }
    check(Array(bytes.indices))
    for step in 2...40 { check(Array(stride(from: 0, to: bytes.count, by: step))) }
    #expect(wantsChecksum == (whole.decoder.wrongSums == 1))
    #expect(whole.decoder.tooLong == 1 && whole.decoder.garbage == 2)
  }

  @Test("P64 random damage never stops the decoder, and few damaged numbers get through their checksums")
  func damage() {
    let (bytes, addresses) = (Array(Self.stream.utf8), compiledNMEA(Self.names))
    let known = Set(decodedNMEA(bytes, addresses).values.map { "\($0)" })
    var random = SeededNumbers(state: 0x1234_5678)
    var (valued, counted, odd, all) = (0, 0, 0, 0)
    for round in 0..<20_000 {
      var damaged = bytes
      for _ in 0...random.next(below: 8) {
        let place = random.next(below: damaged.count)
        switch random.next(below: 5) {
        case 0: damaged[place] = UInt8(random.next(below: 256))
        case 1: damaged[place] ^= 1 << UInt8(random.next(below: 8))
        case 2: damaged.remove(at: place)
        case 3: damaged.insert([36, 42, 44, 33, 92, 13, 10, 46, 45, 94][random.next(below: 10)], at: place)
        default:
          let end = min(damaged.count, place + random.next(below: 200))
          damaged.insert(contentsOf: damaged[place..<end], at: random.next(below: damaged.count))
        }
      }
      let cut = random.next(below: damaged.count)
      let (decoder, values) = decodedNMEA(damaged, addresses, wantsChecksum: round % 2 == 0, cutAt: [cut])
      if !values.isEmpty { valued += 1 }
      if decoder.leftOut > 0 { counted += 1 }
      #expect(decoder.values == values.count)
      if round % 2 == 0 {
        all += values.count
        odd += values.count { !known.contains("\($0)") }
      }
    }
    #expect(valued > 19_000 && counted > 19_000)
    // A checksum of eight bits lets one damage of 256 pass, and two that flip the same bit.
    #expect(all > 100_000 && odd * 50 < all, "\(odd) of \(all)")
  }

  @Test("P64 random bytes never stop the decoder")
  func noise() {
    let signs = Array("$!*,\\\r\nGPRMCAV0123456789.-NSEW^ ".utf8)
    var random = SeededNumbers(state: 99)
    let addresses = compiledNMEA(Self.names)
    var sentences: Int64 = 0
    for round in 0..<2_000 {
      let bytes = (0..<random.next(below: 600)).map { _ in
        round % 4 == 0 ? UInt8(random.next(below: 256)) : signs[random.next(below: signs.count)]
      }
      sentences += decodedNMEA(bytes, addresses, wantsChecksum: false).decoder.sentences
      var body = bytes.filter { ![10, 13, 33, 36, 42, 92].contains($0) }.prefix(200)
      body.insert(contentsOf: Array("GPRMC,".utf8), at: 0)
      let text = [36] + body + [10]
      sentences += decodedNMEA(text, addresses, wantsChecksum: false).decoder.sentences
    }
    #expect(sentences > 1_000)
  }
}

/// Numbers that are the same on every machine: Marsaglia's xorshift.
private struct SeededNumbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}

extension SentenceDecoder {
  fileprivate var counts: [Int64] { [sentences, values, wrongSums, missingSums, garbage, tooLong] }
}
