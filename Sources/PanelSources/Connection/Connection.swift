// Stage: sources. Input: a place. Output: its bytes, for as long as it is there.
import CLinux
import EventLoop
import SystemFiles

/// A connection to a place: opened, read at the pace of the frames, and opened again when it has gone.
///
/// A server that is not there is tried again after 1 s, then after twice as long each time up to 30 s, with up to a quarter more
/// at random, so that many panels do not come back at once. The kernel's keep-alive finds a server that has gone without
/// a word within 30 s.
public final class Connection {
  /// Called with what was read, and when; of datagrams with one of them. The bytes are of this call alone.
  public var receivedHandler: (Span<UInt8>, Int64) -> Void = { _, _ in }
  /// Called when the place is there, and when it has gone; ``isOpen`` says which.
  public var changedHandler: () -> Void = {}
  /// Called when it could not be opened, or has gone: for the first, the tenth, the hundredth time, and for
  /// another reason.
  public var refusalHandler: (DeviceError) -> Void = { _ in }

  /// Called when it is open again after a refusal that was told.
  public var returnedHandler: () -> Void = {}

  public let place: ConnectionPlace
  /// Why it is not open; `nil` while it is, and before it was tried.
  public private(set) var refusal: DeviceError?
  public private(set) var isOpen = false
  /// Frames that the kernel had no room for, since the start.
  public private(set) var dropped: UInt32 = 0
  /// Frames that were not sent, as the kernel had no room for them, since the start.
  public private(set) var unsent: Int64 = 0

  /// Opens the place; tests have buses of their own.
  var opener: (ConnectionPlace) throws(DeviceError) -> (descriptor: Int32, isConnected: Bool) = {
    place throws(DeviceError) in try place.open()
  }
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var timer: EventLoop.Timer?
  private var buffer: [UInt8]
  /// What the kernel has not taken yet.
  private var outgoing: [UInt8] = []
  private var waitsToWrite = false
  /// Frames dropped by the sockets before this one, and by this one.
  private var (dropsBefore, lastDrops): (UInt32, UInt32) = (0, 0)
  /// What the timer is for.
  private var waiting = Waiting.nothing
  /// Nanoseconds until the next try.
  private var interval = Connection.leastInterval
  private var refusals = SparseCount()
  /// The errors that were told to a person.
  private var toldErrors: [DeviceError] = []
  /// Whether the last refusal was told.
  private var hasTold = false
  private var openedAt: Int64 = 0
  private var handler: (EventLoop.Readiness) -> Void = { _ in }
  /// How many bytes may be read until a time.
  private var (left, until) = (0, Int64.min)

  private enum Waiting { case nothing, toOpen, toBeConnected, toReadOn }

  /// Nanoseconds.
  static var leastInterval: Int64 { 1_000_000_000 }
  static var mostInterval: Int64 { 30_000_000_000 }
  private static var connectLimit: Int64 { 10_000_000_000 }
  /// Bytes that are read in so many nanoseconds: who sends more is read at the pace of the frames.
  private static var readLimit: Int { 65536 }
  private static var pause: Int64 { 33_333_333 }
  /// Bytes that a datagram counts for at least: a short one takes as much time. 4,096 frames of a bus are read, so that of
  /// 100,000 a second none is late.
  private var datagramCost: Int { place.isBus ? 16 : 256 }
  /// The most bytes that wait for the other side to take them.
  static var outgoingLimit: Int { 16384 }

  public init(_ place: ConnectionPlace, loop: EventLoop) {
    (self.place, self.loop) = (place, loop)
    buffer = Array(unwritten: place.isDatagrams ? 65536 : 16384)
    handler = { [unowned(unsafe) self] in unsafe ready($0) }
  }

  deinit { close() }

