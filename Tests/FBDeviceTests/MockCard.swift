import CDRM
import CLinux
import FixedRaster
import SystemFiles

@testable import FBDevice

/// Stands in for a card and its driver: connectors that a test describes, the objects that a program makes, and a record of
/// what was asked of them.
final class MockCard: DRMCalls {
  /// Numbers of objects: controllers 10 and 11, connectors 20 and 21, planes 30 and 31.
  var connectors: [DRMConnector] = []
  var crtcs: [DRMCRTC] = []
  var driver = "mock"
  var isAtomic = true
  var hasDumbBuffers = true
  var preferredDepth: UInt64 = 24
  var formats: [UInt32] = [linux_DRM_FORMAT_XRGB8888(), linux_DRM_FORMAT_RGB565()]
  /// Whether the driver copies the picture, and wants to know which parts.
  var copies = false
  /// The number of the connector's `panel orientation`, by its word.
  var orientation: String?
  var edid: [UInt8] = []
  var hasDPMS = true
  /// Error numbers of calls; 0 for none.
  var masterError: Int32 = 0
  var modeError: Int32 = 0
  var testError: Int32 = 0
  var flipError: Int32 = 0
  var dirtyError: Int32 = ENOSYS
  var readError: Int32 = 0
  var bufferError: Int32 = 0
  /// Buffers that can be made before `bufferError`.
  var bufferLimit = Int.max
  /// Whether an event follows each flip.
  var tells = true
  /// The time of the driver's events.
  var eventTime: Int64 = 0

  private(set) var buffers: [UInt32: (bytesPerRow: Int, format: UInt32)] = [:]
  private(set) var destroyed = 0
  /// What each controller shows: framebuffers, by its number.
  private(set) var shown: [UInt32: UInt32] = [:]
  /// The calls in their order: "set 20 800x480", "flip", "test", "commit", "dirty", "power 0".
  private(set) var log: [String] = []
  /// The rectangles of the last copied frame.
  private(set) var parts: [[Int]] = []
  private(set) var probes = 0
  private(set) var isMaster = false
  private var blobs: [UInt32: [UInt8]] = [:]
  private var nextNumber: UInt32 = 100
  private var events: [DRMEvent] = []

  /// A card of one connector, 800 x 480 at 60 and 50 Hz, which the text console is shown on.
  static func one() -> MockCard {
    let card = MockCard()
    card.crtcs = [DRMCRTC(id: 10, framebuffer: 7, mode: mode(800, 480, 60)), DRMCRTC(id: 11)]
    card.connectors = [
      connector(20, "HDMI-A-1", [mode(800, 480, 50), mode(800, 480, 60, isPreferred: true)], crtc: 10)
    ]
    return card
  }

  static func connector(_ id: UInt32, _ name: String, _ modes: [DRMMode], crtc: UInt32 = 0) -> DRMConnector {
    DRMConnector(
      id: id, name: name, isConnected: true, modes: modes, widthMillimetres: 154, heightMillimetres: 86,
      possibleCRTCs: 3, crtc: crtc)
  }

  static func mode(
    _ width: Int, _ height: Int, _ rate: Int, isPreferred: Bool = false, isInterlaced: Bool = false
  ) -> DRMMode {
    var info = drmModeModeInfo()
    (info.hdisplay, info.vdisplay) = (UInt16(width), UInt16(height))
    (info.htotal, info.vtotal) = (UInt16(width + 100), UInt16(height + 20))
    info.clock = UInt32((width + 100) * (height + 20) * rate / (isInterlaced ? 2 : 1) / 1000)
    info.vrefresh = UInt32(rate)
    if isPreferred { info.type = UInt32(DRM_MODE_TYPE_PREFERRED) }
    if isInterlaced { info.flags = UInt32(DRM_MODE_FLAG_INTERLACE) }
    return DRMMode(info: info)
  }

  override func becomeMaster(_ card: Int32) -> Int32 {
    isMaster = masterError == 0
    return -masterError
  }

  override func leaveMaster(_ card: Int32) { isMaster = false }

  override func capability(_ card: Int32, _ capability: UInt64) -> UInt64 {
    if capability == UInt64(DRM_CAP_DUMB_BUFFER) { return hasDumbBuffers ? 1 : 0 }
    return capability == UInt64(DRM_CAP_DUMB_PREFERRED_DEPTH) ? preferredDepth : 0
  }

  override func enable(_ card: Int32, _ capability: UInt64) -> Int32 {
    capability == UInt64(DRM_CLIENT_CAP_ATOMIC) && !isAtomic ? -EOPNOTSUPP : 0
  }

  override func driverName(_ card: Int32) -> String { driver }

  override func resources(_ card: Int32) -> DRMResources? {
    crtcs.isEmpty ? nil : DRMResources(crtcs: crtcs.map(\.id), connectors: connectors.map(\.id))
  }

  override func connector(_ card: Int32, _ id: UInt32, probes: Bool) -> DRMConnector? {
    if probes { self.probes += 1 }
    return connectors.first { $0.id == id }
  }

  override func crtc(_ card: Int32, _ id: UInt32) -> DRMCRTC? { crtcs.first { $0.id == id } }

  override func planes(_ card: Int32) -> [DRMPlane] {
    crtcs.indices.map { DRMPlane(id: 30 + UInt32($0), possibleCRTCs: 1 << UInt32($0), formats: formats) }
  }

