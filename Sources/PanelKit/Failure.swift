// Stage: the program. Its end where a device cannot be used.
import CLinux
import SystemFiles

extension DeviceError {
  /// Ends the program with status 1, after a line on standard error that begins with the program's name and says
  /// ``message``.
  @export(interface)
  public func exit(_ program: String) -> Never {
    var line = Array((program + ": " + message + "\n").utf8)
    // A line that cannot be written is lost.
    _ = unsafe line.withUnsafeMutableBytes { unsafe write(2, $0.baseAddress, $0.count) }
    CLinux.exit(1)
  }
}
