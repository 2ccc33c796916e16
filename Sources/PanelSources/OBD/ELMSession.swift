// Stage: sources. Input: letters of an ELM327, and the time. Output: values, and commands for it. No system calls.
//
//     ATZ ─ prompt ─▶ ATE0, ATL0, ATS0, ATH1, ATSP0 ─ prompts ─▶ requests, one at a time, each up to its prompt
//      ▲                  ▲                                        │            │
//      │                  └──────── "ELM327": it began again ──────┤            └─ no prompt ─▶ ATE0
//      └──────────────────── no prompt behind ATE0 ────────────────┘
//
// ELM327 data sheet: https://www.elmelectronics.com/DSheets/ELM327DSL.pdf. Clones answer `?` to commands that they do not
// know, ignore others, and send echoes: none of that is fatal.

/// A tester's side of OBD-II at an ELM327.
///
/// Times are nanoseconds of a clock that never goes back. After each call the letters of ``outgoing`` are to be sent.
public struct ELMSession {
  private static var second: Int64 { 1_000_000_000 }
  /// The time up to a prompt: of a reset, of a setting, of a request, and of one that looks for the car's protocol.
  private static var resetTime: Int64 { 4 * second }
  private static var settingTime: Int64 { 2 * second }
  private static var requestTime: Int64 { 2 * second }
  static var searchTime: Int64 { 12 * second }
  /// The longest line that is read.
  static var lineLimit: Int { 128 }
  /// Resets without a prompt before the adapter counts as gone.
  private static var resetLimit: Int { 3 }

  enum State: Equatable {
    case closed, resetting
    /// The place of a command among the settings.
    case setting(Int)
    case idle, asking, failed
    /// A command was left without a prompt: a short one shows whether the adapter still listens.
    case probing
  }

  /// Lines that were not understood.
  public internal(set) var garbage: Int64 = 0
  /// Errors that the adapter has told, as `UNABLE TO CONNECT`, and the last of them without blanks.
  public internal(set) var complaints: Int64 = 0
  public internal(set) var complaint: [UInt8] = []
  /// How often the adapter was set up.
  public private(set) var setups: Int64 = 0

  var requests: OBDRequests
  var state = State.closed
  var receivers = ECUReceivers()
  var command: [UInt8] = []
  private var isCommandSent = false
  var line: [UInt8] = []
  var isLineTooLong = false
  var promptBy = Int64.max
  /// No command before this time.
  private var waitUntil = Int64.min
  private var resets = 0
  /// When it was set up last, and how often that was within a second of the time before.
  private var (setAt, crowded) = (Int64.min / 2, 0)
  private static var crowdLimit: Int { 30 }
  /// Whether the adapter takes the number of answers behind a request.
  var takesNumber = true
  /// Whether the last command was not known, and whether the adapter has begun again.
  var (isUnknown, hasRestarted) = (false, false)

  /// - Parameter usual: the interval of numbers without one of their own, in nanoseconds.
  public init(_ addresses: [OBDAddress?], usual: Int64 = 1_000_000_000) {
    requests = OBDRequests(addresses, usual: usual)
    command.reserveCapacity(16)
    line.reserveCapacity(Self.lineLimit)
    complaint.reserveCapacity(32)
  }

  /// Letters for the adapter.
  public var outgoing: Span<UInt8> {
    @_lifetime(borrow self) get { isCommandSent ? command.span.extracting(0..<0) : command.span }
  }

  public mutating func consume() { isCommandSent = true }

  /// Adds the letters to an array, as sent.
  mutating func moveOutgoing(to bytes: inout [UInt8]) {
    if isCommandSent { return }
    for index in command.indices { bytes.append(command[index]) }
    consume()
  }

  public var values: Int64 { requests.values }
  public var leftOut: Int64 { garbage &+ requests.garbage &+ receivers.faults }
  /// Whether ECUs answer.
  public var isAnswering: Bool { requests.isAnswering && state != .failed && state != .closed }
  /// Whether the adapter gives no answers: the connection is to be closed.
  public var hasFailed: Bool { state == .failed }

