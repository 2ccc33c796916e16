// Stage: sources. Input: the bytes of a connection. Output: values of signals, at the time at which they were read.
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// A source whose values a decoder finds in what a connection reads.
public final class StreamSource<Decoder: StreamDecoder>: PanelSource {
  private let connection: Connection
  private var decoder: Decoder
  private var panel: SourceContext
  private var notices = ReadingNotices()
  /// When values were received last; `nil` for never.
  private var toldAt: Int64?

  /// - Parameter panel: its signals outlive the source.
  /// - Returns: `nil` where the record's place is none, which is said.
  init?(_ panel: SourceContext) {
    let decoder = Self.decoder(panel)
    guard let place = decoder.place(panel.record) else {
      panel.notice(printable(panel.record.text(.path) ?? "") + ": expected " + Decoder.places.text)
      return nil
    }
    connection = Connection(panel.census == nil ? place : place.unfiltered, loop: panel.loop)
    (self.panel, self.decoder) = (panel, decoder)
    connection.receivedHandler = { [unowned(unsafe) self] in unsafe take($0, at: $1) }
    connection.changedHandler = { [unowned(unsafe) self] in unsafe linkChanged() }
    connection.returnedHandler = { [unowned(unsafe) self] in unsafe notice("is there again") }
    connection.refusalHandler = { [unowned(unsafe) self] in unsafe self.panel.notice($0.message) }
  }

  private static func decoder(_ panel: SourceContext) -> Decoder {
    Decoder(panel.addresses.map { $0.address }, panel.record)
  }

  public func open() { connection.open() }

  public func close() { connection.close() }

  public var link: SourceLink { SourceLink(isConnected: connection.isOpen, toldAt: toldAt) }

  /// The connection stays open.
  public func goOn(with panel: SourceContext) -> Bool {
    let decoder = Self.decoder(panel)
    // Whoever was asked for something else is asked again.
    if decoder.place(panel.record) != connection.place
      || decoder.greeting(hearsAll: false) != self.decoder.greeting(hearsAll: false)
    {
      return false
    }
    let (addresses, former) = (panel.addresses, self.panel.addresses)
    let isSame =
      addresses.count == former.count && panel.record.flag(.checksum) == self.panel.record.flag(.checksum)
      && panel.record.choice(.streamFormat) == self.panel.record.choice(.streamFormat)
      && addresses.indices.allSatisfy { haveSameBytes(addresses[$0].address, former[$0].address) }
    self.panel = panel
    // What has begun goes on where nothing else is read.
    if !isSame { self.decoder = decoder }
    return true
  }

  private func linkChanged() {
    decoder.reset()
    if connection.isOpen {
      let greeting = decoder.greeting(hearsAll: panel.census != nil)
      if !greeting.isEmpty { connection.send(greeting.span) }
    }
    // The link may be shown.
    panel.changed()
  }

  private func take(_ bytes: Span<UInt8>, at time: Int64) {
    let leftOut = decoder.leftOut
    var writer = SignalWriter(addresses: panel.addresses, signals: panel.signals, time: time, census: panel.census)
    decoder.setTime(time)
    decoder.take(bytes, &writer)
    if connection.place.isDatagrams { decoder.end(&writer) }
    if writer.hasValues {
      toldAt = time
      panel.changed()
    }
    let wrong = notices.leftOut(decoder.leftOut - leftOut, decoder.sample, expected: Decoder.expectation)
    if let wrong { notice(wrong) }
    if let lost = notices.dropped(connection.dropped) { notice(lost) }
  }

  private func notice(_ sentence: String) { panel.notice(printable(connection.place.name) + ": " + sentence) }
}
