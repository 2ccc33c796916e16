import CEvdev
import CLinux
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

/// A device that plays back what libevdev would give.
private final class Playback: EventSource {
  var steps: [(status: ReadStatus, type: Int32, code: Int32, value: Int32)]
  private(set) var closes = 0
  /// How `next` was called at each step: with the flag for what was lost, or without.
  private(set) var flags: [Bool] = []

  init(_ steps: [(ReadStatus, Int32, Int32, Int32)]) {
    self.steps = steps.map { (status: $0.0, type: $0.1, code: $0.2, value: $0.3) }
  }

  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    flags.append(sync)
    if steps.isEmpty { return .nothing }
    let step = steps.removeFirst()
    event = RawEvent(type: UInt16(step.type), code: UInt16(step.code), value: step.value, time: 7)
    return step.status
  }

  func close() { closes += 1 }
}

private func device(_ playback: Playback, name: String = "mock", path: String = "/dev/input/event0") -> InputDevice {
  let axes = TouchAxes(x: 0...999, y: 0...999, width: 1000, height: 1000)
  return InputDevice(
    path: path, name: name, fileDescriptor: -1, source: playback,
    tracker: ContactTracker(kind: .slots(4), axes: axes))
}

extension InputDevice {
  /// Reads and returns each frame's samples.
  fileprivate func frames() -> (frames: [[String]], isThere: Bool) {
    var frames: [[String]] = []
    let isThere = read { frames.append(Self.text($0)) }
    return (frames, isThere)
  }

  fileprivate static func text(_ samples: Span<TouchSample>) -> [String] {
    samples.indices.map { "\(samples[$0].phase) \(samples[$0].finger) (\(samples[$0].position.x.floor))" }
  }
}

private let press: [(ReadStatus, Int32, Int32, Int32)] = [
  (.event, EV_ABS, ABS_MT_SLOT, 0), (.event, EV_ABS, ABS_MT_TRACKING_ID, 1), (.event, EV_ABS, ABS_MT_POSITION_X, 5),
  (.event, EV_SYN, SYN_REPORT, 0),
]
private let release: [(ReadStatus, Int32, Int32, Int32)] = [
  (.event, EV_ABS, ABS_MT_TRACKING_ID, -1), (.event, EV_SYN, SYN_REPORT, 0),
]

@Suite struct InputDeviceTests {
  @Test("D25 press and release that arrive in one read are two frames")
  func oneRead() {
    let device = device(Playback(press + release + press))
    let result = device.frames()
    #expect(result.frames == [["began 0 (5)"], ["ended 0 (5)"], ["began 1 (5)"]] && result.isThere)
  }

