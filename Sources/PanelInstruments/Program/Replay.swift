// Stage: program. Input: a text of moments. Output: the same moments, checked. One moment a line:
//
//     MS key=value …     a number of milliseconds since the start, ascending, then what changes at that time
//
// Keys: time=HH:MM:SS; load, memory and temperature with at most one decimal; touch=began|moved|ended|cancelled with
// finger, x and y. What a line does not name stays as it was. Empty lines and what follows a # are ignored.
import FixedRaster
import LayerRuntime

/// What happens at one moment of a replay.
public struct Moment: Sendable {
  /// Milliseconds since the replay's start.
  public var time = 0
  /// What is shown from then on.
  public var readings = Readings()
  public var touch: ReplayedTouch?
}

/// What a finger does at one moment of a replay.
public struct ReplayedTouch: Sendable {
  public var phase: TouchPhase
  /// 0…999999999.
  public var finger: Int
  /// In pixels of the picture, whichever way the display turns it.
  public var location: Point
}

/// Moments that take the place of the clock, the machine and fingers.
public struct Replay: Sendable {
  /// At least one; times ascend.
  public let moments: [Moment]

  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's, for messages.
  @export(interface)
  public init(_ bytes: [UInt8], name: String) throws(ProgramError) {
    var moments: [Moment] = []
    var readings = Readings()
    var line = 0
    for text in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      line += 1
      do throws(Expectation) {
        guard let moment = try MomentLine.parse(text, after: moments.last, readings) else { continue }
        readings = moment.readings
        moments.append(moment)
      } catch {
        throw .failed(name + ":" + String(line) + ": " + error.message)
      }
    }
    if moments.isEmpty { throw .failed(name + ": it holds no moments; write lines such as 0 time=10:08:42 load=37") }
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
    text += bytes.isEmpty ? "nothing" : String(decoding: bytes, as: UTF8.self)
    message = text
  }
}

extension StaticString {
  /// - Note: it allocates.
  var text: String { withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) } }
}
