// Stage: remote framebuffer. Input: viewers, and frames. Output: the frames at the viewers; their touches and keys.
import CLinux
import EventLoop
import FBDevice
import FixedRaster
import SystemFiles

/// A server of RFB 3.8, the protocol of VNC, for a display: on this machine alone.
///
/// Four viewers at most see the picture, and what changed in it, in the encoding that they ask for: Hextile, RRE or raw. A
/// slow viewer gets fewer frames. All memory is taken here and at a connection: 68 kB a viewer. Without a viewer nothing wakes
/// the loop up. Belongs to the loop's thread.
public final class RemoteServer {
  /// Called with each act of a viewer's finger, the first button of its pointer; never where it is view-only. Finger numbers
  /// differ from those of all devices.
  public var touchHandler: (TouchSample) -> Void {
    get { rules.touchHandler }
    set { rules.touchHandler = newValue }
  }
  /// Called with each act of a viewer's keys, pointer and wheel; never where it is view-only.
  public var actHandler: (InputAct) -> Void {
    get { rules.actHandler }
    set { rules.actHandler = newValue }
  }
  /// Called when a viewer comes or goes: ``viewerCount`` is another one.
  public var viewersHandler: () -> Void = {}

  public let address: RemoteAddress
  private let display: RemoteDisplay
  private let loop: EventLoop
  private let rules: ViewerRules
  private var listener: Int32
  /// Whether nobody is accepted until the timer says so: there was no descriptor for one more.
  private var pause: EventLoop.Timer?
  private var viewers: [Viewer] = []
  private var buffer: [UInt8]
  /// The file of the socket that this server has made.
  private var socket: SocketFile?

  /// The most viewers at once.
  public static var mostViewers: Int { 4 }
  /// The most others at once that are told that there is no room.
  private static var mostRefused: Int { 4 }
  /// The kernel's devices have lower ones: 127 times 2^24.
  private static var firstFinger: Int32 { 0x7F00_0000 }

