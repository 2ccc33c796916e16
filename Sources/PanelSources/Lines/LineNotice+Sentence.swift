// Stage: sources. The notices of lines, in words.
import SystemFiles

extension LineNotice {
  /// Without a line feed.
  var sentence: String {
    switch self {
    case .notUnderstood(let count, let line):
      Self.number(count, "a line was not understood", "lines were not understood, lastly") + Self.quoted(line)
        + (Self.hasUnit(line)
          ? "; expected a number without a unit" : "; expected name=value with a value of the signal, or a JSON object")
    case .cut(let count, let line):
      Self.number(count, "a line without an end was left out", "lines without an end were left out, lastly")
        + Self.quoted(line) + "; expected a line feed behind each line"
    case .tooLong: "a line was left out: expected " + String(LineDecoder.lineLimit) + " bytes at most"
    case .unknownName(let name):
      "no signal is told by the name" + Self.quoted(name) + "; of further names nothing is said"
    case .isFull(let connections):
      String(connections) + " are connected, as many as there is room for: who comes now waits until one of them goes"
    case .ended: "standard input has ended: its values grow old"
    case .waitsForWriter: "whoever wrote has gone: the named pipe is open for the next one"
    case .hasNoDescriptor:
      "nobody else can connect, for this process has as many files open as it may: allow it more (ulimit -n)"
    case .madeAgain: "the socket's file was taken away, and was made again: who looks for it finds it"
    case .takenAway: "the socket's file was taken away, and cannot be made again so far"
    }
  }

  /// Whether a number behind `=` goes on with letters, as `boiler=82degC`.
  private static func hasUnit(_ line: [UInt8]) -> Bool {
    var (isValue, isNumber) = (false, false)
    for byte in line {
      if byte == UInt8(ascii: "=") {
        (isValue, isNumber) = (true, false)
      } else if isValue, byte >= 48 && byte <= 57 {
        isNumber = true
      } else if isNumber, byte >= 128 || byte == UInt8(ascii: "%") || byte | 32 >= 97 && byte | 32 <= 122 {
        return true
      } else if byte != UInt8(ascii: ".") && byte != UInt8(ascii: "-") {
        isValue = false
        isNumber = false
      }
    }
    return false
  }

  private static func number(_ count: Int64, _ one: StaticString, _ several: StaticString) -> String {
    count == 1 ? one.text : String(count) + " " + several.text
  }

  private static func quoted(_ bytes: [UInt8]) -> String { " \"" + printable(bytes) + "\"" }
}
