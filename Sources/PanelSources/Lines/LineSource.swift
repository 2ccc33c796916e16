// Stage: sources. Input: lines from outside. Output: values of signals, at the time at which they were read.
import CLinux
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// Reads lines from one place, and opens it again when it has gone.
public final class LineSource: PanelSource, CommandReceiver {
  /// How many others may be connected to a Unix socket at once; who comes later waits.
  static var connectionLimit: Int { 8 }
  /// Nanoseconds until a place that could not be opened, or went away, is tried again.
  static var retryInterval: Int64 { 1_000_000_000 }
  /// Bytes that are read in so many nanoseconds: who sends more is read at the pace of the frames, and has to wait.
  private static var readLimit: Int { 65536 }
  private static var pause: Int64 { 33_333_333 }
  /// Bytes that a datagram counts for at least: a short one takes as much time.
  private static var datagramCost: Int { 256 }

  /// Why the source is not open; `nil` while it is.
  public private(set) var refusal: DeviceError?
  public var values: Int64 { connections.reduce(endedValues) { $0 + $1.decoder.values } }
  public var garbage: Int64 { connections.reduce(endedGarbage) { $0 + $1.decoder.garbage + $1.decoder.tooLong } }

  /// Called with notices for a person.
  public var noticeHandler: (LineNotice) -> Void = { _ in }

  /// Called when ``open()`` could not open the place.
  private var refusalHandler: (DeviceError) -> Void = { _ in }

  public let input: LineInput
  /// The place as the description has it; `nil` for a source of no panel.
  private var place: String?
  private var census: SourceCensus?
  private var table: AddressTable
  /// The names that controls of the panel set, by their numbers in commands.
  var outputs: [(number: Int32, address: String)] = []
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
  private let loop: EventLoop
  private unowned(unsafe) var signals: SignalStore
  private let changed: () -> Void
  private var listener: Int32 = -1
  private var connections: [Connection] = []
  private var endedValues: Int64 = 0
  private var endedGarbage: Int64 = 0
  /// Room for the longest datagram, where there are any: bytes that are cut off would be lost.
  private var buffer: [UInt8]
  /// For later work: opening again, and reading on.
  private var timer: EventLoop.Timer?
  /// When the timer calls.
  private var due: Int64 = .max
  private var opensLater = false
  /// When values were received last; `nil` for never.
  private var toldAt: Int64?
  /// Whether nobody is accepted until the timer says so: there was no descriptor for one more.
  private var listensLater = false
  private var socketWatch: SocketWatch?
  private var (notUnderstood, cut) = (SparseCount(), SparseCount())
  private var (full, taken) = (SparseCount(), SparseCount())
  // Notices that are given once.
  private var (saidName, saidLength, saidEnd, saidDescriptors) = (false, false, false, false)

  /// A descriptor that lines are read from.
  private final class Connection {
    let descriptor: Int32
    var decoder = LineDecoder()
    var handler: (EventLoop.Readiness) -> Void = { _ in }
    /// A regular file is always ready, and cannot be waited for.
    var isFile = false
    /// Whether the loop does not wait for it, because it is read on later.
    var isPaused = false
    /// How many bytes may be read until a time.
    var (left, until) = (0, Int64.min)
    init(_ descriptor: Int32) { self.descriptor = descriptor }
  }

  /// - Parameters:
  ///   - signals: outlives the source.
  ///   - changed: called when values were received.
  public init(
    _ input: LineInput, _ table: AddressTable, loop: EventLoop, signals: SignalStore, changed: @escaping () -> Void
  ) {
    (self.input, self.table, self.loop, self.changed) = (input, table, loop, changed)
    buffer = Array(unwritten: input.isDatagrams ? 65536 : 16384)
    unsafe self.signals = signals
  }

  /// - Parameter place: the text of the description, for notices.
  convenience init(_ input: LineInput, _ place: String, _ panel: SourceContext) {
    self.init(input, Self.table(panel), loop: panel.loop, signals: panel.signals, changed: panel.changed)
    self.place = place
    follow(panel)
  }

  public var link: SourceLink { SourceLink(isConnected: !connections.isEmpty, toldAt: toldAt) }

  private static func table(_ panel: SourceContext) -> AddressTable {
    let signals = panel.signals
    return AddressTable(panel.addresses) { signals.takesTexts($0) }
  }

  deinit { close() }

  // MARK: The panel

  /// Connections stay open.
  public func goOn(with panel: SourceContext) -> Bool {
    guard let text = panel.record.text(.path), let place, haveSameBytes(text, place) else { return false }
    table = Self.table(panel)
    saidName = false
    unsafe signals = panel.signals
    follow(panel)
    return true
  }

