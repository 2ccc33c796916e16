// Stage: program. Input: a text of moments. Output: the same moments, checked. One moment a line:
//
//     MS key=value …     a number of milliseconds since the start, ascending, then what changes at that time
//
// Keys: time=HH:MM:SS; load, memory and temperature with at most one decimal; touch=began|moved|ended|cancelled with
// finger, x and y. What a line does not name stays as it was. Empty lines and what follows a # are ignored.
// A file from outside: how long it, a line and the list may be is limited.
import PanelInstruments
import PanelKit
import SystemFiles

/// What happens at one moment of a replay.
struct Moment: Sendable {
  /// Milliseconds since the replay's start.
  var time = 0
  /// What is shown from then on.
  var readings = Readings()
  var touch: ReplayedTouch?
}

/// What a finger does at one moment of a replay.
struct ReplayedTouch: Sendable {
  var phase: Touch.Phase
  /// 0…999999999.
  var finger: Int
  /// In pixels of the picture, however the display is rotated.
  var location: PixelPoint
}

/// Moments that take the place of the clock, the machine and fingers.
struct Replay: Sendable {
  /// The most bytes a file of moments may have, those of a line without its end, and the most moments: over a day, one a
  /// second.
  static var maximumBytes: Int { 8 << 20 }
  static var maximumLineBytes: Int { 1000 }
  static var maximumMoments: Int { 100_000 }

  /// At least one, at most ``maximumMoments``; times ascend.
  let moments: [Moment]

  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's, for messages.
  /// - Throws: a line is not understood or too long, or there are no moments, or too many.
  init(_ bytes: [UInt8], name: String) throws(ProgramError) {
    var moments: [Moment] = []
    var readings = Readings()
    var (line, start) = (0, 0)
    while start <= bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      defer { start = end + 1 }
      if end == start { continue }
      do throws(Expectation) {
        if end - start > Self.maximumLineBytes {
          throw Expectation("a line of at most 1000 bytes", insteadOf: bytes[start..<end])
        }
        if let moment = try MomentLine.parse(bytes[start..<end], after: moments.last, readings) {
          if moments.count == Self.maximumMoments {
            throw Expectation("at most 100000 moments", insteadOf: bytes[start..<end])
          }
          readings = moment.readings
          moments.append(moment)
        }
      } catch {
        throw .failed(printable(name) + ":" + String(line) + ": " + error.message)
      }
    }
    if moments.isEmpty {
      throw .failed(printable(name) + ": it holds no moments; write lines such as 0 time=10:08:42 load=37")
    }
    self.moments = moments
  }
}

/// What was expected in a line, and what stood there instead.
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

extension StaticString {
  /// - Note: it allocates.
  var text: String { withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) } }
}
