import PanelFile
import PanelSignals

@testable import PanelSources

/// Lines of candump's log.
struct CandumpTrial: Trial {
  private(set) var told: Int64 = 0
  private(set) var leftOut: Int64 = 0

  static let seeds = [
    "(1436509052.249713) vcan0 123#DEADbeef", "(1.0) can0 18FEF100#0102030405060708\r\n",
    "(1) can0 123##1" + String(repeating: "5A", count: 64), "(1.5) can0 123#R", "(1.5) can0 00000123#R8",
    "(1.123456789) can0 20000004#0004000000000000", "(1.0) can0 123#11.22.33 R",
    "(1.0) can0 123#1122334455667788_F T\n",
  ].map { bytes($0) }

  mutating func execute(_ maker: inout Maker) {
    maker.choose(Self.seeds, damagedOneIn: 1)
    var isRight = false
    maker.give(maker.message) { bytes in
      guard let line = CandumpLine(bytes) else { return }
      isRight = true
      if line.interface.lowerBound < 0 || line.interface.upperBound > bytes.count || line.frame.time < 0
        || line.frame.count > (line.frame.isFD ? 64 : 8) || line.frame.id > 0x1FFF_FFFF
      {
        fail("a frame out of range")
      }
    }
    if isRight { told += 1 } else { leftOut += 1 }
  }

  mutating func proof() -> UInt64 {
    for seed in Self.seeds where CandumpLine(seed.span) == nil { fail("a right line is none") }
    told += 1
    return 1
  }
}

/// Logs of frames and of sentences.
struct LogTrial: Trial {
  private(set) var told: Int64 = 0
  private(set) var leftOut: Int64 = 0
  private var sum: UInt64 = 0

  private static let frames = [
    "(1.0) can0 123#0102030405060708", "(1.5) can0 09F11217#01102700FFFFFFFD", "(2.5) can1 0CF00400#FFFFFF401FFFFFFF",
    "(3) can0 123#R",
  ].map { bytes($0) }
  private static let sentences = [
    "$GPHDT,274.07,T*03", "$SDDPT,1.3,*7B", "\\s:x*00\\$GPHDT,10.5,T*33",
    "!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24",
  ].map { bytes($0) }

  private static let sources: [SourceLog.Source] = [
    .init(
      kind: SourceKind.can.number, place: "can0", addresses(["123 u0:8", "P1F112 u8:10 !n", "PF004 u18:10 !j *1>3"])),
    .init(kind: SourceKind.can.number, place: "can1", addresses(["PF004 u18:10 !j *1>3", "no address"])),
    .init(kind: SourceKind.nmea0183.number, place: "udp 1", addresses(["HDT.1n", "DPT.1n", "no address"])),
  ]

  private static func addresses(_ texts: [String]) -> [SourceAddress] { texts.map { ($0, SignalIndex(0), 0) } }

  private mutating func take(_ lines: ArraySlice<[UInt8]>, _ log: inout SourceLog) {
    for line in lines {
      let former = log.time
      var values: Int64 = 0
      let isRight = log.take(line) { _, value in
        values += 1
        if case .reading(let reading) = value { sum = sum &* 31 &+ UInt64(bitPattern: reading.value.rawValue) }
      }
      told += values
      if !isRight || values == 0 { leftOut += 1 }
      if log.time < former { fail("time goes back") }
    }
  }

  mutating func execute(_ maker: inout Maker) {
    let seeds = maker.oneIn(2) ? Self.frames : Self.sentences
    maker.choose(seeds, damagedOneIn: 8)
    guard var log = SourceLog(maker.message, Self.sources) else {
      leftOut += 1
      return
    }
    for _ in 0..<4 {
      maker.choose(seeds, damagedOneIn: 2)
      take([maker.message], &log)
    }
  }

  mutating func proof() -> UInt64 {
    sum = 0
    for seeds in [Self.frames, Self.sentences] {
      guard var log = SourceLog(seeds[0], Self.sources), log.hasSource else { fail("a right log is none") }
      take(seeds[...], &log)
    }
    return sum
  }
}

/// Short forms of fields of CAN, and frames for those that are right.
struct FieldTrial: Trial {
  private var listener = Told(limit: 1)
  private(set) var leftOut: Int64 = 0

