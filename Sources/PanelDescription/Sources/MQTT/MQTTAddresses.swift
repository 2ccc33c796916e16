// Addresses of MQTT as a person writes them: a topic and, behind a blank, the place of the value in its messages.
import PanelSources

/// The outcome of a check.
package enum MQTTChecked<Value> {
  case right(Value)
  case wrong(found: String, expected: String)
}

/// The wrong part of a text, and what was expected.
struct MQTTFault: Error {
  let found, expected: String

  init(_ found: String, _ expected: String) { (self.found, self.expected) = (found, expected) }
}

/// Checks the address of a value, as `battery .voltage`.
package func checkMQTTAddress(_ text: String) -> MQTTChecked<MQTTAddress> {
  checked { () throws(MQTTFault) in
    var text = text[...]
    let topic = try readTopic(&text, takesFilters: true)
    return try readField(text, topic)
  }
}

/// Checks the sign that the other side is there, as `bridge/state online` or `bridge/state .state online`.
package func checkMQTTAlive(_ text: String) -> MQTTChecked<MQTTAlive> {
  checked { () throws(MQTTFault) in
    var rest = text[...]
    let topic = try readTopic(&rest, takesFilters: false)
    var address = MQTTAddress(topic: Array(topic.utf8))
    if rest.hasPrefix(".") || rest.hasPrefix("[") {
      let path = rest.prefix { $0 != " " }
      address = try readField(path, topic)
      rest = trimmed(rest[path.endIndex...])
    }
    if rest.isEmpty {
      throw MQTTFault(
        "'\(text)' without a payload", "a topic and its payload while the other side is there, as \(topic) online")
    }
    return MQTTAlive(address, Array(rest.utf8))
  }
}

/// Checks the topic of a message that is sent, as `R/c0619ab1/keepalive`.
package func checkMQTTTopic(_ text: String) -> MQTTChecked<[UInt8]> {
  checked { () throws(MQTTFault) in
    var rest = text[...]
    let topic = try readTopic(&rest, takesFilters: false)
    if !rest.isEmpty { throw MQTTFault("'\(rest)' behind the topic", "a topic alone, in \"\" where it has blanks") }
    return Array(topic.utf8)
  }
}

/// Checks the destination of a control, as `lamp/set .state OFF|ON qos0 retain`.
/// - Parameter nearest: the name among some that was probably meant.
package func checkMQTTOutput(
  _ text: String, nearest: (String, [String]) -> String? = { _, _ in nil }
) -> MQTTChecked<MQTTOutput> {
  checked { () throws(MQTTFault) in
    var rest = text[...]
    let topic = try readTopic(&rest, takesFilters: false)
    var (qos, isRetained): (UInt8, Bool) = (1, false)
    var (members, words): ([[UInt8]], [[UInt8]]) = ([], [])
    for word in rest.split(separator: " ") {
      if word == "qos0" || word == "qos1" {
        qos = word == "qos0" ? 0 : 1
      } else if word == "retain" {
        isRetained = true
      } else if word.hasPrefix(".") || word.hasPrefix("[") {
        members = try readSteps(word).map { (step) throws(MQTTFault) in
          if step.hasPrefix("[") {
            throw MQTTFault("the path '\(word)'", "names alone, as .value: nothing is sent into lists")
          }
          return Array(step.utf8)
        }
      } else if word.contains("|") {
        words = word.split(separator: "|", omittingEmptySubsequences: false).map { Array($0.utf8) }
        if words.contains(where: { $0.isEmpty || !isPlain($0) }) {
          throw MQTTFault("the words '\(word)'", "words for 0, 1 and so on, as OFF|ON")
        }
      } else {
        let meant = nearest(String(word), ["qos0", "qos1", "retain"])
        throw MQTTFault(
          "'\(word)' behind the topic", meant ?? "a path as .value, words as OFF|ON, qos0, qos1 or retain")
      }
    }
    return MQTTOutput(
      topic: Array(topic.utf8), qos: qos, isRetained: isRetained, members: members, words: words)
  }
}

// MARK: - Parts

private func checked<Value>(_ read: () throws(MQTTFault) -> Value) -> MQTTChecked<Value> {
  do throws(MQTTFault) { return .right(try read()) } catch {
    return .wrong(found: error.found, expected: error.expected)
  }
}

/// Reads a topic, up to a blank or in quotation marks. `text` is the rest then, without blanks before it.
private func readTopic(_ text: inout Substring, takesFilters: Bool) throws(MQTTFault) -> String {
  let whole = text
  var topic: Substring
  if text.hasPrefix("\"") {
    guard let end = text.dropFirst().firstIndex(of: "\"") else {
      throw MQTTFault("'\(whole)'", "a \" behind the topic too")
    }
    topic = text[text.index(after: text.startIndex)..<end]
    text = text[text.index(after: end)...]
    if !text.isEmpty && !text.hasPrefix(" ") { throw MQTTFault("'\(text)' behind the topic", "a blank before it") }
  } else {
    topic = text.prefix { $0 != " " }
    text = text[topic.endIndex...]
  }
  text = trimmed(text)
  try checkLevels(String(topic), takesFilters: takesFilters)
  return String(topic)
}

