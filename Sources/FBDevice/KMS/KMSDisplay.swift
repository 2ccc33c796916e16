// Stage: displays. Linux's mode setting, https://docs.kernel.org/gpu/drm-kms.html
#if KMS
import CDRM
import CLinux
import FixedRaster
import SystemFiles

/// A display of a card, `/dev/dri/cardN`: frames are drawn into two buffers by turns, and each is shown at once and as a
/// whole, between two pictures of the display. A driver that copies the picture to the display has one buffer, and is told
/// which parts changed; the frame's event says that they are copied.
///
/// The first frame sets the mode: until then the display shows what it did, as a boot picture.
public final class KMSDisplay: Display {
  /// "HDMI-A-1 of /dev/dri/card0 (vc4), 60 pictures a second".
  public let name: String
  public let pixelsPerMillimetre: Fixed?
  public var memory: DisplayMemory { buffers[next].memory }
  public var counts: PresentCounts { counter.counts }
  public private(set) var restarts = 0
  public var alternates: Bool { buffers.count > 1 }
  public var eventDescriptor: Int32? { isClosed || card.descriptor < 0 ? nil : card.descriptor }

  var connectorID: UInt32 { output.connector.id }
  var crtcID: UInt32 { output.crtc }

  private let card: DRMCard
  private var output: KMSOutput
  private var buffers: [KMSBuffer]
  /// The buffer that is drawn into.
  private var next = 0
  private var counter: DamageCounter
  private var pacing: FramePacing
  private var isModeSet = false
  private var isOn = true
  private(set) var isForeground = true
  private var isClosed = false
  /// The driver tells no events of frames: they are shown as they are drawn.
  private var isWithoutEvents = false

  /// Opens the display that is meant.
  /// - Parameters:
  ///   - choice: the card, the connector, the mode.
  ///   - rotation: how the picture is rotated, beyond what the kernel says of a panel that is built in.
  ///   - panelSize: the size of the rotated picture, in pixels, for a display that prefers no mode.
  /// - Throws: no display that is meant can be used; the message says why.
  public convenience init(
    _ choice: KMSChoice = KMSChoice(), rotation: DisplayRotation = .none, panelSize: (width: Int, height: Int)? = nil
  ) throws(DeviceError) {
    try self.init(choice, rotation, panelSize, SystemCalls()) { _ in }
  }

  /// - Parameter refused: told about cards that cannot be used, where none is named.
  convenience init(
    _ choice: KMSChoice, _ rotation: DisplayRotation, _ panelSize: (width: Int, height: Int)?,
    _ system: SystemCalls, refused: (DeviceError) -> Void
  ) throws(DeviceError) {
    if let path = choice.card {
      try self.init(choice, try DRMCard.at(path, system), rotation, panelSize)
      return
    }
    var first: DeviceError?
    for path in DRMCard.paths(system) {
      do throws(DeviceError) {
        try self.init(choice, try DRMCard.at(path, system), rotation, panelSize)
        return
      } catch {
        first = first ?? error
        refused(error)
      }
    }
    throw first
      ?? DeviceError(
        "find a card in", DRMCard.folder, reason: "there is none",
        remedy: "load the display's driver, such as vc4-kms-v3d")
  }

  private init(
    _ choice: KMSChoice, _ card: DRMCard, _ rotation: DisplayRotation, _ panelSize: (width: Int, height: Int)?
  ) throws(DeviceError) {
    let resources = try card.resources()
    let connector = try choice.connector(card, resources)
    let size = panelSize.map { rotation.swapsAxes ? (width: $0.height, height: $0.width) : $0 }
    let mode = try choice.mode(connector, card, panelSize: size)
    try card.becomeMaster()
    var output = try KMSOutput(card, resources, connector, mode)
    let (layout, format) = Self.format(choice, card, output.formats)
    let turned = rotation.after(output.orientation)
    let first = try KMSBuffer(
      card, width: mode.width, height: mode.height, layout: layout, format: format, rotation: turned)
    let code = output.test(first.buffer)
    // Refused by what it can show, not by how it was asked.
    if code == -ENOSPC || code == -ERANGE {
      first.destroy(card)
      throw DeviceError("set a mode of", card.path + ", " + connector.name, code: -code)
    }
    buffers = [first]
    self.card = card
    self.output = output
    name =
      connector.name + " of " + card.path + " (" + card.driver + "), " + String(mode.rate) + " pictures a second"
    pixelsPerMillimetre = FramebufferDisplay.pixelsPerMillimetre(
      width: mode.width, height: mode.height, widthMillimetres: connector.widthMillimetres,
      heightMillimetres: connector.heightMillimetres)
    counter = DamageCounter(first.memory, offset: 0)
    pacing = FramePacing(interval: mode.interval)
    card.add(self)
    if output.copies { return }
    do throws(DeviceError) {
      buffers.append(
        try KMSBuffer(card, width: mode.width, height: mode.height, layout: layout, format: format, rotation: turned))
    } catch {
      close()
      throw error
    }
  }

