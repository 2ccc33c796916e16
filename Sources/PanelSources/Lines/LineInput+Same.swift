// Stage: sources. Two sources of one place.

extension LineInput {
  /// Whether two sources would take each other's lines away, or the second could not be opened.
  func isSame(as other: LineInput) -> Bool {
    switch (self, other) {
    case (.standardInput, .standardInput): return true
    case (.unix(let path), .unix(let second)), (.serial(let path, _), .serial(let second, _)):
      return path.utf8.first == second.utf8.first && Self.parts(path) == Self.parts(second)
    case (.udp(let address, let port), .udp(let second, let otherPort)):
      // 0.0.0.0 is every address.
      return port == otherPort && (address == second || address == 0 || second == 0)
    default: return false
    }
  }

  /// The names of a path, without those that lead nowhere.
  private static func parts(_ path: String) -> [[UInt8]] {
    path.utf8.split(separator: 47).map { Array($0) }.filter { $0 != [46] }
  }
}
