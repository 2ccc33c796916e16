import CGuest

/// A touchscreen of ten fingers that does not exist: events written to it reach every reader of its event device as
/// multitouch protocol B. Coordinates are pixels of the display.
struct TouchDevice: ~Copyable {
  private static let fingers = 10

  private let fd: Int32
  private let width, height: Int32

  /// Creates the device. Fails where `/dev/uinput` cannot be opened or refuses a setting.
  init?(width: Int32, height: Int32) {
    fd = unsafe open_device("/dev/uinput", O_WRONLY | O_CLOEXEC)
    self.width = width
    self.height = height
    guard fd >= 0 else { return nil }
    var succeeded =
      uinput_set_event_type(fd, EV_KEY) == 0 && uinput_set_key(fd, BTN_TOUCH) == 0
      && uinput_set_event_type(fd, EV_ABS) == 0 && uinput_set_property(fd, INPUT_PROP_DIRECT) == 0
    for (code, maximum) in Self.axes(width: width, height: height) {
      var axis = uinput_abs_setup()
      axis.code = code
      axis.absinfo.maximum = maximum
      succeeded = unsafe uinput_setup_axis(fd, &axis) == 0 && succeeded
    }
    var setup = uinput_setup()
    setup.id.bustype = UInt16(BUS_VIRTUAL)
    setup.id.vendor = 1
    setup.id.product = 1
    unsafe withUnsafeMutableBytes(of: &setup.name) { unsafe $0.copyBytes(from: "touch-tool".utf8) }
    succeeded = unsafe uinput_setup_device(fd, &setup) == 0 && succeeded
    guard succeeded, uinput_create(fd) == 0 else { return nil }
  }

  deinit { close(fd) }

  /// Each axis with its largest value; the smallest is 0.
  private static func axes(width: Int32, height: Int32) -> [(code: UInt16, maximum: Int32)] {
    [
      (UInt16(ABS_X), width - 1), (UInt16(ABS_Y), height - 1),
      (UInt16(ABS_MT_SLOT), Int32(fingers) - 1), (UInt16(ABS_MT_TRACKING_ID), 65535),
      (UInt16(ABS_MT_POSITION_X), width - 1), (UInt16(ABS_MT_POSITION_Y), height - 1),
    ]
  }

  func down(finger: Int32, x: Int32, y: Int32) -> Bool {
    send(EV_ABS, ABS_MT_SLOT, finger) && send(EV_ABS, ABS_MT_TRACKING_ID, finger)
      && send(EV_KEY, BTN_TOUCH, 1) && position(x: x, y: y) && synchronize()
  }

  func move(finger: Int32, x: Int32, y: Int32) -> Bool {
    send(EV_ABS, ABS_MT_SLOT, finger) && position(x: x, y: y) && synchronize()
  }

  /// A finger that goes down, moves up or down and leaves within 20 ms, in time steps of this machine: lines that come one after
  /// the other from a busy machine are too slow for a throw.
  func fling(finger: Int32, x: Int32, from y: Int32, to end: Int32, isLast: Bool) -> Bool {
    guard down(finger: finger, x: x, y: y) else { return false }
    for step in Int32(1)...5 {
      usleep(4_000)
      guard move(finger: finger, x: x, y: y + (end - y) * step / 5) else { return false }
    }
    return up(finger: finger, isLast: isLast)
  }

  /// - Parameter isLast: no other finger is down.
  func up(finger: Int32, isLast: Bool) -> Bool {
    send(EV_ABS, ABS_MT_SLOT, finger) && send(EV_ABS, ABS_MT_TRACKING_ID, -1)
      && (!isLast || send(EV_KEY, BTN_TOUCH, 0)) && synchronize()
  }

  /// Moves a finger to and fro more often than a reader's buffer holds, so that a reader that does not read meanwhile is
  /// told SYN_DROPPED; the finger ends at (x, y).
  func flood(finger: Int32, x: Int32, y: Int32) -> Bool {
    for step in Int32(0)..<1000 where !move(finger: finger, x: step % width, y: step % height) { return false }
    return move(finger: finger, x: x, y: y)
  }

  private func position(x: Int32, y: Int32) -> Bool {
    send(EV_ABS, ABS_MT_POSITION_X, x) && send(EV_ABS, ABS_MT_POSITION_Y, y)
  }

  private func synchronize() -> Bool { send(EV_SYN, SYN_REPORT, 0) }

  private func send(_ type: Int32, _ code: Int32, _ value: Int32) -> Bool { sendEvent(fd, type, code, value) }
}

/// Writes one event to a device that was made through uinput.
func sendEvent(_ fd: Int32, _ type: Int32, _ code: Int32, _ value: Int32) -> Bool {
  var event = input_event()
  event.type = UInt16(type)
  event.code = UInt16(code)
  event.value = value
  let size = MemoryLayout<input_event>.size
  return unsafe write(fd, &event, size) == size
}

/// A rotary encoder with keys that does not exist.
struct KeyDevice: ~Copyable {
  private let fd: Int32

  /// Creates the device. Fails where `/dev/uinput` cannot be opened or refuses a setting.
  init?() {
    fd = unsafe open_device("/dev/uinput", O_WRONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    var succeeded =
      uinput_set_event_type(fd, EV_KEY) == 0 && uinput_set_event_type(fd, EV_REL) == 0
      && uinput_set_step(fd, REL_DIAL) == 0
    for key in 1..<Int32(128) { succeeded = uinput_set_key(fd, key) == 0 && succeeded }
    var setup = uinput_setup()
    setup.id.bustype = UInt16(BUS_VIRTUAL)
    (setup.id.vendor, setup.id.product) = (1, 2)
    unsafe withUnsafeMutableBytes(of: &setup.name) { unsafe $0.copyBytes(from: "key-tool".utf8) }
    succeeded = unsafe uinput_setup_device(fd, &setup) == 0 && succeeded
    guard succeeded, uinput_create(fd) == 0 else { return nil }
  }

  deinit { close(fd) }

  func key(_ code: Int32, isDown: Bool) -> Bool {
    sendEvent(fd, EV_KEY, code, isDown ? 1 : 0) && sendEvent(fd, EV_SYN, SYN_REPORT, 0)
  }

  func turn(by steps: Int32) -> Bool { sendEvent(fd, EV_REL, REL_DIAL, steps) && sendEvent(fd, EV_SYN, SYN_REPORT, 0) }
}
