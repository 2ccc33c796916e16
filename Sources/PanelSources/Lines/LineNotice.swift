// Stage: sources. Notices for the maker of a source, or of the panel: given seldom, however often their reasons occur.

/// A notice of a source for a person.
public enum LineNotice {
  /// So many lines were not understood by now: said of the first, the tenth, the hundredth and so on. With the last one,
  /// from the pair on that was not understood.
  case notUnderstood(count: Int64, line: [UInt8])
  /// A line is longer than ``LineDecoder/lineLimit``, and was left out: said once.
  case tooLong
  /// A line had no end when its sender went away, and was left out, for it may have been cut: said as of ``notUnderstood``.
  case cut(count: Int64, line: [UInt8])
  /// No signal is told by this name: said of the first.
  case unknownName([UInt8])
  /// As many are connected as there is room for: who comes now waits. Said of the first time, the tenth and so on.
  case isFull(connections: Int)
  /// Somebody took the socket's file away; it was made again. Said of the first time, the tenth and so on.
  case madeAgain
  /// The same, and it could not be made again at once. It is tried again every second.
  case takenAway
  /// Nothing more comes from standard input: said once.
  case ended
  /// Whoever wrote into the named pipe at standard input has gone; it was opened again: said once.
  case waitsForWriter
  /// Nobody else can connect, for the process has no descriptor left: said once. It is tried again every second.
  case hasNoDescriptor
}

/// Counts, and says which counts are worth telling: 1, 10, 100 and so on.
struct SparseCount {
  private(set) var count: Int64 = 0
  private var next: Int64 = 1

  /// - Returns: whether the count has reached the next power of ten.
  mutating func add(_ number: Int64) -> Bool {
    count += number
    if count < next { return false }
    while next <= count { next *= 10 }
    return true
  }
}
