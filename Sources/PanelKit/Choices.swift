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
  /// A recording in evemu's format in the place of a device, at its times.
  case recording(path: String)
}

extension InputChoice {
  /// Opens the chosen touchscreens, tablets and mice for a picture, of those that are there now.
  /// - Parameters:
  ///   - width: the picture's, in pixels, 1...32767.
  ///   - height: the picture's, in pixels, 1...32767.
  ///   - rotation: the display's.
  ///   - setup: their calibration and their filter. Its notice gets the reason where one of several has no usable ranges.
  /// - Throws: a device that was named cannot be used, or there is none.
  @export(interface)
  public func open(
    width: Int, height: Int, rotation: DisplayRotation = .none, setup: TouchSetup = TouchSetup()
  ) throws(DeviceError) -> [InputDevice] {
    switch self {
    case .none: return []
    case .device(let path):
      return [
        try InputDevice(path: path, width: width, height: height, rotation: rotation, uses: .touches, setup: setup)
      ]
    case .recording(let path):
      return [try InputDevice(recording: path, width: width, height: height, rotation: rotation, setup: setup)]
    case .automatic:
      var leftOut: [DeviceError] = []
      let devices = try InputDevice.findAll(
        width: width, height: height, rotation: rotation, setup: setup, refused: { leftOut.append($0) })
      for error in leftOut where error.code == 0 { setup.notice(error.message) }
      return devices
    }
  }
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
