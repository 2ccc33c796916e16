// Stage: sources. Input: frames of a bus, or letters of an ELM327. Output: values of signals, and requests.
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// Asks the ECUs of a car for values.
public final class OBDSource: PanelSource {
  private let connection: Connection
  private var panel: SourceContext
  /// The one that the place has use for.
  private var bus: OBDSession?
  private var elm: ELMSession?
  private var timer: EventLoop.Timer?
  private var (notUnderstood, complaints) = (SparseCount(), SparseCount())
  private var (unsent, silences) = (SparseCount(), SparseCount())
  /// Whether it is said that no ECU answers.
  private var hasToldSilence = false
  private var toldAt: Int64?
  /// What is sent now.
  private var sending: [UInt8] = []

  /// The rate of an ELM327.
  static var usualBaud: Int { 38_400 }
  static var places: StaticString {
    "an interface, as can0, or of an ELM327 serial PATH [BAUD], tcp ADDRESS:PORT or unix PATH"
  }

  /// - Returns: the interface of a bus with filters, or the place of an ELM327; `nil` where it is none.
  static func place(_ text: String, isExtended: Bool = false) -> ConnectionPlace? {
    if CANStream.isInterface(text) {
      return .can(interface: text, filters: OBDSession.filters(isExtended: isExtended))
    }
    let place = ConnectionPlace(text, baud: usualBaud)
    if case .udp = place { return nil }
    return place
  }

  private static func place(_ record: PanelRecord) -> ConnectionPlace? {
    place(record.text(.path) ?? "", isExtended: record.choice(.ids) == 1)
  }

  /// - Parameter panel: its signals outlive the source.
  /// - Returns: `nil` where the record's place is none, or it does not ask, which is said.
  init?(_ panel: SourceContext) {
    let (record, text) = (panel.record, printable(panel.record.text(.path) ?? ""))
    guard let place = Self.place(record) else {
      panel.notice("obd: " + text + ": expected " + Self.places.text)
      return nil
    }
    if record.flag(.asks) != true {
      panel.notice("obd: " + text + ": it does not ask; expected asks: true, as a panel on this bus sends")
      return nil
    }
    connection = Connection(place, loop: panel.loop)
    self.panel = panel
    let addresses = panel.addresses.map { OBDAddress($0.address) }
    // 10 ms to an hour, also in a damaged file.
    let usual = Swift.min(Swift.max(10_000_000, record.duration(.interval) ?? 1_000_000_000), 3_600_000_000_000)
    if place.isBus {
      bus = OBDSession(addresses, isExtended: record.choice(.ids) == 1, usual: usual)
    } else {
      elm = ELMSession(addresses, usual: usual)
    }
    connection.receivedHandler = { [unowned(unsafe) self] in unsafe take($0, at: $1) }
    connection.changedHandler = { [unowned(unsafe) self] in unsafe linkChanged() }
    connection.returnedHandler = { [unowned(unsafe) self] in unsafe notice("is there again") }
    connection.refusalHandler = { [unowned(unsafe) self] in unsafe self.panel.notice($0.message) }
  }

  deinit { close() }

  /// What there is at the place of a record.
  static func examine(_ record: PanelRecord) -> [SourceFinding] {
    guard let place = place(record) else {
      return [
        SourceFinding(isWell: false, printable(record.text(.path) ?? "") + ": expected " + places.text)
      ]
    }
    return [place.finding()]
  }

