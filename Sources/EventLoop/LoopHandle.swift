// Stage: loop. Input: an object of the loop's thread. Output: a handle for other threads.

/// An object of a loop's thread, such as a layer, as other threads hold it: they cannot reach into it, they have work done
/// with it on its own thread. Made by ``EventLoop/handle(to:)``.
///
/// The object is kept, and let go of on the loop's thread: once the last reference to the handle is gone, or with the
/// loop.
public final class LoopHandle<Object: AnyObject>: Sendable {
  private let slot: HandleSlot<Object>
  private let list: HandleList
  private let poster: EventPoster

  fileprivate init(_ slot: HandleSlot<Object>, _ list: HandleList, _ poster: EventPoster) {
    self.slot = slot
    self.list = list
    self.poster = poster
  }

  /// Has `work` called with the object on the loop's thread, after closures posted before. May be called from any
  /// thread. Once the loop is gone it is not called.
  public func post(_ work: @escaping @Sendable (Object) -> Void) {
    poster.post { [slot] in if let object = slot.object { work(object) } }
  }

  /// Returns a closure that has `work` called with the object each time it is called, as ``post(_:)`` does, and
  /// makes no new closure for it: for threads that call it many times a second. It keeps this handle.
  public func poster(of work: @escaping @Sendable (Object) -> Void) -> @Sendable () -> Void {
    let posted: @Sendable () -> Void = { [slot] in if let object = slot.object { work(object) } }
    return { [self] in self.poster.post(posted) }
  }

  deinit { poster.post { [slot, list] in list.remove(slot) } }
}

extension EventLoop {
  /// A handle by which other threads have work done with an object of this loop's thread.
  public func handle<Object: AnyObject>(to object: Object) -> LoopHandle<Object> {
    let slot = HandleSlot(object)
    handles.add(slot)
    return LoopHandle(slot, handles, poster)
  }
}

/// A loop's side of a handle. The loop's thread alone looks into it.
class AnyHandleSlot: @unchecked Sendable {
  func removeObject() {}
}

private final class HandleSlot<Object: AnyObject>: AnyHandleSlot, @unchecked Sendable {
  private(set) var object: Object?

  init(_ object: Object) { self.object = object }

  override func removeObject() { object = nil }
}

/// The objects of a loop that there are handles to. Of the loop's thread alone: other threads only hold it.
final class HandleList: @unchecked Sendable {
  private var slots: [AnyHandleSlot] = []

  /// How many objects there are handles to.
  var count: Int { slots.count }

  func add(_ slot: AnyHandleSlot) { slots.append(slot) }

  func remove(_ slot: AnyHandleSlot) {
    for place in slots.indices where slots[place] === slot {
      slots.swapAt(place, slots.count - 1)
      slots.removeLast()
      break
    }
    // Last: the object's release may come back here.
    slot.removeObject()
  }

  func removeAll() { while let slot = slots.popLast() { slot.removeObject() } }
}
