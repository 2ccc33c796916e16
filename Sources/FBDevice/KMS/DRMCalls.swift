// Stage: the edge to the kernel. Mode setting by libdrm, each call under one method so that a test can stand in for the
// kernel by overriding it. A method that can fail returns 0, or the negative error number.
#if KMS
import CDRM
import CLinux
import SystemFiles

/// The kernel's mode setting; a test overrides the calls that it wants to answer itself. Descriptors are those of a card.
class DRMCalls {
  /// The kernel's own, one for a program: displays of one card share its descriptor.
  static var kernel: DRMCalls { unsafe shared }
  // It has no state.
  nonisolated(unsafe) private static let shared = DRMCalls()

  init() {}

  // MARK: The card

  /// Whether this program sets the card's modes from now on: 0, `EBUSY` or `EACCES` where another one does.
  func becomeMaster(_ card: Int32) -> Int32 { unsafe Self.call(card, linux_DRM_IOCTL_SET_MASTER()) }

  func leaveMaster(_ card: Int32) { _ = unsafe Self.call(card, linux_DRM_IOCTL_DROP_MASTER()) }

  /// A number that says what a driver can; 0 where it does not know the question.
  func capability(_ card: Int32, _ capability: UInt64) -> UInt64 {
    var answer = drm_get_cap()
    answer.capability = capability
    return unsafe Self.call(card, linux_DRM_IOCTL_GET_CAP(), &answer) == 0 ? answer.value : 0
  }

  /// Tells the kernel that this program knows a newer way of mode setting.
  func enable(_ card: Int32, _ capability: UInt64) -> Int32 {
    var request = drm_set_client_cap()
    (request.capability, request.value) = (capability, 1)
    return unsafe Self.call(card, linux_DRM_IOCTL_SET_CLIENT_CAP(), &request)
  }

  /// "vc4", "virtio_gpu"; empty where it is not known.
  func driverName(_ card: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let length = unsafe bytes.withUnsafeMutableBytes { bytes in
      var version = unsafe drm_version()
      unsafe version.name_len = __kernel_size_t(bytes.count)
      unsafe version.name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe Self.call(card, linux_DRM_IOCTL_VERSION(), &version) == 0
        ? min(bytes.count, Int(version.name_len)) : 0
    }
    return String(decoding: bytes.prefix(length), as: UTF8.self)
  }

  /// `nil`: the card has no displays, as one that only computes.
  func resources(_ card: Int32) -> DRMResources? {
    guard let found = unsafe drmModeGetResources(card) else { return nil }
    defer { unsafe drmModeFreeResources(found) }
    return unsafe DRMResources(
      crtcs: Self.list(found.pointee.crtcs, found.pointee.count_crtcs),
      connectors: Self.list(found.pointee.connectors, found.pointee.count_connectors))
  }

  /// - Parameter probes: whether the driver asks the display anew, which may take a tenth of a second.
  func connector(_ card: Int32, _ id: UInt32, probes: Bool) -> DRMConnector? {
    let answer = unsafe probes ? drmModeGetConnector(card, id) : drmModeGetConnectorCurrent(card, id)
    guard let found = unsafe answer else { return nil }
    defer { unsafe drmModeFreeConnector(found) }
    var connector = DRMConnector()
    connector.id = id
    let kind = unsafe drmModeGetConnectorTypeName(found.pointee.connector_type)
    connector.name =
      unsafe (kind.map { unsafe String(cString: $0) } ?? "Unknown") + "-" + String(found.pointee.connector_type_id)
    let builtIn: InlineArray<5, Int32> = [
      DRM_MODE_CONNECTOR_LVDS, DRM_MODE_CONNECTOR_eDP, DRM_MODE_CONNECTOR_DSI, DRM_MODE_CONNECTOR_DPI,
      DRM_MODE_CONNECTOR_SPI,
    ]
    let type = unsafe Int32(truncatingIfNeeded: found.pointee.connector_type)
    connector.isBuiltIn = builtIn.indices.contains { builtIn[$0] == type }
    connector.isConnected = unsafe found.pointee.connection != DRM_MODE_DISCONNECTED
    for index in 0..<(unsafe Int(found.pointee.count_modes)) {
      connector.modes.append(DRMMode(info: unsafe found.pointee.modes[index]))
    }
    connector.widthMillimetres = unsafe Int(truncatingIfNeeded: found.pointee.mmWidth)
    connector.heightMillimetres = unsafe Int(truncatingIfNeeded: found.pointee.mmHeight)
    connector.possibleCRTCs = unsafe drmModeConnectorGetPossibleCrtcs(card, found)
    if let encoder = unsafe drmModeGetEncoder(card, found.pointee.encoder_id) {
      connector.crtc = unsafe encoder.pointee.crtc_id
      unsafe drmModeFreeEncoder(encoder)
    }
    return connector
  }