  private static let seeds =
    (BusMessages.addresses + [
      "1A0 u0:10 *1-190/5>1 ?U7:8=1,3-5", "P1F211+@23>FF^6 u8:10 !n *1/5>1 ?u0:4=1", "123 s3C:4 *-1+FFFFFFFFFFFFFFFF",
      "123 U17:9;124 u0:1;00000125 f0:40 *7FFFFFFFFFFFFFFF/3B9ACA00>1", "PFECA d3", "P1F112 u0:40 !l",
    ]).map { bytes($0) }
  private static let data = [UInt8](repeating: 0xA5, count: 1785)

  var told: Int64 { listener.count }

  private mutating func take(_ text: [UInt8], _ length: Int) {
    guard let fields = CANField.fields(String(decoding: text, as: UTF8.self)) else {
      leftOut += 1
      return
    }
    var decoder = CANDecoder([fields])
    if decoder.filters.count > CANDecoder.filterLimit { fail("\(decoder.filters.count) filters") }
    for field in fields {
      if let group = field.group {
        let header = MessageHeader(
          group.number, source: group.source ?? 0, destination: group.destination ?? 255, priority: group.priority ?? 6)
        decoder.take(header, message: Self.data.span.extracting(0..<length), &listener)
      } else {
        let bytes = Self.data.span.extracting(0..<min(length, 64))
        decoder.take(id: field.id.number, isExtended: field.id.isExtended, isFD: true, data: bytes, &listener)
      }
    }
    // The short form of a field is read as the same field.
    let text = CANField.text(fields)
    guard let again = CANField.fields(text), CANField.text(again) == text else { fail("another field: \(text)") }
  }

  mutating func execute(_ maker: inout Maker) {
    maker.choose(Self.seeds)
    take(maker.message, maker.oneIn(4) ? maker.below(1786) : maker.below(65))
  }

  mutating func proof() -> UInt64 {
    listener.begin()
    let former = leftOut
    for seed in Self.seeds {
      take(seed, 1785)
      if leftOut != former { fail("no field: " + String(decoding: seed, as: UTF8.self)) }
    }
    return listener.sum
  }
}

/// Numbers of sensors, texts of 1-wire, and patterns.
struct SensorTrial: Trial {
  private(set) var told: Int64 = 0
  private(set) var leftOut: Int64 = 0
  private var sum: UInt64 = 0

  private static let numbers = [
    "23187\n", "-0.000000596", "1.220703125 \n", "999999999999999999", "+0", "0.100000000000000000", "-32768", "48",
  ].map { bytes($0) }
  private static let texts = [
    "72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23187\n", "crc=57 NO\nt=85000\n",
    "MemTotal: 3884 kB\nMemAvailable: 1234 kB\n", "cpu 1 2 3 4 5\ncpu0 6 7\n", "12.5 %\n", "temp=12;",
  ].map { bytes($0) }
  private let patterns = ["*", "MemAvailable: *", "cpu ? ? ? *", "? * kB", "t=23187 *", ""].map { FieldPattern($0) }

  private mutating func tell(_ value: Fixed64?) {
    guard let value else {
      leftOut += 1
      return
    }
    told += 1
    sum = sum &* 31 &+ UInt64(bitPattern: value.rawValue)
  }

  mutating func execute(_ maker: inout Maker) {
    if maker.oneIn(2) {
      var numbers = InlineArray<3, SensorNumber?>(repeating: nil)
      for index in 0..<3 {
        maker.choose(Self.numbers)
        maker.give(maker.message) { numbers[index] = SensorNumber($0) }
      }
      guard let raw = numbers[0], let offset = numbers[1], let scale = numbers[2] else {
        leftOut += 1
        return
      }
      tell(SensorNumber.value(raw, offset: offset, scale: scale, decimals: maker.below(10)))
      return
    }
    maker.choose(Self.texts)
    var value: Fixed64?
    let pattern = patterns[maker.below(patterns.count)]
    maker.give(maker.message) { text in
      let (place, isRight) = DeviceFile.oneWire(text)
      if isRight, let place, let number = SensorNumber(text.extracting(place..<text.count)) {
        value = SensorNumber.value(number, decimals: 3)
      }
      if let found = pattern.find(in: text) { value = found }
      if let range = pattern.findWord(in: text), range.lowerBound < 0 || range.upperBound > text.count {
        fail("a word out of range")
      }
    }
    tell(value)
  }

  mutating func proof() -> UInt64 {
    sum = 0
    for number in Self.numbers {
      guard let number = SensorNumber(number.span) else { fail("a right number is none") }
      tell(SensorNumber.value(number, decimals: 3))
    }
    for text in Self.texts { tell(patterns[0].find(in: text.span)) }
    return sum
  }
}
