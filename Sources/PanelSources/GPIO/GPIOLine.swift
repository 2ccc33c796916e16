// Stage: sources. A line of a GPIO source: its request, and the trouble with it.
import CLinux
import SystemFiles

/// A line that addresses of a source have in common.
struct GPIOLine {
  /// The number on its chip; `nil` where it has a name.
  let wantedNumber: UInt32?
  let name: [UInt8]
  var options: GPIOOptions
  /// Microseconds.
  var debounce: UInt32
  var isOutput = false
  /// Whether an address tells its level.
  var hasLevel = false
  /// −1 while it is not requested.
  var descriptor: Int32 = -1
  /// The error's number at the last request; 0 for none.
  private var code: Int32 = 0
  private var failures = SparseCount()
  private var hasNotice = false

  init(_ address: GPIOAddress) {
    (wantedNumber, name) = (address.number, Array(address.line.utf8))
    (options, debounce) = (address.options, address.debounce)
  }

  func isLine(of address: GPIOAddress) -> Bool {
    if let wantedNumber { return address.number == wantedNumber }
    return address.number == nil && haveSameBytes(name, Array(address.line.utf8).span)
  }

  mutating func add(_ address: GPIOAddress) {
    options.formUnion(address.options)
    debounce = Swift.max(debounce, address.debounce)
  }

  /// Requests the line.
  /// - Returns: its number, and whether that went well; otherwise a sentence for a person, if that is new.
  mutating func open(_ chip: GPIOChip) -> (number: UInt32, isOpen: Bool, notice: String?) {
    let number = wantedNumber ?? chip.number(name)
    guard let number, number < chip.count, let line = chip.line(number) else { return (0, false, fail(ENOENT, [])) }
    descriptor =
      isOutput
      ? chip.output(number, options, wasOutput: line.isOutput)
      : chip.input(number, options, debounce, hasBothEdges: hasLevel)
    if descriptor < 0 { return (number, false, fail(linux_errno(), line.user)) }
    let hadNotice = hasNotice && code != 0
    code = 0
    return (number, true, hadNotice ? title + ": is there again" : nil)
  }

  mutating func close() {
    if descriptor >= 0 { _ = CLinux.close(descriptor) }
    descriptor = -1
  }

  var title: String { "line " + printable(name) }

  private mutating func fail(_ code: Int32, _ user: [UInt8]) -> String? {
    if code == self.code { return nil }
    self.code = code
    hasNotice = failures.add(1)
    return hasNotice ? title + ": " + Self.reason(code, user) : nil
  }

  /// - Parameter code: of a request; `ENOENT` for a line that the chip has not.
  static func reason(_ code: Int32, _ user: [UInt8]) -> String {
    switch code {
    case ENOENT: "the chip has no such line"
    case EBUSY where user.isEmpty: "it is taken by the kernel or another program; it is tried again each second"
    case EBUSY: "it is taken by '" + printable(user) + "'; it is tried again each second"
    default: unsafe String(cString: linux_error_text(code)) + "; it is tried again each second"
    }
  }
}