  /// Numbers of properties: their place in these lists, from 1 on; those of planes from 51 on.
  override func properties(_ card: Int32, of object: UInt32, _ kind: UInt32) -> [DRMProperty] {
    func list(_ names: [String], from first: UInt32) -> [DRMProperty] {
      names.enumerated().map { DRMProperty(id: first + UInt32($0.offset), name: $0.element) }
    }
    switch object {
    case 10...19: return list(isAtomic ? ["MODE_ID", "ACTIVE"] : [], from: 11)
    case 30...39:
      var names = ["type"]
      if isAtomic {
        names += ["FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"]
        if copies { names.append("FB_DAMAGE_CLIPS") }
      }
      var properties = list(names, from: 51)
      properties[0].word = "Primary"
      return properties
    default:
      var properties = list(isAtomic ? ["CRTC_ID"] : [], from: 1)
      if hasDPMS { properties.append(DRMProperty(id: 2, name: "DPMS")) }
      if let orientation { properties.append(DRMProperty(id: 3, name: "panel orientation", word: orientation)) }
      if !edid.isEmpty { properties.append(DRMProperty(id: 4, name: "EDID", value: 9)) }
      return properties
    }
  }

  override func blob(_ card: Int32, _ id: UInt32) -> [UInt8] { id == 9 ? edid : blobs[id] ?? [] }

  override func createBlob(_ card: Int32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    nextNumber += 1
    blobs[nextNumber] = unsafe Array(bytes)
    return nextNumber
  }

  override func destroyBlob(_ card: Int32, _ id: UInt32) { blobs[id] = nil }

  override func createBuffer(
    _ card: Int32, width: Int, height: Int, format: UInt32, bitsPerPixel: Int, into buffer: inout DRMBuffer
  ) -> Int32 {
    if buffers.count >= bufferLimit { return -bufferError }
    nextNumber += 1
    (buffer.handle, buffer.framebuffer) = (nextNumber, nextNumber)
    // Rows of a driver that aligns them.
    buffer.bytesPerRow = (width * bitsPerPixel / 8 + 63) / 64 * 64
    buffer.bytes = buffer.bytesPerRow * height
    buffers[nextNumber] = (buffer.bytesPerRow, format)
    return 0
  }

  override func destroyBuffer(_ card: Int32, _ buffer: DRMBuffer) {
    buffers[buffer.handle] = nil
    destroyed += 1
  }

  override func offset(_ card: Int32, _ buffer: DRMBuffer, into offset: inout UInt64) -> Int32 { 0 }

  override func setCRTC(
    _ card: Int32, _ crtc: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, connector: UInt32, _ mode: DRMMode?
  ) -> Int32 {
    log.append(mode.map { "set \(connector) \($0.width)x\($0.height)@\($0.rate)" } ?? "set off")
    if modeError != 0 { return -modeError }
    shown[crtc] = mode == nil ? 0 : framebuffer
    return 0
  }

  override func flip(_ card: Int32, _ crtc: UInt32, to framebuffer: UInt32) -> Int32 {
    log.append("flip")
    if flipError != 0 { return -flipError }
    shown[crtc] = framebuffer
    if tells { events.append(DRMEvent(crtc: crtc, time: eventTime)) }
    return 0
  }

  override func showChanges(
    _ card: Int32, _ framebuffer: UInt32, _ parts: UnsafeMutableBufferPointer<drm_clip_rect>
  ) -> Int32 {
    log.append("dirty")
    if dirtyError != 0 { return -dirtyError }
    self.parts = unsafe parts.map { [Int($0.x1), Int($0.y1), Int($0.x2), Int($0.y2)] }
    return 0
  }

  override func commit(_ card: Int32, _ request: inout DRMRequest, flags: UInt32) -> Int32 {
    let values = Dictionary(uniqueKeysWithValues: zip(request.properties, request.values))
    let changesMode = flags & UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) != 0
    if flags & UInt32(DRM_MODE_ATOMIC_TEST_ONLY) != 0 {
      log.append("test")
      return -testError
    }
    if changesMode, values[52] == nil {
      log.append("power \(values[12] ?? 9)")
      return 0
    }
    log.append(changesMode ? "mode" : "commit")
    if changesMode, modeError != 0 { return -modeError }
    if !changesMode, flipError != 0 { return -flipError }
    guard let framebuffer = values[52], buffers[UInt32(framebuffer)] != nil else { return -ENOENT }
    if changesMode {
      // A mode, a controller and a whole picture: anything else would be refused.
      let size = blobs[UInt32(values[11] ?? 0)] ?? []
      if size.count != MemoryLayout<drmModeModeInfo>.size || values[12] != 1 { return -EINVAL }
      if values[56] ?? 0 != (values[60] ?? 1) << 16 || values[57] ?? 0 != (values[61] ?? 1) << 16 { return -EINVAL }
    }
    let crtc = changesMode ? UInt32(values[1] ?? 0) : UInt32(10 + request.objects[0] - 30)
    shown[crtc] = UInt32(framebuffer)
    if let blob = values[62] { parts = Self.rectangles(blobs[UInt32(blob)] ?? []) }
    if flags & UInt32(DRM_MODE_PAGE_FLIP_EVENT) != 0, tells { events.append(DRMEvent(crtc: crtc, time: eventTime)) }
    return 0
  }

  private static func rectangles(_ bytes: [UInt8]) -> [[Int]] {
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { place in
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    return stride(from: 0, to: numbers.count, by: 4).map { Array(numbers[$0..<$0 + 4]) }
  }

  override func setProperty(_ card: Int32, connector: UInt32, _ property: UInt32, _ value: UInt64) -> Int32 {
    log.append("power \(value)")
    return 0
  }

  override func readEvents(_ card: Int32, _ handle: (DRMEvent) -> Void) -> Int32 {
    let ready = events
    events = []
    for event in ready { handle(event) }
    return -readError
  }
}