  func crtc(_ card: Int32, _ id: UInt32) -> DRMCRTC? {
    guard let found = unsafe drmModeGetCrtc(card, id) else { return nil }
    defer { unsafe drmModeFreeCrtc(found) }
    let value = unsafe found.pointee
    return DRMCRTC(
      id: id, framebuffer: value.buffer_id, x: value.x, y: value.y,
      mode: value.mode_valid != 0 ? DRMMode(info: value.mode) : nil)
  }

  func planes(_ card: Int32) -> [DRMPlane] {
    guard let found = unsafe drmModeGetPlaneResources(card) else { return [] }
    defer { unsafe drmModeFreePlaneResources(found) }
    var planes: [DRMPlane] = []
    for id in unsafe Self.list(found.pointee.planes, Int32(truncatingIfNeeded: found.pointee.count_planes)) {
      guard let plane = unsafe drmModeGetPlane(card, id) else { continue }
      defer { unsafe drmModeFreePlane(plane) }
      planes.append(
        unsafe DRMPlane(
          id: id, possibleCRTCs: plane.pointee.possible_crtcs,
          formats: Self.list(plane.pointee.formats, Int32(truncatingIfNeeded: plane.pointee.count_formats))))
    }
    return planes
  }

  /// - Parameter kind: `DRM_MODE_OBJECT_CONNECTOR` and its kin.
  func properties(_ card: Int32, of object: UInt32, _ kind: UInt32) -> [DRMProperty] {
    guard let found = unsafe drmModeObjectGetProperties(card, object, kind) else { return [] }
    defer { unsafe drmModeFreeObjectProperties(found) }
    var properties: [DRMProperty] = []
    for index in 0..<(unsafe Int(found.pointee.count_props)) {
      guard let property = unsafe drmModeGetProperty(card, found.pointee.props[index]) else { continue }
      defer { unsafe drmModeFreeProperty(property) }
      let value = unsafe found.pointee.prop_values[index]
      var word = ""
      for number in 0..<(unsafe Int(property.pointee.count_enums))
      where unsafe property.pointee.enums[number].value == value {
        word = unsafe Self.text(&property.pointee.enums[number].name)
      }
      properties.append(
        unsafe DRMProperty(
          id: property.pointee.prop_id, name: Self.text(&property.pointee.name), value: value, word: word))
    }
    return properties
  }

  /// The bytes of a property that is one.
  func blob(_ card: Int32, _ id: UInt32) -> [UInt8] {
    guard let found = unsafe drmModeGetPropertyBlob(card, id) else { return [] }
    defer { unsafe drmModeFreePropertyBlob(found) }
    let bytes = unsafe UnsafeRawBufferPointer(start: found.pointee.data, count: Int(found.pointee.length))
    return unsafe Array(bytes)
  }

  /// - Returns: the blob's number; 0 where the kernel refuses.
  func createBlob(_ card: Int32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var id: UInt32 = 0
    return unsafe drmModeCreatePropertyBlob(card, bytes.baseAddress, bytes.count, &id) == 0 ? id : 0
  }

  func destroyBlob(_ card: Int32, _ id: UInt32) { _ = drmModeDestroyPropertyBlob(card, id) }

  // MARK: Memory

  func createBuffer(
    _ card: Int32, width: Int, height: Int, format: UInt32, bitsPerPixel: Int, into buffer: inout DRMBuffer
  ) -> Int32 {
    var (handle, pitch, size): (UInt32, UInt32, UInt64) = (0, 0, 0)
    var code = unsafe drmModeCreateDumbBuffer(
      card, UInt32(width), UInt32(height), UInt32(bitsPerPixel), 0, &handle, &pitch, &size)
    if code < 0 { return code }
    buffer.handle = handle
    (buffer.bytesPerRow, buffer.bytes) = (Int(truncatingIfNeeded: pitch), Int(truncatingIfNeeded: size))
    let (handles, pitches, offsets): ([UInt32], [UInt32], [UInt32]) = (
      [handle, 0, 0, 0], [pitch, 0, 0, 0], [0, 0, 0, 0]
    )
    code = unsafe drmModeAddFB2(
      card, UInt32(width), UInt32(height), format, handles, pitches, offsets, &buffer.framebuffer, 0)
    if code < 0 { destroyBuffer(card, buffer) }
    return code
  }

