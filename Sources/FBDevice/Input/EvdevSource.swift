// Stage: input. The edge to libevdev, https://www.freedesktop.org/software/libevdev/doc/latest/
import CEvdev
import CLinux
import SystemFiles

/// The result of reading one event.
enum ReadStatus: Equatable {
  case event
  /// Events were lost: SYN_DROPPED, or one of those that tell the difference.
  case sync
  /// There is nothing more to read for now.
  case nothing
  /// The device is gone, or it cannot be read any more.
  case gone
}

/// Where events come from; a test stands in for a device.
protocol EventSource: AnyObject {
  /// Reads one event.
  /// - Parameter sync: read those that tell the difference after a loss.
  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus
  func close()
}

/// The abilities of an input device, as far as they decide how its contacts are read.
struct InputCapabilities {
  var name = ""
  /// INPUT_PROP_DIRECT: the display lies under it.
  var isDirect = false
  var hasTouchButton = false
  var hasLeftButton = false
  /// Number of slots of protocol B; −1 where it has none.
  var slots = -1
  /// Where the device has the axis: its range, whatever it is.
  var x, y, multitouchX, multitouchY: AxisRange?
  /// Of the axis that is read along with the contacts.
  var pressure, multitouchPressure: AxisRange?
  /// Whether it has a key, or a numbered button, as an encoder has it.
  var hasKeys = false
  /// REL_X and REL_Y, as a mouse has them.
  var isRelativePointer = false
  /// Whether it has a relative axis.
  var hasSteps = false

  init() {}

  /// - Parameter device: a libevdev device.
  @unsafe
  init(_ device: OpaquePointer) {
    if let text = unsafe libevdev_get_name(device) { name = unsafe String(cString: text) }
    isDirect = unsafe libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) != 0
    hasTouchButton = unsafe libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH)) != 0
    hasLeftButton = unsafe libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(BTN_LEFT)) != 0
    slots = unsafe Int(libevdev_get_num_slots(device))
    x = unsafe Self.range(device, ABS_X)
    y = unsafe Self.range(device, ABS_Y)
    multitouchX = unsafe Self.range(device, ABS_MT_POSITION_X)
    multitouchY = unsafe Self.range(device, ABS_MT_POSITION_Y)
    pressure = unsafe Self.range(device, ABS_PRESSURE)
    multitouchPressure = unsafe Self.range(device, ABS_MT_PRESSURE)
    for code in 1..<UInt16(BTN_TRIGGER_HAPPY) where KeyTracker.isKey(code) && !hasKeys {
      hasKeys = unsafe libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(code)) != 0
    }
    func hasAxis(_ code: Int32) -> Bool { unsafe libevdev_has_event_code(device, UInt32(EV_REL), UInt32(code)) != 0 }
    isRelativePointer = hasAxis(REL_X) && hasAxis(REL_Y)
    for code in REL_X..<REL_MISC where !hasSteps { hasSteps = hasAxis(code) }
  }

  @unsafe
  private static func range(_ device: OpaquePointer, _ code: Int32) -> AxisRange? {
    guard let info = unsafe libevdev_get_abs_info(device, UInt32(code)) else { return nil }
    return unsafe AxisRange(info.pointee.minimum, info.pointee.maximum)
  }

  /// A mouse: with both relative axes and a button, but no absolute ones.
  var isMouse: Bool { isRelativePointer && hasLeftButton && x == nil && multitouchX == nil }

  /// A relative axis that moves no pointer: an encoder's.
  var isEncoder: Bool { hasSteps && !hasLeftButton && !isRelativePointer }

  /// What the device can be read for.
  var uses: InputUses {
    var uses: InputUses = contacts != nil || isMouse ? .touches : []
    if hasKeys || isEncoder { uses.insert(.keys) }
    return uses
  }

  /// How the device's contacts are read; `nil` for all but touchscreens and absolute pointers, such as a keyboard,
  /// a relative mouse or a touchpad.
  var contacts: (kind: ContactTracker.Kind, x: AxisRange, y: AxisRange)? {
    if isDirect || hasTouchButton && !hasLeftButton {
      if let x = multitouchX, let y = multitouchY { return (slots > 0 ? .slots(slots) : .anonymous, x, y) }
      if hasTouchButton, let x, let y { return (.single(button: UInt16(BTN_TOUCH)), x, y) }
    }
    // A touchpad has both buttons and moves a cursor; a tablet as virtual machines have it has BTN_LEFT alone.
    if !isDirect, !hasTouchButton, hasLeftButton, let x, let y { return (.single(button: UInt16(BTN_LEFT)), x, y) }
    return nil
  }
}