  /// There is a connection.
  public mutating func connected(at time: Int64) {
    disconnected()
    reset(at: time)
  }

  public mutating func disconnected() {
    command.removeAll(keepingCapacity: true)
    line.removeAll(keepingCapacity: true)
    receivers.reset()
    requests.restart()
    (state, isLineTooLong, promptBy, waitUntil, resets) = (.closed, false, .max, .min, 0)
    (takesNumber, isUnknown, hasRestarted, isCommandSent) = (true, false, false, false)
  }

  /// Looks for ECUs once more, without a setup. A request that has no prompt yet ends as one without an answer.
  mutating func searchAgain() { requests.restart() }

  // MARK: Commands

  /// When ``advance(to:_:)`` has something to do; `Int64.max` for never.
  public var nextTime: Int64 {
    switch state {
    case .closed, .failed: .max
    case .idle: Swift.max(waitUntil, requests.nextTime)
    case .resetting, .setting, .probing, .asking: Swift.max(promptBy, requests.pendingUntil)
    }
  }

  /// Asks the next question, or ends one whose prompt does not come.
  public mutating func advance<Listener: ValueListener>(to time: Int64, _ listener: inout Listener) {
    if time < nextTime { return }
    switch state {
    case .closed, .failed: break
    case .resetting: resets < Self.resetLimit ? reset(at: time) : fail()
    case .setting, .probing: reset(at: time)
    case .asking:
      requests.finish(at: time, &listener)
      // An empty command would be the last one once more.
      send("ATE0", .probing, Self.settingTime, at: time)
    case .idle: ask(at: time)
    }
  }

  private mutating func fail() { (state, promptBy) = (.failed, .max) }

  private mutating func reset(at time: Int64) {
    resets += 1
    send("ATZ", .resetting, Self.resetTime, at: time)
  }

  mutating func set(_ place: Int, at time: Int64) {
    let state = State.setting(place)
    switch place {
    case 0:
      (setups, takesNumber) = (setups &+ 1, true)
      // One that begins again and again would be set up without an end.
      crowded = time &- setAt < Self.second ? crowded + 1 : 0
      setAt = time
      if crowded == Self.crowdLimit { return fail() }
      receivers.reset()
      requests.restart()
      send("ATE0", state, Self.settingTime, at: time)
    case 1: send("ATL0", state, Self.settingTime, at: time)
    case 2: send("ATS0", state, Self.settingTime, at: time)
    case 3: send("ATH1", state, Self.settingTime, at: time)
    case 4: send("ATSP0", state, Self.settingTime, at: time)
    default:
      resets = 0
      enterIdle()
    }
  }

  mutating func enterIdle() { (self.state, promptBy) = (.idle, .max) }

  private mutating func send(_ text: StaticString, _ state: State, _ limit: Int64, at time: Int64) {
    command.removeAll(keepingCapacity: true)
    for index in 0..<text.utf8CodeUnitCount { command.append(unsafe text.utf8Start[index]) }
    begin(state, limit, at: time)
  }

  private mutating func begin(_ state: State, _ limit: Int64, at time: Int64) {
    command.append(13)
    (isCommandSent, isUnknown, hasRestarted) = (false, false, false)
    (self.state, promptBy) = (state, time &+ limit)
  }

  private mutating func ask(at time: Int64) {
    guard let question = requests.ask(at: time) else { return }
    receivers.reset()
    command.removeAll(keepingCapacity: true)
    append(question.mode)
    if !OBDRequest.hasNoMask(question.mode) { append(question.pid) }
    // With it the adapter does not wait for further answers.
    if takesNumber && question.answers > 0 && question.answers < 10 { command.append(48 &+ UInt8(question.answers)) }
    begin(.asking, question.request < 0 && question.pid == 0 ? Self.searchTime : Self.requestTime, at: time)
  }

  private mutating func append(_ byte: UInt8) {
    command.append(hexadecimal(byte >> 4))
    command.append(hexadecimal(byte & 15))
  }
}
