// Stage: program. Notices when another file is at a path.
import CLinux
import EventLoop
import PanelKit
import SystemFiles

/// Watches a path by the folders of its file and of the symbolic links on the way there, and all folders on the way: a
/// file that is replaced by renaming is another file, a link that leads elsewhere another way, and so is a folder that
/// gives its name to another one.
final class FileWatch {
  private let path: [UInt8]
  private let loop: EventLoop
  private let descriptor: Int32
  /// The names that decide where the path leads, of links, of the file, or one that is missing; and the numbers of the
  /// watches of their folders, below 0 where one cannot be watched.
  private var names: [[UInt8]] = []
  private var folders: [Int32] = []
  /// The watches of the folders on the way themselves, whose files come and go unnoticed.
  private var steps: [Int32] = []
  /// Whether the path led to a file when it was followed.
  private var isThere = false
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// - Parameter changed: called when the file was replaced, or written to and closed, or the path leads elsewhere.
  /// - Throws: its folder cannot be watched.
  init(_ path: String, loop: EventLoop, changed: @escaping () -> Void) throws(DeviceError) {
    self.path = Array(path.utf8)
    self.loop = loop
    descriptor = inotify_init1(linux_IN_FLAGS())
    if descriptor >= 0 { follow() }
    if folders.last ?? -1 < 0 {
      // The descriptor is closed as ever: all of the object is there.
      throw DeviceError("watch", path, code: linux_errno(), remedy: "start the panel again when its file has changed")
    }
    try loop.watch(descriptor) { [unowned(unsafe) self] _ in if unsafe readEvents() { changed() } }
  }

  deinit {
    loop.unwatch(descriptor)
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Goes the way from the path to its file, as the kernel does, and watches the folder of each link and of the file, and
  /// each folder on the way.
  private func follow() {
    let former = folders + steps
    (names, folders, steps, isThere) = ([], [], [], false)
    // The way with a zero behind it. The part before the place is a folder, and no link leads there.
    var (way, place, links) = (path, 0, 0)
    way.append(0)
    var target = [UInt8](repeating: 0, count: 4096)
    while place + 1 < way.count && links <= 40 {
      var end = place
      while way[end] != 47 && way[end] != 0 { end += 1 }
      if end == place {
        place += 1
        continue
      }
      let (first, behind) = (way[place], way[end])
      way[end] = 0
      var count = unsafe linux_readlink(way, &target, target.count)
      // One that is missing may come.
      if count > 0 || behind == 0 || linux_errno() == ENOENT {
        names.append(Array(way[place..<end]))
        way[place] = 0
        folders.append(watch(place == 0 ? [46, 0] : way, for: linux_IN_REPLACED() | linux_IN_MADE()))
        way[place] = first
        // It may have changed before it was watched.
        count = unsafe linux_readlink(way, &target, target.count)
      }
      if count < 0 && linux_errno() == EINVAL {
        if behind == 0 { isThere = true } else { steps.append(watch(way, for: linux_IN_MOVED())) }
      }
      way[end] = behind
      if count > 0 {
        links += 1
        if target[0] == 47 { place = 0 }
        let rest = way[end...]
        way = Array(way[..<place])
        way.append(contentsOf: target[..<count])
        way.append(contentsOf: rest)
      } else {
        place = end + 1
      }
    }
    for watch in former where !folders.contains(watch) && !steps.contains(watch) {
      _ = inotify_rm_watch(descriptor, watch)
    }
  }

  /// - Returns: the number of the watch, which a folder has once; below 0 where it cannot be watched.
  private func watch(_ folder: [UInt8], for events: UInt32) -> Int32 {
    unsafe linux_inotify_add_watch(descriptor, folder, events | linux_IN_MORE())
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
        func isThis(_ step: Int) -> Bool {
          folders[step] == Int32(bitPattern: folder) && names[step].elementsEqual(name)
        }
        if mask & linux_IN_MOVED() != 0 && steps.contains(Int32(bitPattern: folder)) {
          follow()
          // A folder that is yet to come in its place says so itself.
          if isThere { isChanged = true }
          continue
        }
        if mask & linux_IN_LOST() == 0 && !names.indices.contains(where: isThis) { continue }
        follow()
        // A file that is only made is not written yet: closing it is the event. Another new entry, as a link, leads on.
        if mask & linux_IN_MADE() == 0 || !isThis(names.count - 1) { isChanged = true }
      }
    }
  }

  private func number(_ place: Int) -> UInt32 {
    UInt32(buffer[place]) | UInt32(buffer[place + 1]) << 8 | UInt32(buffer[place + 2]) << 16
      | UInt32(buffer[place + 3]) << 24
  }
}
