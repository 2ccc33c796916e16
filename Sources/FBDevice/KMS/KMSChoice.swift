// Stage: displays. Input: the user's words behind `--display kms`. Output: a card, a connector and a mode.
import FixedRaster
import SystemFiles

/// Which display of which card, and in which mode: `kms[:CARD][:CONNECTOR][:WxH[@HZ]][:FORMAT]`.
public struct KMSChoice: Sendable {
  /// A path, also one of `/dev/dri/by-path`; `nil` for the first card with a connected display.
  public var card: String?
  /// The kernel's name of the connector ("HDMI-A-1"), or the display's own name ("DELL U2412M"); `nil` for the first that
  /// is connected.
  public var connector: String?
  /// Pixels; `nil` for the display's preferred mode.
  public var size: (width: Int, height: Int)?
  /// Pictures a second; `nil` for the preferred mode's, else the most up to 60.
  public var rate: Int?
  /// `nil` for 32 bits, or 16 where the driver prefers these.
  public var layout: PixelLayout?

  public init() {}

  /// - Parameter words: what stands between the colons behind `kms`.
  /// - Returns: `nil` where it has another form.
  init?(_ words: ArraySlice<ArraySlice<UInt8>>) {
    var words = words
    if let last = words.last, let layout = DisplayChoice.layout(last) {
      self.layout = layout
      words.removeLast()
    }
    if let last = words.last, let mode = Self.mode(last) {
      (size, rate) = (mode.size, mode.rate)
      words.removeLast()
    }
    // The names of by-path have colons of their own, and end in "-card".
    if let first = words.first?.first, first == UInt8(ascii: "/") || first == UInt8(ascii: ".") {
      let end = words.lastIndex { $0.contains(UInt8(ascii: "/")) || $0.ends(with: "-card") } ?? words.startIndex
      card = Self.joined(words[words.startIndex...end])
      words = words[(end + 1)...]
    }
    guard let word = words.first else { return }
    if words.count > 1 || word.isEmpty || Self.isMistyped(word) { return nil }
    connector = String(decoding: word, as: UTF8.self)
  }

  /// Whether a word is no name of a connector or a monitor: a mode or a format that went wrong, or control characters.
  private static func isMistyped(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.prefix { $0 >= 48 && $0 <= 57 }
    let isMode = !digits.isEmpty && word.dropFirst(digits.count).first == UInt8(ascii: "x")
    let isFormat = word.starts(with: "rgb".utf8) || word.starts(with: "xrgb".utf8)
    return isMode || isFormat || word.contains(UInt8(ascii: "@")) || word.contains { $0 < 32 || $0 == 127 }
  }

  private static func joined(_ words: ArraySlice<ArraySlice<UInt8>>) -> String {
    String(decoding: Array(words.joined(separator: [UInt8(ascii: ":")])), as: UTF8.self)
  }

  /// "1280x720@60", "1280x720".
  private static func mode(_ text: ArraySlice<UInt8>) -> (size: (width: Int, height: Int), rate: Int?)? {
    let parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let size = DisplayChoice.size(parts[0]) else { return nil }
    if parts.count == 1 { return (size, nil) }
    guard let rate = parseDigits(parts[1]), (1...1000).contains(rate) else { return nil }
    return (size, rate)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with end: StaticString) -> Bool {
    let count = end.utf8CodeUnitCount
    return self.count >= count && end.isEqual(to: suffix(count))
  }
}
