// Stage: the edges. The first calls of a program, before it opens anything.
import CLinux

/// The start of a process that opens devices and writes files.
public enum ProcessStart {
  /// Makes sure of descriptors 0 to 2, and has failed writing end in an error rather than in the process's end.
  ///
  /// A program may be started with its standard streams closed. Its first files would take their numbers, and its
  /// messages would go to a display or into a file: `/dev/null` takes them instead. Writing to a pipe that nobody reads
  /// gives EPIPE, writing beyond the process's limit for files EFBIG.
  public static func prepare() {
    for descriptor in 0..<3 as Range<Int32> where linux_descriptor_flags(descriptor) < 0 {
      // The lowest free number, which is this one: those below are open by now. Not closed when another is executed.
      if unsafe "/dev/null".withCString({ unsafe linux_open($0, O_RDWR, 0) }) != descriptor { break }
    }
    linux_ignore_signal(SIGPIPE)
    linux_ignore_signal(SIGXFSZ)
    // Both would end the process, and nothing here uses them.
    linux_ignore_signal(SIGUSR1)
    linux_ignore_signal(SIGUSR2)
  }

  /// Returns the command line without the program's name. It is read from /proc, in the same way on every board: Embedded
  /// Swift hands over no arguments.
  /// - Throws: /proc is not mounted.
  public static func arguments() throws(FileError) -> [String] {
    var arguments: [String] = []
    let line = try BoundedFile.read("/proc/self/cmdline", limit: 16 << 20)
    for part in line.split(separator: 0, omittingEmptySubsequences: false) {
      arguments.append(String(decoding: part, as: UTF8.self))
    }
    // Each argument ends with a zero byte: behind the last one there is nothing.
    if !arguments.isEmpty { arguments.removeLast() }
    return Array(arguments.dropFirst())
  }

  /// Whether so many bytes could be taken now, without taking them.
  /// - Returns: 0, or the error number.
  public static func roomCode(_ bytes: Int) -> Int32 {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let base = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe base != linux_map_failed()
    else { return linux_errno() }
    _ = unsafe munmap(base, bytes)
    return 0
  }
}
