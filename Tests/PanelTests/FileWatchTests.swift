import CLinux
import EventLoop
import FBDevice
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import panel_ui

/// A path whose file is replaced in all ways that there are.
@Suite("Files that are replaced") struct FileWatchTests {
  private let folder = TemporaryFolder()
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func watch(_ path: String) throws -> FileWatch { try FileWatch(path, loop: loop) {} }

  private func makeFolder(_ name: String) { #expect(unsafe mkdir(folder.file(name), 0o700) == 0) }
  private func link(_ name: String, to target: String) { #expect(unsafe symlink(target, folder.file(name)) == 0) }
  private func remove(_ name: String) { #expect(unsafe unlink(folder.file(name)) == 0) }
  private func move(_ name: String, to other: String) {
    #expect(unsafe rename(folder.file(name), folder.file(other)) == 0)
  }

  @Test("P08 a file is another one when it was written to and closed, or another has got its name; else it is not")
  func plain() throws {
    _ = folder.write("a", "p")
    let watch = try watch(folder.file("p"))
    #expect(!watch.readEvents())
    _ = folder.write("b", "p")
    #expect(watch.readEvents() && !watch.readEvents())
    _ = folder.write("c", "q")
    _ = folder.write("c", "pp")
    #expect(!watch.readEvents())
    move("q", to: "p")
    #expect(watch.readEvents() && !watch.readEvents())
    // One that is only made is not written yet.
    remove("p")
    let file = unsafe fopen(folder.file("p"), "w")
    #expect(!watch.readEvents())
    _ = unsafe file.map { unsafe fclose($0) }
    #expect(watch.readEvents() && !watch.readEvents())
  }

  @Test("P08 a file behind a symbolic link is another one when it is replaced in its folder, or the link is")
  func linked() throws {
    makeFolder("store")
    _ = folder.write("a", "store/one")
    _ = folder.write("b", "store/two")
    // Relative and absolute, by one link and by two.
    link("p", to: "store/one")
    link("second", to: folder.file("p"))
    for name in ["p", "second"] {
      let watch = try watch(folder.file(name))
      _ = folder.write("c", "store/one")
      #expect(watch.readEvents() && !watch.readEvents(), "\(name)")
      _ = folder.write("d", "store/new")
      #expect(!watch.readEvents(), "\(name)")
      move("store/new", to: "store/one")
      #expect(watch.readEvents(), "\(name)")
      // `ln -sf`, and another link that is renamed; what it led to before is no matter any more.
      remove("p")
      link("p", to: "store/two")
      #expect(watch.readEvents() && !watch.readEvents(), "\(name)")
      _ = folder.write("e", "store/one")
      #expect(!watch.readEvents(), "\(name)")
      _ = folder.write("f", "store/two")
      #expect(watch.readEvents(), "\(name)")
      link("new", to: "store/one")
      move("new", to: "p")
      #expect(watch.readEvents() && !watch.readEvents(), "\(name)")
    }
    // A file in the link's place, and a link in the file's.
    let watch = try watch(folder.file("p"))
    remove("p")
    _ = folder.write("g", "p")
    #expect(watch.readEvents())
    remove("p")
    link("p", to: "store/two")
    #expect(watch.readEvents() && !watch.readEvents())
    _ = folder.write("h", "store/two")
    #expect(watch.readEvents())
  }

  @Test("P08 links among the folders above are followed, and the way goes on where one leads elsewhere")
  func linkedFolders() throws {
    for name in ["one", "one/deep", "two", "two/deep"] { makeFolder(name) }
    for name in ["one", "two"] { _ = folder.write(name, "\(name)/deep/p") }
    link("current", to: "one")
    let watch = try watch(folder.file("current/deep/p"))
    _ = folder.write("a", "one/deep/p")
    #expect(watch.readEvents())
    link("new", to: "two")
    #expect(!watch.readEvents())
    move("new", to: "current")
    #expect(watch.readEvents() && !watch.readEvents())
    _ = folder.write("b", "one/deep/p")
    #expect(!watch.readEvents())
    _ = folder.write("c", "two/deep/p")
    #expect(watch.readEvents())
    // A link that leads nowhere, and a place that comes later.
    remove("current")
    link("current", to: "three/far")
    #expect(watch.readEvents())
    makeFolder("three")
    _ = watch.readEvents()
    makeFolder("three/far")
    _ = watch.readEvents()
    makeFolder("three/far/deep")
    _ = watch.readEvents()
    _ = folder.write("d", "three/far/deep/p")
    #expect(watch.readEvents() && !watch.readEvents())
  }

  @Test("P08 a folder on the way whose name another one gets leads to another file, also through a link")
  func replacedFolders() throws {
    for name in ["one", "two"] {
      makeFolder(name)
      makeFolder("\(name)/deep")
      _ = folder.write(name, "\(name)/deep/p")
    }
    link("current", to: "one")
    let watches = [try watch(folder.file("one/deep/p")), try watch(folder.file("current/deep/p"))]
    func isChanged() -> [Bool] { watches.map { $0.readEvents() } + watches.map { $0.readEvents() } }
    let (seen, unseen) = ([true, true, false, false], [false, false, false, false])
    // Renamed away and, later, another one in its place.
    move("one", to: "former")
    #expect(isChanged() == unseen)
    move("two", to: "one")
    #expect(isChanged() == seen)
    _ = folder.write("a", "former/deep/p")
    #expect(isChanged() == unseen)
    _ = folder.write("b", "one/deep/p")
    #expect(isChanged() == seen)
    // Both at once, the last folder and the one before.
    move("one", to: "two")
    move("former", to: "one")
    #expect(isChanged() == seen)
    move("one/deep", to: "one/former")
    move("two/deep", to: "one/deep")
    #expect(isChanged() == seen)
    _ = folder.write("c", "one/former/p")
    #expect(isChanged() == unseen)
    // Files beside the way are of no interest.
    _ = folder.write("d", "one/q")
    makeFolder("one/deep/q")
    #expect(isChanged() == unseen)
    // Removed with its file, and made again.
    func removeDeep() {
      remove("one/deep/p")
      for name in ["one/deep/q", "one/deep"] where unsafe access(folder.file(name), F_OK) == 0 {
        #expect(unsafe rmdir(folder.file(name)) == 0)
      }
    }
    removeDeep()
    #expect(isChanged() == unseen)
    makeFolder("one/deep")
    _ = isChanged()
    _ = folder.write("e", "one/deep/p")
    #expect(isChanged() == seen)
    removeDeep()
    makeFolder("one/deep")
    _ = folder.write("f", "one/deep/p")
    #expect(isChanged() == seen)
    _ = folder.write("g", "one/deep/p")
    #expect(isChanged() == seen)
  }

  @Test("P08 a circle of links ends, a path without a file says why it cannot be watched")
  func circle() throws {
    link("a", to: "b")
    link("b", to: "a")
    let watch = try watch(folder.file("a"))
    remove("b")
    _ = folder.write("x", "b")
    #expect(watch.readEvents())
    do throws(DeviceError) {
      _ = try FileWatch(folder.file("none/p"), loop: loop) {}
      Issue.record("it was watched")
    } catch { #expect(error.message.contains("none/p: No such file or directory; start the panel again")) }
  }

  @Test("P08 where more happened than the kernel keeps, the file is looked at again")
  func overflow() throws {
    let kept = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(kept.dropLast()))
    for name in ["p", "a", "b"] { _ = folder.write(name, name) }
    let watch = try watch(folder.file("p"))
    // Two in turns: what is said twice in a row is said once.
    func happens(_ count: Int) {
      for number in 0..<count { close(unsafe open(folder.file(number % 2 == 0 ? "a" : "b"), O_WRONLY)) }
    }
    happens(limit - 1)
    #expect(!watch.readEvents())
    happens(limit + 100)
    #expect(watch.readEvents() && !watch.readEvents())
  }
}