  private func follow(_ panel: SourceContext) {
    (outputs, census) = (panel.outputs, panel.census)
    let (place, notice) = (place ?? "", panel.notice)
    noticeHandler = { notice(printable(place) + ": " + $0.sentence) }
    refusalHandler = { notice($0.message) }
  }

  /// Opens the source. A place that cannot be opened is tried again every second.
  public func open() {
    openPlace()
    if let refusal { refusalHandler(refusal) }
  }

  private func openPlace() {
    if timer == nil {
      timer = loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] _ in unsafe resume() }
    }
    do throws(DeviceError) {
      let descriptor = try input.open()
      refusal = nil
      if case .unix(let path) = input {
        listener = descriptor
        socketWatch = SocketWatch(path, loop: loop) { [unowned(unsafe) self] in unsafe makeAgain() }
        listen()
      } else {
        try read(from: descriptor)
      }
    } catch {
      refusal = error
      openLater()
    }
  }

  /// Listens no more.
  public func close() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    while let connection = connections.last { end(connection) }
    socketWatch?.removeFile()
    stopListening()
  }

  private func stopListening() {
    socketWatch = nil
    if listener < 0 { return }
    loop.unwatch(listener)
    _ = CLinux.close(listener)
    listener = -1
  }

  /// Somebody took the socket's file away. Those who are connected stay so.
  private func makeAgain() {
    if timer == nil || opensLater { return }
    stopListening()
    openPlace()
    if taken.add(1) { noticeHandler(refusal == nil ? .madeAgain : .takenAway) }
  }

  private func openLater() {
    opensLater = true
    resume(within: Self.retryInterval)
  }

  /// Calls ``resume()`` after an interval at the latest.
  private func resume(within interval: Int64) {
    due = min(due, EventLoop.now + interval)
    if let timer { loop.setTimer(timer, at: due) }
  }

  /// Opens a place that was not open, and reads on where there was more than enough.
  private func resume() {
    due = .max
    if opensLater {
      opensLater = false
      openPlace()
    }
    if listensLater { listen() }
    // One that ends goes from the list.
    for connection in connections where connection.isPaused {
      connection.isPaused = false
      if connection.isFile {
        read(connection)
      } else {
        do throws(DeviceError) { try wait(for: connection) } catch { end(connection) }
      }
    }
  }

  // MARK: Values of controls

  public var receiver: (any CommandReceiver)? { self }

  /// Sends `name=value` to all who are connected. One that does not read is disconnected: half a line would be another value.
  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .address(let number, _) = request.destination,
      let name = outputs.first(where: { $0.number == number })?.address
    else { return .refused(.invalid) }
    if input.isDatagrams { return .refused(.noConnection) }
    let line = Array((name + "=" + NumberFormat.shortest(request.value, most: 6).text(of: request.value) + "\n").utf8)
    var sent = 0
    for connection in connections.reversed() where !connection.isFile {
      let count = unsafe line.withUnsafeBytes {
        unsafe linux_send(connection.descriptor, $0.baseAddress, $0.count)
      }
      if count == line.count { sent += 1 } else if count > 0 || linux_errno() != ENOTSOCK { end(connection) }
    }
    return sent > 0 ? .accepted : .refused(.noConnection)
  }

  // MARK: Connections

  /// Waits for others, if there is room for one more. Where the loop cannot wait for them, nobody else is heard.
  private func listen() {
    if listener < 0 || connections.count >= Self.connectionLimit { return }
    listensLater = false
    loop.unwatch(listener)
    do throws(DeviceError) {
      try loop.watch(listener) { [unowned(unsafe) self] _ in unsafe accept() }
    } catch { refusal = error }
  }

  private func accept() {
    let descriptor = linux_accept(listener)
    if descriptor < 0 { return acceptLater(linux_errno()) }
    _ = linux_set_nonblocking(descriptor)
    _ = linux_set_close_on_exec(descriptor)
    do throws(DeviceError) { try read(from: descriptor) } catch { _ = CLinux.close(descriptor) }
    changed()
    // Who comes later would wake the loop again and again.
    if connections.count == Self.connectionLimit {
      loop.unwatch(listener)
      if full.add(1) { noticeHandler(.isFull(connections: connections.count)) }
    }
  }

  /// Who waits would wake the loop again and again where there is no descriptor for him.
  private func acceptLater(_ code: Int32) {
    if code != EMFILE && code != ENFILE && code != ENOMEM && code != ENOBUFS { return }
    loop.unwatch(listener)
    listensLater = true
    resume(within: Self.retryInterval)
    if !saidDescriptors { noticeHandler(.hasNoDescriptor) }
    saidDescriptors = true
  }

  private func read(from descriptor: Int32) throws(DeviceError) {
    let connection = Connection(descriptor)
    connection.handler = { [unowned(unsafe) self, unowned(unsafe) connection] _ in unsafe read(connection) }
    do throws(DeviceError) { try wait(for: connection) } catch {
      if error.code != EPERM { throw error }
      (connection.isFile, connection.isPaused) = (true, true)
      resume(within: 0)
    }
    connections.append(connection)
  }

  private func wait(for connection: Connection) throws(DeviceError) {
    try loop.watch(connection.descriptor, handler: connection.handler)
  }

  private func pause(_ connection: Connection) {
    connection.isPaused = true
    loop.unwatch(connection.descriptor)
    resume(within: Self.pause)
  }

  private func read(_ connection: Connection) {
    let (isDatagram, now) = (input.isDatagrams, EventLoop.now)
    if now >= connection.until { (connection.left, connection.until) = (Self.readLimit, now + Self.pause) }
    while connection.left > 0 {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe CLinux.read(connection.descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && linux_errno() == EINTR { continue }
      if count < 0 && linux_errno() == EAGAIN { return }
      if count <= 0 && !isDatagram { return finish(connection) }
      // The bytes must not lie in memory that this object changes meanwhile.
      var bytes: [UInt8] = []
      swap(&bytes, &buffer)
      decode(connection) { decoder, table, listener in
        decoder.take(bytes.span.extracting(0..<max(0, count)), table, &listener)
        if isDatagram { decoder.end(table, &listener) }
      }
      swap(&bytes, &buffer)
      connection.left -= max(count, Self.datagramCost)
      // The loop says when there is more. Standard input is left as it was made: reading there might wait for ever.
      if connection.left > 0 && !isDatagram && !connection.isFile { return }
    }
    pause(connection)
  }

  /// The other side has gone. A file is whole; of anything else a line without an end may be half of one.
  private func finish(_ connection: Connection) {
    if connection.isFile {
      decode(connection) { decoder, table, listener in decoder.end(table, &listener) }
    } else if connection.decoder.reset(), cut.add(1) {
      noticeHandler(.cut(count: cut.count, line: connection.decoder.sample))
    }
    let isFile = connection.isFile
    end(connection)
    // The link may be shown.
    changed()
    if case .serial = input { openLater() }
    if case .standardInput = input, !isFile { waitForWriter() }
  }

  /// A named pipe at standard input is opened again, for the next who writes into it. Of anything else that was all.
  private func waitForWriter() {
    let descriptor = LineInput.openNamedPipe()
    do throws(DeviceError) {
      if descriptor >= 0 { try read(from: descriptor) }
    } catch { _ = CLinux.close(descriptor) }
    if !saidEnd { noticeHandler(descriptor >= 0 ? .waitsForWriter : .ended) }
    saidEnd = true
  }

  /// Has a connection's decoder write values to the signals, and gives notices of its mistakes.
  private func decode(
    _ connection: Connection, _ decode: (inout LineDecoder, AddressTable, inout SignalReceiver) -> Void
  ) {
    let (garbage, tooLong) = (connection.decoder.garbage, connection.decoder.tooLong)
    let former = connection.decoder.values
    var receiver = unsafe SignalReceiver(source: self, table: table, signals: signals, time: EventLoop.now)
    decode(&connection.decoder, table, &receiver)
    if let census { for _ in former..<connection.decoder.values { census.countMessage() } }
    if receiver.hasValues {
      toldAt = receiver.time
      changed()
    }
    let wrong = connection.decoder.garbage - garbage
    if wrong > 0, notUnderstood.add(wrong) {
      noticeHandler(.notUnderstood(count: notUnderstood.count, line: connection.decoder.sample))
    }
    if connection.decoder.tooLong > tooLong && !saidLength {
      saidLength = true
      noticeHandler(.tooLong)
    }
  }

  /// A name of no signal.
  func skip(_ name: Span<UInt8>) {
    if let census { return census.note(name) }
    if saidName { return }
    saidName = true
    noticeHandler(.unknownName(name.indices.map { name[$0] }))
  }

  private func end(_ connection: Connection) {
    endedValues += connection.decoder.values
    endedGarbage += connection.decoder.garbage + connection.decoder.tooLong
    loop.unwatch(connection.descriptor)
    if connection.descriptor > 2 { _ = CLinux.close(connection.descriptor) }
    connections.removeAll { $0 === connection }
    // There is room for one who waits.
    listen()
  }
}
