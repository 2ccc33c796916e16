import CEvdev
import CLinux
import EventLoop
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

private let description = """
  # EVEMU 1.3
  # Kernel: 6.1.0
  N: Goodix # 911
  I: 0018 0416 038f 1001
  P: 02 00 00 00 00 00 00 00
  B: 00 0b 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 04 00 00 00 00 00 00
  B: 03 03 00 00 00 00 80 60 02
  A: 00 0 799 0 0 0
  A: 01 0 479 0 0 0
  A: 2f 0 4 0 0
  A: 35 0 799 0 0 0
  A: 36 -5 479 0 0 0 # the vertical one
  A: 39 0 65535 0 0 0
  L: 00 0
  S: 00 0

  """

private let events = """
  E: 1700000000.000001 0003 002f 0000\t# EV_ABS / ABS_MT_SLOT 0
  E: 1700000000.000001 0003 0039 0045
  E: 1700000000.000001 0003 0035 0100
  E: 1700000000.000001 0003 0036 0200
  E: 1700000000.000001 0001 014a 0001
  E: 1700000000.000001 0000 0000 0000
  E: 1700000000.250001 0003 0035 0105
  E: 1700000000.250001 0000 0000 0000
  E: 1700000000.500000 0003 0039 -001
  E: 1700000000.500000 0001 014A 0000
  E: 1700000000.500000 0000 0000 0000

  """

private func reason(_ body: () throws(DeviceError) -> Void) -> String {
  do throws(DeviceError) { try body() } catch { return error.message }
  return ""
}

private func text(_ samples: Span<TouchSample>, since start: Int64 = 0) -> [String] {
  samples.indices.map {
    "\(samples[$0].phase) \(samples[$0].deviceX) \(samples[$0].deviceY) \((samples[$0].time - start) / 1_000_000)"
  }
}

@Suite struct InputRecordingTests {
  @Test(
    "D26 a recording of evemu's is read: the name, what decides how contacts are read, and the events with their times")
  func read() throws {
    let recording = try InputRecording(Array((description + events).utf8), name: "bug.evemu")
    #expect(recording.capabilities.name == "Goodix # 911" && recording.capabilities.isDirect)
    #expect(recording.capabilities.hasTouchButton && !recording.capabilities.hasLeftButton)
    let contacts = try #require(recording.capabilities.contacts)
    #expect(contacts.kind == .slots(5) && contacts.x == AxisRange(0, 799) && contacts.y == AxisRange(-5, 479))
    #expect(recording.events.count == 11)
    #expect(recording.events[1] == RawEvent(type: 3, code: 0x39, value: 45, time: 0))
    #expect(recording.events[6] == RawEvent(type: 3, code: 0x35, value: 105, time: 250_000_000))
    #expect(recording.events[8] == RawEvent(type: 3, code: 0x39, value: -1, time: 499_999_000))
    #expect(recording.events[9].code == UInt16(BTN_TOUCH))
  }

