import Foundation
import PanelAssets
import PanelDescription
import Testing

/// Descriptions that are wrong, each with exactly what is said of it: `Wrong/NAME.yaml` and `Wrong/NAME.txt`.
/// scripts/bless-panels writes the texts anew.
struct WrongDescriptionTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Wrong").path

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("part-") }.map { String($0.dropLast(5)) }.sorted()

  /// What the tool says of a description, with the folder left out.
  static func messages(_ name: String) throws -> (lines: [String], isRefused: Bool) {
    let path = "\(folder)/\(name).yaml"
    let bytes = try readFile(path)
    var (lines, isRefused): ([String], Bool) = ([], false)
    do throws(DescriptionError) {
      // Rooms are those of the panel's own font.
      let hasFonts = name.hasPrefix("glyph") || name.hasPrefix("warning")
      lines = try compilePanel(bytes, name: path, hasFonts: hasFonts).warnings
    } catch {
      (lines, isRefused) = (error.lines, true)
    }
    return (lines.map { $0.replacingOccurrences(of: folder + "/", with: "") }, isRefused)
  }

  @Test(
    "P21 every wrong description is refused with its lines: where, what, what was expected or meant", arguments: names)
  func messages(of name: String) throws {
    let (lines, isRefused) = try Self.messages(name)
    let expected = String(decoding: try readFile("\(Self.folder)/\(name).txt"), as: UTF8.self)
    #expect(lines.joined(separator: "\n") + "\n" == expected)
    #expect(isRefused == !name.hasPrefix("warning"), "only files named warning-… are accepted")
    for line in lines {
      #expect(!line.contains("\u{E001}"))
      #expect(line.utf8.count < 700)
    }
  }

  @Test("P21 the corpus has 150 wrong descriptions at least, and none without its text")
  func corpus() throws {
    #expect(Self.names.count >= 150)
    let texts = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".txt") }
    #expect(texts.map { String($0.dropLast(4)) }.sorted() == Self.names)
  }
}
