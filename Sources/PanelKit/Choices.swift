// Stage: the program. Choices from outside: which display, which touchscreens.
import CLinux
import SystemFiles

/// Which touchscreens to listen to.
public enum TouchChoice: Sendable {
  /// All there are; with a display in memory, none.
  case automatic
  case none
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