  @Test("D26 a description and events in two files, X.desc beside X.events, are one recording")
  func twoFiles() throws {
    let folder = TemporaryFolder()
    _ = folder.write(description, "bug.desc")
    let path = folder.write("# EVEMU 1.2\n" + events, "bug.events")
    let recording = try InputRecording(path: path)
    #expect(recording.capabilities.name == "Goodix # 911" && recording.events.count == 11)
    #expect(
      reason { () throws(DeviceError) in _ = try InputRecording(path: folder.write(events, "alone.events")) }
        .contains("alone.desc: No such file"))
    #expect(
      reason { () throws(DeviceError) in _ = try InputRecording(path: folder.write(events, "alone.txt")) }
        .contains("it has no line N:; put the output of evemu-describe before the events"))
    #expect(
      reason { () throws(DeviceError) in _ = try InputRecording(path: folder.file("bug.desc")) }
        .contains("it has no line E:"))
    #expect(
      reason { () throws(DeviceError) in _ = try InputRecording(path: folder.file("none")) }
        .contains("choose a recording that this user may read"))
    let large = folder.write([UInt8](repeating: 10, count: InputRecording.maximumBytes + 1), "large")
    #expect(
      reason { () throws(DeviceError) in _ = try InputRecording(path: large) }.contains("more than 8388608 bytes"))
  }

  @Test(
    "D26 a wrong line is said with its number, the expected thing and the found one",
    arguments: [
      ("hello", "line 2: expected N:, I:, P:, B:, A: or E: at the start, found hello"),
      ("X: 1", "line 2: expected N:, I:, P:, B:, A: or E: at the start, found X:"),
      ("I: 0 1 2", "expected a hexadecimal number, found nothing"),
      ("I: 0 1 2 3 4", "expected the line's end, found 4"),
      ("I: 0 1 2 10000", "a hexadecimal number, found 10000"), ("P: 0g", "expected a hexadecimal number, found g"),
      ("B:", "expected a hexadecimal number, found nothing"), ("B: 01 100", "expected a hexadecimal number, found 100"),
      ("A: 35 0 1", "expected a number from -2147483648 to 2147483647, found nothing"),
      ("A: 35 0 2147483648 0 0", "expected a number from -2147483648 to 2147483647"),
      ("A: 35 0 1 0 0 x", "expected a resolution, found x"), ("A: 35 0 1 0 0 0 7", "expected the line's end, found 7"),
      ("E: 1.0 0003 0035", "expected a number from"), ("E:", "expected a time, found nothing"),
      ("E: 1 0003 0035 1", "expected seconds, a point and microseconds"),
      ("E: 1.0000001 3 35 1", "expected seconds, a point and microseconds, found 1"),
      ("E: -1.0 3 35 1", "seconds, a point and microseconds, found -1.0"),
      ("E: 4294967296.0 3 35 1", "seconds, a point"), ("E: 1.0 3 35 0x1", "a number from"),
      ("E: 1.0 3 35 --1", "a number from"), ("E: 1.0 10000 35 1", "a hexadecimal number, found 10000"),
      ("E: 1.0 3 35 1 2", "the line's end, found 2"), ("E: 1.0 3 35 \u{1B}[31m", "found \\x1B[31m"),
    ])
  func wrongLines(line: String, expected: String) {
    let text = reason { () throws(DeviceError) in
      _ = try InputRecording(Array(("N: a\n" + line + "\n").utf8), name: "bug.evemu")
    }
    #expect(text.hasPrefix("cannot read bug.evemu: line 2: ") && text.contains(expected), "\(text)")
    #expect(isOneLine(text))
  }

  @Test(
    "D26 damaged recordings are read or refused in one line, and never end the program: damaged bytes, lines and values"
  )
  func damaged() throws {
    let whole = Array((description + events).utf8)
    var random = SplitMix(seed: 26)
    var (played, refused) = (0, 0)
    for round in 0..<4000 {
      var bytes = whole
      switch round % 4 {
      case 0:
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
      case 1: bytes.removeSubrange(Int.random(in: 0..<bytes.count, using: &random)...)
      case 2:
        var lines = bytes.split(separator: 10).map(Array.init)
        lines.shuffle(using: &random)
        bytes = Array(lines.joined(separator: [10]))
      default:
        for index in bytes.indices
        where (48...57).contains(bytes[index]) && UInt8.random(in: 0..<20, using: &random) == 0 {
          bytes[index] = [48, 57, 102, 45].randomElement(using: &random)!
        }
      }
      do throws(DeviceError) {
        let recording = try InputRecording(bytes, name: "bug")
        guard let contacts = recording.capabilities.contacts else { continue }
        var setup = TouchSetup()
        setup.assumesRanges = true
        let axes = try setup.axes(x: contacts.x, contacts.y, nil, width: 800, height: 480, .none, path: "bug")
        let device = InputDevice(
          path: "bug", name: "", fileDescriptor: -1, source: try RecordedSource(recording.events, isPaced: false),
          tracker: ContactTracker(kind: contacts.kind, axes: axes))
        var down: Set<Int32> = []
        while device.read({ samples in
          for index in samples.indices {
            if samples[index].phase == .began { down.insert(samples[index].finger) }
            if samples[index].phase == .ended || samples[index].phase == .cancelled {
              down.remove(samples[index].finger)
            }
          }
        }) {}
        #expect(down.isEmpty)
        played += 1
      } catch {
        #expect(isOneLine(error.message))
        refused += 1
      }
    }
    #expect(played > 500 && refused > 500, "\(played), \(refused)")
  }

  @Test("D26 a replay goes through the device's own way: calibration, filter, cancelled at its end")
  func played() throws {
    let folder = TemporaryFolder()
    let path = folder.write(description + events, "bug.evemu")
    var frames: [[String]] = []
    let device = try InputDevice(recording: path, isPaced: false, width: 800, height: 480)
    #expect(device.name == "Goodix # 911" && device.path == path)
    var start: Int64 = 0
    #expect(
      !device.read { samples in
        if start == 0 { start = samples[0].time }
        frames.append(text(samples, since: start))
      })
    #expect(frames == [["began 100 200 0"], ["moved 105 200 250"], ["ended 105 200 499"]] && !device.isOpen)
    let cut = folder.write(description + events.split(separator: "\n").prefix(6).joined(separator: "\n"), "cut.evemu")
    var setup = TouchSetup()
    setup.calibration = try TouchCalibration("invert-x")
    let mirrored = try InputDevice(
      recording: cut, isPaced: false, width: 800, height: 480, rotation: .clockwise180, setup: setup)
    var places: [String] = []
    #expect(!mirrored.read { samples in places.append("\(samples[0].phase) \(samples[0].position.x.floor)") })
    #expect(places == ["began 100", "cancelled 100"])
    let keyboard = folder.write("N: keys\nE: 0.0 0 0 0\n", "keys")
    #expect(
      reason { () throws(DeviceError) in _ = try InputDevice(recording: keyboard, width: 8, height: 8) }
        .contains("it is of no touchscreen and no absolute pointer; choose another recording"))
  }

  @Test("D26 SYN_DROPPED in a recording: what follows up to the end of the frame is the difference, as on the device")
  func dropped() throws {
    let path = TemporaryFolder()
    let lines =
      description + events.split(separator: "\n").prefix(6).joined(separator: "\n") + """

        E: 1700000001.000001 0000 0003 0000
        E: 1700000001.000001 0003 0039 -001
        E: 1700000001.000001 0000 0000 0000
        E: 1700000002.000001 0003 0039 0007
        E: 1700000002.000001 0000 0000 0000
        """
    let device = try InputDevice(recording: path.write(lines, "bug"), isPaced: false, width: 800, height: 480)
    var phases: [TouchSample.Phase] = []
    #expect(!device.read { samples in for index in samples.indices { phases.append(samples[index].phase) } })
    #expect(phases == [.began, .cancelled, .began, .cancelled])
  }

  @Test("D26 a replay keeps the recording's times on the loop, and wakes it only for events")
  func paced() throws {
    let folder = TemporaryFolder()
    let lines = events.split(separator: "\n").map {
      String($0).replacing(".25", with: ".05").replacing(".500000", with: ".100000")
    }
    let path = folder.write(description + lines.joined(separator: "\n"), "bug")
    let device = try InputDevice(recording: path, width: 800, height: 480)
    let loop = try EventLoop()
    var (frames, arrivals): ([String], [Int64]) = ([], [])
    try loop.watch(device.fileDescriptor) { _ in
      let isThere = device.read { samples in
        frames += text(samples).map { String($0.prefix(5)) }
        arrivals.append(EventLoop.now - samples[0].time)
      }
      if !isThere { loop.stop() }
    }
    let start = EventLoop.now
    _ = loop.run()
    #expect(frames == ["began", "moved", "ended"] && EventLoop.now - start >= 99_000_000)
    #expect(arrivals.allSatisfy { $0 >= 0 } && loop.wakeups <= 4)
  }

  // MARK: Recording

  @Test("D26 a recording of a device is read again as the same device and the same events")
  func recorded() throws {
    let device = unsafe try #require(libevdev_new())
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, "ADS7846\nTouch \u{1B}")
    unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_DIRECT))
    unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
    for (code, minimum, maximum) in [(ABS_X, 200, 3900), (ABS_Y, -7, 4095), (ABS_PRESSURE, 0, 255)]
      as [(Int32, Int32, Int32)]
    {
      var info = input_absinfo(value: 0, minimum: minimum, maximum: maximum, fuzz: 1, flat: 2, resolution: 3)
      unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &info)
    }
    let folder = TemporaryFolder()
    let lines = unsafe InputRecorder.description(of: device)
    let axes = TouchAxes(x: 200...3900, y: -7...4095, width: 800, height: 480)
    var tracker = ContactTracker(kind: .single(button: UInt16(BTN_TOUCH)), axes: axes)
    tracker.seed(slot: 0, x: 300, y: 400)
    var recorder: InputRecorder? = try InputRecorder(folder.file("bug"), number: 0, lines) { Issue.record("\($0)") }
    recorder?.write(tracker)
    let times: [Int64] = [5_000_000_000, 5_000_000_000, 5_000_000_000, 7_123_456_000]
    let written = [
      RawEvent(type: UInt16(EV_KEY), code: UInt16(BTN_TOUCH), value: 1, time: times[0]),
      RawEvent(type: UInt16(EV_ABS), code: UInt16(ABS_Y), value: -7, time: times[1]),
      RawEvent(type: 0, code: 0, value: 0, time: times[2]), RawEvent(type: 0, code: 0, value: .min, time: times[3]),
    ]
    for event in written { recorder?.write(event) }
    recorder?.flush()
    recorder = nil
    let recording = try InputRecording(path: folder.file("bug"))
    #expect(recording.capabilities.name == "ADS7846\\nTouch \\x1B" && recording.capabilities.isDirect)
    #expect(recording.capabilities.x == AxisRange(200, 3900) && recording.capabilities.y == AxisRange(-7, 4095))
    #expect(recording.capabilities.pressure == AxisRange(0, 255) && recording.capabilities.hasTouchButton)
    #expect(recording.capabilities.contacts?.kind == .single(button: UInt16(BTN_TOUCH)))
    // The state before: x, y, a frame.
    #expect(recording.events.count == 7 && recording.events[0].value == 300 && recording.events[1].value == 400)
    for (event, original) in zip(recording.events.suffix(4), written) {
      #expect(
        event
          == RawEvent(type: original.type, code: original.code, value: original.value, time: original.time - times[0]))
    }
    let body = try #require(folder.text("bug"))
    #expect(body.hasPrefix("# EVEMU 1.3\n") && body.contains("\nE: 2.123457 0000 0000 -2147483648\n"))
  }

  @Test("D26 a recording that cannot be written is said, once, and of several devices each has a file")
  func recordingFaults() throws {
    let folder = TemporaryFolder()
    #expect(
      reason { () throws(DeviceError) in
        _ = try InputRecorder(folder.file("no/bug"), number: 0, []) { _ in }
      }.contains("no/bug: No such file or directory; choose a folder"))
    _ = try InputRecorder(folder.file("bug"), number: 2, Array("N: third\n".utf8)) { _ in }
    #expect(folder.names == ["bug.2"])
    var notices: [String] = []
    let recorder = try InputRecorder("/dev/full", number: 0, Array("N: full\n".utf8)) { notices.append($0) }
    recorder.write(RawEvent())
    recorder.flush()
    #expect(notices == ["cannot write /dev/full: No space left on device; the recording ends here"])
    var long: [String] = []
    let endless = try InputRecorder(folder.file("long"), number: 0, []) { long.append($0) }
    for _ in 0..<400 {
      for _ in 0..<1000 { endless.write(RawEvent(type: 3, code: 0x35, value: 12345, time: 0)) }
      endless.flush()
    }
    #expect(long.count == 1 && (folder.bytes("long")?.count ?? 0) <= InputRecording.maximumBytes)
    #expect((folder.bytes("long")?.count ?? 0) > 8_000_000)
  }
}
