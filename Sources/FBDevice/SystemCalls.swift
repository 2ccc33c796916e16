// Stage: the edge to the kernel. The calls on device files, each under one method so that a test can stand in for the
// kernel by overriding it. A method that can fail returns the C function's result, or the negative error number. A call
// interrupted by a signal is repeated where the C function can be interrupted.
import CLinux
import SystemFiles

/// The kind of a path's file.
enum FileKind: Equatable {
  case characterDevice(major: Int, minor: Int)
  case directory
  /// A regular file, a block device, a socket or a pipe.
  case other
  /// `code` is the error number.
  case missing(code: Int32)
}

/// The kernel; a test overrides the calls that it wants to answer itself.
class SystemCalls {
  init() {}

  #if KMS
  /// Mode setting.
  var drm: DRMCalls { .kernel }
  #endif

  /// `stat`
  func fileKind(_ path: String) -> FileKind {
    var status = stat()
    let result = unsafe path.withCString { unsafe linux_stat($0, &status) }
    if result < 0 { return .missing(code: linux_errno()) }
    if unsafe linux_is_directory(&status) != 0 { return .directory }
    if unsafe linux_is_character_device(&status) == 0 { return .other }
    return unsafe .characterDevice(major: Int(linux_device_major(&status)), minor: Int(linux_device_minor(&status)))
  }

  /// `open` with `O_CLOEXEC`; interruptible.
  func open(_ path: String, flags: Int32, mode: UInt32 = 0) -> Int32 {
    Self.repeating { unsafe path.withCString { unsafe linux_open($0, flags | O_CLOEXEC, mode) } }
  }

  /// `close`; on Linux the descriptor is gone even if it was interrupted, so it is never repeated.
  func close(_ descriptor: Int32) { _ = CLinux.close(descriptor) }

  /// `flock`: whether this program alone has the file until it is closed.
  func lock(_ descriptor: Int32) -> Bool { linux_lock(descriptor) == 0 }

  /// `ioctl` with a number; interruptible.
  func control(_ descriptor: Int32, _ request: Int32, value: Int) -> Int32 {
    Self.repeating { linux_ioctl_value(descriptor, UInt(request), value) }
  }

  /// `ioctl` with a structure that the kernel fills in; interruptible.
  /// - Parameter structure: of the type that `request` asks for.
  @unsafe
  func control(_ descriptor: Int32, _ request: Int32, structure: UnsafeMutableRawPointer) -> Int32 {
    Self.repeating { unsafe linux_ioctl_pointer(descriptor, UInt(request), structure) }
  }

  /// `mmap`, shared, for reading and writing; `descriptor` −1 maps zeroed memory of the process's own.
  /// - Parameter offset: in the descriptor's file, in bytes.
  func map(_ descriptor: Int32, length: Int, offset: Int64 = 0) -> MappedMemory {
    let flags = descriptor < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED
    let base = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, flags, descriptor, off_t(offset))
    guard let base = unsafe base, unsafe base != linux_map_failed() else {
      return unsafe MappedMemory(base: nil, length: 0, code: linux_errno())
    }
    return unsafe MappedMemory(base: base, length: length, code: 0)
  }

  /// `mmap` at a mapping's own addresses: zeroed memory of the process's own takes the place of the mapping, which goes
  /// back at once, and none of it is taken before something is written there. Where the kernel refuses, the mapping
  /// stays as it is.
  func vacate(_ memory: MappedMemory) {
    guard let base = unsafe memory.base else { return }
    let flags = MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    _ = unsafe mmap(base, memory.length, PROT_READ | PROT_WRITE, flags, -1, 0)
  }

  /// `munmap`
  func unmap(_ memory: MappedMemory) {
    if let base = unsafe memory.base { _ = unsafe munmap(base, memory.length) }
  }

  /// `socket`, `bind`: the kernel's words about devices that come and go.
  func openDeviceEvents() -> Int32 {
    let descriptor = linux_socket_uevents()
    return descriptor < 0 ? -linux_errno() : descriptor
  }

  /// `recvfrom`: the count of bytes of such a word, 0 of one that the kernel did not send.
  @unsafe
  func readDeviceEvent(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe linux_read_uevent(descriptor, bytes.baseAddress, bytes.count)
    return count < 0 ? -Int(linux_errno()) : Int(count)
  }

  /// `opendir`, `readdir`: the names in a directory in no order, without `.` and `..`; the error number otherwise.
  func names(in directory: String, into names: inout [String]) -> Int32 {
    Folder.names(in: directory, into: &names)
  }

  /// All bytes of a regular file, `limit` at most.
  func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    try BoundedFile.read(path, limit: limit)
  }

  /// `readlink`: what a symbolic link leads to; `nil` where there is none, or it may not be read.
  func target(of path: String) -> String? { Folder.target(of: path) }

  /// Nanoseconds of the loop's clock, which goes on while the board sleeps.
  var now: Int64 { Self.time(CLOCK_BOOTTIME) }

  /// Nanoseconds of the clock that events of displays have.
  var monotonicNow: Int64 { Self.time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// `sysconf(_SC_PAGESIZE)`: bytes of a page.
  static var pageSize: Int { Int(getpagesize()) }

  /// The result of `call`, or the negative error number; `call` is repeated while a signal interrupts it.
  static func repeating(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = linux_errno()
      if code != EINTR { return -code }
    }
  }
}

/// A mapping, or the reason why it failed.
@safe
struct MappedMemory {
  /// Aligned to a page; valid until ``SystemCalls/unmap(_:)``. `nil` where the mapping failed.
  let base: UnsafeMutableRawPointer?
  /// Bytes.
  let length: Int
  /// The error number; 0 where the mapping succeeded.
  let code: Int32

  @unsafe
  init(base: UnsafeMutableRawPointer?, length: Int, code: Int32) {
    unsafe self.base = base
    self.length = length
    self.code = code
  }
}

/// A mapping that is unmapped when nobody holds it any more: the owner of a display's memory.
final class Mapping {
  private let memory: MappedMemory
  private let system: SystemCalls

  /// - Parameter memory: that ``SystemCalls/map(_:length:)`` has made.
  init(_ memory: MappedMemory, system: SystemCalls) { (self.memory, self.system) = (memory, system) }

  /// Gives the mapping back. The addresses stay valid for their holders, and lead to memory that nobody sees.
  func vacate() { system.vacate(memory) }

  deinit { system.unmap(memory) }
}
