// Stage: sources. A GPIO chip: its descriptor, and the kernel's answers about its lines.
import CLinux
import SystemFiles

/// An open chip. Tests have others, whose lines are pipes.
class GPIOChip {
  let path: String
  /// How many lines it has.
  let count: UInt32
  private let descriptor: Int32

  /// A line as the kernel describes it.
  struct Line {
    var name: [UInt8] = []
    /// The user of a line that is taken; possibly empty.
    var user: [UInt8] = []
    var isTaken = false
    var isOutput = false
  }

  /// Opens a chip by its name `gpiochip0`, its path, or its label, of which the first chip counts.
  convenience init(_ name: String, in folder: String = "/dev/") throws(DeviceError) {
    let bytes = Array(name.utf8)
    var (path, descriptor, lines) = (name, Int32(-1), UInt32(0))
    if bytes.first == 47 || bytes.starts(with: "gpiochip".utf8) {
      if bytes.first != 47 { path = folder + name }
      descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDWR | O_CLOEXEC, 0) }
      if descriptor < 0 { throw DeviceError("open", path, code: linux_errno(), remedy: Self.remedy(linux_errno())) }
      if Self.label(descriptor, &lines) == nil {
        let code = linux_errno()
        _ = close(descriptor)
        throw DeviceError("talk to", path, code: code, remedy: "it is a chip of GPIO lines, as /dev/gpiochip0")
      }
    } else {
      var refused: String?
      for number in 0..<Self.chipLimit where descriptor < 0 {
        path = folder + "gpiochip" + String(number)
        descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDWR | O_CLOEXEC, 0) }
        if descriptor < 0 {
          if linux_errno() == EACCES { refused = path }
          continue
        }
        if let label = Self.label(descriptor, &lines), label == bytes { break }
        _ = close(descriptor)
        descriptor = -1
      }
      if descriptor < 0, let refused { throw DeviceError("open", refused, code: EACCES, remedy: Self.remedy(EACCES)) }
      if descriptor < 0 {
        throw DeviceError("find", name, reason: "no GPIO chip has this label", remedy: "it is looked for each second")
      }
    }
    self.init(path: path, count: Swift.min(lines, GPIOAddress.numberLimit), descriptor)
  }

  init(path: String, count: UInt32, _ descriptor: Int32) {
    (self.path, self.count, self.descriptor) = (path, count, descriptor)
  }

  deinit { _ = close(descriptor) }

  private static var chipLimit: Int { 64 }

  private static func remedy(_ code: Int32) -> StaticString {
    code == EACCES ? "its user has to be in the group gpio" : "it is opened again when it is there"
  }

  private static func label(_ descriptor: Int32, _ lines: inout UInt32) -> [UInt8]? {
    var names = [UInt8](repeating: 0, count: 64)
    let result = unsafe names.withUnsafeMutableBufferPointer {
      unsafe linux_gpio_chip_info(descriptor, $0.baseAddress, &lines)
    }
    return result < 0 ? nil : text(names, 32)
  }

  /// One of two names: its bytes before the zero.
  @inline(never)
  private static func text(_ names: [UInt8], _ start: Int) -> [UInt8] {
    var end = start
    while end < start + 32, names[end] != 0 { end += 1 }
    return Array(names[start..<end])
  }

  /// Whether the chip is still there: one on USB may go.
  var isThere: Bool {
    var lines: UInt32 = 0
    return Self.label(descriptor, &lines) != nil
  }

  /// - Returns: `nil` where the chip has gone, or has no such line.
  func line(_ number: UInt32) -> Line? {
    var names = [UInt8](repeating: 0, count: 64)
    var flags: UInt64 = 0
    let result = unsafe names.withUnsafeMutableBufferPointer {
      unsafe linux_gpio_line_info(descriptor, number, $0.baseAddress, &flags)
    }
    if result < 0 { return nil }
    return Line(
      name: Self.text(names, 0), user: Self.text(names, 32), isTaken: flags & linux_GPIO_USED() != 0,
      isOutput: flags & linux_GPIO_OUTPUT() != 0)
  }

  /// The number of the first line that has a name.
  func number(_ name: [UInt8]) -> UInt32? {
    for number in 0..<count {
      guard let line = line(number) else { return nil }
      if line.name == name { return number }
    }
    return nil
  }

  /// Requests a line as an input whose edges are events.
  /// - Parameter debounce: microseconds.
  /// - Returns: its descriptor; −1 with the error's number.
  func input(_ number: UInt32, _ options: GPIOOptions, _ debounce: UInt32, hasBothEdges: Bool) -> Int32 {
    var flags = Self.flags(options) | linux_GPIO_INPUT() | linux_GPIO_EDGE_RISING()
    if hasBothEdges { flags |= linux_GPIO_EDGE_FALLING() }
    return linux_gpio_request(descriptor, number, flags, 0, debounce, Self.eventRoom)
  }

  /// Requests a line as an output. One that was an output keeps its level, another one is not active.
  func output(_ number: UInt32, _ options: GPIOOptions, wasOutput: Bool) -> Int32 {
    var level: Int32 = 0
    if wasOutput {
      // Without a direction it stays as it is.
      let former = linux_gpio_request(descriptor, number, Self.flags(options.intersection(.activeLow)), 0, 0, 0)
      if former < 0 { return -1 }
      level = Swift.max(0, linux_gpio_level(former))
      _ = close(former)
    }
    return linux_gpio_request(descriptor, number, Self.flags(options) | linux_GPIO_OUTPUT(), level, 0, 0)
  }

  /// Events that the kernel keeps of a line.
  private static var eventRoom: UInt32 { 256 }

  private static func flags(_ options: GPIOOptions) -> UInt64 {
    var flags: UInt64 = 0
    if options.contains(.activeLow) { flags |= linux_GPIO_ACTIVE_LOW() }
    if options.contains(.pullUp) { flags |= linux_GPIO_PULL_UP() }
    if options.contains(.pullDown) { flags |= linux_GPIO_PULL_DOWN() }
    if options.contains(.noPull) { flags |= linux_GPIO_NO_PULL() }
    if options.contains(.openDrain) { flags |= linux_GPIO_OPEN_DRAIN() }
    if options.contains(.openSource) { flags |= linux_GPIO_OPEN_SOURCE() }
    return flags
  }
}
