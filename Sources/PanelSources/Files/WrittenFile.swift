// Stage: sources. A file of /sys that a control writes.
import CLinux
import PanelSignals
import SystemFiles

/// A file that the kernel takes a number by, as the brightness of a light or the level of a pin.
struct WrittenFile {
  let number: Int32
  /// `nil` where the address lies beyond the folder.
  let path: String?

  /// - Parameters:
  ///   - folder: that no path leaves; `/sys/` on a device. A description, which may come from elsewhere, writes nothing else.
  init(_ number: Int32, _ address: String, in folder: String) {
    self.number = number
    let path = PolledFile(address).path
    let isInside =
      path.utf8.starts(with: folder.utf8) && !address.utf8.contains(32) && !hasBytes(path, "/../")
      && !hasBytes(path, "//")
    self.path = isInside ? path : nil
  }

  /// Writes a number and a line feed, at once or not at all.
  /// - Returns: the error's number; 0 for none.
  func write(_ value: Fixed64) -> Int32 {
    guard let path else { return EACCES }
    let text = NumberFormat.shortest(value, most: 6).text(of: value) + "\n"
    let bytes = Array(text.utf8)
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_WRONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    if descriptor < 0 { return linux_errno() }
    let count = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(descriptor, $0.baseAddress, $0.count) }
    let code = count == bytes.count ? 0 : count < 0 ? linux_errno() : EIO
    _ = CLinux.close(descriptor)
    return code
  }
}

private func hasBytes(_ text: String, _ part: String) -> Bool {
  let (bytes, part) = (Array(text.utf8), Array(part.utf8))
  if bytes.count < part.count { return false }
  return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
}
