// Stage: preview. Input: the values of a panel's sources, as panel-ui records them. Output: events of values for the page.
import Foundation
import Glibc
import PanelAssets

/// Asks the sources of a panel on this machine, by the program that asks them on a board.
public actor LiveSources {
  /// A value, as the page gives it to the renderer.
  struct Value: Codable, Equatable {
    var text: String
    /// The renderer's number: 0 fresh, 2 failed, 3 none.
    var quality: Int
  }

  /// The program ends its recording at 8 MB; it is started again before that.
  private static let recordingLimit = 7 << 20

  /// The path of panel-ui.
  private let program: String
  private var panel: [UInt8] = []
  private var process: Process?
  /// Its standard input: it ends when this is closed, as it is when our process ends in whatever way.
  private var leash: FileHandle?
  private var byteCount = 0
  /// The newest value of each signal, for a page that comes later.
  private var newest: [String: Value] = [:]
  private var streams = EventStreams(latest: 64)

  public init(program: String) { self.program = program }

  /// Asks the sources of this panel from now on.
  /// - Throws: the panel cannot be written, or the program cannot be run.
  func follow(_ bytes: [UInt8]) throws {
    stop()
    (newest, panel) = ([:], bytes)
    try start()
  }

  /// Ends the program.
  public func stop() {
    try? leash?.close()
    (process, leash) = (nil, nil)
  }

  /// At the end of its standard input it ends the program and removes the panel, whatever ended us: signals are for the
  /// program alone.
  private static let shell = #"""
    trap '' HUP INT TERM; file=$1; shift; (trap - HUP INT TERM; exec "$@" "$file" </dev/null) & \
    cat >/dev/null; kill $! 2>/dev/null; rm -f "$file"
    """#

  private func start() throws {
    let file = URL(fileURLWithPath: NSTemporaryDirectory() + "/lamina-live-\(UUID().uuidString).panel")
    do { try Data(panel).write(to: file) } catch {
      throw AssetError(
        file.path, "cannot be written: \(error.localizedDescription)", expected: "a folder for temporary files")
    }
    let next = Process()
    let (input, output) = (Pipe(), Pipe())
    next.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Nothing is drawn for anybody, and nothing is sent.
    next.arguments = [
      "-c", Self.shell, "sh", file.path, program, "--display", "memory:320x240:xrgb8888", "--view-only",
      "--record-sources", "/dev/stdout",
    ]
    next.standardOutput = output
    next.standardInput = input
    byteCount = 0
    do { try next.run() } catch {
      try? FileManager.default.removeItem(at: file)
      throw AssetError(program, "cannot be run: \(error.localizedDescription)", expected: "what scripts/install builds")
    }
    (process, leash) = (next, input.fileHandleForWriting)
    let (parts, part) = AsyncStream.makeStream(of: Data.self)
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        part.finish()
      } else {
        part.yield(data)
      }
    }
    Task { await read(parts, of: next) }
  }

  /// Takes the lines of a program until it ends.
  private func read(_ parts: AsyncStream<Data>, of source: Process) async {
    var rest: [UInt8] = []
    for await part in parts {
      rest += part
      guard process === source else { return }
      byteCount += part.count
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
      if byteCount > Self.recordingLimit {
        try? leash?.close()
        try? start()
        return
      }
    }
  }

  private func take(_ line: String) {
    let values = Self.values(of: line)
    if values.isEmpty { return }
    newest.merge(values) { $1 }
    streams.send(Self.event(values))
  }

  /// The values in a line of a recording: its time, and then name=value with a number, `error`, `null` or a text in quotation
  /// marks.
  static func values(of line: String) -> [String: Value] {
    if line.hasPrefix("#") { return [:] }
    var values: [String: Value] = [:]
    for match in line.matches(of: /\s([^\s=]+)=(?:"([^"]*)"|(\S+))/) {
      let name = String(match.1)
      if let text = match.2 {
        values[name] = Value(text: String(text), quality: 0)
      } else if let word = match.3 {
        values[name] =
          word == "error"
          ? Value(text: "", quality: 2)
          : word == "null"
            ? Value(text: "", quality: 3)
            : Value(text: String(word), quality: 0)
      }
    }
    return values
  }

  private static func event(_ values: [String: Value]) -> [UInt8] {
    let data = (try? JSONEncoder().encode(values)).map(Array.init) ?? []
    return Array("data: ".utf8) + data + Array("\n\n".utf8)
  }

  /// The values from the newest on, as server-sent events.
  func events() -> AsyncStream<[UInt8]> {
    streams.open(beginning: Self.event(newest)) { [weak self] number in await self?.forget(number) }
  }

  private func forget(_ number: Int) { streams.forget(number) }
}
