// Stage: sources. Input: files of /proc and /sys. Output: values of signals, read again and again.
import CLinux
import EventLoop
import PanelFile
import PanelSignals

/// Which failures of a file are said.
struct FileTrouble {
  /// How often it has failed after it was read, or at first.
  private var failures = SparseCount()
  private(set) var fails = false
  /// Whether the last failure had a notice.
  private var hasNotice = false

  /// The file fails now, or is read.
  /// - Returns: whether that is said; `nil` where nothing changes.
  mutating func change(fails: Bool) -> Bool? {
    if fails == self.fails { return nil }
    self.fails = fails
    if fails { hasNotice = failures.add(1) }
    return hasNotice
  }
}

/// A file, the signal of its number, and its last notice.
private struct FileEntry {
  let file: PolledFile
  let signal: SignalIndex
  /// 0 for the first of `from: [a, b]`.
  let rank: Int
  private var trouble = FileTrouble()

  init(_ address: SourceAddress) {
    (file, signal, rank) = (PolledFile(address.address), address.signal, address.rank)
  }

  /// The file fails now, or is read.
  /// - Returns: a notice, if that is new and not said too often.
  mutating func change(fails: Bool) -> FileNotice? {
    guard let isSaid = trouble.change(fails: fails), isSaid else { return nil }
    if !fails { return .isThere(path: file.path) }
    return .fails(path: file.code == 0 ? file.address : file.path, code: file.code)
  }
}

/// Reads the files of a source at their interval.
public final class FileSource: PanelSource, CommandReceiver {
  /// Nanoseconds.
  static var leastInterval: Int64 { 10_000_000 }
  static var standardInterval: Int64 { 1_000_000_000 }

  private var files: [FileEntry] = []
  private let interval: Int64
  private let loop: EventLoop
  private unowned(unsafe) let signals: SignalStore
  private let changed: () -> Void
  /// Called with notices for a person.
  public var noticeHandler: (FileNotice) -> Void = { _ in } {
    didSet { devices?.noticeHandler = noticeHandler }
  }
  private var timer: EventLoop.Timer?
  private var fileLink = SourceLink(isConnected: false)
  /// The sensors among the files, which another thread reads; `nil` for none.
  private var devices: DeviceReader?
  /// Why that thread does not run; 0 where it does.
  private var threadCode: Int32 = 0
  private var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
  private var written: [WrittenFile] = []
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }

  /// - Parameters:
  ///   - interval: between two readings, in nanoseconds; above 0.
  ///   - signals: outlives the source.
  ///   - root: the folder that sensors are looked for in.
  ///   - changed: called when values were read.
  public init(
    _ addresses: [SourceAddress], every interval: Int64, loop: EventLoop, signals: SignalStore, root: String = "/sys",
    changed: @escaping () -> Void
  ) {
    var (list, found): ([DeviceFile], [SourceAddress]) = ([], [])
    for address in addresses {
      if let sensor = DeviceAddress(address.address) {
        list.append(DeviceFile(sensor, root: root))
        found.append(address)
      } else {
        files.append(FileEntry(address))
      }
    }
    if !found.isEmpty {
      let sensors = list
      devices = DeviceReader(found, loop: loop, signals: signals, changed: changed) { index, buffer in
        (sensors[index].read(&buffer), sensors[index].code)
      }
    }
    (self.interval, self.loop, self.changed) = (interval, loop, changed)
    unsafe self.signals = signals
  }

  convenience init(_ panel: SourceContext) {
    self.init(
      panel.addresses,
      every: max(Self.leastInterval, panel.record.duration(.interval) ?? Self.standardInterval), loop: panel.loop,
      signals: panel.signals, changed: panel.changed)
    write(panel.outputs)
    let notice = panel.notice
    noticeHandler = { notice($0.sentence) }
  }

  public func open() {
    if files.isEmpty && devices == nil || timer != nil { return }
    if let devices { threadCode = devices.open() }
    timer = loop.addTimer(at: EventLoop.now, repeating: interval) { [unowned(unsafe) self] time in
      unsafe read(at: time)
    }
  }

  public func close() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    devices?.close()
  }

  deinit { close() }

  public var link: SourceLink {
    guard let other = devices?.link else { return fileLink }
    var toldAt = fileLink.toldAt
    if let time = other.toldAt { toldAt = max(time, toldAt ?? time) }
    return SourceLink(isConnected: fileLink.isConnected || other.isConnected, toldAt: toldAt)
  }

  // MARK: Values of controls

  /// Takes values for these addresses.
  func write(_ outputs: [(number: Int32, address: String)], in folder: String = WrittenFile.usualFolder) {
    written = outputs.map { WrittenFile($0.number, $0.address, in: folder) }
  }

  public var receiver: (any CommandReceiver)? { self }

  /// Writes a value. The kernel's refusal has its number, as an exception.
  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .address(let number, _) = request.destination,
      let index = written.firstIndex(where: { $0.number == number })
    else { return .refused(.invalid) }
    let code = written[index].write(request.value)
    let isNew = code != written[index].toldCode
    written[index].toldCode = code
    if code == 0 { return .accepted }
    // A finger that tries again and again is no news.
    if isNew { noticeHandler(.isNotWritten(path: written[index].path ?? "", code: code)) }
    return .refused(code == ENOENT || code == EACCES ? .invalid : .exception(code))
  }

  // MARK: Reading

  private func read(at time: Int64) {
    if let devices { if threadCode == 0 { devices.read() } else { devices.fail(threadCode, at: time) } }
    fileLink.isConnected = false
    for index in files.indices {
      let (signal, rank) = (files[index].signal, files[index].rank)
      let isRead = unsafe signals.takesTexts(signal) ? readText(index, at: time) : readNumber(index, at: time)
      if isRead {
        fileLink = SourceLink(isConnected: true, toldAt: time)
      } else {
        unsafe signals.fail(signal, source: rank, at: time)
      }
      if let change = files[index].change(fails: !isRead) { noticeHandler(change) }
    }
    changed()
  }

  private func readNumber(_ index: Int, at time: Int64) -> Bool {
    guard let number = files[index].file.read(&buffer) else { return false }
    unsafe signals.receive(files[index].signal, source: files[index].rank, unscaled: Reading(number), at: time)
    return true
  }

  /// A word that none of the signal's is may be a number.
  private func readText(_ index: Int, at time: Int64) -> Bool {
    // The bytes must not lie in memory that this object changes meanwhile.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    var isTaken = false
    let word = files[index].file.readWord(&bytes)
    if let word {
      isTaken = unsafe signals.receive(
        files[index].signal, source: files[index].rank, text: bytes.span.extracting(word), at: time)
    }
    swap(&bytes, &buffer)
    if word == nil { return false }
    return isTaken || readNumber(index, at: time)
  }
}
