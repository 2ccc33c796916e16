import CLinux
import Foundation
import PanelKit
import TestSupport
import Testing

/// The lines of a descriptor, and how often it ended.
private func lines(of descriptor: Int32, while body: @escaping (Application) -> Void = { _ in }) throws -> (
  lines: [String], ends: Int
) {
  let display = try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888)
  let application = try Application(screen: Screen(root: Layer(), display: display), loop: EventLoop())
  var (lines, ends) = ([String](), 0)
  try application.readLines(from: descriptor) {
    lines.append($0)
  } atEnd: {
    ends += 1
    application.after(.milliseconds(5)) { application.stop() }
  }
  application.after(.seconds(10)) { application.stop() }
  body(application)
  try application.run()
  return (lines, ends)
}

@Suite struct LineTests {
  @Test("D27 lines of a pipe arrive whole, however they are written, and the last one without an end of its own")
  func pipes() throws {
    let pipe = TestPipe(waits: true)
    let parts = ["12", "3\n", "\n45\n6", "7\n8"]
    let result = try lines(of: pipe.reading) { application in
      for (index, part) in parts.enumerated() { application.after(.milliseconds(3 * index)) { pipe.put(part) } }
      application.after(.milliseconds(20)) { pipe.closeWriting() }
    }
    #expect(result.lines == ["123", "", "45", "67", "8"] && result.ends == 1)
  }

  @Test("D27 a line beyond 4096 bytes is cut off there, and what is not UTF-8 is replaced")
  func oddLines() throws {
    let pipe = TestPipe(waits: true)
    pipe.put([UInt8](repeating: 65, count: 10_000) + [10, 0xFF, 66, 10])
    pipe.closeWriting()
    let result = try lines(of: pipe.reading)
    #expect(result.lines == [String(repeating: "A", count: 4096), "\u{FFFD}B"] && result.ends == 1)
  }

  @Test("D27 a file is read to its end like a pipe; so is one that is always empty")
  func files() throws {
    let folder = TemporaryFolder()
    let long = (0..<3000).map(String.init)
    let path = folder.write(long.joined(separator: "\n"), "lines")
    for (path, expected) in [(path, long), ("/dev/null", [])] {
      let descriptor = unsafe open(path, O_RDONLY)
      defer { close(descriptor) }
      let result = try lines(of: descriptor)
      #expect(result.lines == expected && result.ends == 1)
    }
  }

  @Test("D27 a descriptor that is closed, or watched already, is refused")
  func refused() throws {
    #expect(throws: DeviceError.self) { try lines(of: -1) }
    let pipe = TestPipe(waits: true)
    let display = try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888)
    let application = try Application(screen: Screen(root: Layer(), display: display), loop: EventLoop())
    try application.readLines(from: pipe.reading) { _ in }
    #expect(throws: DeviceError.self) { try application.readLines(from: pipe.reading) { _ in } }
    application.unwatch(pipe.reading)
    try application.watch(pipe.reading) { _ in }
  }
}
