// Stage: sources. Input: files of /proc and /sys. Output: values of signals, read again and again.
import EventLoop
import PanelSignals

/// A signal, and which of its sources tells it something.
private struct SourceTarget {
  let signal: SignalIndex
  /// 0 for the first of `from: [a, b]`.
  let rank: Int
}

/// What a person should hear of a polled file: when it begins to fail, and when it is read again; of one that comes and goes
/// the first, the tenth, the hundredth time.
public enum FileNotice {
  /// - Parameters:
  ///   - path: with the pattern behind it where the file has no such number in it.
  ///   - code: the error's number; 0 where the file has no such number in it.
  case fails(path: String, code: Int32)
  case isThere(path: String)
}

/// A file, where its number goes, and what was told of it.
private struct FileEntry {
  let file: PolledFile
  let target: SourceTarget
  /// How often it has failed after it was read, or at first.
  private var failures = SparseCount()
  private var fails = false
  /// Whether a person heard of the last failure.
  private var isTold = false

  init(_ file: PolledFile, _ target: SourceTarget) { (self.file, self.target) = (file, target) }

  /// The file fails now, or is read.
  /// - Returns: what to tell, if that is new and often enough.
  mutating func change(fails: Bool) -> FileNotice? {
    if fails == self.fails { return nil }
    self.fails = fails
    if fails { isTold = failures.add(1) }
    if !isTold { return nil }
    if !fails { return .isThere(path: file.path) }
    return .fails(path: file.code == 0 ? file.address : file.path, code: file.code)
  }
}

/// Reads the files of a source at their interval.
public final class FileSource {
  private var files: [FileEntry] = []
  /// Called with what a person should hear of.
  public var noticeHandler: (FileNotice) -> Void = { _ in }
  private let loop: EventLoop
  private unowned(unsafe) let signals: SignalStore
  private let changed: () -> Void
  private var timer: EventLoop.Timer?
  private var buffer = [UInt8](repeating: 0, count: PolledFile.limit)

  /// - Parameters:
  ///   - interval: between two readings, in nanoseconds; above 0.
  ///   - signals: outlives the source.
  ///   - changed: called when values were read.
  public init(
    _ addresses: [(address: String, signal: SignalIndex, rank: Int)], every interval: Int64, loop: EventLoop,
    signals: SignalStore, changed: @escaping () -> Void
  ) {
    files = addresses.map { FileEntry(PolledFile($0.address), SourceTarget(signal: $0.signal, rank: $0.rank)) }
    (self.loop, self.changed) = (loop, changed)
    unsafe self.signals = signals
    if files.isEmpty { return }
    timer = loop.addTimer(at: EventLoop.now, repeating: interval) { [unowned(unsafe) self] time in unsafe read(at: time)
    }
  }

  /// Reads no more.
  public func close() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
  }

  deinit { close() }

  private func read(at time: Int64) {
    for index in files.indices {
      let (target, number) = (files[index].target, files[index].file.read(&buffer))
      if let number {
        unsafe signals.set(target.signal, source: target.rank, to: number, at: time)
      } else {
        unsafe signals.fail(target.signal, source: target.rank, at: time)
      }
      if let notice = files[index].change(fails: number == nil) { noticeHandler(notice) }
    }
    changed()
  }
}
