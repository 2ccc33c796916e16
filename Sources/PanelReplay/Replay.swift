// Stage: replay. Input: a text of moments, and a panel. Output: the same moments, checked. One moment a line:
//
//     MS key=value …     a number of milliseconds since the start, ascending, then the values of that time
//
// Keys: the names of signals, with numbers, null or error; time=HH:MM:SS; touch=began|moved|ended|cancelled, and beside
// it finger, x and y. Empty lines and text behind a # are ignored. A log of candump, of sentences or of a gateway is one,
// too. A file from outside: how long it, a line and the list may be is limited.
import PanelDisplays
import PanelFile
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

/// One moment of a replay.
package struct Moment: Sendable {
  /// Milliseconds since the replay's start.
  package var time = 0
  /// Which of ``Replay/values`` are told.
  package var values = 0..<0
  /// The time of day that clocks show from then on, in seconds.
  package var timeOfDay: Int64?
  package var touch: ReplayedTouch?
}

/// A value for a signal.
package struct ReplayedValue: Equatable, Sendable {
  package var signal: SignalIndex
  package var value: LineValue
  /// Of a signal of texts, or of a word for a number.
  package var text: [UInt8]?
  /// The source of a log's value among those of the signal, whose scale and offset it lacks; `nil` for the signal's own value.
  package var rank: Int?

  package init(signal: SignalIndex, value: LineValue, text: [UInt8]? = nil, rank: Int? = nil) {
    (self.signal, self.value, self.text, self.rank) = (signal, value, text, rank)
  }
}

/// A touch at one moment of a replay.
package struct ReplayedTouch: Sendable {
  package var phase: Touch.Phase
  /// 0…999999999.
  package var finger: Int
  /// In pixels of the picture, however the display is rotated.
  package var location: PixelPoint
}

/// Moments that take the place of the clock, the sources and fingers.
package struct Replay: Sendable {
  /// The most bytes a file of moments may have, those of a line without its end, and the most moments: over a day, one a
  /// second.
  package static var maximumBytes: Int { 8 << 20 }
  package static var maximumLineBytes: Int { 1000 }
  package static var maximumMoments: Int { 100_000 }

  /// At least one, at most ``maximumMoments``; times ascend.
  package private(set) var moments: [Moment] = []
  /// The values for signals, moment by moment.
  package private(set) var values: [ReplayedValue] = []

  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's, for messages.
  ///   - panel: whose signals are told.
  /// - Throws: a line is not understood or too long, or there are no moments, or too many.
  package init(_ bytes: [UInt8], name: String, for panel: PanelFile) throws(ProgramError) {
    if let log = SourceLog(bytes, for: panel) {
      try add(log, bytes, name)
      return
    }
    let signals = AddressTable(panel.signalsWithSources) { panel.takesTexts($0) }
    var (line, start) = (0, 0)
    while start <= bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      defer { start = end + 1 }
      if end == start { continue }
      do throws(Expectation) { try add(bytes[start..<end], signals) } catch {
        throw .failed(printable(name) + ":" + String(line) + ": " + error.message)
      }
    }
    if moments.isEmpty {
      throw .failed(printable(name) + ": it holds no moments; write lines such as 0 time=10:08:42 speed=37")
    }
  }

  /// Reads a log of another program: a moment for each stretch of ``logStep`` in which values came.
  private mutating func add(_ given: SourceLog, _ bytes: [UInt8], _ name: String) throws(ProgramError) {
    var log = given
    if !log.hasSource { throw .failed(printable(name) + ": expected " + log.expectation.text) }
    var number = 0
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 <= 32 }) { continue }
      var told: [(SourceAddress, LoggedValue)] = []
      if line.count > Self.maximumLineBytes || !log.take(Array(line), { told.append(($0, $1)) }) {
        let place = printable(name) + ":" + String(number)
        throw .failed(place + ": expected " + log.lineExpectation.text + ", found " + printable(Array(line.prefix(60))))
      }
      if log.time > 999_999_999 {
        throw .failed(
          printable(name) + ":" + String(number) + ": expected a time within eleven days of the log's first line")
      }
      for (address, value) in told { add(value, of: address, at: log.time / Self.logStep * Self.logStep) }
      if moments.count > Self.maximumMoments { throw .failed(printable(name) + ": expected at most 100000 moments") }
    }
    if moments.isEmpty { throw .failed(printable(name) + ": none of its lines has a value of the panel") }
  }

  /// Milliseconds. Of several values of a signal in this time the last one counts.
  private static var logStep: Int { 10 }

  private mutating func add(_ value: LoggedValue, of address: SourceAddress, at time: Int) {
    if moments.last?.time != time { moments.append(Moment(time: time, values: values.count..<values.count)) }
    var replayed = ReplayedValue(signal: address.signal, value: .none, rank: address.rank)
    switch value {
    case .reading(let reading):
      replayed.value = reading.quality == .failed ? .failed : reading.hasValue ? .number(reading.value) : .none
    case .text(let text): replayed.text = text
    }
    let moment = moments.count - 1
    for index in moments[moment].values
    where values[index].signal == replayed.signal && values[index].rank == replayed.rank {
      values[index] = replayed
      return
    }
    values.append(replayed)
    moments[moment].values = moments[moment].values.lowerBound..<values.count
  }

  private mutating func add(_ line: ArraySlice<UInt8>, _ signals: AddressTable) throws(Expectation) {
    if line.count > Self.maximumLineBytes { throw Expectation("a line of at most 1000 bytes", insteadOf: line) }
    guard let moment = try MomentLine.parse(line, after: moments.last?.time, signals, &values) else { return }
    if moments.count == Self.maximumMoments { throw Expectation("at most 100000 moments", insteadOf: line) }
    moments.append(moment)
  }
}

/// The expectation in a line, and the text in its place.
struct Expectation: Error {
  let message: String

  init(_ expected: StaticString, insteadOf bytes: some Collection<UInt8>) {
    var text = "expected "
    text += expected.text
    text += ", found "
    text += bytes.isEmpty ? "nothing" : printable(Array(bytes))
    message = text
  }
}
