// Stage: program. Input: a line of the list of commands. Output: its words.

/// The words of a line, with blanks between them.
///
/// Blanks between two `"`, or between two `'`, are part of the word. The marks themselves are not; the other kind is.
/// Nothing else has a meaning, neither `\` nor `$`.
struct CommandWords {
  /// Why a line is no command.
  enum Fault: Error {
    case noPath
    /// The path as a message shows it.
    case relativePath(String)
    case tooManyArguments(Int)
    /// The mark, and its column from 1 on, in bytes.
    case openMark(UInt8, column: Int)
    /// The column of a byte 0.
    case zero(column: Int)
  }

  /// Whether the line begins with a `#`.
  private(set) var isRemark = false
  /// The words, a zero behind each.
  private var bytes: [UInt8] = []
  /// The end of each word in ``bytes``, without its zero.
  private var ends: [Int] = []

  /// - Throws: a mark is not closed, or a byte is 0.
  init(_ line: ArraySlice<UInt8>) throws(Fault) {
    var isWord = false
    var mark: (byte: UInt8, column: Int)?
    for (index, byte) in line.enumerated() {
      let isBlank = byte == 32 || byte == 9 || byte == 13
      if isBlank && mark == nil {
        if isWord { endWord() }
        isWord = false
        continue
      }
      if !isWord && ends.isEmpty && byte == UInt8(ascii: "#") {
        isRemark = true
        return
      }
      isWord = true
      if byte == 0 { throw .zero(column: index + 1) }
      if byte == mark?.byte {
        mark = nil
      } else if mark == nil && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) {
        mark = (byte, index + 1)
      } else {
        bytes.append(byte)
      }
    }
    if let mark { throw .openMark(mark.byte, column: mark.column) }
    if isWord { endWord() }
  }

  private mutating func endWord() {
    ends.append(bytes.count)
    bytes.append(0)
  }

  var count: Int { ends.count }

  /// The word `index`, in `0..<count`, without its zero.
  subscript(index: Int) -> ArraySlice<UInt8> { bytes[start(index)..<ends[index]] }

  /// Returns the words from `index` on, a zero behind each.
  func bytes(from index: Int) -> [UInt8] { Array(bytes[start(index)...]) }

  private func start(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] + 1 }
}

extension CommandWords.Fault {
  /// Where in the line, the found thing, the expected one: to follow the number of the line.
  var message: String {
    let form =
      "expected a name, the whole path of a program and up to 14 arguments, as horn /usr/bin/aplay /opt/horn.wav"
    switch self {
    case .noPath: return ": found one word; " + form
    case .relativePath(let path): return ": found " + (path.isEmpty ? "nothing" : path) + " for a path; " + form
    case .tooManyArguments(let count): return ": found " + String(count) + " arguments; " + form
    case .openMark(let byte, let column):
      let mark = byte == UInt8(ascii: "'") ? "'" : "\""
      return ":" + String(column) + ": found " + mark + " that is not closed; expected another " + mark + " on the line"
    case .zero(let column): return ":" + String(column) + ": found a byte 0; expected text"
    }
  }
}
