import CLinux
import SystemFiles

// Stage: displays. Input: the cards of the machine. Output: what they have, for whoever sets a board up.
#if KMS
import CDRM
#endif

/// What a card has: looked at without setting anything, also while a program shows on it.
public struct CardReport {
  /// "/dev/dri/card0 (vc4)"
  public let name: String
  /// A line for each connector: "HDMI-A-1: connected, DELL U2412M, 1920x1080@60, 1280x720@60".
  public let connectors: [String]
  /// Programs that have it open, as far as this user may look: "Xorg (812)".
  public let holders: String

  /// The cards that have connectors and may be opened; none without the trait KMS.
  public static func all() -> [CardReport] { all(SystemCalls()) }

  #if KMS
  static func all(_ system: SystemCalls) -> [CardReport] {
    let drm = system.drm
    return DRMCard.paths(system).compactMap { path in
      guard let card = try? DRMCard.at(path, system), let resources = drm.resources(card.descriptor) else {
        return nil
      }
      // The first that opens a card is told to set its modes.
      drm.leaveMaster(card.descriptor)
      let connectors = resources.connectors.compactMap { drm.connector(card.descriptor, $0, probes: true) }
      return CardReport(
        name: path + " (" + card.driver + ")", connectors: connectors.map { line($0, card) },
        holders: CardHolders.names(of: path, system))
    }
  }

  private static func line(_ connector: DRMConnector, _ card: DRMCard) -> String {
    if !connector.isConnected { return connector.name + ": not connected" }
    var text = connector.name + ": connected"
    let monitor = KMSChoice.monitor(card, connector)
    if !monitor.isEmpty { text += ", " + monitor }
    return text + (connector.modes.isEmpty ? ", without a mode" : ", " + KMSChoice.list(connector.modes))
  }
  #else
  static func all(_ system: SystemCalls) -> [CardReport] { [] }
  #endif
}
