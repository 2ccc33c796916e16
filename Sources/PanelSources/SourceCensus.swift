// Stage: sources. Input: the names of what a source hears. Output: how often each came that nobody asked for.

/// A count of what comes, for `panel-ui doctor --listen`.
public final class SourceCensus {
  /// Frames, messages, sentences or reports that came, whether anybody asked for them or not.
  public private(set) var messages: Int64 = 0
  /// The names that no address has, in the order in which they came first.
  public private(set) var strangers: [Stranger] = []
  /// How often names came for which ``strangers`` had no room.
  public private(set) var others: Int64 = 0

  public struct Stranger: Sendable {
    public let name: [UInt8]
    public fileprivate(set) var count: Int64
  }

  /// Names in the list, and bytes of a name.
  public static var limit: Int { 200 }
  public static var nameLimit: Int { 120 }

  public init() {}

  func countMessage() { messages &+= 1 }

  /// Counts a name that nobody asked for.
  func note(_ name: Span<UInt8>) {
    let length = min(name.count, Self.nameLimit)
    for index in strangers.indices where strangers[index].name.count == length {
      if strangers[index].name.indices.allSatisfy({ strangers[index].name[$0] == name[$0] }) {
        strangers[index].count &+= 1
        return
      }
    }
    if strangers.count == Self.limit {
      others &+= 1
      return
    }
    var letters: [UInt8] = []
    for index in 0..<length { letters.append(name[index]) }
    strangers.append(Stranger(name: letters, count: 1))
  }
}
