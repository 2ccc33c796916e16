import PanelSignals
import PanelSources
import Testing

private let one: Int64 = 1 << 32

struct CANDecoderTests {
  @Test("P62 a frame tells all addresses of its id by their places, standard and extended ids apart")
  func ids() throws {
    let texts = ["123 u0:8", "00000123 u0:8", "123 u8:8", "7FF u0:8", "123 u0:8", "1FFFFFFF u0:8", "000 u0:8"]
    var decoder = CANDecoder(try texts.map { [try canField($0)] })
    var listener = CANListener()
    func told() -> [Int] { listener.readings.map { $0.address } }
    decoder.take(id: 0x123, isExtended: false, isFD: false, data: ([1, 2] as [UInt8]).span, &listener)
    #expect(told() == [0, 2, 4])
    #expect(listener.values(0) == [one] && listener.values(2) == [2 * one] && listener.values(4) == [one])
    listener.readings = []
    decoder.take(id: 0x123, isExtended: true, isFD: false, data: ([1, 2] as [UInt8]).span, &listener)
    decoder.take(id: 0x7FF, isExtended: false, isFD: false, data: ([1] as [UInt8]).span, &listener)
    decoder.take(id: 0x1FFF_FFFF, isExtended: true, isFD: true, data: ([1] as [UInt8]).span, &listener)
    decoder.take(id: 0, isExtended: false, isFD: false, data: ([1] as [UInt8]).span, &listener)
    #expect(told() == [1, 3, 5, 6])
    #expect(decoder.values == 7 && decoder.unwanted == 0 && listener.texts == 0)
  }

  @Test("P62 a signal of several messages is told by each of them, at one address")
  func severalMessages() throws {
    let fields = try #require(CANField.fields("123 u0:8;00000456 u8:8"))
    var (decoder, listener) = (CANDecoder([[try canField("200 u0:8")], fields]), CANListener())
    decoder.take(id: 0x456, isExtended: true, isFD: false, data: ([0, 5] as [UInt8]).span, &listener)
    decoder.take(id: 0x123, isExtended: false, isFD: false, data: ([6] as [UInt8]).span, &listener)
    #expect(listener.values(1) == [5 * one, 6 * one])
    #expect(listener.values(0) == [])
  }

  @Test("P62 frames of other ids, frames that cannot be, remote and error frames are counted")
  func counts() throws {
    var (decoder, listener) = (CANDecoder([[try canField("123 u0:8")]]), CANListener())
    let data = Array(repeating: UInt8(1), count: 65)
    decoder.take(id: 0x124, isExtended: false, isFD: false, data: data.span.extracting(0..<8), &listener)
    decoder.take(id: 0x122, isExtended: false, isFD: false, data: data.span.extracting(0..<8), &listener)
    #expect(decoder.unwanted == 2)
    decoder.take(id: 0x800, isExtended: false, isFD: false, data: data.span.extracting(0..<8), &listener)
    decoder.take(id: 0x2000_0000, isExtended: true, isFD: false, data: data.span.extracting(0..<8), &listener)
    decoder.take(id: 0x8000_0123, isExtended: false, isFD: false, data: data.span.extracting(0..<8), &listener)
    decoder.take(id: 0x123, isExtended: false, isFD: false, data: data.span.extracting(0..<9), &listener)
    decoder.take(id: 0x123, isExtended: false, isFD: true, data: data.span, &listener)
    #expect(decoder.garbage == 5 && listener.readings.isEmpty)
    decoder.take(id: 0x123, isExtended: false, isFD: true, data: data.span.extracting(0..<64), &listener)
    #expect(listener.values() == [one])
    decoder.take(CANFrame(kind: .remote, id: 0x123, isExtended: false), &listener)
    decoder.take(CANFrame(kind: .error, id: 4, isExtended: false), &listener)
    decoder.countRemoteFrame()
    decoder.countErrorFrame()
    #expect(decoder.remoteFrames == 2 && decoder.errorFrames == 2 && decoder.values == 1)
  }