  /// Opens the place, now or as soon as it can be.
  public func open() {
    if timer != nil { return }
    timer = loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] _ in unsafe resume() }
    openPlace()
  }

  public func close() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    end()
  }

  /// Has what the other side said wrong: closes the connection, and opens it again later.
  /// - Parameter error: for a person.
  public func refuse(_ error: DeviceError) {
    if timer == nil { return }
    openLater(error)
  }

  // MARK: Opening

  private func openPlace() {
    do throws(DeviceError) {
      let (descriptor, isConnected) = try opener(place)
      self.descriptor = descriptor
      if isConnected { return begin() }
      try loop.watch(descriptor, for: .writable) { [unowned(unsafe) self] _ in unsafe connected() }
      wait(.toBeConnected, Self.connectLimit)
    } catch { openLater(error) }
  }

  /// The kernel has connected, or has given up.
  private func connected() {
    let code = linux_socket_error(descriptor)
    if code != 0 { return openLater(place.failure(-1, code)) }
    loop.unwatch(descriptor)
    begin()
  }

  private func begin() {
    waiting = .nothing
    if case .tcp = place { linux_keep_alive(descriptor) }
    do throws(DeviceError) { try watch() } catch { return openLater(error) }
    (isOpen, refusal, openedAt) = (true, nil, EventLoop.now)
    if let timer { loop.setTimer(timer, at: .max) }
    if hasTold { returnedHandler() }
    hasTold = false
    changedHandler()
  }

  private func openLater(_ error: DeviceError) {
    let (wasOpen, now) = (isOpen, EventLoop.now)
    // One that lasts no longer than the wait before it has not come back.
    if wasOpen && now - openedAt > interval { interval = Self.leastInterval }
    end()
    refusal = error
    // Another reason is told too.
    let isNew =
      toldErrors.count < 16
      && !toldErrors.contains { $0.code == error.code && haveSameBytes($0.reason, error.reason) }
    if isNew { toldErrors.append(error) }
    if refusals.add(1) || isNew {
      hasTold = true
      refusalHandler(error)
    }
    // The low digits of the time are as good as dice.
    let random = (now &* 0x5DEE_CE66 &+ 11) >> 16 & 255
    wait(.toOpen, Swift.min(interval + interval / 1024 * random, Self.mostInterval))
    interval = place.isLocal ? Self.leastInterval : Swift.min(2 * interval, Self.mostInterval)
    if wasOpen { changedHandler() }
  }

  private func end() {
    isOpen = false
    (waiting, waitsToWrite) = (.nothing, false)
    outgoing.removeAll(keepingCapacity: true)
    if descriptor < 0 { return }
    (dropsBefore, lastDrops) = (dropped, 0)
    loop.unwatch(descriptor)
    _ = CLinux.close(descriptor)
    descriptor = -1
  }

  private func wait(_ waiting: Waiting, _ interval: Int64) {
    self.waiting = waiting
    if let timer { loop.setTimer(timer, at: EventLoop.now + interval) }
  }

  private func resume() {
    switch exchange(&waiting, with: .nothing) {
    case .nothing: break
    case .toOpen: openPlace()
    case .toBeConnected: openLater(place.failure(-1, ETIMEDOUT))
    case .toReadOn: do throws(DeviceError) { try watch() } catch { openLater(error) }
    }
  }

  // MARK: Reading

  private func watch() throws(DeviceError) {
    let readiness: EventLoop.Readiness = waitsToWrite ? [.readable, .writable] : .readable
    try loop.watch(descriptor, for: readiness, handler: handler)
  }

  private func ready(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { flush() }
    if isOpen && !readiness.isDisjoint(with: [.readable, .hangup]) { read() }
  }

  private func read() {
    let now = EventLoop.now
    if now >= until { (left, until) = (Self.readLimit, now + Self.pause) }
    while left > 0 {
      var age: Int64 = 0
      let count = readOnce(&age)
      let code = linux_errno()
      if count < 0 && code == EINTR { continue }
      if count < 0 && code == EAGAIN { return }
      // An error of a datagram is that of another one, and of an address that is not reached.
      if count < 0 && place.isDatagrams && !place.isBus { return }
      if count < 0 || count == 0 && !place.isDatagrams { return openLater(gone(count < 0 ? code : 0)) }
      left -= Swift.max(count, place.isDatagrams ? datagramCost : 1)
      // The bytes must not lie in memory that this object changes meanwhile.
      var bytes: [UInt8] = []
      swap(&bytes, &buffer)
      // The clock of the kernel's times may be set meanwhile.
      receivedHandler(
        bytes.span.extracting(0..<count),
        (place.isBus ? EventLoop.now : now) - Swift.max(0, Swift.min(age, 1_000_000_000)))
      swap(&bytes, &buffer)
      if !isOpen { return }
    }
    loop.unwatch(descriptor)
    wait(.toReadOn, Self.pause)
  }

  /// - Parameter age: of a frame, since the kernel received it.
  private func readOnce(_ age: inout Int64) -> Int {
    unsafe buffer.withUnsafeMutableBytes {
      if !place.isBus { return unsafe CLinux.read(descriptor, $0.baseAddress, $0.count) }
      let base = dropsBefore
      var drops = lastDrops
      let count = unsafe linux_read_can(descriptor, $0.baseAddress, $0.count, &age, &drops)
      (lastDrops, dropped) = (drops, base &+ drops)
      return count
    }
  }

  private func gone(_ code: Int32) -> DeviceError {
    if code != 0 { return DeviceError("read", place.name, code: code, remedy: "it is opened again") }
    return DeviceError("read", place.name, reason: "the other side has gone", remedy: "it is opened again")
  }

  /// Throws away what came and was not read yet, 64 kB at most.
  public func discardInput() {
    if !isOpen || place.isDatagrams { return }
    for _ in 0..<4 {
      var age: Int64 = 0
      if readOnce(&age) < buffer.count { return }
    }
  }

  // MARK: Writing

  /// Sends bytes, as soon as the other side takes them. One that takes none while more wait than ``outgoingLimit`` is given up.
  ///
  /// Of a bus they are whole frames of 16 bytes. One that the kernel has no room for is dropped and counted in ``unsent``:
  /// a frame that waits would be too late.
  /// - Returns: whether they are on their way: false where it is not open, of datagrams, and where a frame was dropped.
  @discardableResult
  public func send(_ bytes: Span<UInt8>) -> Bool {
    if isOpen && place.isBus { return sendFrames(bytes) }
    if !isOpen || place.isDatagrams { return false }
    for index in bytes.indices { outgoing.append(bytes[index]) }
    flush()
    if isOpen && outgoing.count > Self.outgoingLimit {
      openLater(DeviceError("write to", place.name, reason: "it takes nothing", remedy: "it is opened again"))
    }
    return isOpen
  }

  private func sendFrames(_ frames: Span<UInt8>) -> Bool {
    let former = unsent
    var place = 0
    while place + 16 <= frames.count {
      let count = unsafe frames.extracting(place..<place + 16).withUnsafeBytes {
        unsafe linux_send(descriptor, $0.baseAddress, $0.count)
      }
      let code = count < 0 ? linux_errno() : 0
      if code == EINTR { continue }
      place += 16
      if code == EAGAIN || code == ENOBUFS {
        unsent &+= 1
      } else if code != 0 {
        openLater(gone(code))
        return false
      }
    }
    return unsent == former
  }

  private func flush() {
    var sent = 0
    while sent < outgoing.count {
      let count = unsafe outgoing.withUnsafeBytes {
        unsafe linux_send(descriptor, $0.baseAddress.map { unsafe $0 + sent }, $0.count - sent)
      }
      if count > 0 { sent += count }
      if count < 0 && linux_errno() == EAGAIN { break }
      if count <= 0 && linux_errno() != EINTR { return openLater(gone(count < 0 ? linux_errno() : 0)) }
    }
    outgoing.removeFirst(sent)
    if waitsToWrite != outgoing.isEmpty { return }
    waitsToWrite = !outgoing.isEmpty
    // While nothing is read nothing is watched.
    if waiting == .toReadOn { return }
    loop.unwatch(descriptor)
    do throws(DeviceError) { try watch() } catch { openLater(error) }
  }
}
