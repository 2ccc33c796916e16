// Stage: displays. Input: the user's choice and an open card. Output: its connector and its mode.
#if KMS
import CDRM
import FixedRaster
import SystemFiles

extension KMSChoice {
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
#endif
