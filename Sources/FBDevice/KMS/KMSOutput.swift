// Stage: displays. Input: a connector, a mode and pictures. Output: the mode is set, and the pictures are shown.
#if KMS
import CDRM
import CLinux
import FixedRaster
import SystemFiles

/// A connector with the controller that drives it: by atomic requests where the driver has them, else by the older calls.
struct KMSOutput {
  let card: DRMCard
  let connector: DRMConnector
  let mode: DRMMode
  let crtc: UInt32
  /// Of the panel that is built in: how the picture is rotated to be upright on it.
  let orientation: DisplayRotation
  /// Whether the driver copies the picture to the display, in parts: one buffer is enough, and cheaper.
  let copies: Bool
  /// Whether the driver shows the buffer's memory itself, though it is told of changes as one that copies: for displays with a
  /// memory of their own.
  let scansOut: Bool
  /// Formats that the controller shows; empty where it does not tell.
  let formats: [UInt32]
  /// What was shown before.
  private let former: DRMCRTC?
  private var atomic: AtomicProperties?
  private var request = DRMRequest()
  /// Of the connector: a property that switches the display off; 0 for none.
  private let power: UInt32

  /// - Throws: no controller is free.
  init(_ card: DRMCard, _ resources: DRMResources, _ connector: DRMConnector, _ mode: DRMMode) throws(DeviceError) {
    (self.card, self.connector, self.mode) = (card, connector, mode)
    guard let place = Self.crtcPlace(card, resources, connector) else {
      throw card.refusal("all its controllers are in use: none is left for " + connector.name)
    }
    crtc = resources.crtcs[place]
    let properties = card.drm.properties(card.descriptor, of: connector.id, DRM_MODE_OBJECT_CONNECTOR)
    orientation = Self.orientation(properties)
    power = properties.id("DPMS")
    former = card.drm.crtc(card.descriptor, crtc)
    let plane = Self.primaryPlane(card, place)
    formats = plane?.formats ?? []
    if card.isAtomic, let plane { atomic = AtomicProperties(card, connector: properties, crtc: crtc, plane.id) }
    let known: InlineArray<3, StaticString> = ["i915", "amdgpu", "xe"]
    scansOut = known.indices.contains { known[$0].isEqual(to: card.driver.utf8) }
    copies = (atomic?.damage ?? 0) != 0 && !scansOut
  }

  /// The controller that drives the connector already, else the first that can and is not used.
  private static func crtcPlace(_ card: DRMCard, _ resources: DRMResources, _ connector: DRMConnector) -> Int? {
    func isFree(_ place: Int) -> Bool {
      place < 32 && connector.possibleCRTCs & 1 << UInt32(place) != 0
        && !card.usedCRTCs.contains(resources.crtcs[place])
    }
    if let place = resources.crtcs.firstIndex(of: connector.crtc), isFree(place) { return place }
    return resources.crtcs.indices.first(where: isFree)
  }

  private static func primaryPlane(_ card: DRMCard, _ crtcPlace: Int) -> DRMPlane? {
    card.drm.planes(card.descriptor).first { plane in
      if plane.possibleCRTCs & 1 << UInt32(crtcPlace) == 0 { return false }
      let properties = card.drm.properties(card.descriptor, of: plane.id, DRM_MODE_OBJECT_PLANE)
      return properties.contains { haveSameBytes($0.name, "type") && haveSameBytes($0.word, "Primary") }
    }
  }

  /// The side of the panel that is mounted up becomes the picture's top edge.
  private static func orientation(_ properties: [DRMProperty]) -> DisplayRotation {
    guard let property = properties.first(where: { haveSameBytes($0.name, "panel orientation") }) else {
      return .none
    }
    if haveSameBytes(property.word, "Upside Down") { return .clockwise180 }
    if haveSameBytes(property.word, "Left Side Up") { return .clockwise270 }
    return haveSameBytes(property.word, "Right Side Up") ? .clockwise90 : .none
  }

  /// Whether a display prefers the same mode as the one that was there at first: another one prefers its own.
  func isSameDisplay(as found: DRMConnector) -> Bool {
    guard let before = connector.modes.first(where: { $0.isPreferred }),
      let now = found.modes.first(where: { $0.isPreferred })
    else { return true }
    return before.isSame(as: now)
  }

  // MARK: Modes

