// Stage: input. Input: a recording in evemu's text format. Output: the device's abilities and its events. Nothing of it is
// trusted. https://gitlab.freedesktop.org/libevdev/evemu: README.md has the format.
import CEvdev
import CLinux
import SystemFiles

/// A touchscreen's description and its events, as evemu-record writes them:
///
///     # EVEMU 1.3                       a remark; from version 1.1 on behind other things too
///     N: name
///     I: 0018 0416 038f 1001            bus, vendor, product, version
///     P: 02 00 00 00 00 00 00 00        properties, 64 bits a line
///     B: 01 00 00 00 00 00 00 00 00     codes of the type 01, 64 bits a line
///     A: 35 0 4095 0 0 0                the axis 35: least, greatest, fuzz, flat, resolution
///     E: 0.000001 0003 0039 0001        seconds and microseconds, type, code, value
///
/// The numbers of an axis behind its code, the seconds and the value are decimal, the others hexadecimal. L: and S: are
/// skipped.
struct InputRecording {
  private(set) var capabilities = InputCapabilities()
  /// Times in nanoseconds since the first event, none before the last one's.
  private(set) var events: [RawEvent] = []
  /// A line with the device's name was there.
  private(set) var isDescribed = false
  /// How many bytes of keys there were.
  private var keyBytes: Int32 = 0
  private var propertyBytes = 0
  private var firstTime: Int64?

  /// The most bytes of a file.
  static var maximumBytes: Int { 8 << 20 }

  private var reader: WordReader

  /// The expectation in a line; the found word is where the reader is.
  private struct Fault: Error {
    let expected: StaticString

    init(_ expected: StaticString) { self.expected = expected }
  }

  /// Reads a file; where it is named `X.events` and has no description, that of `X.desc` too.
  init(path: String) throws(DeviceError) {
    try self.init(try Self.contents(path), name: path)
    let (name, ending) = (Array(path.utf8), 7)
    if !isDescribed, name.count > ending, name[(name.count - ending)...].elementsEqual(".events".utf8) {
      let other = String(decoding: name[..<(name.count - ending)], as: UTF8.self) + ".desc"
      let events = events
      try self.init(try Self.contents(other), name: other)
      self.events = events
    }
    if isDescribed && !events.isEmpty { return }
    throw DeviceError(
      "read", path, reason: isDescribed ? "it has no line E:" : "it has no line N:",
      remedy: "put the output of evemu-describe before the events")
  }

  private static func contents(_ path: String) throws(DeviceError) -> [UInt8] {
    do throws(FileError) { return try BoundedFile.read(path, limit: maximumBytes) } catch {
      throw DeviceError(error, remedy: "choose a recording that this user may read")
    }
  }

