// Stage: command. Input: a DBC file. Output: a source with all of its signals, for a description.
import PanelAssets
import PanelDescription
import SystemFiles

/// Prints the signals of a DBC file as a description has them.
/// - Throws: the file cannot be read.
public func listSources(_ path: String) throws(AssetError) -> CommandResult {
  let file = DBCFile(try readFile(path, limit: DBCFile.sizeLimit))
  if !file.problems.isEmpty {
    let lines = file.problems.map { "\(printable(path)):\($0.line): \($0.found); expected \($0.expected)" }
    return CommandResult(status: 1, output: [], errors: lines)
  }
  return CommandResult(status: 0, output: [String(file.listing(named: path).dropLast())], errors: [])
}
