// What the tests of Signal K share: lines as the server's port 8375 sends them, and the values that are told of them.
import PanelSignals

@testable import PanelDescription
@testable import PanelSources

/// Lines of a server, in the form of its `interfaces/tcp.ts`, `subscriptionmanager.ts` and `deltacache.ts`.
enum SignalKDeltas {
  static let own = "vessels.urn:mrn:signalk:uuid:5d3a7c1e-0b52-4d5e-9f6a-2b7f0c9e4a11"

  static let hello =
    #"{"name":"signalk-server","version":"2.19.1","self":"\#(own)","roles":["master","main"],"#
    + #""timestamp":"2026-11-28T12:00:00.000Z"}"# + "\r\n"

  /// A delta as a subscription tells it: one value.
  static func delta(
    _ path: String, _ value: String, source: String = "nmea0183.II", context: String = own
  ) -> String {
    #"{"context":"\#(context)","updates":[{"source":{"label":"nmea0183","type":"NMEA0183","talker":"II","#
      + #""sentence":"RMC"},"$source":"\#(source)","timestamp":"2026-11-28T12:00:01.250Z","#
      + #""values":[{"path":"\#(path)","value":\#(value)}]}]}"# + "\r\n"
  }

  /// A delta with two updates of several values, in another order: the context last, a source behind its values, a value before its
  /// path.
  static let turned =
    #"{"updates":[{"values":[{"value":3.6,"path":"navigation.speedOverGround"},"#
    + #"{"value":{"longitude":-10.1,"latitude":54.321},"path":"navigation.position"}],"timestamp":"x","$source":"gps.1"},"#
    + #"{"$source":"n2k.115","values":[{"path":"navigation.headingTrue","value":1.5},"#
    + #"{"path":"navigation.speedOverGround","value":3.75}]}],"context":"\#(own)"}"# + "\r\n"

  /// The short forms of addresses as people write them.
  static func addresses(_ texts: [String]) -> [SignalKAddress] {
    texts.map { text in
      guard case .right(let found) = SignalKAddresses(nearest: { _, _ in nil }).read(text),
        let address = SignalKAddress(found.text)
      else { fatalError(text) }
      return address
    }
  }

  /// What a decoder tells of a text, cut into pieces.
  static func told(_ text: String, _ decoder: inout SignalKDecoder, cutAt cuts: [Int] = []) -> [String] {
    let bytes = Array(text.utf8)
    var values = ToldValues()
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.take(bytes.span.extracting(start..<cut), &values)
      start = cut
    }
    return values.entries
  }

  /// The same behind the greeting of the server, by a new decoder that understands all of it.
  static func told(_ text: String, _ addresses: [String], context: String = "") -> [String] {
    var decoder = SignalKDecoder(Self.addresses(addresses), context: context)
    let values = told(hello + text, &decoder)
    return decoder.leftOut == 0 ? values : values + ["\(decoder.leftOut) left out"]
  }
}
