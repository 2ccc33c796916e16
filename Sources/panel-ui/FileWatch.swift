// Stage: program. Notices when another file is at a path.
import CLinux
import PanelKit

/// Watches a path by the folders of its file and of the symbolic links on the way there: a file that is replaced by
/// renaming is another file, and a link that leads elsewhere another way.
final class FileWatch {
  /// A name that decides where the path leads: a link's, the file's, or one that is missing.
  private struct Step {
    let folder: Int32
    let name: [UInt8]
  }

  private let path: [UInt8]
  private let loop: EventLoop
  private let descriptor: Int32
  private var steps: [Step] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// - Parameter changed: called when the file was replaced, or written to and closed, or the path leads elsewhere.
  /// - Throws: its folder cannot be watched.
  init(_ path: String, loop: EventLoop, changed: @escaping () -> Void) throws(DeviceError) {
    self.path = Array(path.utf8)
    self.loop = loop
    descriptor = inotify_init1(linux_IN_FLAGS())
    if descriptor >= 0 { follow() }
    if steps.last?.folder ?? -1 < 0 {
      let code = linux_errno()
      if descriptor >= 0 { _ = close(descriptor) }
      throw DeviceError("watch", path, code: code, remedy: "start the panel again when its file has changed")
    }
    try loop.watch(descriptor) { [unowned(unsafe) self] _ in if unsafe readEvents() { changed() } }
  }

  deinit {
    loop.unwatch(descriptor)
    _ = close(descriptor)
  }

  /// Goes the way from the path to its file, as the kernel does, and watches the folder of each link and of the file.
  private func follow() {
    let former = steps
    steps = []
    var (folder, rest, links) = ([UInt8](), path, 0)
    var target = [UInt8](repeating: 0, count: 4096)
    while !rest.isEmpty && links <= 40 {
      // An absolute path, or a link to one, begins at the root.
      if rest.first == 47 { folder = [47] }
      let name = Array(rest.drop { $0 == 47 }.prefix { $0 != 47 })
      rest = Array(rest.drop { $0 == 47 }.dropFirst(name.count))
      if name.isEmpty { break }
      let next = folder + name
      let count = unsafe String(decoding: next, as: UTF8.self).withCString { link in
        unsafe target.withUnsafeMutableBufferPointer { unsafe linux_readlink(link, $0.baseAddress, $0.count) }
      }
      // A folder on the way is no step; one that is missing may come.
      if count > 0 || rest.isEmpty || linux_errno() == ENOENT {
        steps.append(Step(folder: watch(folder), name: name))
      }
      if count > 0 {
        links += 1
        rest = Array(target[..<count]) + rest
      } else {
        folder = next + [47]
        rest = Array(rest.drop { $0 == 47 })
      }
    }
    for step in former where !steps.contains(where: { $0.folder == step.folder }) {
      _ = inotify_rm_watch(descriptor, step.folder)
    }
  }

  /// - Returns: what the folder's events are known by; below 0 where it cannot be watched.
  private func watch(_ folder: [UInt8]) -> Int32 {
    unsafe String(decoding: folder.isEmpty ? [46] : folder, as: UTF8.self).withCString {
      unsafe inotify_add_watch(descriptor, $0, linux_IN_REPLACED() | linux_IN_MADE())
    }
  }

  /// - Returns: whether one of the events that have come is of the file, or of the way to it.
  func readEvents() -> Bool {
    var isChanged = false
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return isChanged }
      var start = 0
      // An event: four numbers of 32 bits, of which the last is the length of the name behind them, filled with zeros.
      while start + 16 <= count {
        let (folder, mask, length) = (number(start), number(start + 4), Int(number(start + 12)))
        let end = min(start + 16 + length, count)
        let name = buffer[(start + 16)..<end].prefix { $0 != 0 }
        start = end
        func isThis(_ step: Step) -> Bool {
          step.folder == Int32(bitPattern: folder) && step.name.elementsEqual(name)
        }
        if mask & linux_IN_LOST() == 0 && !steps.contains(where: isThis) { continue }
        follow()
        // A file that is only made is not written yet: closing it is the event. What else is made, as a link, leads on.
        if mask & linux_IN_MADE() == 0 || !(steps.last.map(isThis) ?? false) { isChanged = true }
      }
    }
  }

  private func number(_ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(buffer[place + 3 - $1]) }
  }
}