  func destroyBuffer(_ card: Int32, _ buffer: DRMBuffer) {
    if buffer.framebuffer != 0 { _ = drmModeRmFB(card, buffer.framebuffer) }
    _ = drmModeDestroyDumbBuffer(card, buffer.handle)
  }

  /// Where in the card's file a buffer is mapped.
  func offset(_ card: Int32, _ buffer: DRMBuffer, into offset: inout UInt64) -> Int32 {
    unsafe drmModeMapDumbBuffer(card, buffer.handle, &offset)
  }

  // MARK: Modes and frames

  /// - Parameter mode: `nil` switches the controller off.
  func setCRTC(
    _ card: Int32, _ crtc: UInt32, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0, connector: UInt32,
    _ mode: DRMMode?
  ) -> Int32 {
    guard let mode else { return drmModeSetCrtc(card, crtc, 0, 0, 0, nil, 0, nil) }
    var (id, info) = (connector, mode.info)
    return unsafe drmModeSetCrtc(card, crtc, framebuffer, x, y, &id, 1, &info)
  }

  func flip(_ card: Int32, _ crtc: UInt32, to framebuffer: UInt32) -> Int32 {
    drmModePageFlip(card, crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), nil)
  }

  /// Has a driver that copies the picture copy parts of it.
  func showChanges(_ card: Int32, _ framebuffer: UInt32, _ parts: UnsafeMutableBufferPointer<drm_clip_rect>) -> Int32 {
    unsafe drmModeDirtyFB(card, framebuffer, parts.baseAddress, UInt32(parts.count))
  }

  func commit(_ card: Int32, _ request: inout DRMRequest, flags: UInt32) -> Int32 {
    request.withKernelRequest(flags: flags) { unsafe Self.call(card, linux_DRM_IOCTL_MODE_ATOMIC(), &$0) }
  }

  func setProperty(_ card: Int32, connector: UInt32, _ property: UInt32, _ value: UInt64) -> Int32 {
    drmModeConnectorSetProperty(card, connector, property, value)
  }

  /// Calls `handle` with the events that wait. Does not block on a card that was opened so.
  /// - Returns: `ENODEV` where the card is gone.
  func readEvents(_ card: Int32, _ handle: (DRMEvent) -> Void) -> Int32 {
    var words = InlineArray<128, UInt64>(repeating: 0)
    let count = unsafe withUnsafeMutableBytes(of: &words) { unsafe CLinux.read(card, $0.baseAddress, $0.count) }
    if count < 0 { return linux_errno() == EAGAIN || linux_errno() == EINTR ? 0 : -linux_errno() }
    unsafe withUnsafeBytes(of: &words) { bytes in
      var place = 0
      while place + MemoryLayout<drm_event>.size <= count {
        let head = unsafe bytes.loadUnaligned(fromByteOffset: place, as: drm_event.self)
        let end = place + Int(truncatingIfNeeded: head.length)
        if end <= place || end > count { return }
        if head.type == UInt32(DRM_EVENT_FLIP_COMPLETE), end - place >= MemoryLayout<drm_event_vblank>.size {
          let event = unsafe bytes.loadUnaligned(fromByteOffset: place, as: drm_event_vblank.self)
          handle(
            DRMEvent(crtc: event.crtc_id, time: Int64(event.tv_sec) * 1_000_000_000 + Int64(event.tv_usec) * 1000))
        }
        place = end
      }
    }
    return 0
  }

  // MARK: C

  private static func call(_ card: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer? = nil) -> Int32 {
    unsafe drmIoctl(card, request, argument) == 0 ? 0 : -linux_errno()
  }

  private static func list(_ start: UnsafeMutablePointer<UInt32>?, _ count: Int32) -> [UInt32] {
    unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// Characters up to the first 0 of an array of them.
  private static func text<Characters>(_ characters: inout Characters) -> String {
    unsafe withUnsafeBytes(of: &characters) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
#endif