  @Test(
    "D21 SYN_DROPPED: the difference is read with libevdev's flag until there is no more, then all goes on as before")
  func dropped() {
    let playback = Playback(
      press + [
        (.event, EV_ABS, ABS_MT_SLOT, 1), (.event, EV_ABS, ABS_MT_TRACKING_ID, 2),
        (.sync, EV_SYN, SYN_DROPPED, 0), (.sync, EV_ABS, ABS_MT_SLOT, 0), (.sync, EV_ABS, ABS_MT_TRACKING_ID, -1),
        (.sync, EV_SYN, SYN_REPORT, 0), (.nothing, 0, 0, 0),
        (.event, EV_ABS, ABS_MT_SLOT, 1), (.event, EV_ABS, ABS_MT_TRACKING_ID, -1), (.event, EV_SYN, SYN_REPORT, 0),
      ])
    let device = device(playback)
    let result = device.frames()
    #expect(result.frames == [["began 0 (5)"], ["cancelled 0 (5)", "began 1 (0)"], ["ended 1 (0)"]] && result.isThere)
    #expect(
      playback.flags == [Bool](repeating: false, count: 7) + [true, true, true, true] + [false, false, false, false])
  }

  @Test("D22 (unplugging) a device that goes during a press gives one cancel, then nothing more")
  func unplugged() {
    let playback = Playback(press + [(.gone, 0, 0, 0)])
    let device = device(playback)
    let result = device.frames()
    #expect(result.frames == [["began 0 (5)"], ["cancelled 0 (5)"]] && !result.isThere && !device.isOpen)
    let again = device.frames()
    #expect(again.frames.isEmpty && !again.isThere)
    var late: [[String]] = []
    device.close { late.append(InputDevice.text($0)) }
    #expect(late.isEmpty && playback.closes == 1)
  }

  @Test("D20 a handler may cancel the fingers and close the device that calls it")
  func handlerCallsBack() {
    let playback = Playback(press + release)
    let device = device(playback)
    var seen: [[String]] = []
    _ = device.read { samples in
      seen.append(InputDevice.text(samples))
      if seen.count == 1 { device.close { seen.append(InputDevice.text($0)) } }
    }
    #expect(seen == [["began 0 (5)"], ["cancelled 0 (5)"]] && playback.closes == 1)
  }

  // MARK: Finding devices

  @Test("D22 devices are found by capability: touchscreens and absolute pointers, nothing else")
  func capabilities() {
    func kind(_ change: (inout InputCapabilities) -> Void) -> ContactTracker.Kind? {
      var capabilities = InputCapabilities()
      change(&capabilities)
      return capabilities.contacts?.kind
    }
    let axis = AxisRange(0, 4095)
    let both: (inout InputCapabilities) -> Void = {
      ($0.multitouchX, $0.multitouchY, $0.x, $0.y) = (axis, axis, axis, axis)
    }
    let single: (inout InputCapabilities) -> Void = { ($0.x, $0.y) = (axis, axis) }
    let touch = ContactTracker.Kind.single(button: UInt16(BTN_TOUCH))
    #expect(
      kind {
        both(&$0); ($0.isDirect, $0.hasTouchButton, $0.slots) = (true, true, 5)
      } == .slots(5))
    #expect(
      kind {
        both(&$0); $0.isDirect = true
      } == .anonymous)
    #expect(
      kind {
        single(&$0); ($0.isDirect, $0.hasTouchButton) = (true, true)
      } == touch)
    #expect(
      kind {
        single(&$0); $0.hasTouchButton = true
      } == touch, "an old driver without the property")
    #expect(
      kind {
        single(&$0); $0.hasLeftButton = true
      } == .single(button: UInt16(BTN_LEFT)), "virtio's tablet")
    #expect(
      kind {
        both(&$0); ($0.hasTouchButton, $0.hasLeftButton, $0.slots) = (true, true, 5)
      } == nil, "a touchpad")
    #expect(kind { $0.hasLeftButton = true } == nil, "a relative mouse")
    #expect(kind { single(&$0) } == nil, "a joystick")
    #expect(kind { ($0.isDirect, $0.hasTouchButton, $0.x) = (true, true, axis) } == nil, "one axis")
    #expect(kind { _ in } == nil, "a keyboard")
  }

  @Test("D22 capabilities are read from libevdev: property, buttons, slots and axis ranges")
  func capabilitiesFromLibevdev() throws {
    let device = unsafe try #require(libevdev_new())
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, "panel touch")
    #expect(unsafe InputCapabilities(device).contacts == nil)
    unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_DIRECT))
    unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
    for (code, minimum, maximum) in [
      (ABS_X, 0, 799), (ABS_Y, 0, 479), (ABS_MT_SLOT, 0, 9), (ABS_MT_POSITION_X, -5, 805), (ABS_MT_POSITION_Y, 3, 482),
      (ABS_MT_TRACKING_ID, 0, 65535),
    ] as [(Int32, Int32, Int32)] {
      var info = input_absinfo(value: 0, minimum: minimum, maximum: maximum, fuzz: 0, flat: 0, resolution: 0)
      unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &info)
    }
    let capabilities = unsafe InputCapabilities(device)
    #expect(capabilities.name == "panel touch" && capabilities.isDirect)
    #expect(capabilities.hasTouchButton && !capabilities.hasLeftButton)
    #expect(capabilities.x == AxisRange(0, 799) && capabilities.y == AxisRange(0, 479))
    let contacts = try #require(capabilities.contacts)
    #expect(contacts.kind == .slots(10) && contacts.x == AxisRange(-5, 805) && contacts.y == AxisRange(3, 482))
  }

  @Test("D22 the scan goes by number, skips what it cannot open and tells why, and can be held to a name")
  func scan() throws {
    let kernel = MockKernel()
    kernel.directories["/dev/input"] = [
      "event10", "mice", "event2", "by-path", "event1", "eventual", "event", "event0x",
    ]
    var asked: [String] = []
    var refused: [String] = []
    func find(_ name: String?) throws(DeviceError) -> [InputDevice] {
      try InputDevice.findAll(kernel, named: name, { refused.append($0.path) }) { (path, number) throws(DeviceError) in
        asked.append(path + " as \(number)")
        if path.hasSuffix("1") {
          throw DeviceError("open", path, code: EACCES, remedy: "add the user to the group input")
        }
        return device(Playback([]), name: path.hasSuffix("2") ? "two" : "ten", path: path)
      }
    }
    #expect(try find(nil).map(\.path) == ["/dev/input/event2", "/dev/input/event10"])
    #expect(asked == ["/dev/input/event1 as 0", "/dev/input/event2 as 0", "/dev/input/event10 as 1"])
    #expect(refused == ["/dev/input/event1"])
    #expect(try find("ten").map(\.path) == ["/dev/input/event10"])
    let forbidden = message { () throws(DeviceError) in _ = try find("eleven") }
    #expect(forbidden == "cannot open /dev/input/event1: Permission denied; add the user to the group input")
  }

  @Test("D22 no device at all, none that fits and no permission are three messages with their remedies")
  func scanErrors() {
    func text(_ kernel: MockKernel, _ name: String?) -> String {
      message { () throws(DeviceError) in
        _ = try InputDevice.findAll(kernel, named: name, { _ in }) { (path, _) throws(DeviceError) in
          throw DeviceError("use", path, reason: "it is no touchscreen and no absolute pointer")
        }
      } ?? ""
    }
    let kernel = MockKernel()
    #expect(
      text(kernel, nil).hasPrefix("cannot read /dev/input: No such file or directory; check that the evdev driver"))
    kernel.directoryError = EACCES
    #expect(text(kernel, nil).hasSuffix("add the user to the group input"))
    kernel.directories["/dev/input"] = ["event0", "event1"]
    let none = "cannot find a touchscreen or pointer in /dev/input: none of 2 input devices is one"
    #expect(text(kernel, nil) == none + "; check that the touchscreen's driver is loaded")
    #expect(text(kernel, "goodix").hasPrefix(none + " and is called goodix;"))
  }

  @Test("D22 opening: permission errors name the group, other files are no input devices, and nothing stays open")
  func openErrors() {
    let kernel = MockKernel()
    kernel.openErrors = ["/dev/input/event0": EACCES, "/dev/input/event1": ENOENT]
    func text(_ path: String, _ system: SystemCalls) -> String {
      message { () throws(DeviceError) in
        _ = try InputDevice(path: path, width: 8, height: 8, number: 0, system: system)
      } ?? ""
    }
    #expect(
      text("/dev/input/event0", kernel)
        == "cannot open /dev/input/event0: Permission denied; add the user to the group input")
    #expect(text("/dev/input/event1", kernel).contains("by-path"))
    #expect(
      text("/dev/null", SystemCalls())
        == "cannot open /dev/null: it is the character device 1:3, not an input device; "
        + "choose an input device, such as /dev/input/event0")
    #expect(!text("/dev/input/event2", kernel).isEmpty && kernel.closed == ["/dev/input/event2"])
  }
  @Test("D22 what is no input device is asked for its kind and never opened, which could wait or have effects")
  func neverOpened() {
    let kernel = MockKernel()
    let kinds: [(FileKind, String)] = [
      (.other, "it is a file, not an input device"), (.directory, "it is a directory, not an input device"),
      (.characterDevice(major: 10, minor: 130), "it is the character device 10:130, not an input device"),
      (.characterDevice(major: 4, minor: 1), "it is the character device 4:1, not an input device"),
    ]
    for (kind, expected) in kinds {
      kernel.kinds["/dev/x\n"] = kind
      let text = message { () throws(DeviceError) in
        _ = try InputDevice(path: "/dev/x\n", width: 8, height: 8, number: 0, system: kernel)
      }
      #expect(text?.hasPrefix("cannot open /dev/x\\n: " + expected + "; choose an input device") == true)
    }
    #expect(kernel.opened.isEmpty && kernel.closed.isEmpty)
    kernel.kinds["/dev/input/event0"] = .characterDevice(major: 13, minor: 64)
    _ = message { () throws(DeviceError) in
      _ = try InputDevice(path: "/dev/input/event0", width: 8, height: 8, number: 0, system: kernel)
    }
    #expect(kernel.closed == ["/dev/input/event0"])
  }
}
