// Stage: input. Input: a device that became readable. Output: samples, one call per frame of the device.
import CLinux
import FixedRaster
import SystemFiles

/// A touchscreen or a pointer with absolute axes.
public final class InputDevice {
  /// Where it was opened: "/dev/input/event0".
  public let path: String
  /// The device's name for itself.
  public let name: String
  /// Readable when there are events: an `EventLoop` watches it, to then call ``read(_:)``. The device's own.
  public let fileDescriptor: Int32
  /// False once the device is gone or ``close(_:)`` was called.
  public private(set) var isOpen = true

  private let source: any EventSource
  private var tracker: ContactTracker
  /// Takes the tracker's place for samples while those are handed out.
  private var spare: [TouchSample] = []
  private var isResynchronizing = false
  private var lastTime: Int64 = 0

  /// Opens a device.
  /// - Parameters:
  ///   - path: an event device, or a link to one as in `/dev/input/by-path`.
  ///   - width: the picture's, in pixels, 1...32767.
  ///   - height: the picture's, in pixels, 1...32767.
  ///   - rotation: the display's. A device tells places on the display as it is built; samples hold places in the picture.
  ///   - number: 0...126; devices with different numbers never give two fingers the same number.
  /// - Throws: the device does not exist, may not be opened, or is neither a touchscreen nor an absolute pointer.
  public convenience init(
    path: String, width: Int, height: Int, rotation: DisplayRotation = .none, number: Int = 0
  ) throws(DeviceError) {
    try self.init(
      path: path, width: width, height: height, rotation: rotation, number: number, system: SystemCalls())
  }

  convenience init(
    path: String, width: Int, height: Int, rotation: DisplayRotation = .none, number: Int, system: SystemCalls
  ) throws(DeviceError) {
    let source = try EvdevSource(path: path, system: system)
    guard let contacts = source.capabilities.contacts else {
      throw DeviceError(
        "use", path, reason: "it is no touchscreen and no absolute pointer", remedy: "choose another input device")
    }
    let axes = TouchAxes(x: contacts.x, y: contacts.y, width: width, height: height, rotation: rotation)
    var tracker = ContactTracker(kind: contacts.kind, axes: axes, device: number)
    source.seed(&tracker)
    self.init(
      path: path, name: source.capabilities.name, fileDescriptor: source.descriptor, source: source, tracker: tracker)
  }

  init(path: String, name: String, fileDescriptor: Int32, source: any EventSource, tracker: ContactTracker) {
    self.path = path
    self.name = name
    self.fileDescriptor = fileDescriptor
    self.source = source
    self.tracker = tracker
    spare.reserveCapacity(ContactTracker.maximumSamples + 2 * ContactTracker.maximumPlaces)
  }

  /// Reads until there is nothing left, and hands out the acts of the fingers: one call per frame of the device, so
  /// that samples of one call happened together.
  /// - Returns: false once the device is gone; its fingers have been cancelled. Then stop watching and ``close(_:)``
  ///   it.
  public func read(_ handler: (Span<TouchSample>) -> Void) -> Bool {
    var event = RawEvent()
    while isOpen {
      switch source.next(sync: isResynchronizing, into: &event) {
      case .event: feed(event, handler)
      case .sync:
        if !isResynchronizing {
          isResynchronizing = true
          tracker.beginResynchronizing(event.time)
        }
        // The one that says that events were dropped ends no frame.
        if Int32(event.type) != EV_SYN || Int32(event.code) != SYN_DROPPED { feed(event, handler) }
      case .nothing:
        if !isResynchronizing { return true }
        isResynchronizing = false
        tracker.endResynchronizing()
        deliver(handler)
      case .gone:
        isOpen = false
        cancelAll(handler)
      }
    }
    return false
  }

  /// Cancels the fingers that are down; their moves until they are lifted are ignored.
  public func cancelAll(_ handler: (Span<TouchSample>) -> Void) {
    tracker.cancelAll(lastTime)
    deliver(handler)
  }

  /// Cancels the fingers that are down and gives the device back. To be unwatched before. Further calls do nothing.
  public func close(_ handler: (Span<TouchSample>) -> Void = { _ in }) {
    isOpen = false
    cancelAll(handler)
    source.close()
  }

  private func feed(_ event: RawEvent, _ handler: (Span<TouchSample>) -> Void) {
    lastTime = event.time
    if tracker.feed(event) { deliver(handler) }
  }

  private func deliver(_ handler: (Span<TouchSample>) -> Void) {
    if tracker.samples.isEmpty { return }
    // The samples are out of this object while the handler runs: it may call back.
    var batch: [TouchSample] = []
    swap(&batch, &spare)
    tracker.exchange(&batch)
    handler(batch.span)
    batch.removeAll(keepingCapacity: true)
    spare = batch
  }
}
