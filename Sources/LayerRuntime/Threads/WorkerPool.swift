// Threads beside the one that runs the loop: plain ones of the C library, made once, asleep while there is nothing to
// do.

import CLinux
import SystemFiles

/// Threads that look for work whenever it is announced.
final class WorkerPool {
  /// The stack of every worker: recursion goes as deep in it as in a process's first thread. Only touched pages take
  /// memory; the C library of the boards would give 128 kB.
  private static var stackBytes: Int { 8 << 20 }

  private let shared: SharedWork
  private var threads: [UInt] = []

  /// Makes the threads; where the system has no room for them there are fewer, or none.
  ///
  /// - Parameter work: the work of each when it is woken, given its number from 0 on: all there is to do, then it
  ///   returns.
  init(count: Int, work: @escaping (Int) -> Void) {
    shared = SharedWork(work)
    for i in 0..<count { if let thread = Self.start(i, shared) { threads.append(thread) } }
  }

  deinit {
    shared.end()
    for thread in threads { linux_pthread_join(thread) }
  }

  /// How many threads there are.
  var count: Int { threads.count }

  /// Has the threads look for work.
  func begin() { shared.begin(count) }

  /// Waits for the threads that have begun. One that wakes later goes back to sleep: for work that others did
  /// meanwhile.
  func finish() { shared.finish() }

  /// Waits until every thread has done its work of the last ``begin()``.
  func wait() { shared.wait() }

  private static func start(_ number: Int, _ shared: SharedWork) -> UInt? {
    let (thread, code) = WorkThread.start(stackBytes: stackBytes) {
      let stack = SignalStack()
      shared.serve(number)
      stack.remove()
    }
    return code == 0 ? thread : nil
  }
}

/// The shared state of a pool's workers. It does not hold the pool, so that the pool's end can be theirs.
@safe
private final class SharedWork {
  private let lock = Lock()
  private let opened, idle: UnsafeMutablePointer<pthread_cond_t>
  private let work: (Int) -> Void
  /// Counts announcements; wraps.
  private var announced: UInt32 = 0
  private var isOpen = false
  private var isEnding = false
  /// Threads that have begun and not yet returned, and those that have not yet begun.
  private var (busy, late) = (0, 0)

  init(_ work: @escaping (Int) -> Void) {
    self.work = work
    unsafe opened = .allocate(capacity: 1)
    unsafe idle = .allocate(capacity: 1)
    unsafe pthread_cond_init(opened, nil)
    unsafe pthread_cond_init(idle, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(idle)
    unsafe pthread_cond_destroy(opened)
    unsafe idle.deallocate()
    unsafe opened.deallocate()
  }

  func begin(_ count: Int) {
    lock.withLock {
      announced &+= 1
      late = count
      isOpen = true
      unsafe pthread_cond_broadcast(opened)
    }
  }

  func finish() {
    lock.withLock {
      isOpen = false
      while busy > 0 { unsafe lock.wait(for: idle) }
    }
  }

  func wait() { lock.withLock { while busy > 0 || late > 0 { unsafe lock.wait(for: idle) } } }

  func end() {
    lock.withLock {
      isEnding = true
      unsafe pthread_cond_broadcast(opened)
    }
  }

  /// The loop of a thread from its start to the pool's end.
  func serve(_ number: Int) {
    var seen: UInt32 = 0
    while waitForWork(&seen) {
      work(number)
      lock.withLock {
        busy -= 1
        if busy == 0 { unsafe pthread_cond_signal(idle) }
      }
    }
  }

  /// Returns false at the pool's end.
  private func waitForWork(_ seen: inout UInt32) -> Bool {
    lock.withLock {
      while !isEnding {
        if isOpen && seen != announced {
          seen = announced
          late -= 1
          busy += 1
          return true
        }
        unsafe lock.wait(for: opened)
      }
      return false
    }
  }
}

/// The work of one thread at a time.
@safe
final class Lock {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Lets others in until the condition is signalled, or for no reason: to be asked again in a loop.
  fileprivate func wait(for condition: UnsafeMutablePointer<pthread_cond_t>) {
    unsafe pthread_cond_wait(condition, mutex)
  }
}
