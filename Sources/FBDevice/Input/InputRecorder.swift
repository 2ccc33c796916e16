// Stage: input. Input: a device, and its events. Output: a file in evemu's text format: ``InputRecording`` has it.
import CEvdev
import CLinux
import SystemFiles

/// Writes a device's description and its events, so that a fault can be seen elsewhere.
final class InputRecorder {
  private let file: RecordingFile
  private var firstTime: Int64?

  /// Makes the file, in the place of a former one.
  /// - Parameters:
  ///   - path: of the file; the numbers of further devices are appended.
  ///   - description: the lines before the events.
  init(
    _ path: String, number: Int, _ description: [UInt8], notice: @escaping (String) -> Void
  ) throws(DeviceError) {
    var name = TextBuilder()
    name.append(path)
    if number > 0 {
      name.append(".")
      name.append(number)
    }
    file = try RecordingFile(name.string, limit: InputRecording.maximumBytes, notice: notice)
    file.text.append(String(decoding: description, as: UTF8.self))
    flush()
  }

  /// A recorder of a device, with its present state, if the user wants one.
  static func make(
    _ source: EvdevSource, _ setup: TouchSetup, _ number: Int, _ tracker: ContactTracker
  ) throws(DeviceError) -> InputRecorder? {
    guard let path = setup.recording else { return nil }
    let recorder = try InputRecorder(path, number: number, source.description, notice: setup.notice)
    recorder.write(tracker)
    return recorder
  }

  /// Takes the state before the first event: the kernel tells a value only when it changes.
  func write(_ tracker: ContactTracker) {
    let isSingle: Bool
    switch tracker.kind {
    case .anonymous: return
    case .single: isSingle = true
    case .slots: isSingle = false
    }
    func absolute(_ code: Int32, _ value: Int32) {
      write(RawEvent(type: UInt16(EV_ABS), code: UInt16(code), value: value, time: 0))
    }
    for (index, place) in tracker.places.enumerated() {
      if !isSingle { absolute(ABS_MT_SLOT, Int32(index)) }
      absolute(isSingle ? ABS_X : ABS_MT_POSITION_X, place.x)
      absolute(isSingle ? ABS_Y : ABS_MT_POSITION_Y, place.y)
      if place.pressure != .max { absolute(isSingle ? ABS_PRESSURE : ABS_MT_PRESSURE, place.pressure) }
    }
    if !isSingle { absolute(ABS_MT_SLOT, Int32(clamping: tracker.currentSlot)) }
    write(RawEvent(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, time: 0))
    firstTime = nil
  }

  func write(_ event: RawEvent) {
    if !file.isOpen { return }
    let start = firstTime ?? event.time
    firstTime = start
    // evemu's first time is a microsecond.
    let microseconds = Int(max(0, event.time - start) / 1000) + 1
    file.text.append("E: ")
    file.text.append(microseconds / 1_000_000)
    file.text.append(".")
    var unit = 100_000
    while unit > 0 {
      file.text.append(microseconds / unit % 10)
      unit /= 10
    }
    for number in [Int(event.type), Int(event.code)] {
      file.text.append(" ")
      Self.append(hexadecimal: number, digits: 4, to: &file.text)
    }
    file.text.append(" ")
    file.text.append(Int(event.value))
    file.text.append("\n")
  }

  /// Writes what there is: to be called when a device has nothing more for now.
  func flush() { file.flush() }

  static func append(hexadecimal number: Int, digits: Int, to text: inout TextBuilder) {
    let figures: StaticString = "0123456789abcdef"
    var shift = 4 * (digits - 1)
    while shift >= 0 {
      text.append(byte: figures.byte(number >> shift & 15))
      shift -= 4
    }
  }

  // MARK: The description

  /// The lines that describe a device.
  /// - Parameter device: a libevdev device.
  @unsafe
  static func description(of device: OpaquePointer) -> [UInt8] {
    var text = TextBuilder()
    text.append("# EVEMU 1.3\n# recorded by panel-ui\nN: ")
    if let name = unsafe libevdev_get_name(device) {
      // A name may hold ends of lines.
      text.append(printable(unsafe String(cString: name)))
    }
    text.append("\nI:")
    let numbers = unsafe [
      libevdev_get_id_bustype(device), libevdev_get_id_vendor(device), libevdev_get_id_product(device),
      libevdev_get_id_version(device),
    ]
    for number in numbers {
      text.append(" ")
      append(hexadecimal: Int(number), digits: 4, to: &text)
    }
    text.append("\n")
    appendBits(nil, 32, to: &text) { unsafe libevdev_has_property(device, UInt32($0)) != 0 }
    for type in 0..<EV_CNT {
      let greatest = type == EV_SYN ? EV_CNT - 1 : libevdev_event_type_get_max(UInt32(type))
      if greatest < 0 { continue }
      appendBits(type, Int(greatest) + 1, to: &text) { code in
        unsafe type == EV_SYN
          ? libevdev_has_event_type(device, UInt32(code)) != 0
          : libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
      }
    }
    for code in 0..<ABS_CNT {
      guard let info = unsafe libevdev_get_abs_info(device, UInt32(code)) else { continue }
      text.append("A: ")
      append(hexadecimal: Int(code), digits: 2, to: &text)
      let numbers = unsafe [
        info.pointee.minimum, info.pointee.maximum, info.pointee.fuzz, info.pointee.flat, info.pointee.resolution,
      ]
      for number in numbers {
        text.append(" ")
        text.append(Int(number))
      }
      text.append("\n")
    }
    return text.bytes
  }

  /// Lines of 64 bits.
  private static func appendBits(_ type: Int32?, _ count: Int, to text: inout TextBuilder, _ isSet: (Int) -> Bool) {
    for line in 0..<(count + 63) / 64 {
      text.append(type == nil ? "P:" : "B: ")
      if let type { append(hexadecimal: Int(type), digits: 2, to: &text) }
      for byte in line * 8..<line * 8 + 8 {
        var bits = 0
        for bit in 0..<8 where byte * 8 + bit < count && isSet(byte * 8 + bit) { bits |= 1 << bit }
        text.append(" ")
        append(hexadecimal: bits, digits: 2, to: &text)
      }
      text.append("\n")
    }
  }
}
