// Stage: sources. Input: answers of units. Output: values of signals, and values of controls for the units.
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// A client of the units behind one connection, which is opened again when it has gone.
public final class ModbusSource: PanelSource, CommandReceiver {
  private let place: ModbusPlace
  private let connection: Connection
  private var session: ModbusSession
  private var panel: SourceContext
  private var timer: EventLoop.Timer?
  private var notUnderstood = SparseCount()
  private var toldAt: Int64?
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }

  /// - Parameter panel: its signals outlive the source.
  /// - Returns: `nil` where the record's place is none, which is said.
  init?(_ panel: SourceContext) {
    guard let place = ModbusPlace(panel.record) else {
      panel.notice("modbus: " + Self.wrong(panel.record))
      return nil
    }
    self.place = place
    connection = Connection(place.place, loop: panel.loop)
    session = Self.session(panel, place)
    self.panel = panel
    connection.receivedHandler = { [unowned(unsafe) self] in unsafe take($0, at: $1) }
    connection.changedHandler = { [unowned(unsafe) self] in unsafe linkChanged() }
    connection.returnedHandler = { [unowned(unsafe) self] in unsafe notice("is there again") }
    connection.refusalHandler = { [unowned(unsafe) self] in unsafe self.panel.notice($0.message) }
  }

  deinit { close() }

  private static func wrong(_ record: PanelRecord) -> String {
    printable(record.text(.path) ?? "") + ": expected " + ModbusPlace.expected.text
  }

  /// Looks at the place of a record.
  static func examine(_ record: PanelRecord) -> [SourceFinding] {
    guard let place = ModbusPlace(record) else { return [SourceFinding(isWell: false, wrong(record))] }
    return [place.place.finding()]
  }

  private static func session(_ panel: SourceContext, _ place: ModbusPlace) -> ModbusSession {
    var fields: [ModbusField?] = []
    for address in panel.addresses { fields.append(ModbusField(address.address)) }
    var outputs: [ModbusOutput?] = []
    for output in panel.outputs { outputs.append(ModbusOutput(output.address)) }
    return ModbusSession(ModbusPlan(ModbusOptions(panel.record, place), fields), outputs)
  }

  // MARK: The panel

  public func open() {
    if timer != nil { return }
    timer = panel.loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] in unsafe advance(to: $0) }
    connection.open()
  }

  public func close() {
    if let timer { panel.loop.cancelTimer(timer) }
    timer = nil
    connection.close()
    session.disconnected()
  }

  public var link: SourceLink { SourceLink(isConnected: connection.isOpen && session.isHeard, toldAt: toldAt) }

  public var receiver: (any CommandReceiver)? { self }

  /// A session of the same addresses goes on.
  public func goOn(with panel: SourceContext) -> Bool {
    let (record, former) = (panel.record, self.panel.record)
    if ModbusPlace(record) != place { return false }
    if ModbusOptions(record, place) != ModbusOptions(former, place) { return false }
    let (addresses, outputs) = (self.panel.addresses, self.panel.outputs)
    if panel.addresses.count != addresses.count || panel.outputs.count != outputs.count { return false }
    for index in addresses.indices where !haveSameBytes(panel.addresses[index].address, addresses[index].address) {
      return false
    }
    for index in outputs.indices where !haveSameBytes(panel.outputs[index].address, outputs[index].address) {
      return false
    }
    self.panel = panel
    // Answers are those of the former panel's controls, and a signal by a new name has no value yet.
    session.goOn(at: EventLoop.now)
    follow()
    return true
  }

  // MARK: The session

  private func linkChanged() {
    if connection.isOpen { session.connected(at: EventLoop.now) } else { session.disconnected() }
    follow()
    panel.changed()
  }

  private func advance(to time: Int64) {
    session.advance(to: time)
    follow()
  }

  private func take(_ bytes: Span<UInt8>, at time: Int64) {
    let (garbage, wasHeard) = (session.garbage, session.isHeard)
    var writer = SignalWriter(addresses: panel.addresses, signals: panel.signals, time: time, census: panel.census)
    session.take(bytes, at: time, &writer)
    if writer.hasValues { toldAt = time }
    if writer.hasValues || wasHeard != session.isHeard { panel.changed() }
    let wrong = session.garbage &- garbage
    if wrong > 0, notUnderstood.add(wrong) {
      notice(
        (notUnderstood.count == 1 ? "an answer was" : String(notUnderstood.count) + " answers were")
          + " damaged, late or not asked for")
    }
    follow()
  }

  private func notice(_ sentence: String) { panel.notice(printable(connection.place.name) + ": " + sentence) }

  /// Sends the session's request, tells its answers, and waits for its next time.
  private func follow() {
    if session.outgoing.count > 0 {
      // What came before a request is no answer to it.
      if place.framing == .rtu { connection.discardInput() }
      // The bytes must not lie in memory that changes meanwhile.
      var bytes = InlineArray<264, UInt8>(repeating: 0)
      let count = session.outgoing.count
      for index in 0..<count { bytes[index] = session.outgoing[index] }
      session.consume()
      connection.send(bytes.span.extracting(0..<count))
    }
    while let complaint = session.nextComplaint() { notice(complaint) }
    while let (identity, answer) = session.nextAnswer() { answerHandler(identity, answer) }
    if let failure = session.failure {
      return connection.refuse(
        DeviceError("talk to", connection.place.name, reason: failure.message.text, remedy: "it is connected to again"))
    }
    if let timer { panel.loop.setTimer(timer, at: session.nextTime) }
  }

  // MARK: Values of controls

  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .address(let number, _) = request.destination,
      let output = panel.outputs.firstIndex(where: { $0.number == number })
    else { return .refused(.invalid) }
    let answer = session.write(request, to: output)
    // Sent from the loop: a connection that breaks over it tells answers, which may not come within this call.
    if let timer, answer == nil { panel.loop.setTimer(timer, at: session.nextTime) }
    return answer
  }
}
