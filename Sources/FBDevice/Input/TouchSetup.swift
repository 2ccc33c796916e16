// Stage: input. Input: the device's ranges, the system's calibration, the user's. Output: how the axes lie.
import FixedRaster
import SystemFiles

/// What the user says about a touchscreen.
public struct TouchSetup: Sendable {
  public var calibration = TouchCalibration()
  public var filter = TouchFilter()
  /// Takes a sentence about each thing that a device or the system tells wrongly and that is mended or left out.
  public var notice: @Sendable (String) -> Void = { _ in }
  /// Whether ranges that a device does not tell are taken to be 0...4095: it is going to be calibrated.
  public var assumesRanges = false

  /// The file that a device's events are written to, for bug reports: see `InputDevice.init(recording:)`. Of several devices
  /// the later ones have their number appended. It ends at 8 MB. `nil` writes none.
  public var recording: String?

  public init() {}

  /// How a device's axes lie over the picture.
  /// - Throws: a range has one value alone.
  func axes(
    x told: AxisRange, _ toldY: AxisRange, _ system: CalibrationMatrix?, width: Int, height: Int,
    _ rotation: DisplayRotation, path: String
  ) throws(DeviceError) -> TouchAxes {
    let x = try range(calibration.x, told, path, "horizontal")
    let y = try range(calibration.y, toldY, path, "vertical")
    return TouchAxes(
      x: x, y: y, width: width, height: height, rotation: rotation, system: system, own: calibration.transform)
  }

  private func range(
    _ given: AxisRange?, _ told: AxisRange, _ path: String, _ name: StaticString
  ) throws(DeviceError) -> AxisRange {
    if let given, given.isUsable { return given }
    if !told.isUsable && !assumesRanges {
      var reason = TextBuilder()
      reason.append("its ")
      reason.append(name)
      reason.append(" one is ")
      told.append(to: &reason)
      throw DeviceError(
        Self.rangeOperation, path, reason: reason.string,
        remedy: "calibrate it, or give its ranges as x=0..4095 y=0..4095")
    }
    if told.first > told.last {
      var text = TextBuilder()
      text.append(printable(path))
      text.append(": its ")
      text.append(name)
      text.append(" values descend, ")
      told.append(to: &text)
      text.append(": taken so, the first one at the ")
      text.append(name.utf8CodeUnitCount == 8 ? "top" : "left")
      notice(text.string)
    }
    return told.isUsable ? told : AxisRange(0, 4095)
  }

  /// Says where the filter's pressure has no effect, or lets no finger through.
  func checkPressure(_ capabilities: InputCapabilities, _ path: String) {
    if filter.pressure == 0 { return }
    let told = capabilities.multitouchX == nil ? capabilities.pressure : capabilities.multitouchPressure
    if let told, filter.pressure <= max(told.first, told.last) { return }
    var text = TextBuilder()
    text.append(printable(path))
    text.append(": the filter's pressure is ")
    text.append(Int(filter.pressure))
    if let told {
      text.append(", and the device's greatest ")
      text.append(Int(max(told.first, told.last)))
      text.append(": no finger counts")
    } else {
      text.append(", and the device tells none: every finger counts")
    }
    notice(text.string)
  }

  /// The failed operation where a touchscreen is one, and has no usable range.
  static var rangeOperation: StaticString { "use the ranges of" }
}

extension TouchAxes {
  /// A sentence about values beyond the ranges.
  func sentence(about stray: (x: Int32, y: Int32), _ path: String) -> String {
    var text = TextBuilder()
    text.append(printable(path))
    text.append(": its values ")
    text.append(Int(stray.x))
    text.append(" and ")
    text.append(Int(stray.y))
    text.append(" lie beyond its ranges ")
    x.range.append(to: &text)
    text.append(" and ")
    y.range.append(to: &text)
    text.append(own == nil ? ": held to the display's edge; calibrate it, or give its ranges" : ": taken as they are")
    return text.string
  }
}
