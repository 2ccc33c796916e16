// Stage: displays. Input: the user's words behind `--display kms`. Output: a card, a connector and a mode.
import CDRM
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

  // MARK: Choosing

  /// The connector that is meant, and connected.
  /// - Throws: none is.
  func connector(_ card: DRMCard, _ resources: DRMResources) throws(DeviceError) -> DRMConnector {
    var seen = ""
    for id in resources.connectors {
      guard let found = card.drm.connector(card.descriptor, id, probes: true) else { continue }
      let isMeant =
        connector.map { haveSameBytes($0, found.name) || haveSameBytes($0, Self.monitor(card, found)) } ?? true
      if isMeant, found.isConnected, !card.usedConnectors.contains(id) {
        if found.modes.isEmpty { throw card.refusal(found.name + " is connected and has no mode") }
        return found
      }
      if !seen.isEmpty { seen += ", " }
      seen += found.name
      if card.usedConnectors.contains(id) {
        seen += " (in use)"
      } else if !found.isConnected {
        seen += " (not connected)"
      }
    }
    if let connector { throw card.refusal("no connected " + connector + ": it has " + seen) }
    throw DeviceError(
      "use", card.path + " (" + card.driver + ")", reason: "no display is connected: it has " + seen,
      remedy:
        "plug one in; one that does not tell is forced by video=HDMI-A-1:1280x720@60D in the kernel's command line")
  }

  /// The name that a display gives itself in its EDID: 1 to 13 characters, or empty.
  static func monitor(_ card: DRMCard, _ connector: DRMConnector) -> String {
    let properties = card.drm.properties(card.descriptor, of: connector.id, DRM_MODE_OBJECT_CONNECTOR)
    guard let edid = properties.first(where: { haveSameBytes($0.name, "EDID") }), edid.value != 0 else { return "" }
    return name(inEDID: card.drm.blob(card.descriptor, UInt32(truncatingIfNeeded: edid.value)))
  }

  /// Four descriptors of 18 bytes from byte 54 on; that of a name begins with 0, 0, 0, 0xFC, 0 (VESA E-EDID, 3.10.3).
  static func name(inEDID bytes: [UInt8]) -> String {
    for start in stride(from: 54, through: 108, by: 18) where bytes.count >= start + 18 {
      if bytes[start] != 0 || bytes[start + 1] != 0 || bytes[start + 3] != 0xFC { continue }
      var text = bytes[start + 5..<start + 18].prefix { $0 != 10 && $0 != 0 }
      while text.last == 32 { text.removeLast() }
      return String(decoding: text, as: UTF8.self)
    }
    return ""
  }

  /// The mode that is meant: of the wanted size, or preferred; pictures that come in one piece before interlaced ones, and
  /// of several rates the wanted one, else the most up to 60.
  /// - Parameter panelSize: a size that is taken where the display prefers no mode.
  func mode(_ connector: DRMConnector, _ card: DRMCard, panelSize: (width: Int, height: Int)?) throws(DeviceError)
    -> DRMMode
  {
    let limit = MemoryDisplay.maximumSize
    let modes = connector.modes.filter { $0.width >= 1 && $0.height >= 1 && $0.width <= limit && $0.height <= limit }
    var candidates: [DRMMode]
    if let size {
      candidates = modes.filter { $0.width == size.width && $0.height == size.height }
      if let rate { candidates = candidates.filter { $0.rate == rate } }
      if candidates.isEmpty { throw card.refusal(connector.name + " has no such mode: it has " + Self.list(modes)) }
    } else {
      candidates = modes.filter { $0.isPreferred }
      if candidates.isEmpty, let panelSize {
        candidates = modes.filter { $0.width == panelSize.width && $0.height == panelSize.height }
      }
      if candidates.isEmpty, let first = modes.first { candidates = [first] }
      if candidates.isEmpty { throw card.refusal(connector.name + " has no mode of 1 to 8191 pixels each way") }
    }
    var best = candidates[0]
    for mode in candidates.dropFirst() where Self.isBetter(mode, best) { best = mode }
    return best
  }

  private static func isBetter(_ mode: DRMMode, _ other: DRMMode) -> Bool {
    if mode.isInterlaced != other.isInterlaced { return !mode.isInterlaced }
    let (isSlow, otherIsSlow) = (mode.rate <= 60, other.rate <= 60)
    if isSlow != otherIsSlow { return isSlow }
    return isSlow ? mode.rate > other.rate : mode.rate < other.rate
  }

  /// "1920x1080@60, 1280x720@50": twelve at most.
  static func list(_ modes: [DRMMode]) -> String {
    var text = ""
    for mode in modes.prefix(12) {
      if !text.isEmpty { text += ", " }
      text += String(mode.width) + "x" + String(mode.height) + "@" + String(mode.rate)
    }
    if modes.count > 12 { text += " and " + String(modes.count - 12) + " more" }
    return text
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with end: StaticString) -> Bool {
    let count = end.utf8CodeUnitCount
    return self.count >= count && end.isEqual(to: suffix(count))
  }
}
