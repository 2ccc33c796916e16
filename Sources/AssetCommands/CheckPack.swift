// Stage: command. Input: a panel file or a pack. Output: a line about it, or the device's reason to refuse it.
import Packs
import PanelAssets
import PanelFile
import SystemFiles

/// Loads a pack as a device does.
/// - Throws: it is a description.
public func checkPack(_ path: String) throws(AssetError) -> CommandResult {
  try refuseDescription(path)
  do throws(PackError) {
    let font = try FontPack(path: path)
    let name = printable("\(font.familyName) \(font.styleName)")
    return CommandResult(
      status: 0, output: ["\(printable(path)): a font, \(name), \(font.glyphCount) glyphs"], errors: [])
  } catch {
    if error.reason != .kind { return CommandResult(status: 1, output: [], errors: [error.message]) }
  }
  do throws(PackError) {
    let image = try ImagePack(path: path).image
    let size = "\(image.width) × \(image.height)"
    return CommandResult(status: 0, output: ["\(printable(path)): an image, \(size), \(image.format)"], errors: [])
  } catch {
    if error.reason != .kind { return CommandResult(status: 1, output: [], errors: [error.message]) }
  }
  do throws(PackError) {
    let panel = try PanelFile(path: path)
    for record in panel.root.children(.font) {
      if let pack = record[.font]?.pack { _ = try panel.font(pack) }
    }
    let pages = panel.root.count(.page)
    // Expressions are signals without a name.
    let signals = panel.root.children(.signal).count { $0.text(.name) != nil }
    let expressions = panel.definitions.count - signals
    let words =
      "a panel, \(signals) signals, \(expressions) expressions, \(panel.recordCount) records, \(pages) pages"
    return CommandResult(status: 0, output: ["\(printable(path)): \(words)"], errors: [])
  } catch {
    return CommandResult(status: 1, output: [], errors: [error.message])
  }
}

/// Whether a file is a description, by its name or its first bytes; false where it cannot be read.
public func isDescription(_ path: String) -> Bool {
  guard let bytes = try? readFile(path, limit: descriptionLimit) else { return false }
  let isText = bytes.starts(with: Array("panel:".utf8)) || bytes.first == UInt8(ascii: "#")
  return isText || path.hasSuffix(".yaml") || path.hasSuffix(".yml")
}

/// A device does not load a description, but the file that is made of it.
private func refuseDescription(_ path: String) throws(AssetError) {
  if !isDescription(path) { return }
  let dot = path.lastIndex(of: ".") ?? path.endIndex
  let isPanel = path[dot...] == ".panel"
  throw AssetError(
    path, "a description, which is not what a device loads",
    expected:
      "lamina check \(isPanel ? "DESCRIPTION.yaml" : printable(path)) -o \(printable(String(path[..<dot]))).panel")
}
