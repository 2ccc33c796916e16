// What the tests of VE.Direct share: blocks with their checksums, and the values that are told of them.
import PanelSignals

@testable import PanelDescription
@testable import PanelSources

enum VEDirectBlocks {
  /// Fields and their checksum, as a device sends them.
  static func block(_ fields: [(String, String)]) -> [UInt8] {
    let bytes = fields.flatMap { Array("\r\n\($0.0)\t\($0.1)".utf8) } + Array("\r\nChecksum\t".utf8)
    return bytes + [0 &- bytes.reduce(UInt8(0), &+)]
  }

  /// The fields of a solar charger, in the form and the order of Victron's paper.
  static let charger: [(String, String)] = [
    ("PID", "0xA053"), ("FW", "161"), ("SER#", "HQ2129ABCDE"), ("V", "12800"), ("I", "-340"), ("VPV", "18540"),
    ("PPV", "13"), ("CS", "3"), ("MPPT", "2"), ("OR", "0x00000000"), ("ERR", "0"), ("LOAD", "ON"), ("IL", "300"),
    ("H19", "4711"), ("H20", "21"), ("H21", "97"), ("H22", "36"), ("H23", "112"), ("HSDS", "42"),
  ]

  /// The fields of a battery monitor, in its two blocks.
  static let monitor: [[(String, String)]] = [
    [
      ("PID", "0x203"), ("V", "26201"), ("T", "---"), ("I", "0"), ("P", "0"), ("CE", "-15200"), ("SOC", "927"),
      ("TTG", "-1"), ("Alarm", "OFF"), ("Relay", "OFF"), ("AR", "68"), ("BMV", "700"), ("FW", "0307"),
    ],
    [
      ("H1", "-55541"), ("H2", "-20105"), ("H4", "12"), ("H6", "-3222333"), ("H7", "22100"), ("H9", "86400"),
      ("H17", "1402"), ("H18", "1590"),
    ],
  ]

  /// A frame of HEX, as devices send unasked.
  static let hex = Array(":A0002000148\n".utf8)

  static func addresses(_ texts: [String]) -> [VEDirectAddress] {
    texts.map { text in
      guard case .right(let found) = VEDirectAddresses(nearest: { _, _ in nil }).read(text),
        let address = VEDirectAddress(found.text)
      else { fatalError(text) }
      return address
    }
  }

  static func told(_ bytes: [UInt8], _ decoder: inout VEDirectDecoder, cutAt cuts: [Int] = []) -> [String] {
    var values = ToldValues()
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.take(bytes.span.extracting(start..<cut), &values)
      start = cut
    }
    return values.entries
  }

  static func told(_ bytes: [UInt8], _ addresses: [String]) -> [String] {
    var decoder = VEDirectDecoder(Self.addresses(addresses))
    return told(bytes, &decoder)
  }

  /// Numbers alone.
  static func numbers(_ bytes: [UInt8], _ addresses: [String]) -> [String] {
    told(bytes, addresses).filter { !$0.contains("'") }
  }
}
