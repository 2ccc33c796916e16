// Stage: sources. A file of /sys that a control writes.
import CLinux
import PanelSignals
import SystemFiles

/// A file that the kernel takes a number by, as the brightness of a light or the level of a pin.
struct WrittenFile {
  let number: Int32
  /// `nil` where the address lies beyond the folder.
  let path: String?
  /// The number of the error that was told last; 0 after a value that was taken.
  var toldCode: Int32 = 0

  /// The folder of a device. A description, which may come from elsewhere, writes nothing else.
  static var usualFolder: String { "/sys/" }

  /// - Parameter folder: that no path leaves.
  init(_ number: Int32, _ address: String, in folder: String) {
    self.number = number
    let path = PolledFile(address).path
    let leaves = path.utf8.split(separator: 47).contains { $0.elementsEqual("..".utf8) }
    self.path = path.utf8.starts(with: folder.utf8) && !leaves && !address.utf8.contains(32) ? path : nil
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
