// Sources. The lines of a GPIO chip, for a panel's description.
import PanelSources

/// Reads addresses of lines, as `17 pull-up debounce 10ms`. A name with blanks stands in quotation marks.
struct GPIOAddresses: AddressReader {
  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  init(nearest: @escaping (String, [String]) -> String?) { self.nearest = nearest }

  private static let options: [(name: String, option: GPIOOptions)] = [
    ("active-low", .activeLow), ("pull-up", .pullUp), ("pull-down", .pullDown), ("no-pull", .noPull),
    ("open-drain", .openDrain), ("open-source", .openSource),
  ]
  private static let pulls: GPIOOptions = [.pullUp, .pullDown, .noPull]
  private static let drives: GPIOOptions = [.openDrain, .openSource]

  func read(_ address: String) -> AddressReading { read(address, isOutput: false) }

  func readOutput(_ address: String) -> AddressReading { read(address, isOutput: true) }

  private func read(_ address: String, isOutput: Bool) -> AddressReading {
    guard let (line, rest) = Self.line(address) else {
      return .wrong(found: "'\(address)'", expected: "a line's number or name, as 17, DOOR or \"PIN 3\"")
    }
    var (value, options, debounce) = (GPIOValue.level, GPIOOptions(), UInt32(0))
    var words = rest.split(separator: " ").map(String.init)[...]
    while let word = words.popFirst() {
      if let found = Self.options.first(where: { $0.name == word })?.option {
        options.formUnion(found)
      } else if word == "debounce", !isOutput {
        let text = words.popFirst() ?? ""
        guard let time = Self.microseconds(text) else {
          return .wrong(found: "debounce \(text)", expected: "a time of 1us to 10s, as debounce 10ms")
        }
        debounce = time
      } else if word == "count", !isOutput {
        value = .count
      } else if word == "frequency", !isOutput {
        value = .frequency
      } else {
        return .wrong(found: "'\(word)' of the line \(line)", expected: expectation(word, isOutput))
      }
    }
    if !isOutput, !options.isDisjoint(with: Self.drives) {
      return .wrong(found: "open-drain or open-source", expected: "one of them at an output, in sends:")
    }
    for group in [Self.pulls, Self.drives] where options.intersection(group).rawValue.nonzeroBitCount > 1 {
      let names = Self.options.filter { group.contains($0.option) }.map(\.name)
      return .wrong(found: "several of " + names.joined(separator: ", "), expected: "one of them")
    }
    guard let found = GPIOAddress(value, options, debounce, line: Array(line.utf8)),
      found.number ?? 0 < GPIOAddress.numberLimit
    else {
      return .wrong(found: "the line '\(line)'", expected: "a number below 65536, or a name of 31 bytes at most")
    }
    return .right(CompiledAddress(text: found.text, unit: value == .frequency ? "Hz" : nil))
  }

  private func expectation(_ word: String, _ isOutput: Bool) -> String {
    var names = Self.options.map(\.name)
    if isOutput {
      names.removeAll { $0 == "debounce" }
    } else {
      names = ["count", "frequency", "debounce"] + names.prefix(4)
    }
    return nearest(word, names).map { "\($0)?" } ?? names.joined(separator: ", ")
  }

  /// The first word, or the part in quotation marks, and the text behind it.
  private static func line(_ address: String) -> (line: String, rest: Substring)? {
    if address.first == "\"" {
      let inner = address.dropFirst()
      guard let end = inner.firstIndex(of: "\""), end != inner.startIndex else { return nil }
      let rest = inner[inner.index(after: end)...]
      if let first = rest.first, first != " " { return nil }
      return (String(inner[..<end]), rest)
    }
    guard let end = address.firstIndex(of: " ") else { return address.isEmpty ? nil : (address, "") }
    return end == address.startIndex ? nil : (String(address[..<end]), address[end...])
  }

  private static func microseconds(_ text: String) -> UInt32? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = UInt64(digits), number > 0, number <= UInt64(GPIOAddress.debounceLimit) else { return nil }
    let factors: [Substring: UInt64] = ["us": 1, "ms": 1000, "s": 1_000_000]
    guard let factor = factors[text[digits.endIndex...]], number * factor <= UInt64(GPIOAddress.debounceLimit) else {
      return nil
    }
    return UInt32(number * factor)
  }
}

extension SourceCompiler {
  static let gpio = SourceCompiler(kind: "gpio") { GPIOAddresses(nearest: $0.nearest) }
}
