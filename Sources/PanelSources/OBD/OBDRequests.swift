// Stage: sources. Input: the addresses of a panel, and the time. Output: the next request. No system calls.
//
//     masks of mode 01, each where the one before announces it ──▶ mask of mode 09 ──▶ values, the most overdue first
//       ▲                                                                                │
//       └───────────────────────── several requests in a row without an answer ──────────┘
import PanelSignals

/// The requests of a source: which is next, and the values of the answers.
///
/// A request is due when its wanted interval has passed. Of several the one with the greatest age in its own intervals is
/// next, so that a slow bus makes all of them slower by the same factor.
struct OBDRequests {
  static var millisecond: Int64 { 1_000_000 }
  /// The interval where nobody said one, in nanoseconds. It is below the usual `stale`, 5 s.
  static var usualInterval: Int64 { 1000 * millisecond }
  static var usualTextInterval: Int64 { 4000 * millisecond }
  /// A value that nobody sees has so many times its interval.
  static var unseenFactor: Int64 { 4 }
  /// Requests without an answer before one is asked less often, and before the search for ECUs begins again.
  static var missLimit: Int { 3 }
  static var silenceLimit: Int { 6 }
  static var missInterval: Int64 { 5000 * millisecond }
  /// The wait after a refusal, and after "busy".
  private static var refusalTime: Int64 { 30_000 * millisecond }
  private static var busyTime: Int64 { 200 * millisecond }
  /// How long an ECU may take that has said "response pending".
  static var pendingTime: Int64 { 5000 * millisecond }
  /// Eight masks of mode 01, and one of mode 09.
  static var maskCount: Int { 9 }

  /// Values that were handed over.
  var values: Int64 = 0
  /// Messages that were not understood, or too short.
  var garbage: Int64 = 0
  /// Requests that nobody answered.
  var unanswered: Int64 = 0

  let addresses: [OBDWanted]
  var requests: [OBDRequest] = []
  var question: OBDQuestion?
  /// Until when an answer may take that is announced; `Int64.min` for none.
  var pendingUntil = Int64.min

  /// Whether an ECU has answered for an address, or its mask names it.
  var isSupported: [Bool]
  /// 0 not to be told, 1 to be told, 2 told to a person.
  var reports: [UInt8]
  var firstReport = 0

  /// The mask that is asked for next; ``maskCount`` when all are known.
  var stage = 0
  /// By bits: the masks that an ECU has announced, and those whose answer has come.
  var (announced, heard): (UInt32, UInt32) = (1, 0)
  var tries = 0
  /// The next search.
  var searchAt = Int64.min
  var searchInterval = 1000 * OBDRequests.millisecond
  /// Requests in a row without any answer.
  var silence = 0

  /// Of the question: whether the ECU that counts has answered, has refused, is busy.
  var (isAnswered, isRefused, isBusy) = (false, false, false)
  var busyCount = 0
  var codes = StoredCodes()
  var text = OBDText()

  /// - Parameters:
  ///   - addresses: one that is none, in a damaged file, is told nothing.
  ///   - usual: the interval of numbers without one of their own, in nanoseconds.
  init(_ addresses: [OBDAddress?], usual: Int64 = usualInterval) {
    self.addresses = addresses.map { OBDWanted($0) }
    isSupported = Array(repeating: false, count: addresses.count)
    reports = Array(repeating: 0, count: addresses.count)
    for address in addresses {
      guard let address else { continue }
      let usual = address.mode == 1 ? usual : Swift.max(usual, Self.usualTextInterval)
      let interval = address.interval.map { Int64($0) * Self.millisecond } ?? usual
      if let place = place(address.mode, address.pid) {
        requests[place].interval = Swift.min(requests[place].interval, interval)
      } else {
        requests.append(OBDRequest(address.mode, address.pid, interval: interval))
      }
    }
  }

  func place(_ mode: UInt8, _ pid: UInt8) -> Int? {
    for index in requests.indices where requests[index].mode == mode && requests[index].pid == pid { return index }
    return nil
  }

  /// Whether ECUs answer.
  var isAnswering: Bool { heard & 1 != 0 }

  /// The address that no ECU has, or that one refuses: each is told once.
  mutating func nextReport() -> Int? {
    while firstReport < reports.count {
      if reports[firstReport] == 1 {
        reports[firstReport] = 2
        return firstReport
      }
      firstReport += 1
    }
    return nil
  }

  mutating func report(_ address: Int) {
    if reports[address] != 0 { return }
    reports[address] = 1
    firstReport = Swift.min(firstReport, address)
  }

