// Stage: command. Input: a font or a picture. Output: its pack, and a line about it.
import Glibc
import PanelAssets
import SystemFiles

/// Makes a pack of a font.
/// - Parameter characters: a list as docs/packs.md has it; Latin-1 where `nil`.
/// - Throws: a word is not understood, the font cannot be read, or the pack cannot be written.
public func makeFont(_ path: String, output: String, characters: String? = nil) throws(AssetError) -> CommandResult {
  let list = try CharacterList(characters ?? "latin1")
  try checkApart(path, output)
  let font = try compileFont(path: path, characters: list)
  try writeFile(output, font.bytes)
  return CommandResult(
    status: 0, output: ["\(printable(output)): \(font.summary)"],
    errors: font.notes.map { "\(printable(path)): \($0)" })
}

/// Makes a pack of a picture.
/// - Parameters:
///   - format: a name of `ImageChoice`.
///   - color: six hexadecimal digits, RRGGBB.
/// - Throws: a word is not understood, the picture cannot be read, or the pack cannot be written.
public func makeImage(
  _ path: String, output: String, format: String? = nil, color: String? = nil, hasMipLevels: Bool = false
) throws(AssetError) -> CommandResult {
  var options = ImageOptions()
  if let name = format {
    guard let format = ImageChoice(rawValue: name) else {
      throw .usage(
        "--format '\(printable(name))'; expected " + ImageChoice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    options.format = format
  }
  if let text = color {
    guard text.utf8.count == 6, !text.hasPrefix("+"), let color = UInt32(text, radix: 16) else {
      throw .usage("--color '\(printable(text))'; expected six hexadecimal digits, RRGGBB")
    }
    options.color = 0xFF00_0000 | color
  }
  options.hasMipLevels = hasMipLevels
  try checkApart(path, output)
  let picture = try decodePNG(try readFile(path), name: path)
  let image = try compileImage(picture, options, name: path)
  try writeFile(output, image.bytes)
  return CommandResult(status: 0, output: ["\(printable(output)): \(image.summary)"], errors: [])
}

/// The source of a pack must not be lost to it.
func checkApart(_ source: String, _ output: String) throws(AssetError) {
  if isSameFile(source, output) {
    throw .usage("OUT '\(printable(output))' is the file that is read; expected another name")
  }
}

/// Whether both names lead to one file.
private func isSameFile(_ a: String, _ b: String) -> Bool {
  var (first, second) = (stat(), stat())
  let areThere = unsafe stat(a, &first) == 0 && stat(b, &second) == 0
  return areThere && first.st_dev == second.st_dev && first.st_ino == second.st_ino
}
