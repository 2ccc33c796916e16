import CLinux
import Foundation
import TestSupport
import Testing

@testable import SystemFiles

@Suite struct WholeFileTests {
  @Test("P02 a new file has all of its bytes, and nothing else is left in the folder")
  func newFile() throws {
    let folder = TemporaryFolder()
    try WholeFile.write(Array("hello".utf8), to: folder.file("a"))
    #expect(folder.text("a") == "hello" && folder.names == ["a"])
    // A name as long as the system takes: the temporary one is not made from it.
    let long = String(repeating: "n", count: 255)
    try WholeFile.write([65], to: folder.file(long))
    #expect(folder.text(long) == "A" && folder.names == ["a", long])
    try WholeFile.write([], to: folder.file("empty"))
    #expect(folder.text("empty") == "")
  }

  @Test("P02 an empty name, and one with a zero byte in it, are refused and nothing is written")
  func noNames() {
    let folder = TemporaryFolder()
    for (name, reason) in [("", "the name is empty"), (folder.file("a\0b"), "the name holds a zero byte")] {
      #expect { try WholeFile.write([65], to: name) } throws: { ($0 as? FileError)?.words == reason }
    }
    #expect(folder.names.isEmpty)
  }

  @Test("P02 a replaced file keeps its permission bits; one that must not be written stays", arguments: [0o600, 0o755])
  func modes(mode: Int) throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a", mode: UInt32(mode))
    let before = folder.status("a")
    try WholeFile.write(Array("new".utf8), to: path)
    let after = folder.status("a")
    #expect(folder.text("a") == "new" && Int(after.st_mode) & 0o7777 == mode && after.st_ino != before.st_ino)
    #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
  }

  @Test("P02 a link stays a link and what it leads to is replaced; one that leads nowhere is refused")
  func links() throws {
    let folder = TemporaryFolder()
    _ = folder.write("old", "target")
    try #require(folder.makeLink("link", to: "target") && folder.makeLink("dangling", to: "none"))
    try WholeFile.write(Array("new".utf8), to: folder.file("link"))
    #expect(folder.text("target") == "new" && folder.status("link").st_mode & S_IFMT == S_IFLNK)
    let path = folder.file("dangling")
    let error = words { () throws(FileError) in try WholeFile.write([1], to: path) }
    #expect(error == "write \(path): it is a link to a file that is not there")
    #expect(folder.names == ["dangling", "link", "target"])
  }

  @Test("P02 devices, pipes, sockets and folders are refused and stay what they are")
  func otherKinds() throws {
    let folder = TemporaryFolder()
    try #require(folder.makePipe("pipe") && folder.makeFolder("folder"))
    // A link to a device, since making one needs a privilege.
    try #require(folder.makeLink("null", to: "/dev/null"))
    for (name, kind) in [("pipe", "a pipe"), ("folder", "a directory"), ("null", "a device")] {
      let path = folder.file(name)
      let before = folder.status(name)
      let error = words { () throws(FileError) in try WholeFile.write([1], to: path) }
      #expect(error == "write \(path): it is \(kind), not a file")
      #expect(folder.status(name).st_ino == before.st_ino && folder.status(name).st_mode == before.st_mode)
    }
    #expect(folder.names == ["folder", "null", "pipe"])
    let kind = (try? FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]) as? FileAttributeType
    #expect(kind == .typeCharacterSpecial)
  }

  @Test("P02 a file that is given up leaves the former one, and nothing beside it")
  func givenUp() throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a")
    do {
      let file = try WholeFile(path)
      try file.write([1, 2, 3])
      #expect(folder.names.count == 2 && folder.text("a") == "old")
    }
    #expect(folder.names == ["a"] && folder.text("a") == "old")
    let none = folder.file("none/a")
    let error = words { () throws(FileError) in try WholeFile.write([1], to: none) }
    #expect(error == "create \(none): No such file or directory")
  }

  @Test("P02 beyond the process's limit for files the former one stays, nothing is left, and the program goes on")
  func limited() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      ProcessStart.prepare()
      let folder = TemporaryFolder()
      let path = folder.write("old", "a")
      var limit = rlimit(rlim_cur: 8192, rlim_max: 8192)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = words { () throws(FileError) in
        try WholeFile.write([UInt8](repeating: 65, count: 100_000), to: path)
      }
      print("error:", error?.replacingOccurrences(of: path, with: "a") ?? "none", folder.names, folder.text("a") ?? "")
      exit(EXIT_SUCCESS)
    }
    let text = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(text.contains("error: write a: File too large [\"a\"] old"), "\(text)")
  }

  @Test("P01 streams that were closed lead to nowhere, so that no device gets their numbers")
  func closedStreams() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var right = false
      // Another thread of the test's process may open a file between the closing and the preparing: rarely, and not
      // twenty times.
      for _ in 0..<20 where !right {
        for descriptor in 0..<3 as Range<Int32> { close(descriptor) }
        ProcessStart.prepare()
        let next = unsafe open("/dev/zero", O_RDONLY)
        var (null, found) = (stat(), stat())
        unsafe stat("/dev/null", &null)
        right = next > 2
        for descriptor in 0..<3 as Range<Int32> {
          right = unsafe fstat(descriptor, &found) == 0 && found.st_rdev == null.st_rdev && right
        }
        close(next)
      }
      _exit(right ? 7 : 8)
    }
  }
}
