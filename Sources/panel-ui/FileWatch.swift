// Stage: program. Notices when a file is replaced.
import CLinux
import PanelKit

/// Watches a file by its folder: a file that is replaced by renaming another one is another file.
final class FileWatch {
  private let loop: EventLoop
  private let descriptor: Int32
  private let name: [UInt8]
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// - Parameter changed: called when the file was replaced, or written to and closed.
  /// - Throws: its folder cannot be watched.
  init(_ path: String, loop: EventLoop, changed: @escaping () -> Void) throws(DeviceError) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: 47)
    name = Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
    let folder = slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
    self.loop = loop
    descriptor = inotify_init1(linux_IN_FLAGS())
    let watch =
      descriptor < 0
      ? -1 : unsafe folder.withCString { unsafe inotify_add_watch(descriptor, $0, linux_IN_REPLACED()) }
    if watch < 0 {
      let code = linux_errno()
      if descriptor >= 0 { _ = close(descriptor) }
      throw DeviceError("watch", folder, code: code, remedy: "start the panel again when its file has changed")
    }
    try loop.watch(descriptor) { [unowned(unsafe) self] _ in if unsafe readEvents() { changed() } }
  }

  deinit {
    loop.unwatch(descriptor)
    _ = close(descriptor)
  }

  /// - Returns: whether one of the events that have come is of the file.
  func readEvents() -> Bool {
    var isChanged = false
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return isChanged }
      var start = 0
      // An event: four numbers of 32 bits, of which the last is the length of the name behind them, filled with zeros.
      while start + 16 <= count {
        let length = Int(buffer[start + 12]) | Int(buffer[start + 13]) << 8
        let end = min(start + 16 + length, count)
        let found = buffer[(start + 16)..<end].prefix { $0 != 0 }
        if found.elementsEqual(name) { isChanged = true }
        start = end
      }
    }
  }
}
