// Stage: input. Input: the database of udev, a file for each device. Output: the matrix that the system has set for it.
// Nothing of it is trusted. https://www.freedesktop.org/software/systemd/man/latest/udevadm.html, `--export-db`.
import CLinux
import SystemFiles

/// The calibration that the system has set for a device.
enum SystemCalibration {
  /// Reads `LIBINPUT_CALIBRATION_MATRIX`. Without udev, or without that property, there is none.
  /// - Parameters:
  ///   - path: of the device.
  ///   - notice: gets a sentence where it cannot be read.
  static func read(_ path: String, _ system: SystemCalls, _ notice: (String) -> Void) -> CalibrationMatrix? {
    guard case .characterDevice(let major, let minor) = system.fileKind(path) else { return nil }
    var name = TextBuilder()
    name.append("/run/udev/data/c")
    name.append(major)
    name.append(":")
    name.append(minor)
    do throws(FileError) {
      guard let text = property(try system.contents(of: name.string, limit: 1 << 16)) else { return nil }
      do throws(DeviceError) {
        let matrix = try CalibrationMatrix(text)
        return matrix.isIdentity ? nil : matrix
      } catch { notice(error.message + "; it is that of " + name.string + " and left out") }
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR {
        notice(DeviceError(error, remedy: "without it the system's calibration is left out").message)
      }
    }
    return nil
  }

  /// The property's value: lines are `E:NAME=VALUE`.
  private static func property(_ bytes: [UInt8]) -> String? {
    let start = Array("E:LIBINPUT_CALIBRATION_MATRIX=".utf8)
    guard let line = bytes.split(separator: 10).first(where: { $0.starts(with: start) }) else { return nil }
    return String(decoding: line.dropFirst(start.count), as: UTF8.self)
  }
}
