import TestSupport
import Testing

@testable import SystemFiles

@Suite struct BoundedFileTests {
  @Test("P01 a file is read to its end, and refused where that is beyond the limit")
  func limits() throws {
    let folder = TemporaryFolder()
    let path = folder.write(String(repeating: "x", count: 70_000), "a")
    #expect(try BoundedFile.read(path, limit: 70_000).count == 70_000)
    let error = words { () throws(FileError) in _ = try BoundedFile.read(path, limit: 69_999) }
    #expect(error == "read \(path): it has more than 69999 bytes")
    // The kernel says 0 bytes of it, and makes it up when it is read.
    #expect(try BoundedFile.read("/proc/self/cmdline", limit: 1 << 20).count > 1)
  }

  @Test("P01 what may never end, or may wait for somebody, is refused unopened", .timeLimit(.minutes(10)))
  func endless() throws {
    let folder = TemporaryFolder()
    try #require(folder.makePipe("pipe"))
    let cases = [
      ("/dev/zero", "a device"), ("/dev/tty", "a device"), (folder.file("pipe"), "a pipe"),
      (folder.path, "a directory"),
    ]
    for (path, kind) in cases {
      let error = words { () throws(FileError) in _ = try BoundedFile.read(path, limit: 10) }
      #expect(error == "open \(path): it is \(kind), not a file")
    }
    let none = folder.file("none")
    let error = words { () throws(FileError) in _ = try BoundedFile.read(none, limit: 10) }
    #expect(error == "open \(none): No such file or directory")
  }
}