  @Test("P62 a frame that is too short for a field or its switch gives no value of it, and is counted")
  func short() throws {
    let texts = ["123 u0:8", "123 u0:10", "123 U17:9", "123 u0:8 ?u38:8=0", "123 u38:8"]
    let needed = [1, 2, 4, 8, 8]
    for length in 0...8 {
      var (decoder, listener) = (CANDecoder(try texts.map { [try canField($0)] }), CANListener())
      decoder.take(
        id: 0x123, isExtended: false, isFD: false, data: Array(repeating: UInt8(0), count: length).span, &listener)
      #expect(listener.readings.map { $0.address } == needed.indices.filter { needed[$0] <= length })
      #expect(decoder.tooShort == Int64(needed.filter { $0 > length }.count))
      #expect(decoder.values == Int64(needed.filter { $0 <= length }.count))
    }
  }

  @Test("P62 fields with the same switches, with others and without any stand in one message")
  func mixedSwitches() throws {
    let texts = [
      "123 u8:8 ?u0:8=1", "123 u10:8 ?u0:8=1", "123 u8:8 ?u0:8=2", "123 u18:8", "123 u10:8 ?u0:8=2",
      "123 u8:8 ?u0:8=1-2",
      "123 u8:8 ?u0:4=1", "123 u8:8 ?u0:8=1 ?u0:4=1", "123 u8:8 ?u0:8=1,2",
    ]
    let there: [[Int]] = [[3], [0, 1, 3, 5, 6, 7, 8], [2, 3, 4, 5, 8]]
    var (decoder, listener) = (CANDecoder(try texts.map { [try canField($0)] }), CANListener())
    for value in [0, 1, 2, 1, 0] {
      listener.readings = []
      decoder.take(
        id: 0x123, isExtended: false, isFD: false, data: ([UInt8(value), 0, 0, 0] as [UInt8]).span, &listener)
      #expect(listener.readings.map { $0.address } == there[value])
    }
    #expect(decoder.tooShort == 0)
  }

  @Test("P62 filters let data frames of just the ids in use pass; beyond Linux's 512 all pass")
  func filters() throws {
    let decoder = CANDecoder(try ["123 u0:8", "00000123 u0:8", "123 u8:8", "001 u0:8"].map { [try canField($0)] })
    func pass(_ id: UInt32) -> Bool { decoder.filters.contains { id & $0.mask == $0.id & $0.mask } }
    #expect(decoder.filters.count == 3)
    for id: UInt32 in 0..<0x800 { #expect(pass(id) == (id == 1 || id == 0x123)) }
    #expect(pass(0x8000_0123) && !pass(0x8000_0001) && !pass(0x4000_0123) && !pass(0x9000_0123))
    func filters(_ count: Int) -> [CANDecoder.Filter] {
      CANDecoder([
        (0..<count).compactMap { CANField("0000" + String(0x1000 + $0, radix: 16) + " u0:8") }
      ]).filters
    }
    #expect(filters(512).count == 512)
    #expect(filters(513).map { [$0.id, $0.mask] } == [[0, 0]])
    #expect(CANDecoder([]).filters.isEmpty)
  }

  @Test("P62 20,000 random frames of random ids and lengths are read or counted")
  func randomFrames() throws {
    var generator = CANRandom(620)
    let texts = [
      "123 u0:8", "123 s3:2D *1-190/5>1", "123 f0:40 *3E01A0D8B55DEF-9F/5AF3107A4000>10", "123 F7:20",
      "00000124 u38:8 ?u0:2=1",
      "00000124 S1C7:40",
    ]
    var (decoder, listener) = (CANDecoder(try texts.map { [try canField($0)] }), CANListener())
    for _ in 0..<20_000 {
      let id = UInt32.random(in: 0x121...0x126, using: &generator) | (generator.next() % 16 == 0 ? 1 << 30 : 0)
      let data = (0..<Int.random(in: 0...70, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      decoder.take(
        id: id, isExtended: Bool.random(using: &generator), isFD: generator.next() % 4 != 0, data: data.span, &listener)
    }
    #expect(decoder.garbage > 1000 && decoder.unwanted > 1000 && decoder.tooShort > 100 && decoder.values > 1000)
    #expect(decoder.values == Int64(listener.readings.count))
    #expect(listener.readings.contains { $0.reading.quality == .failed })
  }
}