  /// 32 bits a pixel, unless 16 are asked for, preferred, or all that there is.
  private static func format(
    _ choice: KMSChoice, _ card: DRMCard, _ formats: [UInt32]
  ) -> (PixelLayout, UInt32) {
    let (deep, flat) = (linux_DRM_FORMAT_XRGB8888(), linux_DRM_FORMAT_RGB565())
    var isFlat = card.drm.capability(card.descriptor, UInt64(DRM_CAP_DUMB_PREFERRED_DEPTH)) == 16
    if let layout = choice.layout { isFlat = layout == .rgb565 }
    if !formats.isEmpty, !formats.contains(isFlat ? flat : deep), formats.contains(isFlat ? deep : flat) {
      isFlat.toggle()
    }
    return isFlat ? (.rgb565, flat) : (.xrgb8888, deep)
  }

  // MARK: Frames

  public func present(_ damage: Span<PixelRect>) throws(DeviceError) {
    if isClosed { return }
    counter.add(damage)
    let now = card.system.now
    if !isModeSet { return try begin(at: now) }
    let code = show(damage)
    switch -code {
    case 0:
      pacing.presented(at: now)
      if isWithoutEvents { pacing.shown(at: card.system.now) }
      if alternates { next = 1 - next }
    case EBUSY:
      // The frame before is still on its way, though its event seemed lost.
      pacing.presented(at: now)
      restarts += 1
    case EACCES, EPERM:
      // Another program shows on the card: it is asked for back with each frame that is due.
      restarts += 1
      if card.drm.becomeMaster(card.descriptor) == 0 {
        isModeSet = false
        pacing.forget()
      } else {
        pacing.presented(at: now)
      }
    case ENOSYS, EINVAL, EOPNOTSUPP: try goOnWithoutEvents(code)
    default: throw DeviceError("show a frame on", name, code: -code)
    }
  }

  /// The first frame sets the mode, which takes as long as the display does.
  private func begin(at now: Int64) throws(DeviceError) {
    let code = output.begin(buffers[next].buffer)
    if code != 0 {
      throw DeviceError("set the mode of", name, code: -code, remedy: "choose another mode; panel-ui doctor has them")
    }
    isModeSet = true
    if !output.copies, !output.scansOut, takesChanges(buffers[0].buffer) {
      isWithoutEvents = true
      while buffers.count > 1 { buffers.removeLast().destroy(card) }
    }
    if alternates { next = 1 - next }
    pacing.shown(at: now)
  }

  /// Whether the driver copies, by the older call: others do not have it.
  private func takesChanges(_ buffer: DRMBuffer) -> Bool {
    let none = InlineArray<1, drm_mode_rect>(repeating: drm_mode_rect())
    return showChanges(of: buffer, none.span.extracting(0..<0)) == 0
  }

  private func show(_ damage: Span<PixelRect>) -> Int32 {
    var parts = InlineArray<16, drm_mode_rect>(repeating: drm_mode_rect())
    var count = 0
    if output.copies || isWithoutEvents, damage.count <= 16 {
      for index in damage.indices {
        let area = memory.memoryArea(of: damage[index].intersection(memory.bounds))
        if area.isEmpty { continue }
        parts[count] = drm_mode_rect(x1: area.minX, y1: area.minY, x2: area.maxX, y2: area.maxY)
        count += 1
      }
    }
    let list = parts.span.extracting(0..<count)
    return isWithoutEvents ? showChanges(of: buffers[next].buffer, list) : output.show(buffers[next].buffer, list)
  }

