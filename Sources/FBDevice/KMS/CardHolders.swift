// Stage: displays. Input: /proc. Output: the programs that have a card open: one of them sets its modes.
#if KMS
import CLinux
import SystemFiles

enum CardHolders {
  /// "Xorg (812), panel-ui (930)": as far as this user may look, this program left out.
  static func names(of card: String, _ system: SystemCalls) -> String {
    var processes: [String] = []
    _ = system.names(in: "/proc", into: &processes)
    var found = ""
    for number in processes.compactMap({ parseDigits($0.utf8) }).sorted() where number != Int(getpid()) {
      let folder = "/proc/" + String(number)
      var descriptors: [String] = []
      if system.names(in: folder + "/fd", into: &descriptors) != 0 { continue }
      let holds = descriptors.contains {
        system.target(of: folder + "/fd/" + $0).map { haveSameBytes($0, card) } ?? false
      }
      if !holds { continue }
      let name = (try? system.contents(of: folder + "/comm", limit: 64)) ?? []
      if !found.isEmpty { found += ", " }
      found += String(decoding: name.prefix { $0 != 10 }, as: UTF8.self) + " (" + String(number) + ")"
    }
    return found
  }
}
#endif
