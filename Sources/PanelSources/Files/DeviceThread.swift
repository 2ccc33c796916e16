// Stage: sources. Input: sensors that take their time. Output: their values, on the loop's thread.
import CLinux
import EventLoop
import PanelSignals
import SystemFiles

/// A thread that reads sensors, one after the other, while the loop goes on with its frames: a sensor on a 1-wire bus takes
/// 750 ms, an ADC some milliseconds.
@safe
final class DeviceThread: @unchecked Sendable {
  struct Result {
    /// `nil` where it failed.
    var value: Fixed64?
    /// The error's number.
    var code: Int32 = 0
    /// On ``EventLoop/now``.
    var time: Int64 = 0
    fileprivate var isNew = false

    init() {}

    /// One that is new.
    init(_ value: Fixed64?, _ code: Int32, _ time: Int64) {
      (self.value, self.code, self.time, isNew) = (value, code, time, true)
    }
  }

  /// Readable when there are new results; an eventfd.
  let descriptor: Int32
  /// Reads a sensor, on the thread; the error's number where it has no value.
  private let readSensor: (Int, inout [UInt8]) -> (value: Fixed64?, code: Int32)
  private let count: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let wanted: UnsafeMutablePointer<pthread_cond_t>
  // Under the mutex.
  private var results: [Result]
  private var (isWanted, isReading, isEnding) = (false, false, false)

  private static var stackBytes: Int { 128 << 10 }

  /// - Parameters:
  ///   - count: the number of sensors.
  ///   - readSensor: reads one of them, on the thread, with ``DeviceFile/limit`` bytes.
  init(_ count: Int, _ readSensor: @escaping (Int, inout [UInt8]) -> (value: Fixed64?, code: Int32)) {
    (self.count, self.readSensor) = (count, readSensor)
    results = Array(repeating: Result(), count: count)
    descriptor = eventfd(0, linux_EFD_FLAGS())
    unsafe mutex = .allocate(capacity: 1)
    unsafe wanted = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(wanted, nil)
  }

  deinit {
    _ = close(descriptor)
    unsafe pthread_cond_destroy(wanted)
    unsafe pthread_mutex_destroy(mutex)
    unsafe wanted.deallocate()
    unsafe mutex.deallocate()
  }

  /// - Returns: the error's number where the system has no room for a thread; 0 otherwise.
  func start() -> Int32 {
    if descriptor < 0 { return EMFILE }
    let (thread, code) = WorkThread.start(stackBytes: Self.stackBytes) { [self] in serve() }
    // It ends by itself: nobody waits for a sensor that does not answer.
    if code == 0 { linux_pthread_detach(thread) }
    return code
  }

  // MARK: The loop's side

  /// Has all sensors read. Does nothing while they are being read.
  func read() {
    unsafe pthread_mutex_lock(mutex)
    isWanted = isWanted || !isReading
    unsafe pthread_cond_signal(wanted)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Ends the thread, after the sensor that it reads now.
  func end() {
    unsafe pthread_mutex_lock(mutex)
    isEnding = true
    unsafe pthread_cond_signal(wanted)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Takes the new result of a sensor; `nil` for none.
  func take(_ index: Int) -> Result? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    if !results[index].isNew { return nil }
    results[index].isNew = false
    return results[index]
  }

  /// Clears the sign of new results, before they are taken.
  func clear() {
    var count: UInt64 = 0
    _ = unsafe CLinux.read(descriptor, &count, 8)
  }

  // MARK: The thread's side

  private func serve() {
    var buffer = [UInt8](repeating: 0, count: DeviceFile.limit)
    while waitForRequest() {
      var told = EventLoop.now
      for index in 0..<count {
        let (value, code) = readSensor(index, &buffer)
        let time = EventLoop.now
        if !put(index, Result(value, code, time)) { return }
        // Fast ones are told together.
        if time - told < Self.tellInterval && index < count - 1 { continue }
        told = time
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, 8)
      }
    }
  }

  /// Nanoseconds.
  private static var tellInterval: Int64 { 20_000_000 }

  /// - Returns: false at the end.
  private func waitForRequest() -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isReading = false
    while !isWanted && !isEnding { unsafe pthread_cond_wait(wanted, mutex) }
    (isWanted, isReading) = (false, true)
    return !isEnding
  }

  private func put(_ index: Int, _ result: Result) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    results[index] = result
    let goesOn = !isEnding
    unsafe pthread_mutex_unlock(mutex)
    return goesOn
  }
}
