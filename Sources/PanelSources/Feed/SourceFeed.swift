// Stage: sources. Input: bytes as a connection reads them. Output: values of signals. What benchmarks measure: a board's file
// has none of it.
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// A source's decoder with the signals of its addresses, without a connection.
///
/// Its functions are not generic, so that what is measured is what this module has for its sources.
package struct SourceFeed {
  /// Does with bytes what the source does when its connection has read them.
  package let take: (Span<UInt8>, Int64) -> Void
  /// Sends what is due.
  /// - Returns: the number of the request in two bytes, of a source that has such numbers.
  package let advance: (Int64) -> UInt16

  init(take: @escaping (Span<UInt8>, Int64) -> Void, advance: @escaping (Int64) -> UInt16 = { _ in 0 }) {
    (self.take, self.advance) = (take, advance)
  }

  /// A decoder as ``StreamSource`` has it: a member of an object.
  private final class Holder<Decoder> {
    var decoder: Decoder
    let addresses: [SourceAddress]
    let signals: SignalStore
    init(_ decoder: Decoder, _ addresses: [SourceAddress], _ signals: SignalStore) {
      (self.decoder, self.addresses, self.signals) = (decoder, addresses, signals)
    }

    func writer(_ time: Int64) -> SignalWriter { SignalWriter(addresses: addresses, signals: signals, time: time) }
  }

  private init<Decoder: StreamDecoder>(_ decoder: Decoder, _ addresses: [SourceAddress], _ signals: SignalStore) {
    let holder = Holder(decoder, addresses, signals)
    self.init(take: { bytes, time in
      var writer = holder.writer(time)
      holder.decoder.setTime(time)
      holder.decoder.take(bytes, &writer)
    })
  }

  /// - Parameter addresses: short forms, as all of these functions take them.
  @inline(never)
  package static func can(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    SourceFeed(CANStream(addresses.map { $0.address }), addresses, signals)
  }

  @inline(never)
  package static func nmea0183(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    SourceFeed(SentenceDecoder(addresses.compactMap { SentenceAddress($0.address) }), addresses, signals)
  }

  @inline(never)
  package static func gpsd(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    SourceFeed(GPSDDecoder(addresses.map { $0.address }, device: ""), addresses, signals)
  }

  @inline(never)
  package static func signalK(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    SourceFeed(SignalKDecoder(addresses.compactMap { SignalKAddress($0.address) }), addresses, signals)
  }

  @inline(never)
  package static func veDirect(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    SourceFeed(VEDirectDecoder(addresses.compactMap { VEDirectAddress($0.address) }), addresses, signals)
  }

  @inline(never)
  package static func n2k(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    SourceFeed(N2KStream(addresses.map { $0.address }, .lines), addresses, signals)
  }

  @inline(never)
  package static func lines(_ addresses: [SourceAddress], _ signals: SignalStore, _ loop: EventLoop) -> SourceFeed {
    let table = AddressTable(addresses) { signals.takesTexts($0) }
    let source = LineSource(.standardInput, table, loop: loop, signals: signals) {}
    let holder = Holder(LineDecoder(), [], signals)
    return SourceFeed(take: { bytes, time in
      var receiver = SignalReceiver(source: source, table: table, signals: signals, time: time)
      holder.decoder.take(bytes, table, &receiver)
    })
  }

  /// - Returns: a session that waits for the broker's answer.
  @inline(never)
  package static func mqtt(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    let session = MQTTSession(MQTTOptions(client: []), addresses.compactMap { MQTTAddress($0.address) }) {
      signals.takesTexts(addresses[$0].signal)
    }
    let holder = Holder(session, addresses, signals)
    holder.decoder.connected(at: 0)
    return SourceFeed(take: { bytes, time in
      holder.decoder.consume(holder.decoder.outgoing.count)
      var writer = MessageWriter(writer: holder.writer(time), retainedIsOld: false)
      holder.decoder.take(bytes, at: time, &writer)
    })
  }

  /// - Returns: a session of Modbus TCP.
  @inline(never)
  package static func modbus(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    let plan = ModbusPlan(ModbusOptions(), addresses.map { ModbusField($0.address) })
    let holder = Holder(ModbusSession(plan), addresses, signals)
    holder.decoder.connected(at: 0)
    return SourceFeed(
      take: { bytes, time in
        var writer = holder.writer(time)
        holder.decoder.take(bytes, at: time, &writer)
      },
      advance: { time in
        holder.decoder.advance(to: time)
        let bytes = holder.decoder.outgoing
        let number = bytes.count < 2 ? 0 : readNumber(bytes, at: 0)
        holder.decoder.consume()
        return number
      })
  }

  @inline(never)
  package static func obd(_ addresses: [SourceAddress], _ signals: SignalStore) -> SourceFeed {
    let holder = Holder(OBDSession(addresses.map { OBDAddress($0.address) }, isExtended: false), addresses, signals)
    holder.decoder.connected(at: 0)
    return SourceFeed(take: { bytes, time in
      var writer = holder.writer(time)
      holder.decoder.take(bytes, at: time, &writer)
    })
  }
}
