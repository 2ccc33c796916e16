// Stage: displays. Input: the path of a card. Output: the open card, its displays' events, and why it cannot be used.
#if KMS
import CDRM
import CLinux
import SystemFiles

/// An open card, `/dev/dri/cardN`: opened once by the program, however many of its displays are used, for only one
/// descriptor of a program can set modes.
final class DRMCard {
  let path: String
  /// "vc4", "virtio_gpu".
  let driver: String
  let drm: DRMCalls
  let system: SystemCalls
  private(set) var descriptor: Int32
  /// Whether modes are set by atomic requests.
  let isAtomic: Bool
  /// The displays of this card that are open.
  private var displays: [OpenDisplay] = []

  /// Connectors and controllers that other displays of the program use.
  var usedConnectors: [UInt32] { displays.map { unsafe $0.display.connectorID } }
  var usedCRTCs: [UInt32] { displays.map { unsafe $0.display.crtcID } }

  /// A display, which says itself when it closes.
  private struct OpenDisplay { unowned(unsafe) let display: KMSDisplay }

  /// The cards that are open: a program has few. One thread opens displays.
  nonisolated(unsafe) private static var open: [DRMCard] = []

  /// The card of a path, which ``add(_:)`` keeps open.
  /// - Throws: it does not exist, may not be opened, has no displays, or another program sets its modes.
  static func at(_ path: String, _ system: SystemCalls) throws(DeviceError) -> DRMCard {
    for card in unsafe open where haveSameBytes(card.path, path) && card.drm === system.drm { return card }
    return try DRMCard(path, system)
  }

  /// The cards' paths, by number: a system has few.
  static func paths(_ system: SystemCalls) -> [String] {
    var names: [String] = []
    _ = system.names(in: folder, into: &names)
    let prefix = "card".utf8
    let numbers = names.compactMap { name in
      name.utf8.starts(with: prefix) ? parseDigits(name.utf8.dropFirst(prefix.count)) : nil
    }
    return numbers.sorted().map { folder + "/card" + String($0) }
  }

  static let folder = "/dev/dri"

  /// The number that Linux gives all cards: Documentation/admin-guide/devices.txt.
  private static let cardMajor = 226

  private init(_ path: String, _ system: SystemCalls) throws(DeviceError) {
    let descriptor = try Self.descriptor(path, system)
    self.path = path
    (drm, self.system, self.descriptor) = (system.drm, system, descriptor)
    driver = drm.driverName(descriptor)
    isAtomic = drm.enable(descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC)) == 0
    // Planes are told of then, also by drivers that are not atomic.
    if !isAtomic { _ = drm.enable(descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES)) }
  }

  deinit { if descriptor >= 0 { system.close(descriptor) } }

  private static func descriptor(_ path: String, _ system: SystemCalls) throws(DeviceError) -> Int32 {
    let remedy: StaticString = "choose a card, such as kms:/dev/dri/card0"
    switch system.fileKind(path) {
    case .missing(let code):
      throw DeviceError("open", path, code: code, remedy: "check that the display's driver is loaded")
    case .directory: throw DeviceError("open", path, reason: "it is a directory, not a card", remedy: remedy).lasting
    case .other: throw DeviceError("open", path, reason: "it is a file, not a card", remedy: remedy).lasting
    case .characterDevice(let major, let minor):
      if major != cardMajor {
        throw DeviceError(
          "open", path, reason: TextBuilder(device: major, minor, isNot: "a card").string, remedy: remedy
        ).lasting
      }
    }
    let descriptor = system.open(path, flags: O_RDWR | O_NONBLOCK)
    if descriptor >= 0 { return descriptor }
    switch -descriptor {
    case EACCES, EPERM:
      throw DeviceError("open", path, code: -descriptor, remedy: "add the user to the group video")
    default: throw DeviceError("open", path, code: -descriptor, remedy: "check that the display's driver is loaded")
    }
  }

  /// The card's objects, if modes can be set and the CPU can draw.
  func resources() throws(DeviceError) -> DRMResources {
    guard let resources = drm.resources(descriptor), !resources.connectors.isEmpty, !resources.crtcs.isEmpty else {
      throw refusal("it has no connectors: it computes, and shows nothing")
    }
    if drm.capability(descriptor, UInt64(DRM_CAP_DUMB_BUFFER)) == 0 {
      throw refusal("its driver has no dumb buffers, which the CPU draws in")
    }
    return resources
  }

  /// Sets the card's modes from now on.
  /// - Throws: another program does.
  func becomeMaster() throws(DeviceError) {
    let code = -drm.becomeMaster(descriptor)
    // Root is told that it is busy, others that they may not take it from the one that has it.
    if code == EBUSY || code == EACCES || code == EPERM {
      let holders = CardHolders.names(of: path, system)
      let words = holders.isEmpty ? "" : ": one of " + holders
      throw DeviceError(
        "use", path, reason: "another program shows on it" + words,
        remedy: "end that program; panel-ui doctor names it to root")
    }
    if code != 0 { throw DeviceError("use", path, code: code) }
  }

  /// Lets another program set the modes, once no display of this one is in the foreground.
  func leaveMaster() {
    if !displays.contains(where: { unsafe $0.display.isForeground }) { drm.leaveMaster(descriptor) }
  }

  func refusal(_ reason: String) -> DeviceError {
    DeviceError("use", path + " (" + driver + ")", reason: reason)
  }

  // MARK: Displays

  func add(_ display: KMSDisplay) {
    displays.append(OpenDisplay(display: display))
    if unsafe !Self.open.contains(where: { $0 === self }) { unsafe Self.open.append(self) }
  }

  /// Gives the card back once none of its displays is open.
  func remove(_ display: KMSDisplay) {
    displays.removeAll { unsafe $0.display === display }
    if !displays.isEmpty || descriptor < 0 { return }
    unsafe Self.open.removeAll { $0 === self }
    system.close(descriptor)
    descriptor = -1
  }

  /// Tells the displays which of them show their frames.
  /// - Returns: `ENODEV` where the card is gone.
  func readEvents() -> Int32 {
    drm.readEvents(descriptor) { event in
      for open in displays {
        let display = unsafe open.display
        if event.crtc == display.crtcID || event.crtc == 0 { display.take(event) }
      }
    }
  }
}
#endif