  public func open() {
    if timer != nil { return }
    timer = panel.loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] in unsafe advance(to: $0) }
    connection.open()
  }

  public func close() {
    if let timer { panel.loop.cancelTimer(timer) }
    timer = nil
    connection.close()
  }

  public var link: SourceLink { SourceLink(isConnected: connection.isOpen && isAnswering, toldAt: toldAt) }

  /// Requests for the same addresses go on. What no ECU has is found once more, for signals that do not know it yet.
  public func goOn(with panel: SourceContext) -> Bool {
    let (record, former) = (panel.record, self.panel.record)
    if !haveSameBytes(record.text(.path), former.text(.path)) || record.choice(.ids) != former.choice(.ids)
      || record.flag(.asks) != true || record.duration(.interval) != former.duration(.interval)
      || panel.addresses.count != self.panel.addresses.count
    {
      return false
    }
    for index in panel.addresses.indices
    where !haveSameBytes(panel.addresses[index].address, self.panel.addresses[index].address) { return false }
    self.panel = panel
    bus?.requests.restart()
    elm?.searchAgain()
    follow()
    return true
  }

  /// Values that nobody sees or needs are asked for less often.
  public func setSeen(_ isSeen: (SignalIndex) -> Bool) {
    let addresses = panel.addresses
    bus?.requests.setSeen { isSeen(addresses[$0].signal) }
    elm?.requests.setSeen { isSeen(addresses[$0].signal) }
    setTimer()
  }

  // MARK: The session

  private var isAnswering: Bool { bus?.isAnswering ?? elm?.isAnswering ?? false }
  private var leftOut: Int64 { bus?.leftOut ?? elm?.leftOut ?? 0 }

  private func linkChanged() {
    if connection.isOpen {
      let now = EventLoop.now
      bus?.connected(at: now)
      elm?.connected(at: now)
    } else {
      bus?.disconnected()
      elm?.disconnected()
    }
    follow()
    panel.changed()
  }

  private func advance(to time: Int64) {
    var writer = SignalWriter(addresses: panel.addresses, signals: panel.signals, time: time, census: panel.census)
    let wasAnswering = isAnswering
    bus?.advance(to: time, &writer)
    elm?.advance(to: time, &writer)
    // A search without an answer tells nothing, and failed signals are no sign of life.
    if writer.hasValues || wasAnswering != isAnswering { panel.changed() }
    follow()
  }

  private func take(_ bytes: Span<UInt8>, at time: Int64) {
    let (former, wasAnswering) = (leftOut, isAnswering)
    var writer = SignalWriter(addresses: panel.addresses, signals: panel.signals, time: time, census: panel.census)
    bus?.take(bytes, at: time, &writer)
    elm?.take(bytes, at: time, &writer)
    if writer.hasValues { toldAt = time }
    if writer.hasValues || wasAnswering != isAnswering { panel.changed() }
    let wrong = leftOut - former
    if wrong > 0, notUnderstood.add(wrong) {
      notice(
        (notUnderstood.count == 1 ? "an answer was" : String(notUnderstood.count) + " answers were") + " not understood"
      )
    }
    // What is due now need not wait for the timer.
    advance(to: EventLoop.now)
  }

  /// Sends what the session has written, says what a person should know, and waits for its next time.
  private func follow() {
    report()
    if elm?.hasFailed ?? false {
      return connection.refuse(
        DeviceError(
          "talk to", connection.place.name, reason: "the ELM327 does not answer", remedy: "it is opened again"))
    }
    flush()
    setTimer()
  }

  private func setTimer() { if let timer { panel.loop.setTimer(timer, at: bus?.nextTime ?? elm?.nextTime ?? .max) } }

  private func flush() {
    // Lent out: where the connection breaks over it, the sessions hear of that meanwhile.
    var bytes: [UInt8] = []
    swap(&bytes, &sending)
    bytes.removeAll(keepingCapacity: true)
    bus?.moveOutgoing(to: &bytes)
    elm?.moveOutgoing(to: &bytes)
    if !bytes.isEmpty { connection.send(bytes.span) }
    swap(&bytes, &sending)
  }

  private func report() {
    while let address = bus?.requests.nextReport() ?? elm?.requests.nextReport() {
      if address < panel.addresses.count, let wanted = OBDAddress(panel.addresses[address].address) {
        notice("no ECU has " + printable(wanted.name))
      }
    }
    let unanswered = bus?.requests.unanswered ?? elm?.requests.unanswered ?? 0
    let isSilent = unanswered > 0 && !isAnswering
    if isSilent && !hasToldSilence, silences.add(1) { notice("no ECU answers; it is asked again") }
    if isAnswering || isSilent { hasToldSilence = isSilent }
    // Sessions are not copied to look at them.
    let said = elm?.complaints ?? 0
    if said > complaints.count, complaints.add(said - complaints.count) {
      notice("the ELM327 says " + printable(elm?.complaint ?? []))
    }
    if connection.unsent > unsent.count, unsent.add(connection.unsent - unsent.count) {
      notice(String(unsent.count) + " requests were not sent: is the bus connected, and has it the right bit rate?")
    }
  }

  private func notice(_ sentence: String) { panel.notice(printable(connection.place.name) + ": " + sentence) }
}
