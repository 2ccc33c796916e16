// Stage: preview. Input: a description and the files that it names, as they change. Output: the panel file, and a report for
// each change.
import AssetCommands
import Foundation
import PanelAssets
import PanelDescription

/// A panel that is compiled again after each change of its files.
public actor WatchedPanel {
  /// From the look at the files to the next one.
  private static let interval = Duration.milliseconds(50)
  /// Looks from one sign of life of the streams to the next: 10 seconds.
  private static let heartbeat = 200

  /// Absolute: the folder of the program may be removed and made again.
  private let path: String
  /// Taken off names of files in messages.
  private let folder: String
  private let switches: [String: String]
  public private(set) var report: PanelReport
  /// The panel that was compiled last without a mistake.
  public private(set) var bytes: [UInt8] = []
  /// The places of its elements, with their lines as they were then, by the numbers of their records.
  private var elements: [PanelReport.Message?] = []
  private var files: [String]
  private var stamps: FileStamps
  private var streams = EventStreams(latest: 4)
  /// Whether compiling takes so long that the page says so.
  private var isSlow = false
  /// Asks its sources; `nil` while it shows its demonstration.
  private let live: LiveSources?

  /// - Parameters:
  ///   - path: the description; relative to the working folder.
  ///   - switches: the values of switches, by their names.
  ///   - build: that of the page, as `PreviewServer.build(of:)` has it.
  ///   - live: asks the panel's sources in the place of its demonstration.
  public init(_ path: String, switches: [String: String] = [:], build: String = "", live: LiveSources? = nil) {
    let folder = FileManager.default.currentDirectoryPath
    self.folder = folder == "/" || path.hasPrefix("/") ? "" : folder + "/"
    self.path = path.hasPrefix("/") ? path : (folder == "/" ? "/" : folder + "/") + path
    self.switches = switches
    self.live = live
    report = PanelReport(name: path, build: build, isLive: live != nil)
    files = [self.path]
    stamps = FileStamps(files)
  }

  /// Compiles the panel now and after each change of a file, until the task is cancelled.
  /// - Parameter print: takes the lines about each version.
  public func watch(print: @Sendable ([String]) -> Void = { _ in }) async {
    await show(print)
    var count = 0
    while (try? await Task.sleep(for: Self.interval)) != nil {
      count += 1
      if count % Self.heartbeat == 0 { streams.send(Array(": alive\n\n".utf8)) }
      if FileStamps(files) == stamps { continue }
      await waitForQuiet()
      await show(print)
    }
  }

  /// Compiles the panel, and asks the sources of a new one.
  private func show(_ print: @Sendable ([String]) -> Void) async {
    if isSlow { streams.send(Array("event: compiling\ndata: \n\n".utf8)) }
    let start = ContinuousClock.now
    print(compile())
    isSlow = start.duration(to: .now) > .milliseconds(500)
    guard let live, report.goodVersion == report.version else { return }
    do { try await live.follow(bytes) } catch { print(["\(error)"]) }
  }

  /// Waits until an editor has written everything: two looks alike, a second at most.
  private func waitForQuiet() async {
    var last = FileStamps(files)
    for _ in 0..<20 {
      try? await Task.sleep(for: Self.interval)
      let next = FileStamps(files)
      // A file that is exchanged for another is missing for a moment.
      if next == last && FileManager.default.fileExists(atPath: path) { return }
      last = next
    }
  }

  /// Compiles once.
  /// - Returns: lines about it.
  @discardableResult
  public func compile() -> [String] {
    // Files that change while they are read have another stamp at the next look.
    stamps = FileStamps(files)
    var next = PanelReport(name: report.name, build: report.build, isLive: report.isLive)
    (next.version, next.goodVersion) = (report.version + 1, report.goodVersion)
    var lines = SourceLines()
    var words: [String]
    do {
      let panel = try compilePanel(try readFile(path, limit: descriptionLimit), name: path, switches: switches)
      take(panel.files)
      bytes = panel.bytes
      elements = panel.places.map { $0.map { lines.message($0, named: shown) } }
      next.goodVersion = next.version
      next.summary = panel.summary
      next.warnings = panel.problems.map { lines.message($0, named: shown) }
      words = ["\(report.name): \(panel.summary)"] + panel.warnings
    } catch let error as DescriptionError {
      take(error.files)
      next.errors = error.problems.map { lines.message($0, named: shown) }
      if next.errors.isEmpty { next.errors = error.lines.map(sentence) }
      words = error.lines
    } catch let error as AssetError {
      next.errors = [sentence(missing ?? error.message)]
      words = [missing ?? error.message]
    } catch {
      next.errors = [sentence("\(error)")]
      words = ["\(error)"]
    }
    report = next
    streams.send(event)
    return words.map(shown)
  }

  /// The place in the description of an element of a panel that was compiled without a mistake; `nil` where another has been
  /// compiled since, or where there is no such element.
  func element(_ number: Int, version: Int) -> PanelReport.Message? {
    version == report.goodVersion && elements.indices.contains(number) ? elements[number] : nil
  }

  /// Watches these files from now on.
  private func take(_ files: [String]) {
    if files == self.files { return }
    self.files = files
    stamps = FileStamps(files)
  }

  /// The sentence of a folder that is gone.
  private var missing: String? {
    let folder = (path as NSString).deletingLastPathComponent
    if FileManager.default.fileExists(atPath: folder) { return nil }
    return "\(folder): the folder is gone; expected it back, with \((path as NSString).lastPathComponent)"
  }

  private func sentence(_ text: String) -> PanelReport.Message {
    PanelReport.Message(file: "", line: 0, column: 0, message: shown(text), text: "")
  }

  /// Names of files as the user named them.
  private func shown(_ text: String) -> String { folder.isEmpty ? text : text.replacing(folder, with: "") }

  // MARK: Streams

  /// An event of the present report.
  private var event: [UInt8] { Array("data: ".utf8) + report.json + Array("\n\n".utf8) }

  /// The reports, from the present one on, as server-sent events.
  func reports() -> AsyncStream<[UInt8]> {
    streams.open(beginning: event) { [weak self] number in await self?.forget(number) }
  }

  private func forget(_ number: Int) { streams.forget(number) }

  /// The values of its sources as server-sent events; `nil` while it shows its demonstration.
  func values() async -> AsyncStream<[UInt8]>? { await live?.events() }
}
