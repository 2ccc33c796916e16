// Stage: the edges. Input: bytes, part by part. Output: a file that has all of them, or the former file as it was.
//
// Bytes go to a new file in the same folder, is flushed to the disk, and takes the name in one step: who reads, or has
// the former file mapped, sees the one or the other. Devices, pipes and folders are refused: a name may be all that
// there is of them.
import CLinux

/// A file that is written as a whole. Given up unless ``finish()`` was called.
///
/// A symbolic link stays and its target is replaced. The permission bits of a file that is replaced are kept, its owner
/// too as far as the process may give files away; a hard link keeps the former content. Where the process has a limit
/// for files, SIGXFSZ must be ignored, as ``ProcessStart/prepare()`` does, or it ends the process.
public final class WholeFile {
  private let path: String
  /// Where `path` leads to.
  private let target: String
  private var temporary = ""
  /// −1 when the file is finished or given up.
  private var descriptor: Int32 = -1

  /// Writes a file.
  /// - Throws: nothing has changed then.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try WholeFile(path)
    try file.write(bytes[...])
    try file.finish()
  }

  /// Makes the new file, still without the name.
  /// - Throws: `path` is a device, a pipe, a socket or a folder, leads to nothing, or may not be written; or is no name.
  public init(_ path: String) throws(FileError) {
    if path.isEmpty { throw FileError("create", path, reason: "the name is empty") }
    // C takes the name to end there: another file would be written.
    if path.utf8.contains(0) { throw FileError("create", path, reason: "the name holds a zero byte") }
    self.path = path
    var status = stat()
    let isThere = unsafe path.withCString { unsafe linux_stat($0, &status) } == 0
    let code = linux_errno()
    var link = stat()
    if isThere {
      if let kind = unsafe otherKind(&status) {
        throw FileError("write", path, reason: "it is " + kind + ", not a file")
      }
      target = try Self.resolved(path)
      // Renaming asks the folder only: a file that is protected stays so.
      if unsafe path.withCString({ unsafe access($0, W_OK) }) < 0 {
        throw FileError("write", path, code: linux_errno())
      }
    } else {
      if code != ENOENT { throw FileError("create", path, code: code) }
      if unsafe path.withCString({ unsafe lstat($0, &link) }) == 0 {
        throw FileError("write", path, reason: "it is a link to a file that is not there")
      }
      target = path
    }
    try makeTemporary()
    if isThere {
      // The owner first: giving a file away clears bits.
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      if fchmod(descriptor, status.st_mode & 0o777) < 0 { throw giveUp(linux_errno()) }
    }
  }

  deinit { discard() }

  /// Appends bytes.
  /// - Throws: the disk is full, a limit is reached, the disk fails; the new file is gone then.
  public func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe CLinux.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      }
      if count > 0 {
        done += count
      } else if count == 0 || linux_errno() != EINTR {
        throw giveUp(count == 0 ? ENOSPC : linux_errno())
      }
    }
  }

  /// Flushes the file and gives it its name.
  /// - Throws: as ``write(_:)``; the former file is there as it was.
  public func finish() throws(FileError) {
    if fsync(descriptor) < 0 { throw giveUp(linux_errno()) }
    let result = close(descriptor)
    descriptor = -1
    // Some file systems say only now that there was no room.
    if result < 0, linux_errno() != EINTR { throw giveUp(linux_errno()) }
    let renamed = unsafe temporary.withCString { old in unsafe target.withCString { unsafe rename(old, $0) } }
    if renamed < 0 { throw giveUp(linux_errno()) }
    temporary = ""
    flushFolder(of: target)
  }

  private static func resolved(_ path: String) throws(FileError) -> String {
    guard let text = unsafe path.withCString({ unsafe realpath($0, nil) }) else {
      throw FileError("write", path, code: linux_errno())
    }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// A name of its own in the target's folder, short whatever the target's length; never one that is there, nor a link.
  private func makeTemporary() throws(FileError) {
    let bytes = Array(target.utf8)
    let folder = bytes.lastIndex(of: 47).map { Array(bytes[...$0]) } ?? []
    for number in 0..<100 {
      var name = folder
      name.append(contentsOf: ".new-".utf8)
      Self.append(Int(getpid()), to: &name)
      name.append(45)
      Self.append(number, to: &name)
      temporary = String(decoding: name, as: UTF8.self)
      // The mode as `umask` has it.
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      descriptor = unsafe temporary.withCString { unsafe linux_open($0, flags, 0o666) }
      if descriptor >= 0 { return }
      let code = linux_errno()
      if code != EEXIST && code != EINTR {
        temporary = ""
        throw FileError("create", path, code: code)
      }
    }
    temporary = ""
    throw FileError("create", path, code: EEXIST)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var (digits, rest): ([UInt8], Int) = ([], number)
    repeat {
      digits.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0
    bytes.append(contentsOf: digits.reversed())
  }

  private func giveUp(_ code: Int32) -> FileError {
    discard()
    return FileError("write", path, code: code)
  }

  private func discard() {
    if descriptor >= 0 { _ = close(descriptor) }
    descriptor = -1
    if !temporary.isEmpty { _ = unsafe temporary.withCString { unsafe unlink($0) } }
    temporary = ""
  }
}

/// Has the names in a file's folder written to the disk. Not every file system can; the file is whole either way.
func flushFolder(of path: String) {
  let bytes = Array(path.utf8)
  let name = bytes.lastIndex(of: 47).map { String(decoding: bytes[...$0], as: UTF8.self) } ?? "."
  let descriptor = unsafe name.withCString { unsafe linux_open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
  if descriptor < 0 { return }
  _ = fsync(descriptor)
  _ = close(descriptor)
}