  /// The older call for drivers that copy, which returns once they have.
  private func showChanges(of buffer: DRMBuffer, _ parts: Span<drm_mode_rect>) -> Int32 {
    var clips = InlineArray<16, drm_clip_rect>(repeating: drm_clip_rect())
    clips[0] = drm_clip_rect(x1: 0, y1: 0, x2: UInt16(output.mode.width), y2: UInt16(output.mode.height))
    for index in parts.indices {
      let part = parts[index]
      clips[index] = drm_clip_rect(
        x1: UInt16(part.x1), y1: UInt16(part.y1), x2: UInt16(part.x2), y2: UInt16(part.y2))
    }
    var span = clips.mutableSpan
    return unsafe span.withUnsafeMutableBufferPointer {
      unsafe card.drm.showChanges(
        card.descriptor, buffer.framebuffer,
        UnsafeMutableBufferPointer(start: $0.baseAddress, count: max(1, parts.count)))
    }
  }

  /// The driver cannot change pictures: the buffer that is shown is drawn into.
  private func goOnWithoutEvents(_ code: Int32) throws(DeviceError) {
    if isWithoutEvents { throw DeviceError("show a frame on", name, code: -code) }
    isWithoutEvents = true
    if alternates {
      // The one that is shown stays.
      next = 1 - next
      let shown = buffers[next]
      buffers[1 - next].destroy(card)
      buffers = [shown]
      next = 0
    }
    restarts += 1
  }

  public func earliestFrameTime(cost: Int64) -> Int64? {
    if !isOn || isClosed || !isForeground { return .max }
    return isModeSet ? pacing.earliestFrameTime(cost: cost, now: card.system.now) : nil
  }

  public func readEvents() throws(DeviceError) {
    if isClosed { return }
    let code = card.readEvents()
    if code != 0 { throw DeviceError("wait for", name, code: -code, remedy: "plug the display in again") }
  }

  func take(_ event: DRMEvent) {
    let (now, system) = (card.system.now, card.system)
    // Events have another clock, which stands still while the board sleeps.
    let time = event.time > 0 ? now - max(0, system.monotonicNow - event.time) : now
    if pacing.shown(at: time) { counter.noteLateness(pacing.lateness) }
  }

  /// Whether its connector has a display that knows the mode.
  public func isThere() -> Bool {
    if isClosed { return false }
    guard let found = card.drm.connector(card.descriptor, connectorID, probes: true), found.isConnected else {
      return false
    }
    return found.modes.contains { $0.isSame(as: output.mode) } && output.isSameDisplay(as: found)
  }

  public var connector: DisplayConnector? {
    let name = Array(card.path.utf8).split(separator: UInt8(ascii: "/")).last ?? []
    return DisplayConnector(
      folder: String(decoding: name, as: UTF8.self) + "-" + output.connector.name, isBuiltIn: output.connector.isBuiltIn
    )
  }

  // MARK: Power and end

  public func setPower(_ isOn: Bool) -> Bool {
    if isClosed || !isModeSet { return false }
    if isOn == self.isOn { return true }
    if output.setPower(isOn) != 0 { return false }
    self.isOn = isOn
    pacing.forget()
    if isOn { restarts += 1 }
    return true
  }

  public func setForeground(_ isForeground: Bool) {
    if isClosed || isForeground == self.isForeground { return }
    self.isForeground = isForeground
    pacing.forget()
    if isForeground {
      // Where another program has it, it is asked for with each frame that is due.
      _ = card.drm.becomeMaster(card.descriptor)
      restarts += 1
    } else {
      leave()
      card.leaveMaster()
    }
  }

  /// Shows what was shown before the first frame.
  private func leave() {
    if !isModeSet { return }
    if !isOn { _ = output.setPower(true) }
    output.end()
    (isModeSet, isOn) = (false, true)
  }

  public func close() {
    if isClosed { return }
    leave()
    isClosed = true
    for buffer in buffers { buffer.destroy(card) }
    card.remove(self)
  }

  deinit { close() }
}
#endif
