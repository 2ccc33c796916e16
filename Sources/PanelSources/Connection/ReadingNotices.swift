// Stage: sources. Input: counts of a decoder and a connection. Output: sentences for a person.
import SystemFiles

/// What is said of bytes that were not understood, and of frames that never came.
struct ReadingNotices {
  private var (notUnderstood, dropped) = (SparseCount(), SparseCount())

  /// - Parameters:
  ///   - count: since the last call.
  ///   - sample: the last of them.
  /// - Returns: a sentence for the first, the tenth, the hundredth time.
  mutating func leftOut(_ count: Int64, _ sample: [UInt8], expected: StaticString) -> String? {
    if count <= 0 || !notUnderstood.add(count) { return nil }
    let times = notUnderstood.count == 1 ? "" : String(notUnderstood.count) + " times so far "
    return times + "something was not understood, \"" + printable(sample) + "\"; expected " + expected.text
  }

  /// - Parameter total: the frames that the kernel had no room for, since the start.
  mutating func dropped(_ total: UInt32) -> String? {
    let count = Int64(total) - dropped.count
    if count <= 0 || !dropped.add(count) { return nil }
    return String(dropped.count) + " frames were dropped by the kernel, which had no room for more"
  }
}
