// Sources. The addresses of VE.Direct as a person writes them: a label and, behind a point, the name of a bit.
import PanelSources

/// Reads addresses of VE.Direct, as `V`, `H20` or `AR.low_voltage`.
struct VEDirectAddresses: AddressReader {
  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  func read(_ address: String) -> AddressReading {
    let parts = address.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let upper = parts[0].uppercased()
    let labels = VEDirectLabels.entries.map(\.label)
    if upper == "CHECKSUM" {
      return .wrong(found: "'\(address)' is the end of each block", expected: "a label, as \(labels[0])")
    }
    let isLabel = upper.utf8.allSatisfy { $0 >= 48 && $0 < 58 || $0 >= 65 && $0 < 91 || $0 == 95 || $0 == 35 }
    if !isLabel || upper.isEmpty || upper.utf8.count > VEDirectAddress.labelLimit {
      return .wrong(
        found: "the label '\(parts[0])'", expected: nearest(parts[0], labels) ?? "a label of VE.Direct, as V or PPV")
    }
    let known = VEDirectLabels.entries.first { $0.label.uppercased() == upper }
    if parts.count == 2 { return bit(parts[1], of: known?.label ?? parts[0], upper) }
    let form = known?.form ?? .number(decimals: 0)
    var compiled = CompiledAddress(text: VEDirectAddress(form, label: Array(upper.utf8)).text)
    if let known {
      (compiled.unit, compiled.isText) = (known.unit, known.isText)
      compiled.words = VEDirectLabels.words(of: known.label)
    } else if let meant = nearest(parts[0], labels) {
      compiled.doubt = ("'\(parts[0])' is no label of VE.Direct that is known", meant)
    }
    return .right(compiled)
  }

  private func bit(_ name: String, of label: String, _ upper: String) -> AddressReading {
    let names = VEDirectLabels.bits(of: label)
    if let number = names.firstIndex(of: name), !name.isEmpty {
      return .right(CompiledAddress(text: VEDirectAddress(.bit(number), label: Array(upper.utf8)).text))
    }
    if names.isEmpty { return .wrong(found: "'.\(name)' behind '\(label)'", expected: "the label alone: \(label)") }
    let meant = nearest(name, names).map { "\(label).\($0)" }
    return .wrong(
      found: "\(label) has no bit '\(name)'", expected: meant ?? "one of " + names.joined(separator: ", "))
  }
}

extension SourceCompiler {
  static let veDirect = SourceCompiler(kind: "vedirect") { VEDirectAddresses(nearest: $0.nearest) }
}
