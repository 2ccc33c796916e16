import Foundation
import PanelDescription
import TestSupport
import Testing

/// A panel whose journal says that a value was heard.
private let description = """
  panel: 1
  size: 160x120
  sources:
    in: {lines: stdin}
  signals:
    a: {from: in/a}
    b: {from: in/b}
  alarms:
    a_high: {when: a above 5}
    b_high: {when: b above 5}
  pages:
    main: {alarms: all}

  """

/// Standard input of the program, which is as whoever started it made it: reading may wait there.
@Suite struct ProgramInputTests {
  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    _ = folder.write(try compilePanel(Array(description.utf8), name: "p.yaml", hasFonts: true).bytes, "p.panel")
    return folder
  }

  /// The program with a file at its standard input.
  private func panel(_ path: String, _ folder: TemporaryFolder) throws -> RunningPanel {
    let file = try #require(FileHandle(forReadingAtPath: path))
    let arguments = ["--display", "memory:160x120:xrgb8888", "--touch", "none", "--journal", "journal", "p.panel"]
    return try RunningPanel(arguments, in: folder, readsFrom: file)
  }

  @Test("P60 as many bytes as are read at once, or are read before a pause, are shown, and the program goes on")
  func exactPieces() throws {
    for size in [16384, 65536] {
      let panel = try RunningPanel(in: try folder())
      // In one piece, when the program is there.
      try panel.put("b=6\n")
      #expect(panel.does("b_high normal unacknowledged"))
      try panel.put(Array(repeating: Array("a=6\n".utf8), count: size / 4).flatMap { $0 })
      #expect(panel.does("a_high normal unacknowledged"), "\(size)")
      kill(panel.number, SIGTERM)
      #expect(panel.waits { !panel.isRunning }, "\(size)")
      // For a program that waits for more.
      try panel.closeInput()
      #expect(panel.end(nil).status == 0)
    }
  }

  @Test("P60 a file at standard input is read to its end, which needs no line feed")
  func file() throws {
    let folder = try folder()
    let path = folder.write(String(repeating: "a=1 b=2\n", count: 30000) + "a=6\nb=7", "values")
    let panel = try panel(path, folder)
    #expect(panel.does("a_high normal unacknowledged") && panel.does("b_high normal unacknowledged"))
    let end = panel.end()
    #expect(end.status == 0 && end.errors.isEmpty, "\(end.errors)")
  }

  @Test("P65 a file without an end at standard input is read at the pace of the frames")
  func endless() throws {
    let folder = try folder()
    let panel = try panel("/dev/zero", folder)
    func bytesRead() -> Int {
      let text = (try? String(contentsOfFile: "/proc/\(panel.number)/io", encoding: .utf8)) ?? ""
      return text.firstMatch(of: /rchar: (\d+)/).flatMap { Int($0.1) } ?? 0
    }
    #expect(panel.waits { bytesRead() > 1 << 20 })
    let (before, start) = (bytesRead(), ContinuousClock.now)
    usleep(1_000_000)
    let count = bytesRead() - before
    let frames = (ContinuousClock.now - start) / .milliseconds(33) + 2
    #expect(count > 1 << 16 && Double(count) < frames * 70000, "\(count) bytes in \(frames) frames")
    #expect(panel.end().status == 0)
  }
}
