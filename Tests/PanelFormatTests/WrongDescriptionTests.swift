import Foundation
import PanelAssets
import Testing

/// A description that is wrong, and the lines that say so.
private struct WrongDescription: CustomTestStringConvertible, Sendable {
  let name, text: String
  let messages: [String]
  var testDescription: String { name }

  /// Those of wrong.txt.
  static let all: [WrongDescription] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "wrong.txt").path
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).components(separatedBy: "\n=== ").dropFirst().map { part in
      let name = part.prefix { $0 != "\n" }
      let parts = part.dropFirst(name.count + 1).components(separatedBy: "---\n")
      let text = parts.dropLast().joined(separator: "---\n").replacingOccurrences(of: "\\x07", with: "\u{7}")
      return WrongDescription(
        name: String(name), text: text, messages: parts.last?.split(separator: "\n").map(String.init) ?? [])
    }
  }()
}

@Suite struct WrongDescriptionTests {
  @Test("P21 there are at least 150 wrong descriptions, and each is told something of its own")
  func corpus() {
    #expect(WrongDescription.all.count >= 150)
    #expect(WrongDescription.all.allSatisfy { !$0.messages.isEmpty })
    #expect(Set(WrongDescription.all.map(\.text)).count == WrongDescription.all.count)
  }

  @Test("P21 P20 a wrong description is told where, what, and what was expected", arguments: WrongDescription.all)
  fileprivate func message(_ wrong: WrongDescription) {
    #expect(throws: DescriptionError.self) { try compilePanel(Array(wrong.text.utf8), name: "panel.yaml") }
    do throws(DescriptionError) { _ = try compilePanel(Array(wrong.text.utf8), name: "panel.yaml") } catch {
      #expect(error.lines == wrong.messages)
    }
  }
}
