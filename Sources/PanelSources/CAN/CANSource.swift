// Stage: sources. Input: frames of a CAN bus. Output: values of signals, and frames with the values of controls.
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// Listens to a bus. It sends where its record says so, and a control has a value.
public final class CANSource: PanelSource, CommandReceiver {
  /// Tests have interfaces of their own.
  let connection: Connection
  private var stream: CANStream
  private var outputs: CANOutputs
  private var addresses: [SourceAddress]
  /// As the panel's file has them.
  private var outputAddresses: [(number: Int32, address: String)]
  private let loop: EventLoop
  private var signals: SignalStore
  private var changed: () -> Void
  private var tell: (String) -> Void
  private let census: SourceCensus?
  private var timer: EventLoop.Timer?
  private var notices = ReadingNotices()
  private var (unsent, errors) = (SparseCount(), SparseCount())
  /// When values were received last; `nil` for never.
  private var toldAt: Int64?
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }

  /// - Parameter panel: its signals outlive the source.
  /// - Returns: `nil` where the record's place is none, which is said.
  convenience init?(_ panel: SourceContext) {
    let interface = panel.record.text(.path) ?? ""
    if !CANStream.isInterface(interface) {
      panel.notice(printable(interface) + ": expected " + CANStream.places.text)
      return nil
    }
    self.init(
      interface: interface, panel.addresses, outputs: Self.outputs(panel), loop: panel.loop, signals: panel.signals,
      census: panel.census, changed: panel.changed, tell: panel.notice)
  }

  /// - Parameters:
  ///   - interface: a name that ``CANStream/isInterface(_:)`` takes.
  ///   - outputs: none where the source only listens.
  init(
    interface: String, _ addresses: [SourceAddress], outputs: [(number: Int32, address: String)], loop: EventLoop,
    signals: SignalStore, census: SourceCensus? = nil, changed: @escaping () -> Void, tell: @escaping (String) -> Void
  ) {
    (self.addresses, outputAddresses, self.loop) = (addresses, outputs, loop)
    (self.signals, self.census, self.changed, self.tell) = (signals, census, changed, tell)
    let (stream, outputs) = (CANStream(addresses.map { $0.address }), CANOutputs(outputs))
    let place = Self.place(interface, stream, outputs)
    connection = Connection(census == nil ? place : place.unfiltered, loop: loop)
    (self.stream, self.outputs) = (stream, outputs)
    connection.receivedHandler = { [unowned(unsafe) self] in unsafe take($0, at: $1) }
    connection.changedHandler = { [unowned(unsafe) self] in unsafe linkChanged() }
    connection.returnedHandler = { [unowned(unsafe) self] in unsafe notice("is there again") }
    connection.refusalHandler = { [unowned(unsafe) self] in unsafe self.tell($0.message) }
  }

  deinit { close() }

  /// Nobody sends by a record that does not say so.
  private static func outputs(_ panel: SourceContext) -> [(number: Int32, address: String)] {
    panel.record.flag(.sendsFrames) == true ? panel.outputs : []
  }

  /// The interface with filters for what is read, and for the messages that are sent.
  private static func place(_ interface: String, _ stream: CANStream, _ outputs: CANOutputs) -> ConnectionPlace {
    var filters = stream.filters
    filters += outputs.filters
    return .can(interface: interface, filters: filters.count > CANDecoder.filterLimit ? [0] : filters)
  }

  /// What there is at the place of a record.
  static func examine(_ record: PanelRecord, _ addresses: [SourceAddress]) -> [SourceFinding] {
    let interface = record.text(.path) ?? ""
    if !CANStream.isInterface(interface) {
      return [SourceFinding(isWell: false, printable(interface) + ": expected " + CANStream.places.text)]
    }
    return [ConnectionPlace.can(interface: interface, filters: [0]).finding()]
  }

  // MARK: The panel

  public func open() {
    if timer != nil { return }
    timer = loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] in unsafe advance(to: $0) }
    connection.open()
  }

  public func close() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    outputs.end()
    connection.close()
  }

  public var link: SourceLink { SourceLink(isConnected: connection.isOpen, toldAt: toldAt) }

  public var receiver: (any CommandReceiver)? { outputAddresses.isEmpty ? nil : self }

  /// The connection stays open where the kernel's filters are the same. Cycles go on where all outputs are.
  public func goOn(with panel: SourceContext) -> Bool {
    let interface = panel.record.text(.path) ?? ""
    let outputAddresses = Self.outputs(panel)
    let (stream, outputs) = (CANStream(panel.addresses.map { $0.address }), CANOutputs(outputAddresses))
    if Self.place(interface, stream, outputs) != connection.place { return false }
    let hasSameOutputs =
      outputAddresses.count == self.outputAddresses.count
      && outputAddresses.indices.allSatisfy {
        outputAddresses[$0].number == self.outputAddresses[$0].number
          && haveSameBytes(outputAddresses[$0].address, self.outputAddresses[$0].address)
      }
    if !hasSameOutputs { (self.outputs, self.outputAddresses) = (outputs, outputAddresses) }
    let isSame =
      panel.addresses.count == addresses.count
      && addresses.indices.allSatisfy { haveSameBytes(panel.addresses[$0].address, addresses[$0].address) }
    // Messages of several frames that have begun go on where nothing else is read.
    if !isSame { self.stream = stream }
    (addresses, signals, changed, tell) = (panel.addresses, panel.signals, panel.changed, panel.notice)
    setTimer()
    return true
  }

  // MARK: The bus

  private func linkChanged() {
    stream.reset()
    // A value that was sent in a cycle is not sent to a bus that comes later.
    if !connection.isOpen { outputs.end() }
    setTimer()
    // The link may be shown.
    changed()
  }

  private func take(_ frame: Span<UInt8>, at time: Int64) {
    outputs.hear(frame)
    let (leftOut, errors) = (stream.leftOut, stream.errors)
    var writer = SignalWriter(addresses: addresses, signals: signals, time: time, census: census)
    stream.setTime(time)
    stream.take(frame, &writer)
    if writer.hasValues {
      toldAt = time
      changed()
    }
    let wrong = notices.leftOut(stream.leftOut - leftOut, stream.sample, expected: CANStream.expectation)
    if let wrong { notice(wrong) }
    if stream.errors > errors, self.errors.add(1) {
      // CAN_ERR_BUSOFF; else the controller was started again.
      notice(frame[0] & 0x40 != 0 ? "the bus is off, after too many errors" : "the bus is on again")
    }
    if let lost = notices.dropped(connection.dropped) { notice(lost) }
  }

  private func notice(_ sentence: String) { tell(printable(connection.place.name) + ": " + sentence) }

  // MARK: Values of controls

  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .address(let number, _) = request.destination, let sending = outputs.prepare(number, request.value)
    else { return .refused(.invalid) }
    if !send(sending.frame) { return .refused(.noConnection) }
    outputs.commit(sending, at: EventLoop.now)
    setTimer()
    return .accepted
  }

  /// Sends what is due in cycles.
  private func advance(to time: Int64) {
    while let frame = outputs.takeDue(at: time) { send(frame) }
    setTimer()
  }

  /// - Returns: whether the kernel has taken the frame.
  @discardableResult
  private func send(_ frame: CANOutputs.Frame) -> Bool {
    let isTaken = connection.send(frame.span)
    if connection.unsent > unsent.count, unsent.add(connection.unsent - unsent.count) {
      notice(String(unsent.count) + " frames were not sent: is the bus connected, and has it the right bit rate?")
    }
    return isTaken
  }

  private func setTimer() { if let timer { loop.setTimer(timer, at: outputs.nextTime) } }
}
