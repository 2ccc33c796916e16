// Stage: input. Input: a recording. Output: its events, at their times, or at once.
import CLinux
import FixedRaster
import SystemFiles

/// Plays a recording in the place of a device.
final class RecordedSource: EventSource {
  /// A timer of the kernel; readable when the next event is due.
  let descriptor: Int32
  private let events: [RawEvent]
  private let isPaced: Bool
  private var index = 0
  /// The time of the recording's start; `nil` before.
  private var start: Int64?
  private var isDropped = false

  /// - Parameter isPaced: whether events wait for their times; otherwise all are there at once, with those times.
  init(_ events: [RawEvent], isPaced: Bool) throws(DeviceError) {
    (self.events, self.isPaced) = (events, isPaced)
    descriptor = timerfd_create(CLOCK_BOOTTIME, linux_TFD_FLAGS())
    if descriptor < 0 { throw DeviceError("make", "a timer", code: linux_errno()) }
    setTimer(1)
  }

  /// What the kernel dropped is read like the difference that libevdev tells: up to the end of the frame.
  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    if sync && !isDropped { return .nothing }
    if index == events.count { return .gone }
    let now = Self.now
    let time = (start ?? now) + events[index].time
    start = start ?? now
    if isPaced && time > now {
      setTimer(time)
      return .nothing
    }
    event = events[index]
    event.time = time
    index += 1
    if Int32(event.type) == EV_SYN {
      if Int32(event.code) == SYN_DROPPED {
        isDropped = true
        return .sync
      }
      if Int32(event.code) == SYN_REPORT, isDropped {
        isDropped = false
        return .sync
      }
    }
    return isDropped ? .sync : .event
  }

  private static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Setting it makes it unreadable until then.
  private func setTimer(_ time: Int64) {
    var setting = itimerspec()
    setting.it_value.tv_sec = .init(clamping: time / 1_000_000_000)
    setting.it_value.tv_nsec = .init(truncatingIfNeeded: time % 1_000_000_000)
    _ = unsafe timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  func close() { index = events.count }

  deinit { _ = CLinux.close(descriptor) }
}

extension InputDevice {
  /// Plays a recording of a touchscreen in evemu's format, as `TouchSetup.recording` and evemu-record write it, in the place
  /// of a device. At its end it is gone, as a device that is unplugged.
  /// - Parameters:
  ///   - recording: a file; a description may lie beside one named `X.events`, as `X.desc`.
  ///   - isPaced: whether events wait for their times; otherwise the first reading takes all of them, with those times.
  ///   - width: the picture's, in pixels, 1...32767.
  ///   - height: the picture's, in pixels, 1...32767.
  ///   - rotation: the display's.
  ///   - number: 0...126; devices with different numbers never give two fingers the same number.
  ///   - setup: its calibration and its filter. The system's own calibration is that of devices.
  /// - Throws: the file cannot be read or has more than 8 MB, a line is not of that format, or its description is of neither
  ///   a touchscreen nor an absolute pointer.
  public convenience init(
    recording: String, isPaced: Bool = true, width: Int, height: Int, rotation: DisplayRotation = .none,
    number: Int = 0,
    setup: TouchSetup = TouchSetup()
  ) throws(DeviceError) {
    let record = try InputRecording(path: recording)
    guard let contacts = record.capabilities.contacts else {
      throw DeviceError(
        "play", recording, reason: "it is of no touchscreen and no absolute pointer", remedy: "choose another recording"
      )
    }
    let axes = try setup.axes(
      x: contacts.x, contacts.y, nil, width: width, height: height, rotation, path: recording)
    let source = try RecordedSource(record.events, isPaced: isPaced)
    self.init(
      path: recording, name: record.capabilities.name, fileDescriptor: source.descriptor, source: source)
    let tracker = ContactTracker(kind: contacts.kind, axes: axes, filter: setup.filter, device: number)
    follow(setup, record.capabilities, tracker)
  }
}
