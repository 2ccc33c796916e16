// Stage: the program. Choices from outside: which display, which input devices.
import CLinux
import SystemFiles

/// Which input devices of a kind to listen to.
public enum InputChoice: Sendable {
  /// All there are, and those that come later; with a display in memory, none.
  case automatic
  case none
  /// This one, also where it goes and comes back.
  case device(path: String)
}

extension DisplayChoice {
  /// The display that the environment variable `LAMINA_DISPLAY` names, as `fb:/dev/fb1` or `memory:800x480:xrgb8888`;
  /// ``automatic`` without it.
  /// - Throws: its value names no display.
  public static func environment() throws(DeviceError) -> DisplayChoice {
    guard let name = unsafe getenv("LAMINA_DISPLAY") else { return .automatic }
    return try DisplayChoice(unsafe String(cString: name))
  }
}
