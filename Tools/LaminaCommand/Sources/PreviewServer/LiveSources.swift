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
    /// Milliseconds since it was heard.
    var age = 0
  }

  /// The program ends its recording at 8 MB; it is started again before that.
  private static let recordingLimit = 7 << 20

  /// The path of panel-ui.
  private let program: String
  private var panel: [UInt8] = []
  private var process: Process?
  /// A pipe with a name: the program ends when our end is closed, as it is when our process ends in whatever way.
  private var leash: FileHandle?
  private var byteCount = 0
  /// The newest value of each signal and when it was heard, for a page that comes later.
  private var newest: [String: (value: Value, heard: ContinuousClock.Instant)] = [:]
  private var streams = EventStreams(latest: 64)

  /// Called with a line where the program has ended by itself.
  private let print: @Sendable (String) -> Void
  /// Whether it has told a value since it was started.
  private var hasTold = true

  /// - Parameters:
  ///   - program: the path of panel-ui.
  ///   - print: takes a line about a program that has ended by itself.
  public init(program: String, print: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.program, self.print) = (program, print)
  }

  /// Asks the sources of this panel from now on.
  /// - Throws: the panel cannot be written, or the program cannot be run.
  func follow(_ bytes: [UInt8]) throws {
    stop()
    panel = bytes
    try start()
  }

  /// Ends the program.
  public func stop() {
    try? leash?.close()
    (process, leash) = (nil, nil)
  }

  /// At the end of the leash it ends the program and removes its files, whatever ended us: signals are for the program alone.
  /// Our standard input is the program's: a source may read it.
  private static let shell = #"""
    trap '' HUP INT TERM; file=$1; shift; exec 3<&0; (trap - HUP INT TERM; exec "$@" "$file" <&3 3<&-) & \
    exec </dev/null >/dev/null 3<&-; cat <"$file.leash" >/dev/null; kill $! 2>/dev/null; rm -f "$file" "$file.leash"
    """#

  private func start() throws {
    let file = URL(fileURLWithPath: NSTemporaryDirectory() + "/lamina-live-\(UUID().uuidString).panel")
    do { try Data(panel).write(to: file) } catch {
      throw AssetError(
        file.path, "cannot be written: \(error.localizedDescription)", expected: "a folder for temporary files")
    }
    let leash = unsafe mkfifo(file.path + ".leash", 0o600) == 0 ? open(file.path + ".leash", O_RDWR | O_CLOEXEC) : -1
    if leash < 0 {
      try? FileManager.default.removeItem(at: file)
      throw AssetError(file.path + ".leash", "cannot be made", expected: "a folder that takes named pipes")
    }
    let next = Process()
    let output = Pipe()
    next.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Nothing is drawn for anybody, and nothing is sent.
    next.arguments = [
      "-c", Self.shell, "sh", file.path, program, "--display", "memory:320x240:xrgb8888", "--view-only",
      "--record-sources", "/dev/stdout",
    ]
    next.standardOutput = output
    byteCount = 0
    do { try next.run() } catch {
      close(leash)
      for path in [file.path, file.path + ".leash"] { unsafe unlink(path) }
      throw AssetError(program, "cannot be run: \(error.localizedDescription)", expected: "what scripts/install builds")
    }
    (process, self.leash) = (next, FileHandle(fileDescriptor: leash, closeOnDealloc: true))
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
    await startAgain(after: source)
  }

  /// The program has ended by itself: another one is started, and that is said once until values have come.
  private func startAgain(after source: Process) async {
    if process !== source { return }
    if hasTold { print("lamina: the program that asks the sources has ended: it is started again") }
    hasTold = false
    try? leash?.close()
    try? await Task.sleep(for: .seconds(1))
    if process === source { try? start() }
  }

  private func take(_ line: String) {
    let values = Self.values(of: line)
    if values.isEmpty { return }
    hasTold = true
    let now = ContinuousClock.now
    for (name, value) in values { newest[name] = (value, now) }
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
    let now = ContinuousClock.now
    let aged = newest.mapValues { value, heard in
      Value(text: value.text, quality: value.quality, age: Int(heard.duration(to: now) / .milliseconds(1)))
    }
    return streams.open(beginning: Self.event(aged)) { [weak self] number in await self?.forget(number) }
  }

  private func forget(_ number: Int) { streams.forget(number) }
}
