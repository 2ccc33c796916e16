import CLinux
import SystemFiles

/// What the command line asks for.
public struct Options: Sendable {
  /// What the program is called.
  public let program: String
  public private(set) var is565 = false
  /// Only this scene; all if `nil`.
  public private(set) var scene: String?
  /// How long each scene is drawn, in nanoseconds.
  public private(set) var nanoseconds: Int64 = 250_000_000
  /// Exactly so many frames of each scene and no warm-up, for tools that count; 0 for as many as the time allows.
  public private(set) var frames = 0
  /// How many threads draw side by side.
  public private(set) var threads = 1
  /// The folder for pictures; nothing is measured then.
  public private(set) var dump: String?

  /// Reads the command line; ends the program where it cannot be understood.
  public init(program: String) {
    self.program = program
    var arguments: [String] = []
    do throws(FileError) { arguments = try ProcessStart.arguments() } catch { fail() }
    var i = 0
    while i + 1 < arguments.count {
      switch arguments[i] {
      case "--format" where arguments[i + 1] == "xrgb": is565 = false
      case "--format" where arguments[i + 1] == "565": is565 = true
      case "--scene": scene = arguments[i + 1]
      case "--seconds": nanoseconds = nanoseconds(arguments[i + 1])
      case "--frames": frames = Int(nanoseconds(arguments[i + 1]) / 1_000_000_000)
      case "--threads": threads = Int(nanoseconds(arguments[i + 1]) / 1_000_000_000)
      case "--dump": dump = arguments[i + 1]
      default: fail()
      }
      i += 2
    }
    if i != arguments.count { fail() }
  }

  public func wants(_ name: StaticString) -> Bool { scene == nil || scene == name.description }

  /// A decimal number of seconds, such as 0.25.
  private func nanoseconds(_ text: String) -> Int64 {
    var value: Int64 = 0
    var unit: Int64 = 0
    for byte in text.utf8 {
      if byte == 46 && unit == 0 {
        unit = 1_000_000_000
      } else if byte >= 48 && byte <= 57 && value < 1_000_000_000_000 && unit != 1 {
        value = value * 10 + Int64(byte - 48)
        unit /= 10
      } else {
        fail()
      }
    }
    return unit == 0 ? value * 1_000_000_000 : value * unit
  }

  private func fail() -> Never {
    write(
      "usage: \(program) --format xrgb|565 [--scene S5] [--seconds 0.25] [--frames N] [--threads N] [--dump DIR]\n",
      to: 2)
    exit(2)
  }
}

public func write(_ text: String, to file: Int32) {
  var text = text
  text.withUTF8 { _ = unsafe CLinux.write(file, $0.baseAddress, $0.count) }
}
