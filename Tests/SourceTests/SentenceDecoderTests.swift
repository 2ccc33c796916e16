import PanelSignals
import PanelSources
import Testing

@Suite struct SentenceDecoderTests {
  private let rmc = "GPRMC,092751.000,A,5321.6802,N,00630.3372,W,6.06,31.66,280511,3.2,W,A"

  @Test("P64 a sentence whose checksum is wrong is left out and counted")
  func wrongChecksum() {
    let right = Array(nmeaLine(rmc).utf8)
    let addresses = compiledNMEA(["RMC.speed"])
    #expect(decodedNMEA(right, addresses).values.count == 1)
    // Each byte between the signs, in each of its bits that makes no sign of it.
    var count = 0
    for place in 1..<right.count - 5 {
      for bit in 0..<8 {
        var damaged = right
        damaged[place] ^= 1 << UInt8(bit)
        if [10, 13, 33, 36, 42, 92].contains(damaged[place]) { continue }
        if place == 1 && damaged[1] == UInt8(ascii: "P") { continue }
        let (decoder, values) = decodedNMEA(damaged, addresses)
        count += 1
        #expect(values.isEmpty && decoder.wrongSums == 1 && decoder.leftOut == 1 && decoder.sentences == 0)
      }
    }
    #expect(count > 500)
    let (decoder, _) = decodedNMEA(Array("$GPRMC,1*00\r\n".utf8), addresses)
    #expect(decoder.sample == Array("GPRMC,1*00".utf8))
  }

  @Test(
    "P64 a sentence without a checksum, or with half of one, is left out and counted",
    arguments: ["", "*", "*7", "*7G", "*G7", "*777"])
  func missingChecksum(_ end: String) {
    let (decoder, values) = decodedNMEA(Array(("$" + rmc + end + "\r\n").utf8), compiledNMEA(["RMC.speed"]))
    #expect(values.isEmpty && decoder.leftOut == 1)
    #expect(decoder.missingSums == (end.isEmpty ? 1 : 0) && decoder.wrongSums == (end.isEmpty ? 0 : 1))
  }

  @Test("P64 with 'checksum: no' none is looked at")
  func noChecksum() {
    for end in ["", "*00", "*"] {
      let text = "$" + rmc + end + "\r\n"
      #expect(heardNMEA(text, ["RMC.speed", "RMC.mode"], wantsChecksum: false) == ["6.06", "'A"])
      #expect(heardNMEA(text, ["RMC.speed"]) == [])
    }
    // One that another begins in has lost its end.
    let (decoder, values) = decodedNMEA(
      Array("$GPHDT,12$GPHDT,34.5,T\r\n".utf8), compiledNMEA(["HDT.heading"]), wantsChecksum: false)
    #expect(values.map(\.value) == ["34.5"] && decoder.missingSums == 1)
  }

  @Test("P64 the checksum may have small letters, and blanks behind it")
  func smallChecksum() {
    let sum = nmeaChecksum("GPHDT,274.07,T")
    #expect(sum == "03")
    #expect(heardNMEA("$GPHDT,274.07,T*03 \r\n", ["HDT.heading"]) == ["274.07"])
    #expect(nmeaChecksum("SDDPT,1.3,") == "7B")
    #expect(heardNMEA("$SDDPT,1.3,*7b\n", ["DPT.depth"]) == ["1.3"])
  }

  @Test("P64 several sentences come in a datagram, with or without line ends between and behind them")
  func severalSentences() {
    let (one, two) = ("GPHDT,10.5,T", "SDDPT,4.5,0.3")
    for end in ["\r\n", "\n", "\r", ""] {
      let text = nmeaLine(one, end: end) + nmeaLine(two, end: end) + nmeaLine(one, end: "")
      #expect(heardNMEA(text, ["HDT.heading", "DPT.depth"]) == ["10.5", "4.5", "10.5"])
    }
    // Without its end a sentence waits for more bytes.
    var decoder = SentenceDecoder(compiledNMEA(["HDT.heading"]))
    var listener = HeardSentences()
    decoder.take(Array(nmeaLine(one, end: "").utf8).span, &listener)
    #expect(listener.values.isEmpty)
    decoder.end(&listener)
    #expect(listener.values == ["10.5"] && decoder.leftOut == 0)
  }

  @Test("P64 half a sentence of a lost connection is forgotten")
  func reset() {
    var decoder = SentenceDecoder(compiledNMEA(["HDT.heading"]), wantsChecksum: false)
    var listener = HeardSentences()
    decoder.take(Array("$GPHDT,27".utf8).span, &listener)
    let (wasCut, isCut) = (decoder.reset(), decoder.reset())
    #expect(wasCut && !isCut)
    decoder.take(Array("4.07,T\r\n$GPHDT,1.5,T\r\n".utf8).span, &listener)
    #expect(listener.values == ["1.5"] && decoder.garbage == 1)
  }