  /// Listens for viewers.
  /// - Parameters:
  ///   - display: whose frames they see; one server a display.
  ///   - address: where they connect. A Unix socket is made; that of a server that has ended is replaced.
  ///   - loop: outlives the server.
  ///   - name: the title of viewers' windows; 255 bytes of it.
  ///   - password: `nil` lets everybody in who can connect.
  ///   - isViewOnly: leaves viewers' touches and keys out.
  /// - Throws: the address cannot be listened at, or there is not enough memory.
  public init(
    _ display: RemoteDisplay, on address: RemoteAddress, loop: EventLoop, name: String,
    password: RemotePassword? = nil, isViewOnly: Bool = true
  ) throws(DeviceError) {
    (self.display, self.address, self.loop) = (display, address, loop)
    rules = ViewerRules(name: name, password: password, isViewOnly: isViewOnly)
    buffer = Array(unwritten: 4096)
    viewers.reserveCapacity(Self.mostViewers + Self.mostRefused)
    listener = -1
    listener = try address.listen()
    socket = address.socketFile
    do throws(DeviceError) {
      try display.open(for: self)
      try watchListener()
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// The number of viewers that see the picture.
  public var viewerCount: Int {
    var count = 0
    for viewer in viewers where viewer.session.isRunning { count += 1 }
    return count
  }

  /// Closes all connections and takes the socket away. Further calls do nothing.
  public func close() {
    if listener < 0 { return }
    loop.unwatch(listener)
    _ = CLinux.close(listener)
    listener = -1
    if let pause { loop.cancelTimer(pause) }
    pause = nil
    while let viewer = viewers.popLast() { viewer.close() }
    display.closeServer(self)
    address.remove(socket)
  }

  // MARK: Frames

  /// Sends damage to those that want it.
  func show(_ damage: Span<PixelRect>) {
    var index = 0
    // Who cannot be sent to goes, and another one may take its place in the list.
    while index < viewers.count {
      let viewer = viewers[index]
      for rect in damage.indices { viewer.session.add(damage[rect]) }
      viewer.send()
      if index < viewers.count && viewers[index] === viewer { index += 1 }
    }
  }

  /// The viewers' memory is another one.
  func showAll() {
    var index = 0
    while index < viewers.count {
      let viewer = viewers[index]
      viewer.session.addAll()
      viewer.send()
      if index < viewers.count && viewers[index] === viewer { index += 1 }
    }
  }

  // MARK: Viewers

  private func watchListener() throws(DeviceError) {
    try loop.watch(listener) { [unowned(unsafe) self] _ in unsafe accept() }
  }

  private func accept() {
    while true {
      let descriptor = linux_accept(listener)
      if descriptor >= 0 {
        begin(descriptor)
        continue
      }
      let code = linux_errno()
      if code == EINTR || code == ECONNABORTED { continue }
      if code != EAGAIN { pauseListening() }
      return
    }
  }

  /// There is no descriptor or memory for one more: it is tried again after a second.
  private func pauseListening() {
    loop.unwatch(listener)
    pause = loop.addTimer(at: EventLoop.now + 1_000_000_000) { [unowned(unsafe) self] _ in unsafe listenAgain() }
  }

  private func listenAgain() {
    pause = nil
    do throws(DeviceError) { try watchListener() } catch { pauseListening() }
  }

  private func begin(_ descriptor: Int32) {
    linux_prepare_viewer(descriptor)
    if freePlace == nil { giveWay { $0.place != nil && !$0.session.isRunning && !$0.session.isTyping } }
    if freePlace == nil { giveWay { $0.place != nil && !$0.session.isRunning } }
    if viewers.count >= Self.mostViewers + Self.mostRefused { giveWay { $0.place == nil } }
    let place = freePlace
    if place == nil && viewers.count >= Self.mostViewers + Self.mostRefused {
      _ = CLinux.close(descriptor)
      return
    }
    let session = ViewerSession(
      display, rules, finger: Self.firstFinger + Int32(place ?? 0),
      refusal: place == nil ? "four viewers are connected, and no more can be" : nil)
    let viewer = Viewer(descriptor, session, place: place, self, loop)
    viewers.append(viewer)
    do throws(DeviceError) { try viewer.open() } catch { viewer.end() }
  }

  /// Ends the viewer that has come first of those that have not got far: silent ones keep nobody out.
  private func giveWay(_ isMeant: (Viewer) -> Bool) {
    if let viewer = viewers.first(where: isMeant) { viewer.end() }
  }

  private var freePlace: Int? {
    for place in 0..<Self.mostViewers {
      var isFree = true
      for viewer in viewers where viewer.place == place { isFree = false }
      if isFree { return place }
    }
    return nil
  }

  /// Reads from a viewer into memory for all of them.
  /// - Returns: false where it has gone.
  func readInput(_ descriptor: Int32, turns: Int, _ receive: (Span<UInt8>) -> Void) -> Bool {
    for _ in 0..<turns {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      let code = count < 0 ? linux_errno() : 0
      if code == EINTR { continue }
      if code == EAGAIN { return true }
      if count <= 0 { return false }
      // The bytes must not lie in memory that this object changes meanwhile.
      var bytes: [UInt8] = []
      swap(&bytes, &buffer)
      receive(bytes.span.extracting(0..<count))
      swap(&bytes, &buffer)
      if count < buffer.count { return true }
    }
    return true
  }

  /// A viewer's handshake is over.
  func viewerBegan() {
    display.watch(true)
    viewersHandler()
  }

  func remove(_ viewer: Viewer) {
    for index in viewers.indices where viewers[index] === viewer {
      viewers.remove(at: index)
      break
    }
    let wasRunning = viewer.session.wasRunning
    if !wasRunning { return }
    display.watch(viewerCount > 0)
    viewersHandler()
  }
}
