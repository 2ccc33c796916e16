// Stage: sources. Input: files of /proc and /sys. Output: values of signals, read again and again.
import FBDevice
import PanelSignals

/// A signal, and which of its sources tells it something.
private struct SourceTarget {
  let signal: SignalIndex
  /// 0 for the first of `from: [a, b]`.
  let rank: Int
}

/// Reads the files of a source at their interval.
public final class FileSource {
  private var files: [(file: PolledFile, target: SourceTarget)] = []
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
    files = addresses.map { (PolledFile($0.address), SourceTarget(signal: $0.signal, rank: $0.rank)) }
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
      let target = files[index].target
      if let number = files[index].file.read(&buffer) {
        unsafe signals.set(target.signal, source: target.rank, to: number, at: time)
      } else {
        unsafe signals.fail(target.signal, source: target.rank, at: time)
      }
    }
    changed()
  }
}
