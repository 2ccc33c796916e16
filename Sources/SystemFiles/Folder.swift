// Stage: the edges. Input: a path. Output: the names of what is in a folder.
import CLinux

public enum Folder {
  /// What a symbolic link leads to; `nil` where there is none, or it may not be read.
  public static func target(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 512)
    let name = Array(path.utf8) + [0]
    let length = unsafe linux_readlink(name, &bytes, bytes.count)
    return length > 0 && length < bytes.count ? String(decoding: bytes.prefix(length), as: UTF8.self) : nil
  }

  /// Adds the names in a folder, in no order, without those that begin with a point.
  /// - Returns: 0, or the error number.
  public static func names(in path: String, into names: inout [String]) -> Int32 {
    guard let handle = unsafe path.withCString({ unsafe opendir($0) }) else { return linux_errno() }
    while let entry = unsafe readdir(handle) {
      guard let name = unsafe linux_entry_name(entry) else { continue }
      let text = unsafe String(cString: name)
      if text.utf8.first != 46 { names.append(text) }
    }
    _ = unsafe closedir(handle)
    return 0
  }
}