/// Levels may be empty: `/a` and `a//b` are topics.
private func checkLevels(_ topic: String, takesFilters: Bool) throws(MQTTFault) {
  if topic.isEmpty { throw MQTTFault("an address without a topic", "a topic, as battery/voltage") }
  if topic.utf8.count > MQTTAddress.topicLimit {
    throw MQTTFault("a topic of \(topic.utf8.count) bytes", "\(MQTTAddress.topicLimit) bytes at most")
  }
  if topic.unicodeScalars.contains(where: { $0.value < 32 || $0.value >= 127 && $0.value < 160 }) {
    throw MQTTFault("a topic with a control character", "letters, digits and signs")
  }
  if topic.utf8.contains(UInt8(ascii: "#")) {
    let plus = takesFilters ? ", or + in the place of one level" : ""
    throw MQTTFault("'#' in the topic '\(topic)'", "one topic for a value" + plus)
  }
  if topic.hasPrefix("$share/") { throw MQTTFault("the shared topic '\(topic)'", "a topic that is not shared") }
  for level in topic.split(separator: "/", omittingEmptySubsequences: false) where level.contains("+") {
    if !takesFilters { throw MQTTFault("'+' in the topic '\(topic)'", "one topic to send to") }
    if level != "+" { throw MQTTFault("the level '\(level)' in the topic '\(topic)'", "+ alone between slashes") }
  }
}

/// Reads the place of a value in a message.
private func readField(_ text: Substring, _ topic: String) throws(MQTTFault) -> MQTTAddress {
  let bytes = Array(topic.utf8)
  if text.isEmpty || text == "." { return MQTTAddress(topic: bytes) }
  if FieldPattern(String(text)).isValid { return MQTTAddress(topic: bytes, .pattern, Array(text.utf8)) }
  if text.hasPrefix(".") || text.hasPrefix("[") {
    let name = try readSteps(text).reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? $1 : "." + $1) }
    if name.utf8.count > LineDecoder.nameLimit {
      throw MQTTFault("a path of \(name.utf8.count) bytes", "\(LineDecoder.nameLimit) bytes at most")
    }
    return MQTTAddress(topic: bytes, .member, Array(name.utf8))
  }
  if text.hasPrefix("{") {
    let address = MQTTAddress(topic: bytes, .level, Array(text.dropFirst().dropLast().utf8))
    if text.hasSuffix("}"), let number = address.level, text == "{\(number)}" { return address }
    let count = topic.split(separator: "/", omittingEmptySubsequences: false).filter { $0 == "+" }.count
    let known =
      count == 0 ? "a + in the topic '\(topic)', whose text {1} is" : "{1}" + (count > 1 ? " to {\(count)}" : "")
    throw MQTTFault("'\(text)' behind the topic", known)
  }
  if text.contains("*") { throw MQTTFault("the pattern '\(text)'", "words with one * where the value is, as '* °C'") }
  let path = "." + text
  let isPath = (try? readSteps(path[...])) != nil && !text.contains(" ")
  throw MQTTFault(
    "'\(text)' behind the topic",
    (isPath ? "a path with a dot, as \(path)" : "a path as .voltage or .cells[3].u") + ", a pattern as '* °C'"
      + ", or {1} for the text of a +; a topic with blanks stands in \"\"")
}

/// Reads a path, as `.cells[3].u`: names, and places in lists as `[3]`.
func readSteps(_ path: Substring) throws(MQTTFault) -> [String] {
  let fault = MQTTFault("the path '\(path)'", "names behind dots and places in brackets, as .voltage or .cells[3].u")
  var steps: [String] = []
  var rest = path
  while let sign = rest.first {
    let part: Substring
    if sign == "[" {
      guard let end = rest.firstIndex(of: "]") else { throw fault }
      part = rest[...end]
      // As the reader of JSON writes places: without zeros before them.
      guard let number = Int(part.dropFirst().dropLast()), number >= 0, number < 1_000_000, part == "[\(number)]" else {
        throw fault
      }
    } else {
      part = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
      if sign != "." || part.isEmpty || part.contains("]") || !isPlain(Array(part.utf8)) { throw fault }
    }
    steps.append(String(part))
    rest = rest[part.endIndex...]
  }
  if steps.isEmpty { throw fault }
  if steps.count > 16 { throw MQTTFault("a path of \(steps.count) names", "16 at most") }
  return steps
}

/// Whether JSON writes a text as it is.
private func isPlain(_ text: [UInt8]) -> Bool {
  !text.contains { $0 < 32 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop { $0 == " " }
  while text.last == " " { text.removeLast() }
  return text
}
