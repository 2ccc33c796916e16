// Stage: offscreen. A commit's list of work for the pass that draws offscreen.

/// Something that has to be drawn before tiles can show it.
enum OffscreenWork {
  /// The shadow of a node.
  case shadow(NodeIndex)
  /// The offscreen surface of a layer's node.
  case surface(NodeIndex)
  /// The stale backdrops of the offscreen surface of this proxy; of the display where there is none.
  case backdrops(NodeIndex)
}

/// Work in the order in which it has to be done: pictures below come first.
struct OffscreenWorkList {
  private var work: [OffscreenWork] = []

  /// - Parameter capacity: of the most that one commit is expected to find.
  init(capacity: Int) { work.reserveCapacity(capacity) }

  mutating func append(_ item: OffscreenWork) { work.append(item) }

  /// Takes all of it; hand the list back by ``reuse(_:)``.
  mutating func take() -> [OffscreenWork] { exchange(&work, with: []) }

  /// Takes a list's memory back.
  mutating func reuse(_ list: consuming [OffscreenWork]) {
    list.removeAll(keepingCapacity: true)
    work = list
  }
}