/// A device opened with libevdev.
@safe
final class EvdevSource: EventSource {
  let descriptor: Int32
  let capabilities: InputCapabilities
  private var device: OpaquePointer?
  private let system: SystemCalls

  /// - Throws: the device does not exist, may not be opened, or is no input device.
  init(path: String, system: SystemCalls) throws(DeviceError) {
    try Self.check(path, system)
    descriptor = system.open(path, flags: O_RDONLY | O_NONBLOCK)
    self.system = system
    switch -descriptor {
    case EACCES, EPERM:
      throw DeviceError("open", path, code: -descriptor, remedy: "add the user to the group input")
    case let code where code > 0:
      throw DeviceError("open", path, code: code, remedy: "see /dev/input/by-path for the devices there are")
    default: break
    }
    let result = unsafe libevdev_new_from_fd(descriptor, &device)
    guard result == 0, let device = unsafe device else {
      system.close(descriptor)
      throw DeviceError(
        "read", path, code: -result, remedy: "choose an input device, such as /dev/input/event0")
    }
    // Events carry the time that frames are drawn for. Kernels before 4.0 have no clock that goes on during a suspend.
    if unsafe libevdev_set_clock_id(device, CLOCK_BOOTTIME) != 0 {
      _ = unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    }
    capabilities = unsafe InputCapabilities(device)
  }

  /// Checks the kind of `path` before it is opened: opening another device may wait or have effects of its own.
  private static func check(_ path: String, _ system: SystemCalls) throws(DeviceError) {
    let remedy: StaticString = "choose an input device, such as /dev/input/event0"
    switch system.fileKind(path) {
    // Opening says why, and is where a missing permission has its remedy.
    case .missing: return
    case .directory: throw DeviceError("open", path, reason: "it is a directory, not an input device", remedy: remedy)
    case .other: throw DeviceError("open", path, reason: "it is a file, not an input device", remedy: remedy)
    case .characterDevice(let major, let minor):
      if major == inputMajor { return }
      let text = TextBuilder(device: major, minor, isNot: "an input device")
      throw DeviceError("open", path, reason: text.string, remedy: remedy)
    }
  }

  /// The number that Linux gives all input devices: Documentation/admin-guide/devices.txt.
  private static let inputMajor = 13

  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    guard let device = unsafe device else { return .gone }
    var raw = input_event()
    let flag = sync ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
    let result = unsafe libevdev_next_event(device, flag.rawValue, &raw)
    if result == -EAGAIN || result == -EINTR { return .nothing }
    if result < 0 { return .gone }
    event = unsafe RawEvent(
      type: raw.type, code: raw.code, value: raw.value, time: linux_input_event_nanoseconds(&raw))
    return result == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) ? .sync : .event
  }

  /// The lines of a recording that describe the device.
  var description: [UInt8] {
    guard let device = unsafe device else { return [] }
    return unsafe InputRecorder.description(of: device)
  }

  /// Feeds the tracker the device's state of before it was opened.
  func seed(_ tracker: inout ContactTracker) {
    if let device = unsafe device { unsafe Self.seed(&tracker, device) }
  }

  /// - Parameter device: a libevdev device.
  @unsafe
  static func seed(_ tracker: inout ContactTracker, _ device: OpaquePointer) {
    switch tracker.kind {
    case .slots:
      // Not as many as the device says, which may be billions.
      for slot in tracker.places.indices {
        let x = unsafe libevdev_get_slot_value(device, UInt32(slot), UInt32(ABS_MT_POSITION_X))
        let y = unsafe libevdev_get_slot_value(device, UInt32(slot), UInt32(ABS_MT_POSITION_Y))
        tracker.seed(slot: slot, x: x, y: y)
        if unsafe libevdev_has_event_code(device, UInt32(EV_ABS), UInt32(ABS_MT_PRESSURE)) != 0 {
          let pressure = unsafe libevdev_get_slot_value(device, UInt32(slot), UInt32(ABS_MT_PRESSURE))
          tracker.seed(slot: slot, pressure: pressure)
        }
      }
      tracker.seed(currentSlot: Int(unsafe libevdev_get_current_slot(device)))
    case .single:
      let x = unsafe libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(ABS_X))
      let y = unsafe libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(ABS_Y))
      tracker.seed(slot: 0, x: x, y: y)
      if unsafe libevdev_has_event_code(device, UInt32(EV_ABS), UInt32(ABS_PRESSURE)) != 0 {
        let pressure = unsafe libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(ABS_PRESSURE))
        tracker.seed(slot: 0, pressure: pressure)
      }
    case .anonymous: break
    }
  }

  func close() {
    guard let open = unsafe device else { return }
    unsafe libevdev_free(open)
    unsafe device = nil
    system.close(descriptor)
  }

  deinit { close() }
}
