// Stage: program. What a source has to tell a person, in words.
import PanelSources
import SystemFiles

extension LineNotice {
  /// Without a line feed.
  var sentence: String {
    switch self {
    case .notUnderstood(let count, let line):
      Self.number(count, "a line was not understood", "lines were not understood, lastly") + Self.quoted(line)
        + "; expected name=value, or a JSON object"
    case .cut(let count, let line):
      Self.number(count, "a line without an end was left out", "lines without an end were left out, lastly")
        + Self.quoted(line) + "; expected a line feed behind each line"
    case .tooLong: "a line was left out: expected " + String(LineDecoder.lineLimit) + " bytes at most"
    case .unknownName(let name):
      "no signal is told by the name" + Self.quoted(name) + "; of further names nothing is said"
    case .isFull(let connections):
      String(connections) + " are connected, as many as there is room for: who comes now waits until one of them goes"
    case .madeAgain: "the socket's file was taken away, and was made again: who looks for it finds it"
    }
  }

  private static func number(_ count: Int64, _ one: StaticString, _ several: StaticString) -> String {
    count == 1 ? one.text : String(count) + " " + several.text
  }

  private static func quoted(_ bytes: [UInt8]) -> String { " \"" + printable(bytes) + "\"" }
}