  @Test("P64 tag blocks before a sentence are skipped")
  func tagBlocks() {
    let sentence = nmeaLine("SDDPT,4.5,0.3")
    for tag in [
      "\\s:SD1,c:1700000000*3B\\", "\\g:1-2-34*59\\\\s:x*00\\", "\\\\", "UdPbC\0\\s:SD0001,n:3*1B\\", "UdPbC\0",
    ] {
      let (decoder, values) = decodedNMEA(Array((tag + sentence + tag + sentence).utf8), compiledNMEA(["DPT.depth"]))
      #expect(values.map(\.value) == ["4.5", "4.5"] && decoder.leftOut == 0, "\(tag)")
    }
    // One that has no end counts, and takes no sentence with it.
    let (decoder, values) = decodedNMEA(
      Array(("\\s:SD1" + sentence + "\\s:2\r\n" + sentence).utf8), compiledNMEA(["DPT.depth"]))
    #expect(values.count == 2 && decoder.garbage == 2)
  }

  @Test("P64 AIS and proprietary sentences pass by uncounted")
  func passing() {
    let text =
      "!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n!AIVDM,broken\r\n$PGRME,15.0,M,45.0,M,25.0,M*00\r\n"
      + "$PMTK\r\n$P" + String(repeating: "x", count: 400) + "\r\n!" + String(repeating: "y", count: 400) + "\r\n"
      + "$PSTIABCDEF,1*00\r\n" + nmeaLine("SDDPT,4.5,0.3")
    let (decoder, values) = decodedNMEA(Array(text.utf8), compiledNMEA(["DPT.depth"]))
    #expect(values.map(\.value) == ["4.5"] && decoder.leftOut == 0 && decoder.sentences == 1 && decoder.values == 1)
  }

  @Test("P64 an address may ask for a proprietary sentence, whose checksum counts then")
  func proprietary() {
    let text = nmeaLine("PGRME,15.0,M,45.0,M") + "$PGRME,1,M*00\r\n" + nmeaLine("PGRMZ,93,f,3")
    let (decoder, values) = decodedNMEA(Array(text.utf8), compiledNMEA(["PGRME.1", "PGRME.2.text"]))
    #expect(values.map(\.value) == ["15", "'M"] && decoder.wrongSums == 1 && decoder.sentences == 1)
  }

  @Test("P64 the talker is chosen, or any")
  func talkers() {
    let text = nmeaLine("GPHDT,1,T") + nmeaLine("HEHDT,2,T") + nmeaLine("IIHDT,3,T")
    #expect(heardNMEA(text, ["HDT.heading"]) == ["1", "2", "3"])
    #expect(heardNMEA(text, ["HE:HDT.heading"]) == ["2"])
    #expect(heardNMEA(text, ["HEHDT.heading", "HDT.1", "II:HDT.1"]) == ["1", "2", "2", "3", "3"])
  }

  @Test("P64 garbage is counted by stretches and never mixes with sentences")
  func garbage() {
    let text =
      "# a log\r\nxx" + nmeaLine("SDDPT,4.5,0.3") + "\r\n \t\0\r\n$\r\n$$GP,1\r\n\u{FF}\u{FE}\n" + nmeaLine("GPX,1")
    let (decoder, values) = decodedNMEA(Array(text.utf8), compiledNMEA(["DPT.depth"]))
    #expect(values.map(\.value) == ["4.5"])
    // Two before the sentence, one behind it, and a tag that is none; three that have no checksum.
    #expect(decoder.garbage == 4 && decoder.missingSums == 3 && decoder.sentences == 1)
    #expect(decodedNMEA(Array("$hello\r\n".utf8), [], wantsChecksum: false).decoder.garbage == 1)
  }

  @Test("P64 256 bytes are read; a longer sentence is left out, and counted once")
  func length() {
    for length in 250...300 {
      let head = "SDDPT,4.5,0.3,"
      let body = head + String(repeating: "1", count: length - head.utf8.count - 4)
      let text = nmeaLine(body) + nmeaLine("SDDPT,7,0")
      #expect(body.utf8.count + 4 == length)
      let (decoder, values) = decodedNMEA(Array(text.utf8), compiledNMEA(["DPT.depth"]))
      #expect(values.map(\.value) == (length <= 256 ? ["4.5", "7"] : ["7"]), "\(length)")
      #expect(decoder.tooLong == (length <= 256 ? 0 : 1) && decoder.leftOut == decoder.tooLong)
    }
  }

  @Test("P64 as many fields as fit are read, and none behind the last")
  func fields() {
    let body = "SDXYZ" + String(repeating: ",", count: 240) + "7"
    #expect(
      heardNMEA(nmeaLine(body), ["XYZ.240", "XYZ.239", "XYZ.241", "XYZ.250", "XYZ.1"]) == [
        "7", .none, .none, .none, .none,
      ])
  }

  @Test("P64 one address may stand several times, and each is told")
  func same() {
    #expect(heardNMEA(nmeaLine("SDDPT,4.5,0.3"), ["DPT.depth", "DPT.offset", "DPT.depth"]) == ["4.5", "0.3", "4.5"])
    let (_, values) = decodedNMEA(
      Array(nmeaLine("SDDPT,4.5,0.3").utf8), compiledNMEA(["HDT.heading", "DPT.depth", "DPT.depth"]))
    #expect(values.map(\.address) == [1, 2])
  }
}
