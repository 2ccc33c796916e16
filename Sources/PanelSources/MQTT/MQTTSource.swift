// Stage: sources. Input: messages of a broker. Output: values of signals, and values of controls for the broker.
import CLinux
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// A client of a broker, which connects again when the broker has gone.
public final class MQTTSource: PanelSource, CommandReceiver {
  private let connection: Connection
  private let loop: EventLoop
  private var session: MQTTSession
  private var panel: SourceContext
  private var outputs: [(number: Int32, output: MQTTOutput)]
  private var timer: EventLoop.Timer?
  private var (notUnderstood, refusedTopics) = (SparseCount(), SparseCount())
  private var toldAt: Int64?
  /// What is sent now.
  private var sending: [UInt8] = []
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }

  /// The port of MQTT without TLS.
  static var usualPort: UInt16 { 1883 }

  /// - Parameter panel: its signals outlive the source.
  /// - Returns: `nil` where the record's place is none, or its password cannot be read, which is said.
  init?(_ panel: SourceContext) {
    let record = panel.record
    guard let endpoint = Endpoint((record.text(.path) ?? "").utf8, port: Self.usualPort) else {
      panel.notice("mqtt: " + printable(record.text(.path) ?? "") + ": expected ADDRESS or ADDRESS:PORT")
      return nil
    }
    var password: [UInt8]?
    if let path = record.text(.password) {
      do throws(DeviceError) { password = try Self.password(path) } catch {
        panel.notice(error.message)
        return nil
      }
    }
    connection = Connection(.tcp(endpoint), loop: panel.loop)
    session = Self.session(panel, password)
    (self.panel, loop, outputs) = (panel, panel.loop, Self.outputs(panel))
    connection.receivedHandler = { [unowned(unsafe) self] in unsafe take($0, at: $1) }
    connection.changedHandler = { [unowned(unsafe) self] in unsafe linkChanged() }
    connection.returnedHandler = { [unowned(unsafe) self] in unsafe notice("is there again") }
    connection.refusalHandler = { [unowned(unsafe) self] in unsafe self.panel.notice($0.message) }
  }

  deinit { close() }

  /// What there is at the place of a record, and at that of its password.
  static func examine(_ record: PanelRecord) -> [SourceFinding] {
    guard let endpoint = Endpoint((record.text(.path) ?? "").utf8, port: Self.usualPort) else {
      return [SourceFinding(isWell: false, printable(record.text(.path) ?? "") + ": expected ADDRESS or ADDRESS:PORT")]
    }
    var findings = [ConnectionPlace.tcp(endpoint).finding()]
    if let path = record.text(.password) {
      do throws(DeviceError) { _ = try password(path) } catch {
        findings.append(SourceFinding(isWell: false, error.message))
      }
    }
    return findings
  }

  /// The first line of a file that nobody else can read.
  private static func password(_ path: String) throws(DeviceError) -> [UInt8] {
    var status = stat()
    if unsafe path.withCString({ unsafe linux_stat($0, &status) }) != 0 {
      throw DeviceError("read", path, code: linux_errno(), remedy: "it has the password of the broker")
    }
    if status.st_mode & 0o077 != 0 {
      throw DeviceError("read", path, reason: "others can read it", remedy: "chmod 600 keeps the password")
    }
    do throws(FileError) {
      return Array(try BoundedFile.read(path, limit: 4096).prefix { $0 != 10 && $0 != 13 })
    } catch { throw DeviceError(error, remedy: "it has the password of the broker") }
  }

  private static func session(_ panel: SourceContext, _ password: [UInt8]?) -> MQTTSession {
    let record = panel.record
    var options = MQTTOptions(
      client: Array((record.text(.clientName) ?? "").utf8), user: record.text(.user).map { Array($0.utf8) },
      password: password)
    options.alive = record.text(.alive).flatMap { MQTTAlive($0) }
    if let topic = record.text(.keepAlive), !topic.isEmpty { options.kept = KeptMessage(topic: Array(topic.utf8)) }
    options.hearsAll = panel.census != nil
    // An address that is none, in a damaged file, is a topic that nobody tells.
    let unknown = MQTTAddress(topic: [0x2F])
    let (addresses, signals) = (panel.addresses, panel.signals)
    return MQTTSession(options, addresses.map { MQTTAddress($0.address) ?? unknown }) {
      signals.takesTexts(addresses[$0].signal)
    }
  }

  private static func outputs(_ panel: SourceContext) -> [(number: Int32, output: MQTTOutput)] {
    panel.outputs.compactMap { entry in MQTTOutput(entry.address).map { (entry.number, $0) } }
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
    if connection.isOpen {
      session.disconnect()
      flush()
    }
    connection.close()
  }

  public var link: SourceLink { SourceLink(isConnected: session.isOpen, toldAt: toldAt) }

  public var receiver: (any CommandReceiver)? { self }

  /// A session whose topics are the same goes on.
  public func goOn(with panel: SourceContext) -> Bool {
    let (record, former) = (panel.record, self.panel.record)
    let keys: [PropertyKey] = [.path, .clientName, .user, .password, .alive, .keepAlive]
    if !keys.allSatisfy({ haveSameBytes(record.text($0), former.text($0)) }) { return false }
    if panel.addresses.count != self.panel.addresses.count { return false }
    for index in panel.addresses.indices {
      let (address, other) = (panel.addresses[index], self.panel.addresses[index])
      let takesTexts = panel.signals.takesTexts(address.signal)
      if !haveSameBytes(address.address, other.address) || takesTexts != self.panel.signals.takesTexts(other.signal) {
        return false
      }
    }
    (self.panel, outputs) = (panel, Self.outputs(panel))
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
    let wasOpen = session.isOpen
    var place = 0
    // So many bytes are always answered.
    while place < bytes.count, !session.hasFailed {
      let end = Swift.min(place + 4096, bytes.count)
      let leftOut = session.garbage + session.tooLong
      var writer = MessageWriter(
        writer: SignalWriter(addresses: panel.addresses, signals: panel.signals, time: time, census: panel.census),
        retainedIsOld: panel.record.flag(.retainedIsOld) ?? false)
      session.take(bytes.extracting(place..<end), at: time, &writer)
      place = end
      if writer.writer.hasValues {
        toldAt = time
        panel.changed()
      }
      report(leftOut, writer.refused)
      flush()
    }
    follow()
    if session.isOpen != wasOpen { panel.changed() }
  }

  private func report(_ leftOut: Int64, _ refused: Int) {
    if refused >= 0, refused < panel.addresses.count, refusedTopics.add(1) {
      let address = MQTTAddress(panel.addresses[refused].address)?.topic ?? []
      notice("the broker does not let this client have " + printable(address))
    }
    let wrong = session.garbage + session.tooLong - leftOut
    if wrong > 0, notUnderstood.add(wrong) {
      notice(
        (notUnderstood.count == 1 ? "a message was" : String(notUnderstood.count) + " messages were")
          + " not understood, of the topic " + printable(session.sample))
    }
  }

  private func notice(_ sentence: String) { panel.notice(printable(connection.place.name) + ": " + sentence) }

  /// Sends what the session has written, tells its answers, and waits for its next time.
  private func follow() {
    flush()
    while let (identity, answer) = session.nextAnswer() { answerHandler(identity, answer) }
    if let failure = session.failure {
      return connection.refuse(
        DeviceError("talk to", connection.place.name, reason: failure.message.text, remedy: "it is connected to again"))
    }
    if let timer { loop.setTimer(timer, at: session.nextTime) }
  }

  private func flush() {
    let count = session.outgoing.count
    if count == 0 { return }
    // Lent out: where the connection breaks over it, the session hears of that meanwhile.
    var bytes: [UInt8] = []
    swap(&bytes, &sending)
    bytes.removeAll(keepingCapacity: true)
    for index in 0..<count { bytes.append(session.outgoing[index]) }
    session.consume(count)
    connection.send(bytes.span)
    swap(&bytes, &sending)
  }

  // MARK: Values of controls

  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .address(let number, _) = request.destination,
      let output = outputs.first(where: { $0.number == number })?.output
    else { return .refused(.invalid) }
    let now = EventLoop.now
    let answer = session.publish(request, to: output, at: now)
    // Sent from the loop: a connection that breaks over it tells answers, which may not come within this call.
    if let timer { loop.setTimer(timer, at: now) }
    return answer
  }
}

/// Writes the values of messages to signals.
struct MessageWriter: MessageListener {
  var writer: SignalWriter
  let retainedIsOld: Bool
  /// The address of a topic that the broker refuses; −1 for none.
  var refused = -1

  init(writer: SignalWriter, retainedIsOld: Bool) { (self.writer, self.retainedIsOld) = (writer, retainedIsOld) }

  mutating func beginMessage(isRetained: Bool) {
    writer.textQuality = isRetained && retainedIsOld ? .old : .fresh
  }

  mutating func receive(_ address: Int, _ reading: Reading) {
    let isOld = writer.textQuality == .old && reading.quality == .fresh
    writer.receive(address, isOld ? Reading(reading.value, .old) : reading)
  }

  var counts: Bool { writer.counts }

  mutating func countMessage() { writer.countMessage() }

  mutating func skip(_ name: Span<UInt8>) { writer.skip(name) }

  mutating func receive(_ address: Int, text: Span<UInt8>) { writer.receive(address, text: text) }

  mutating func receive(_ address: Int, text: Span<UInt8>, otherwise reading: Reading) {
    if !writer.write(address, text: text) { receive(address, reading) }
  }

  mutating func refuseTopic(of address: Int) { refused = address }
}
