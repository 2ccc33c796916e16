// Stage: input. Input: a device that became readable. Output: samples of fingers and acts of keys, frame by frame.
import CLinux
import FixedRaster
import SystemFiles

/// A touchscreen, a tablet, a mouse, a keyboard, a rotary encoder, or several of them in one.
public final class InputDevice {
  /// Where it was opened: "/dev/input/event0".
  public let path: String
  /// The device's name for itself.
  public let name: String
  /// Readable when there are events: an `EventLoop` watches it, to then call ``read(_:acts:)``. The device's own.
  public let fileDescriptor: Int32
  /// False once the device is gone or ``close(_:acts:)`` was called.
  public private(set) var isOpen = true

  private let source: any EventSource
  private var tracker: ContactTracker?
  private var pointer: PointerTracker?
  private var keys: KeyTracker?
  /// Gets one sentence about values beyond the device's ranges.
  private var notice: (@Sendable (String) -> Void)?
  private var recorder: InputRecorder?
  /// Take the trackers' places for samples and acts while those are handed out.
  private var spare: [TouchSample] = []
  private var spareActs: [InputAct] = []
  private var isResynchronizing = false
  private var lastTime: Int64 = 0

  /// Opens a device.
  /// - Parameters:
  ///   - path: an event device, or a link to one as in `/dev/input/by-path`.
  ///   - width: the picture's, in pixels, 1...32767.
  ///   - height: the picture's, in pixels, 1...32767.
  ///   - rotation: the display's. A device tells places on the display as it is built; samples hold places in the picture.
  ///   - number: 0...126; devices with different numbers never give two fingers the same number.
  ///   - uses: what it is read for, of what it can be read for.
  ///   - setup: a touchscreen's calibration and filter. The system's own calibration always comes first.
  /// - Throws: the device does not exist, may not be opened, is of no use, or tells no usable ranges.
  public convenience init(
    path: String, width: Int, height: Int, rotation: DisplayRotation = .none, number: Int = 0, uses: InputUses = .all,
    setup: TouchSetup = TouchSetup()
  ) throws(DeviceError) {
    try self.init(
      path: path, width: width, height: height, rotation: rotation, number: number, uses: uses, setup: setup,
      system: SystemCalls())
  }

  convenience init(
    path: String, width: Int, height: Int, rotation: DisplayRotation = .none, number: Int, uses: InputUses = .touches,
    setup: TouchSetup = TouchSetup(), system: SystemCalls
  ) throws(DeviceError) {
    let source = try EvdevSource(path: path, system: system)
    let capabilities = source.capabilities
    if capabilities.uses.isDisjoint(with: uses) {
      throw DeviceError(
        "use", path,
        reason: uses == .keys ? "it has no keys and is no encoder" : "it is no touchscreen and no pointer",
        remedy: "choose another input device")
    }
    self.init(path: path, name: capabilities.name, fileDescriptor: source.descriptor, source: source)
    if uses.contains(.touches), let contacts = capabilities.contacts {
      do throws(DeviceError) {
        let axes = try setup.axes(
          x: contacts.x, contacts.y, SystemCalibration.read(path, system, setup.notice), width: width, height: height,
          rotation, path: path)
        var tracker = ContactTracker(kind: contacts.kind, axes: axes, filter: setup.filter, device: number)
        source.seed(&tracker)
        follow(setup, capabilities, tracker)
        recorder = try InputRecorder.make(source, setup, number, tracker)
      } catch {
        // Its keys are of use without its fingers.
        if uses == .touches || !capabilities.uses.contains(.keys) { throw error }
        setup.notice(error.message)
      }
    } else if uses.contains(.touches), capabilities.isMouse {
      pointer = PointerTracker(width: width, height: height, device: number)
    }
    if uses.contains(.keys), capabilities.uses.contains(.keys) {
      keys = KeyTracker(countsSteps: capabilities.isEncoder)
    }
  }

  init(
    path: String, name: String, fileDescriptor: Int32, source: any EventSource, tracker: ContactTracker? = nil,
    pointer: PointerTracker? = nil, keys: KeyTracker? = nil
  ) {
    self.path = path
    self.name = name
    self.fileDescriptor = fileDescriptor
    self.source = source
    (self.tracker, self.pointer, self.keys) = (tracker, pointer, keys)
    spare.reserveCapacity(ContactTracker.maximumSamples + 2 * ContactTracker.maximumPlaces)
    spareActs.reserveCapacity(KeyTracker.maximumActs + KeyTracker.maximumKeys + 1)
  }

  /// Takes a tracker of the device's contacts, and says what is wrong with the filter.
  func follow(_ setup: TouchSetup, _ capabilities: InputCapabilities, _ tracker: ContactTracker) {
    self.tracker = tracker
    notice = setup.notice
    setup.checkPressure(capabilities, path)
  }

  /// What it is read for.
  public var uses: InputUses {
    var uses: InputUses = tracker != nil || pointer != nil ? .touches : []
    if keys != nil { uses.insert(.keys) }
    return uses
  }

