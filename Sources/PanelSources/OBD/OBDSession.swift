// Stage: sources. Input: frames of a CAN bus, and the time. Output: values, and frames for the bus. No system calls.
// ISO 15765-4: requests to all ECUs, answers of up to eight, both with ids of 11 bits or of 29.

/// A tester's side of OBD-II on CAN.
///
/// Times are nanoseconds of a clock that never goes back. After each call the frames of ``outgoing`` are to be sent.
public struct OBDSession {
  /// The time for an answer: the standard has 50 ms, behind gateways it is more.
  static var answerTime: Int64 { 250_000_000 }
  /// The time for the answers of several ECUs.
  static var answersTime: Int64 { 150_000_000 }
  /// From one request to the next.
  static var spacing: Int64 { 25_000_000 }
  /// A classic frame of Linux.
  static var frameLength: Int { 16 }

  /// Whether ids have 29 bits.
  public let isExtended: Bool
  var requests: OBDRequests
  private var receivers = ECUReceivers()
  /// Frames of the answers' ids that were none.
  private var wrongFrames: Int64 = 0
  private var frames: [UInt8] = []
  private var isConnected = false
  /// When the question's time has passed.
  private var answerBy = Int64.max
  private var askedAt = Int64.min

  /// - Parameter usual: the interval of numbers without one of their own, in nanoseconds.
  public init(_ addresses: [OBDAddress?], isExtended: Bool, usual: Int64 = 1_000_000_000) {
    self.isExtended = isExtended
    requests = OBDRequests(addresses, usual: usual)
    frames.reserveCapacity(16 * Self.frameLength)
  }

  /// The filters of the kernel, as ``ConnectionPlace/can(interface:filters:)`` has them.
  public static func filters(isExtended: Bool) -> [UInt64] {
    // Flags of can_id: an extended id, and a remote frame.
    isExtended ? [0x98DA_F100 << 32 | 0xDFFF_FF00] : [0x0000_07E8 << 32 | 0xC000_07F8]
  }

  /// Frames of 16 bytes each, as the kernel takes them.
  public var outgoing: Span<UInt8> {
    @_lifetime(borrow self) get { frames.span }
  }

  /// The frames were sent, or cannot be: an unanswered request is sent again in its turn.
  public mutating func consume() { frames.removeAll(keepingCapacity: true) }

  /// Adds the frames to an array, as sent.
  mutating func moveOutgoing(to bytes: inout [UInt8]) {
    for index in frames.indices { bytes.append(frames[index]) }
    consume()
  }

  public var values: Int64 { requests.values }
  public var leftOut: Int64 { requests.garbage &+ receivers.faults &+ wrongFrames }
  /// Whether ECUs answer.
  public var isAnswering: Bool { requests.isAnswering }

  /// The interface is there.
  public mutating func connected(at time: Int64) {
    disconnected()
    isConnected = true
  }

  public mutating func disconnected() {
    frames.removeAll(keepingCapacity: true)
    receivers.reset()
    requests.restart()
    (isConnected, answerBy, askedAt) = (false, .max, .min)
  }

  /// When ``advance(to:_:)`` has something to do; `Int64.max` for never.
  public var nextTime: Int64 {
    if !isConnected { return .max }
    if requests.question != nil { return Swift.max(answerBy, requests.pendingUntil, receivers.deadline) }
    return askedAt == .min ? requests.nextTime : Swift.max(requests.nextTime, askedAt &+ Self.spacing)
  }

  /// Ends a question whose time has passed, and asks the next one.
  public mutating func advance<Listener: ValueListener>(to time: Int64, _ listener: inout Listener) {
    if time < nextTime { return }
    requests.finish(at: time, &listener)
    if time < nextTime { return }
    guard let question = requests.ask(at: time) else { return }
    askedAt = time
    let hasOneAnswer = question.request >= 0 && (question.mode == 1 || question.mode == 9)
    answerBy = time &+ (hasOneAnswer ? Self.answerTime : Self.answersTime)
    let hasPID = !OBDRequest.hasNoMask(question.mode)
    write(
      isExtended ? 0x18DB_33F1 : 0x7DF, hasPID ? 2 : 1, question.mode, hasPID ? question.pid : 0)
  }

  /// Takes a frame as the kernel has it.
  public mutating func take<Listener: ValueListener>(
    _ frame: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    if !isConnected || frame.count != Self.frameLength { return }
    let word = unsafe frame.bytes.unsafeLoadUnaligned(as: UInt32.self)
    let id = word & 0x1FFF_FFFF
    // Errors and remote frames have no answers.
    if word & 3 << 29 != 0 || (word >> 31 != 0) != isExtended { return }
    if isExtended ? id >> 8 != 0x18_DAF1 : id >> 3 != 0x7E8 >> 3 { return }
    let count = Int(frame[4])
    let ecu = UInt8(truncatingIfNeeded: id)
    guard count <= 8, let (place, outcome) = receivers.take(ecu, frame.extracting(8..<8 &+ count), at: time) else {
      wrongFrames &+= 1
      return
    }
    switch outcome {
    case .nothing: return
    case .wantsFlowControl(let isRefused):
      // All frames at once, without a pause.
      write(isExtended ? 0x18DA_00F1 | UInt32(ecu) << 8 : id &- 8, isRefused ? 0x32 : 0x30, 0, 0)
    case .message:
      var lent: [UInt8] = []
      let length = receivers.swapBuffer(place, &lent)
      let isComplete = requests.take(ecu, lent.span.extracting(0..<length), at: time, &listener)
      _ = receivers.swapBuffer(place, &lent)
      if isComplete { requests.finish(at: time, &listener) }
    }
  }

  /// Writes a frame of three bytes; the others are 0. One without room is left out: its sender asks again.
  private mutating func write(_ id: UInt32, _ first: UInt8, _ second: UInt8, _ third: UInt8) {
    if frames.count >= 16 &* Self.frameLength { return }
    let word = isExtended ? id | 1 << 31 : id
    var frame = InlineArray<16, UInt8>(repeating: 0)
    // All of our machines are little-endian, as the kernel's word is.
    for index in 0..<4 { frame[index] = UInt8(truncatingIfNeeded: word >> UInt32(8 &* index)) }
    (frame[4], frame[8], frame[9], frame[10]) = (8, first, second, third)
    for index in frame.indices { frames.append(frame[index]) }
  }
}