  /// Whether the driver would set the mode: 0, or why not. Older drivers are not asked.
  mutating func test(_ buffer: DRMBuffer) -> Int32 {
    if atomic == nil { return 0 }
    let code = setAtomically(buffer, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY))
    // A driver that has atomic requests and refuses this one may know the older call still.
    if code != 0 { atomic = nil }
    return code
  }

  /// Sets the mode, with a picture.
  mutating func begin(_ buffer: DRMBuffer) -> Int32 {
    if atomic != nil {
      if setAtomically(buffer, flags: 0) == 0 { return 0 }
      atomic = nil
    }
    return card.drm.setCRTC(
      card.descriptor, crtc, framebuffer: buffer.framebuffer, connector: connector.id, mode)
  }

  private mutating func setAtomically(_ buffer: DRMBuffer, flags: UInt32) -> Int32 {
    guard let atomic else { return 0 }
    let blob = unsafe withUnsafeBytes(of: mode.info) { unsafe card.drm.createBlob(card.descriptor, $0) }
    defer { if blob != 0 { card.drm.destroyBlob(card.descriptor, blob) } }
    request.removeAll()
    request.set(connector.id, atomic.connectorCRTC, UInt64(crtc))
    request.set(crtc, atomic.mode, UInt64(blob))
    request.set(crtc, atomic.isActive, 1)
    let (width, height) = (UInt64(mode.width), UInt64(mode.height))
    let values: [UInt64] = [
      UInt64(buffer.framebuffer), UInt64(crtc), 0, 0, width << 16, height << 16, 0, 0, width, height,
    ]
    for (property, value) in zip(atomic.plane, values) { request.set(atomic.planeID, property, value) }
    return card.drm.commit(card.descriptor, &request, flags: flags | UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
  }

  /// Shows what was shown before.
  func end() {
    guard let former else { return }
    _ = card.drm.setCRTC(
      card.descriptor, crtc, framebuffer: former.framebuffer, x: former.x, y: former.y, connector: connector.id,
      former.framebuffer == 0 ? nil : former.mode)
  }

  /// Switches the display on or off.
  /// - Returns: 0, or why that is impossible.
  mutating func setPower(_ isOn: Bool) -> Int32 {
    if let atomic {
      request.removeAll()
      request.set(crtc, atomic.isActive, isOn ? 1 : 0)
      return card.drm.commit(card.descriptor, &request, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }
    if power == 0 { return -EOPNOTSUPP }
    let value = UInt64(isOn ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF)
    return card.drm.setProperty(card.descriptor, connector: connector.id, power, value)
  }

  // MARK: Frames

  /// Has the display show a buffer from the next picture on; an event says when it does. Allocates nothing.
  /// - Parameter parts: the changed pixels, for drivers that copy; empty for all of them.
  mutating func show(_ buffer: DRMBuffer, _ parts: Span<drm_mode_rect>) -> Int32 {
    guard let atomic else { return card.drm.flip(card.descriptor, crtc, to: buffer.framebuffer) }
    request.removeAll()
    request.set(atomic.planeID, atomic.plane[0], UInt64(buffer.framebuffer))
    var blob: UInt32 = 0
    if copies {
      if !parts.isEmpty {
        blob = unsafe parts.bytes.withUnsafeBytes { unsafe card.drm.createBlob(card.descriptor, $0) }
      }
      request.set(atomic.planeID, atomic.damage, UInt64(blob))
    }
    let flags = UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    let code = card.drm.commit(card.descriptor, &request, flags: flags)
    if blob != 0 { card.drm.destroyBlob(card.descriptor, blob) }
    return code
  }

  /// Whether frames are shown by atomic requests.
  var isAtomic: Bool { atomic != nil }
}

/// The numbers of the properties that an atomic request sets.
private struct AtomicProperties {
  let connectorCRTC, mode, isActive: UInt32
  let planeID: UInt32
  /// FB_ID, CRTC_ID, SRC_X … CRTC_H.
  var plane: [UInt32] = []
  /// FB_DAMAGE_CLIPS; 0 where the driver does not ask.
  let damage: UInt32

  /// `nil` where one is missing.
  init?(_ card: DRMCard, connector: [DRMProperty], crtc: UInt32, _ plane: UInt32) {
    let controller = card.drm.properties(card.descriptor, of: crtc, DRM_MODE_OBJECT_CRTC)
    let picture = card.drm.properties(card.descriptor, of: plane, DRM_MODE_OBJECT_PLANE)
    connectorCRTC = connector.id("CRTC_ID")
    (mode, isActive) = (controller.id("MODE_ID"), controller.id("ACTIVE"))
    planeID = plane
    damage = picture.id("FB_DAMAGE_CLIPS")
    let names: InlineArray<10, StaticString> = [
      "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    ]
    for index in names.indices { self.plane.append(picture.id(names[index])) }
    if connectorCRTC == 0 || mode == 0 || isActive == 0 || self.plane.contains(0) { return nil }
  }
}

extension [DRMProperty] {
  /// The number of the property of a name; 0 where there is none.
  fileprivate func id(_ name: StaticString) -> UInt32 { first { name.isEqual(to: $0.name.utf8) }?.id ?? 0 }
}
#endif
