// Stage: input. Input: /dev/input. Output: the devices that are of use, or why there is none.
import CLinux
import FixedRaster
import SystemFiles

extension InputDevice {
  /// Opens every device that is of use, in the order of their numbers, and skips devices that cannot be opened. One that is
  /// opened for one use is read for all that it can be read for.
  /// - Parameters:
  ///   - width: the picture's, in pixels.
  ///   - height: the picture's, in pixels.
  ///   - rotation: the display's.
  ///   - name: only devices that call themselves so.
  ///   - uses: those of which a device has to have one.
  ///   - firstNumber: of the first device, 0...126; the others count on from there.
  ///   - setup: the calibration and the filter of all of them.
  ///   - isKnown: whether a path is left out.
  ///   - refused: told about each device that was skipped because it could not be opened, or tells no usable ranges.
  /// - Throws: none was found; the message says whether devices or permissions are missing.
  public static func findAll(
    width: Int, height: Int, rotation: DisplayRotation = .none, named name: String? = nil,
    uses: InputUses = .touches, firstNumber: Int = 0, setup: TouchSetup = TouchSetup(),
    isKnown: (String) -> Bool = { _ in false }, refused: (DeviceError) -> Void = { _ in }
  ) throws(DeviceError) -> [InputDevice] {
    let system = SystemCalls()
    return try findAll(system, named: name, refused, uses: uses, isKnown: isKnown) {
      (path, number) throws(DeviceError) in
      let device = try InputDevice(
        path: path, width: width, height: height, rotation: rotation, number: (firstNumber + number) % 127, uses: .all,
        setup: setup, system: system)
      if !device.uses.isDisjoint(with: uses) { return device }
      device.close()
      throw DeviceError("use", path, reason: "it is of another kind")
    }
  }

  static let directory = "/dev/input"

  static func findAll(
    _ system: SystemCalls, named name: String?, _ refused: (DeviceError) -> Void,
    uses: InputUses = .touches, isKnown: (String) -> Bool = { _ in false },
    open: (String, Int) throws(DeviceError) -> InputDevice
  ) throws(DeviceError) -> [InputDevice] {
    let numbers = try eventNumbers(system)
    var devices: [InputDevice] = []
    var firstRefusal: DeviceError?
    for number in numbers {
      var path = TextBuilder()
      path.append(directory)
      path.append("/event")
      path.append(number)
      if isKnown(path.string) { continue }
      do throws(DeviceError) {
        // No more devices than numbers that keep their fingers apart.
        let device = try open(path.string, devices.count % 127)
        if let name, !name.utf8.elementsEqual(device.name.utf8) {
          device.close()
        } else {
          devices.append(device)
        }
      } catch {
        // It is something else.
        if error.code == 0, !haveSameBytes(error.operation.text, TouchSetup.rangeOperation.text) { continue }
        if firstRefusal == nil { firstRefusal = error }
        refused(error)
      }
    }
    if !devices.isEmpty { return devices }
    if let firstRefusal { throw firstRefusal }
    throw nothingFound(among: numbers.count, named: name, uses)
  }

  private static func nothingFound(among count: Int, named name: String?, _ uses: InputUses) -> DeviceError {
    var reason = TextBuilder()
    reason.append("none of ")
    reason.append(count)
    reason.append(" input devices is one")
    if let name {
      reason.append(" and is called ")
      reason.append(name)
    }
    if uses == .keys {
      return DeviceError(
        "find a keyboard or an encoder in", directory, reason: reason.string,
        remedy: "check that its driver or device tree overlay is loaded")
    }
    return DeviceError(
      "find a touchscreen or pointer in", directory, reason: reason.string,
      remedy: "check that the touchscreen's driver is loaded")
  }

  /// The numbers N of /dev/input/eventN, ascending.
  private static func eventNumbers(_ system: SystemCalls) throws(DeviceError) -> [Int] {
    var names: [String] = []
    let code = system.names(in: directory, into: &names)
    if code == EACCES { throw DeviceError("read", directory, code: code, remedy: "add the user to the group input") }
    if code != 0 {
      throw DeviceError("read", directory, code: code, remedy: "check that the evdev driver is loaded")
    }
    var numbers: [Int] = []
    for name in names {
      let (bytes, prefix) = (Array(name.utf8), Array("event".utf8))
      guard (prefix.count + 1...prefix.count + 6).contains(bytes.count) else { continue }
      let digits = bytes[prefix.count...]
      guard bytes[..<prefix.count] == prefix[...] else { continue }
      var number = 0
      for digit in digits { number = (48...57).contains(digit) && number >= 0 ? number * 10 + Int(digit - 48) : -1 }
      // A few: the library's sort would be a hundred times this code.
      if number >= 0 { numbers.insert(number, at: numbers.firstIndex { $0 > number } ?? numbers.count) }
    }
    return numbers
  }
}