  /// Says whether a page that shows an address is seen. A value that nobody sees is asked less often.
  mutating func setSeen(_ isSeen: (Int) -> Bool) {
    for place in requests.indices { requests[place].isSeen = false }
    for index in addresses.indices where isSeen(index) {
      if let place = place(addresses[index].mode, addresses[index].pid) { requests[place].isSeen = true }
    }
  }

  /// Begins with the search for ECUs.
  mutating func restart() {
    (question, pendingUntil) = (nil, .min)
    // Else the next answer of a number would end them.
    codes.end()
    (stage, announced, heard, tries) = (0, 1, 0, 0)
    (searchAt, searchInterval, silence, busyCount) = (.min, 1000 * Self.millisecond, 0, 0)
    for index in isSupported.indices { isSupported[index] = false }
    for place in requests.indices {
      let former = requests[place]
      requests[place] = OBDRequest(former.mode, former.pid, interval: former.interval)
      requests[place].isSeen = former.isSeen
    }
  }

  // MARK: Questions

  /// When ``ask(at:)`` has a question; `Int64.max` for never.
  var nextTime: Int64 {
    if requests.isEmpty { return .max }
    if stage < Self.maskCount { return searchAt }
    var next = Int64.max
    for place in requests.indices { next = Swift.min(next, requests[place].dueAt) }
    return next
  }

  /// The next question; `nil` where none is due. Its answers end with ``finish(at:_:)``.
  mutating func ask(at time: Int64) -> OBDQuestion? {
    if time < nextTime { return nil }
    (isAnswered, isRefused, isBusy, pendingUntil) = (false, false, false, .min)
    text.count = 0
    if stage < Self.maskCount {
      heard &= ~(1 << UInt32(stage))
      question = OBDQuestion(
        mode: stage == 8 ? 9 : 1, pid: stage == 8 ? 0 : UInt8(stage &* 32), request: -1, answers: 0)
      return question
    }
    var (first, age) = (-1, Int64.min)
    for place in requests.indices where requests[place].dueAt <= time {
      let present = requests[place].age(at: time)
      if first < 0 || present > age { (first, age) = (place, present) }
    }
    if first < 0 { return nil }
    let request = requests[first]
    requests[first].askedAt = time
    if OBDRequest.hasNoMask(request.mode) { codes.begin(request.mode) }
    question = OBDQuestion(
      mode: request.mode, pid: request.pid, request: first,
      answers: request.mode == 1 ? request.ecus.nonzeroBitCount : 0)
    return question
  }

  /// The time for answers of the question has passed, or all have come.
  mutating func finish<Listener: ValueListener>(at time: Int64, _ listener: inout Listener) {
    guard let question else { return }
    let (wasPending, isCut) = (pendingUntil != .min, time < pendingUntil)
    (self.question, pendingUntil) = (nil, .min)
    if question.request < 0 { return finishMask(at: time, &listener) }
    let place = question.request
    if text.count > 0 { tellText(of: place, &listener) }
    if codes.isOpen { tellCodes(question.mode, &listener) }
    if isAnswered {
      (requests[place].misses, busyCount) = (0, 0)
    } else if (isBusy || isCut) && busyCount < 10 {
      busyCount &+= 1
      requests[place].askedAt = time &- requests[place].presentInterval &+ Self.busyTime
    } else if isRefused {
      busyCount = 0
      requests[place].heldUntil = time &+ Self.refusalTime
      fail(question.mode, question.pid, &listener)
    } else {
      // One that promises answers and has none would stop all others for the most part of the time.
      if wasPending { requests[place].heldUntil = time &+ Self.refusalTime }
      miss(place, at: time)
    }
  }

  private mutating func miss(_ place: Int, at time: Int64) {
    (unanswered, silence, busyCount) = (unanswered &+ 1, silence &+ 1, 0)
    requests[place].misses += 1
    // Another ECU may have it.
    if requests[place].misses == Self.missLimit { requests[place].ecu = -1 }
    if silence >= Self.silenceLimit {
      restart()
      // ECUs that have masks and no values are not asked without a pause.
      searchAt = time &+ Self.missInterval
    }
  }

  /// All signals of a request fail, and a person is told of it.
  private mutating func fail<Listener: ValueListener>(_ mode: UInt8, _ pid: UInt8, _ listener: inout Listener) {
    for index in addresses.indices {
      let address = addresses[index]
      guard address.mode == mode, address.pid == pid else { continue }
      report(index)
      listener.receive(index, Reading(.zero, .failed))
    }
  }
}
