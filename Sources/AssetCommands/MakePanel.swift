// Stage: command. Input: a description. Output: its panel file, its mistakes and warnings, and the cost of its largest frame.
import Packs
import PanelAssets
import PanelDescription
import SystemFiles

/// Checks a description; writes a file where a name for one is given.
/// - Parameters:
///   - sizes: of further displays, as `480x320,1280x400`.
///   - switches: as `boat=big`, each once.
/// - Throws: a word is not understood, the description cannot be read, or the file cannot be written.
public func makePanel(
  _ path: String, output: String? = nil, sizes: String? = nil, switches: [String] = []
) throws(AssetError) -> CommandResult {
  let switches = try readSwitches(switches)
  let sizes = try readSizes(sizes)
  if let output { try checkApart(path, output) }
  let bytes = try readFile(path, limit: descriptionLimit)
  let panel: CompiledPanel
  do throws(DescriptionError) {
    panel = try compilePanel(bytes, name: path, sizes: sizes, switches: switches)
  } catch {
    return CommandResult(status: 1, output: [], errors: error.lines)
  }
  let name = printable(output ?? path)
  let frame: LargestFrame
  do throws(PackError) { frame = try LargestFrame(panel.bytes) } catch {
    return CommandResult(
      status: 1, output: [], errors: ["\(name): no device would show it (\(error.message)): please report this"])
  }
  if let output { try writeFile(output, panel.bytes) }
  return CommandResult(
    status: 0, output: ["\(name): \(panel.summary)", "\(name): \(frame.summary)"], errors: panel.warnings)
}

/// Names and values of words such as `boat=big`.
public func readSwitches(_ words: [String]) throws(AssetError) -> [String: String] {
  var switches: [String: String] = [:]
  for text in words {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw .usage("--set '\(printable(text))'; expected a name and its value, as boat=big")
    }
    if switches.updateValue(parts[1], forKey: parts[0]) != nil {
      throw .usage("--set \(printable(parts[0])) a second time")
    }
  }
  return switches
}

/// `480x320,1280x400`.
private func readSizes(_ text: String?) throws(AssetError) -> [(width: Int, height: Int)] {
  guard let text else { return [] }
  var sizes: [(width: Int, height: Int)] = []
  for size in text.split(separator: ",", omittingEmptySubsequences: false) {
    let numbers = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers.allSatisfy({ (16...16_384).contains($0) }) else {
      throw .usage("--sizes '\(printable(text))'; expected sizes of displays, as 480x320,1280x400")
    }
    sizes.append((numbers[0], numbers[1]))
  }
  return sizes
}
