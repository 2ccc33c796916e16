// Stage: sources. The notices of polled files.
import SystemFiles

/// A notice of a polled file for a person: it begins to fail, or is read again. Of a file that comes and goes the first, the
/// tenth, the hundredth time is said.
public enum FileNotice {
  /// - Parameters:
  ///   - path: with the pattern behind it where the file has no such number in it.
  ///   - code: the error's number; 0 where the file has no such number in it.
  case fails(path: String, code: Int32)
  case isThere(path: String)
  /// A control's value was not taken.
  /// - Parameters:
  ///   - path: empty for one that may not be written.
  ///   - code: the error's number.
  case isNotWritten(path: String, code: Int32)
}

extension FileNotice {
  /// Without a line feed.
  var sentence: String {
    switch self {
    case .fails(let path, 0): printable(path) + ": no such number in it: its signals have failed"
    case .fails(let path, let code):
      DeviceError("read", path, code: code, remedy: "its signals have failed until it can be read").message
    case .isNotWritten(let path, _) where path.isEmpty: "a control's file lies beyond /sys, and was not written"
    case .isNotWritten(let path, let code):
      DeviceError("write", path, code: code, remedy: "a control's value was not taken").message
    case .isThere(let path): printable(path) + ": is read again"
    }
  }
}
