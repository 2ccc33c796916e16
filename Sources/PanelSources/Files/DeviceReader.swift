// Stage: sources. Input: the results of a thread that reads sensors. Output: values of signals.
import CLinux
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// The sensors of a source of files: a thread of their own, and what becomes of its results.
final class DeviceReader {
  private let thread: DeviceThread
  private let loop: EventLoop
  private unowned(unsafe) let signals: SignalStore
  private var entries: [(address: SourceAddress, isRead: Bool, trouble: FileTrouble)]
  private let changed: () -> Void
  /// Called with notices for a person.
  var noticeHandler: (FileNotice) -> Void = { _ in }
  /// Whether any sensor had a value when it was read last, and when that was.
  private(set) var link = SourceLink(isConnected: false)
  private var isOpen = false

  /// - Parameters:
  ///   - signals: outlives the reader.
  ///   - readSensor: reads the sensor of an address, on the thread.
  init(
    _ addresses: [SourceAddress], loop: EventLoop, signals: SignalStore, changed: @escaping () -> Void,
    _ readSensor: @escaping (Int, inout [UInt8]) -> (value: Fixed64?, code: Int32)
  ) {
    thread = DeviceThread(addresses.count, readSensor)
    entries = addresses.map { ($0, false, FileTrouble()) }
    (self.loop, self.changed) = (loop, changed)
    unsafe self.signals = signals
  }

  /// - Returns: the error's number where there is no room for a thread; 0 otherwise.
  func open() -> Int32 {
    let code = thread.start()
    if code != 0 { return code }
    do throws(DeviceError) { try loop.watch(thread.descriptor) { [unowned(unsafe) self] _ in unsafe take() } } catch {
      thread.end()
      return error.code
    }
    isOpen = true
    return 0
  }

  func close() {
    if isOpen { loop.unwatch(thread.descriptor) }
    isOpen = false
    thread.end()
  }

  deinit { close() }

  /// Has all sensors read, unless that is going on.
  func read() { thread.read() }

  /// Fails all sensors: there is no thread.
  func fail(_ code: Int32, at time: Int64) {
    for index in entries.indices { take(index, DeviceThread.Result(nil, code, time)) }
  }

  private func take() {
    thread.clear()
    for index in entries.indices { if let result = thread.take(index) { take(index, result) } }
    changed()
  }

  private func take(_ index: Int, _ result: DeviceThread.Result) {
    let (text, signal, rank) = entries[index].address
    var fails = true
    // A number is no text.
    if let value = result.value, !(unsafe signals.isText(signal)) {
      unsafe signals.receive(signal, source: rank, unscaled: Reading(value), at: result.time)
      fails = false
      entries[index].isRead = true
      link = SourceLink(isConnected: true, toldAt: result.time)
    } else {
      unsafe signals.fail(signal, source: rank, at: result.time)
      entries[index].isRead = false
      link.isConnected = false
      for entry in entries where entry.isRead { link.isConnected = true }
    }
    guard let isSaid = entries[index].trouble.change(fails: fails), isSaid else { return }
    noticeHandler(fails ? .fails(path: text, code: result.code) : .isThere(path: text))
  }
}
