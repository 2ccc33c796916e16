// Stage: program. Input: a brightness. Output: a file of /sys/class/backlight.
import CLinux
import SystemFiles

/// The light behind the display: the first one that the kernel has. It gets its former brightness back at the end.
final class Backlight {
  private let path: String
  private let most: Int
  private let former: Int
  private var shown: Int?

  /// - Parameter folder: of all lights.
  /// - Returns: `nil` where there is none, or it cannot be read.
  init?(in folder: String = "/sys/class/backlight") {
    var names: [String] = []
    if Folder.names(in: folder, into: &names) != 0 { return nil }
    guard let name = names.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else { return nil }
    path = folder + "/" + name + "/brightness"
    guard let most = Self.number(folder + "/" + name + "/max_brightness"), most > 0, let former = Self.number(path)
    else {
      return nil
    }
    (self.most, self.former) = (most, former)
  }

  deinit { if shown != nil { write(former) } }

  private static func number(_ path: String) -> Int? {
    guard let bytes = try? BoundedFile.read(path, limit: 64) else { return nil }
    var number = 0
    for byte in bytes.prefix(while: { $0 >= 48 && $0 <= 57 }) where number < 1 << 24 {
      number = number * 10 + Int(byte - 48)
    }
    return bytes.first.map { $0 >= 48 && $0 <= 57 } == true ? number : nil
  }

  /// Shows a brightness in percent; `nil` for the former one. A display that is not off is never dark.
  func show(_ percent: Int?) {
    let value = percent.map { $0 <= 0 ? 0 : max(1, most * min(100, $0) / 100) } ?? former
    if value == (shown ?? former) { return }
    shown = value
    write(value)
  }

  private func write(_ value: Int) {
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_WRONLY | O_TRUNC | O_CLOEXEC, 0) }
    if descriptor < 0 { return }
    let text = Array(String(value).utf8)
    _ = unsafe CLinux.write(descriptor, text, text.count)
    _ = close(descriptor)
  }
}
