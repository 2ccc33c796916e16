// Sources. The addresses of a Signal K server as a person writes them: a path and, behind blanks, a member and a source.
import PanelSources

/// Reads addresses of Signal K, as `navigation.position .latitude $source=nmea0183.II`.
struct SignalKAddresses: AddressReader {
  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  /// The words of a notification's state, in the order of severity.
  static let severities = ["normal", "alert", "warn", "alarm", "emergency"]

  func read(_ address: String) -> AddressReading {
    do throws(MQTTFault) { return .right(try compile(address)) } catch {
      return .wrong(found: error.found, expected: error.expected)
    }
  }

  private func compile(_ address: String) throws(MQTTFault) -> CompiledAddress {
    let path = String(address.prefix { $0 != " " })
    try check(path)
    let (member, source) = try readRest(address.dropFirst(path.count))
    let levels = path.split(separator: ".")
    if levels[0] == "notifications" { return try notification(path, member, source) }
    var compiled = CompiledAddress(text: Self.text(.value, path, member, source))
    let fitting = SignalKPaths.entries.filter { $0.fits(levels) }
    let members = fitting.compactMap(\.member)
    if !members.isEmpty && member.isEmpty {
      throw MQTTFault(
        "'\(path)' is an object", "one of its members, as " + members.map { "\(path) .\($0)" }.joined(separator: ", "))
    }
    if let entry = fitting.first(where: { $0.member ?? "" == member }) {
      (compiled.unit, compiled.isText) = (entry.unit, entry.isText)
    } else if !members.isEmpty {
      let meant = nearest(member, members.map(String.init))
      compiled.doubt = meant.map { ("'\(path)' has no member '\(member)' that is known", "\(path) .\($0)") }
    } else if fitting.isEmpty {
      compiled.doubt = doubt(path, levels)
    }
    return compiled
  }

  private static func text(_ form: SignalKAddress.Form, _ path: String, _ member: String, _ source: String) -> String {
    SignalKAddress(form, path: Array(path.utf8), source: Array(source.utf8), member: Array(member.utf8)).text
  }

  // MARK: Parts

  private func check(_ path: String) throws(MQTTFault) {
    let form = "names with points between, as navigation.speedOverGround"
    if path.isEmpty { throw MQTTFault("an address without a path", form) }
    for prefix in ["vessels.self.", "self."] where path.hasPrefix(prefix) {
      throw MQTTFault("'\(prefix)' before the path", String(path.dropFirst(prefix.count)))
    }
    if path.hasPrefix("vessels.") {
      throw MQTTFault("the path '\(path)'", "a path within the vessel, and the vessel as context: of the source")
    }
    if path.contains("/") {
      let dotted = path.split(separator: "/").joined(separator: ".")
      throw MQTTFault("'/' in the path '\(path)'", dotted.isEmpty ? form : dotted)
    }
    if path.utf8.count > SignalKAddress.pathLimit {
      throw MQTTFault("a path of \(path.utf8.count) bytes", "\(SignalKAddress.pathLimit) bytes at most")
    }
    if path.contains("*") { throw MQTTFault("'*' in the path '\(path)'", "one path for a value") }
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.value > 32 && $0.value != 127 && $0 != "\"" && $0 != "\\" && $0 != "[" && $0 != "$"
    }
    if !isPlain || path.split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty) {
      throw MQTTFault("the path '\(path)'", form)
    }
  }

  /// Reads the parts behind a path: a member and a source, in any order.
  private func readRest(_ text: Substring) throws(MQTTFault) -> (member: String, source: String) {
    var (member, source) = ("", "")
    var rest = text.drop { $0 == " " }
    while !rest.isEmpty {
      if rest.hasPrefix("$source=") {
        rest = rest.dropFirst("$source=".count)
        let isQuoted = rest.hasPrefix("\"")
        let name = isQuoted ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != " " }
        rest = rest[name.endIndex...]
        if isQuoted && rest.isEmpty { throw MQTTFault("'$source=\"\(name)'", "a \" behind the source too") }
        if isQuoted { rest = rest.dropFirst() }
        if !source.isEmpty || name.isEmpty || name.utf8.count > SignalKAddress.pathLimit {
          throw MQTTFault("'$source=\(name)'", "one source, as the server names it: $source=nmea0183.II")
        }
        source = String(name)
      } else if rest.hasPrefix(".") || rest.hasPrefix("[") {
        let path = rest.prefix { $0 != " " }
        if !member.isEmpty { throw MQTTFault("'\(path)' behind '\(member)'", "one member, as .latitude") }
        member = try readSteps(path).reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? $1 : "." + $1) }
        if member.utf8.count > SignalKAddress.pathLimit / 2 {
          throw MQTTFault("a member of \(member.utf8.count) bytes", "\(SignalKAddress.pathLimit / 2) bytes at most")
        }
        rest = rest[path.endIndex...]
      } else {
        let word = rest.prefix { $0 != " " }
        throw MQTTFault("'\(word)' behind the path", "a member as .latitude, or $source=nmea0183.II")
      }
      rest = rest.drop { $0 == " " }
    }
    return (member, source)
  }

  private func notification(_ path: String, _ member: String, _ source: String) throws(MQTTFault) -> CompiledAddress {
    let members = ["state", "message", "method[0]", "timestamp", "id", "status.silenced", "status.acknowledged"]
    if member.isEmpty {
      throw MQTTFault("'\(path)' is an object", "\(path) .state for its severity, or \(path) .message for its text")
    }
    let isState = member == "state"
    var compiled = CompiledAddress(text: Self.text(isState ? .severity : .value, path, member, source))
    if isState { compiled.words = Self.severities.enumerated().map { (Int64($0.offset), $0.element) } }
    compiled.isText = ["message", "timestamp", "id"].contains(member) || member.hasPrefix("method[")
    if !members.contains(member) && !member.hasPrefix("method[") {
      let meant = nearest(member, members)
      compiled.doubt = meant.map { ("a notification has no member '\(member)'", "\(path) .\($0)") }
    }
    return compiled
  }

  /// The known path that was probably meant by an unknown one. Unknown paths are legal.
  private func doubt(_ path: String, _ levels: [Substring]) -> (found: String, expected: String)? {
    let found = "'\(path)' is no path of Signal K's specification"
    let object = SignalKPaths.entries.first {
      $0.member == levels[levels.count - 1] && $0.fits(Array(levels.dropLast()))
    }
    if let object { return (found, "\(object.path(like: levels)) .\(levels[levels.count - 1])") }
    let known = SignalKPaths.entries.filter { $0.levels.count == levels.count }.map { $0.path(like: levels) }
    return nearest(path, known).map { (found, $0) }
  }
}

extension SourceCompiler {
  static let signalK = SourceCompiler(kind: "signalk") { SignalKAddresses(nearest: $0.nearest) }
}
