// Stage: loop. Input: closures from any thread. Output: the same closures on the loop's thread, in their order.
import CLinux
import SystemFiles

/// Hands closures to an ``EventLoop`` from other threads. Outlives the loop without harm: later closures are dropped.
@safe
public final class EventPoster: @unchecked Sendable {
  /// An eventfd; readable while something is posted.
  let descriptor: Int32
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Under the mutex.
  private var posted: [@Sendable () -> Void] = []
  /// The loop's thread alone.
  private var running: [@Sendable () -> Void] = []

  init() throws(DeviceError) {
    descriptor = eventfd(0, linux_EFD_FLAGS())
    if descriptor < 0 { throw DeviceError("make", "an eventfd", code: linux_errno()) }
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    _ = close(descriptor)
  }

  /// Has `work` called on the loop's thread, after closures posted before. May be called from any thread, also the
  /// loop's.
  public func post(_ work: @escaping @Sendable () -> Void) {
    _ = unsafe pthread_mutex_lock(mutex)
    posted.append(work)
    _ = unsafe pthread_mutex_unlock(mutex)
    // Fails only where the counter is full; then it is readable already.
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Calls the posted closures; those that they post in turn wait for the next time.
  func runPosted() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
    _ = unsafe pthread_mutex_lock(mutex)
    swap(&posted, &running)
    _ = unsafe pthread_mutex_unlock(mutex)
    for work in running { work() }
    running.removeAll(keepingCapacity: true)
  }
}