  /// - Parameter name: the file's, for messages.
  init(_ bytes: [UInt8], name: String) throws(DeviceError) {
    reader = WordReader(bytes)
    var (line, start) = (0, 0)
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      do throws(Fault) { try add(bytes, start, end) } catch {
        var reason = TextBuilder()
        reason.append("line ")
        reason.append(line)
        reason.append(": expected ")
        reason.append(error.expected)
        reason.append(", found ")
        let found = reader.word
        reason.append(found.isEmpty ? "nothing" : printable(Array(found.prefix(40))))
        throw DeviceError("read", name, reason: reason.string, remedy: "record once more")
      }
      start = end + 1
    }
  }

  private mutating func add(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Fault) {
    if end - start > 1, bytes[start] == UInt8(ascii: "N"), bytes[start + 1] == UInt8(ascii: ":") {
      return takeName(bytes[(start + 2)..<end])
    }
    // A remark goes to the end of the line.
    var last = start
    while last < end, bytes[last] != UInt8(ascii: "#") { last += 1 }
    reader.restrict(to: start..<last)
    if !reader.next() { return }
    if reader.takeAll("I:") {
      for _ in 0..<4 { _ = try hexadecimal(4) }
      try finish()
    } else if reader.takeAll("P:") {
      while reader.next() { try takeProperties() }
    } else if reader.takeAll("B:") {
      try takeCodes()
    } else if reader.takeAll("A:") {
      try takeAxis()
    } else if reader.takeAll("E:") {
      try takeEvent()
    } else if !reader.takeAll("L:"), !reader.takeAll("S:") {
      throw Fault("N:, I:, P:, B:, A: or E: at the start")
    }
  }

  private mutating func finish() throws(Fault) { if reader.next() { throw Fault("the line's end") } }

  private mutating func takeName(_ name: ArraySlice<UInt8>) {
    isDescribed = true
    // As the kernel holds names: 255 bytes, and a zero.
    let name = name.drop { $0 == 32 }.prefix { $0 != 13 && $0 != 0 }.prefix(255)
    capabilities.name = String(decoding: name, as: UTF8.self)
  }

  private mutating func takeProperties() throws(Fault) {
    let byte = try number(2)
    if propertyBytes == 0, byte >> INPUT_PROP_DIRECT & 1 == 1 { capabilities.isDirect = true }
    propertyBytes += 1
  }

  private mutating func takeCodes() throws(Fault) {
    let isKeys = try hexadecimal(2) == EV_KEY
    while reader.next() {
      let byte = try number(2)
      if !isKeys { continue }
      if BTN_TOUCH / 8 == keyBytes, byte >> (BTN_TOUCH % 8) & 1 == 1 { capabilities.hasTouchButton = true }
      if BTN_LEFT / 8 == keyBytes, byte >> (BTN_LEFT % 8) & 1 == 1 { capabilities.hasLeftButton = true }
      keyBytes += 1
    }
  }

  private mutating func takeAxis() throws(Fault) {
    let axis = try hexadecimal(2)
    let range = AxisRange(try decimal(), try decimal())
    for _ in 0..<2 { _ = try decimal() }
    // Since version 1.2 the resolution too.
    if reader.next(), reader.whole() == nil || !reader.isAtEnd { throw Fault("a resolution") }
    try finish()
    switch axis {
    case ABS_X: capabilities.x = range
    case ABS_Y: capabilities.y = range
    case ABS_PRESSURE: capabilities.pressure = range
    case ABS_MT_POSITION_X: capabilities.multitouchX = range
    case ABS_MT_POSITION_Y: capabilities.multitouchY = range
    case ABS_MT_PRESSURE: capabilities.multitouchPressure = range
    case ABS_MT_SLOT: capabilities.slots = Int(range.last) + 1
    default: break
    }
  }

  private mutating func takeEvent() throws(Fault) {
    guard reader.next() else { throw Fault("a time") }
    let seconds = reader.digits(most: 10)
    let hasPoint = reader.take(UInt8(ascii: "."))
    let part = reader.digits(most: 6)
    if !hasPoint || seconds < 0 || seconds >= 1 << 32 || part < 0 || !reader.isAtEnd {
      throw Fault("seconds, a point and microseconds")
    }
    let time = seconds * 1_000_000_000 + part * 1000
    let start = firstTime ?? time
    firstTime = start
    let (type, code) = (try hexadecimal(4), try hexadecimal(4))
    let value = try decimal()
    try finish()
    // A clock that is set back stands still.
    let passed = max(time - start, events.last?.time ?? 0)
    events.append(RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: passed))
  }

  /// The next word.
  private mutating func hexadecimal(_ most: Int) throws(Fault) -> Int32 {
    _ = reader.next()
    return try number(most)
  }

  /// The present word.
  private mutating func number(_ most: Int) throws(Fault) -> Int32 {
    let number = reader.hexadecimal(most: most)
    if number < 0 { throw Fault("a hexadecimal number") }
    return number
  }

  /// The next word.
  private mutating func decimal() throws(Fault) -> Int32 {
    _ = reader.next()
    guard let number = reader.whole(), reader.isAtEnd else {
      throw Fault("a number from -2147483648 to 2147483647")
    }
    return number
  }
}