  /// Reads until there is nothing left, and hands out the acts of the fingers: one call per frame of the device, so
  /// that samples of one call happened together.
  /// - Parameters:
  ///   - handler: gets the fingers.
  ///   - actHandler: gets keys, the steps of an encoder, and the place of a pointer, one by one.
  /// - Returns: false once the device is gone; its fingers and keys have been cancelled. Then stop watching and
  ///   ``close(_:acts:)`` it.
  public func read(
    _ handler: (Span<TouchSample>) -> Void, acts actHandler: (InputAct) -> Void = { _ in }
  ) -> Bool {
    var event = RawEvent()
    while isOpen {
      switch source.next(sync: isResynchronizing, into: &event) {
      case .event: feed(event, handler, actHandler)
      case .sync:
        if !isResynchronizing { beginResynchronizing(event.time) }
        // The one that says that events were dropped ends no frame.
        if Int32(event.type) != EV_SYN || Int32(event.code) != SYN_DROPPED {
          feed(event, handler, actHandler)
        } else {
          recorder?.write(event)
        }
      case .nothing:
        recorder?.flush()
        if !isResynchronizing { return true }
        isResynchronizing = false
        tracker?.endResynchronizing()
        keys?.endResynchronizing()
        deliver(handler, actHandler)
      case .gone:
        recorder?.flush()
        isOpen = false
        cancelAll(handler, acts: actHandler)
      }
    }
    return false
  }

  private func beginResynchronizing(_ time: Int64) {
    isResynchronizing = true
    tracker?.beginResynchronizing(time)
    pointer?.finish(.cancelled, time)
    keys?.beginResynchronizing()
  }

  /// Cancels the fingers and keys that are down; what they do until they are lifted is ignored.
  /// - Parameters:
  ///   - handler: gets the fingers.
  ///   - actHandler: gets the keys.
  public func cancelAll(_ handler: (Span<TouchSample>) -> Void, acts actHandler: (InputAct) -> Void = { _ in }) {
    tracker?.cancelAll(lastTime)
    pointer?.finish(.cancelled, lastTime)
    keys?.cancelAll(lastTime)
    deliver(handler, actHandler)
  }

  /// Cancels the fingers and keys that are down and gives the device back. To be unwatched before. Further calls do
  /// nothing.
  /// - Parameters:
  ///   - handler: gets the fingers.
  ///   - actHandler: gets the keys.
  public func close(_ handler: (Span<TouchSample>) -> Void = { _ in }, acts actHandler: (InputAct) -> Void = { _ in }) {
    isOpen = false
    cancelAll(handler, acts: actHandler)
    recorder?.flush()
    source.close()
  }

  /// Whether its fingers have places of their own, which can be calibrated: a touchscreen or a tablet.
  public var isAbsolute: Bool { tracker != nil }

  /// The system's own calibration, `LIBINPUT_CALIBRATION_MATRIX` of udev; `nil` where it has set none.
  public var systemCalibration: CalibrationMatrix? { tracker?.axes.system }

  /// How an absolute device lies over the picture; `nil` for others. Fingers that are down are to be cancelled before it is
  /// set.
  var axes: TouchAxes? {
    get { tracker?.axes }
    set { if let newValue { tracker?.axes = newValue } }
  }

  private func feed(
    _ event: RawEvent, _ handler: (Span<TouchSample>) -> Void, _ actHandler: (InputAct) -> Void
  ) {
    lastTime = event.time
    recorder?.write(event)
    var isReady = tracker?.feed(event) ?? false
    if pointer?.feed(event) == true { isReady = true }
    if keys?.feed(event) == true { isReady = true }
    if isReady { deliver(handler, actHandler) }
    // A tablet's place is told where its button is not down too.
    if Int32(event.type) == EV_SYN, Int32(event.code) == SYN_REPORT, let place = tracker?.takeHover() {
      actHandler(.pointed(place, time: event.time))
    }
  }

  /// The trackers' samples and acts are out of this object while a handler runs: it may call back.
  private func deliver(_ handler: (Span<TouchSample>) -> Void, _ actHandler: (InputAct) -> Void) {
    if tracker?.samples.isEmpty == false || pointer?.samples.isEmpty == false {
      var batch: [TouchSample] = []
      swap(&batch, &spare)
      tracker?.exchange(&batch)
      pointer?.exchange(&batch)
      if let stray = tracker?.stray, let notice, let axes {
        self.notice = nil
        notice(axes.sentence(about: stray, path))
      }
      handler(batch.span)
      batch.removeAll(keepingCapacity: true)
      spare = batch
    }
    if let move = pointer?.takeMove() { actHandler(move) }
    if keys?.acts.isEmpty == false {
      var batch: [InputAct] = []
      swap(&batch, &spareActs)
      keys?.exchange(&batch)
      for act in batch { actHandler(act) }
      batch.removeAll(keepingCapacity: true)
      spareActs = batch
    }
  }
}
