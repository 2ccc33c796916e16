// Stage: preview. Input: names of files. Output: whether one of them has changed.
import Glibc

/// The sizes and times of files: another stamp is another content.
struct FileStamps: Equatable {
  private struct Stamp: Equatable {
    let device, inode, size: Int
    let seconds, nanoseconds: Int
  }

  private let stamps: [Stamp?]

  /// Another one for another content, in words.
  var words: String {
    stamps.map { $0.map { "\($0.size)-\($0.seconds)-\($0.nanoseconds)" } ?? "none" }.joined(separator: " ")
  }

  /// - Parameter files: a missing one has a stamp of its own.
  init(_ files: [String]) { stamps = files.map(Self.stamp) }

  private static func stamp(_ file: String) -> Stamp? {
    var status = stat()
    guard unsafe stat(file, &status) == 0 else { return nil }
    return Stamp(
      device: Int(status.st_dev), inode: Int(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
