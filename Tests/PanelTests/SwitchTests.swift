import EventLoop
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import PanelSources
@testable import panel_ui

@Suite("Static switches")
struct SwitchTests {
  @Test("P29 switches leave out elements, signals, pages, alarms and files; one without a value is an error")
  func switches() throws {
    let folder = TemporaryFolder()
    _ = folder.write("pages: {big: {text: Big}}\n", "big.yaml")
    _ = folder.write("signals: {b: {initial: 1}}\n", "b.yaml")
    let text = """
      panel: 1
      set: {crew: two}
      include: [{file: big.yaml, only: boat is big}, {file: none.yaml, optional: true}, b.yaml]
      signals:
        a: {initial: 1}
        sail: {initial: 1, only: boat is not small}
      alarms: {one: {when: a above 5, only: crew is two}}
      pages:
        main: [{text: A}, {number: sail, only: boat is big}, {text: C, only: crew is one}]
        other: {text: B, only: boat is small}
      """
    func panel(_ switches: [String: String]) throws -> PanelFile {
      try PanelFile(
        bytes: compilePanel(Array(text.utf8), name: folder.file("p.yaml"), switches: switches).bytes)
    }
    let big = try panel(["boat": "big"]), small = try panel(["boat": "small", "crew": "one"])
    func names(_ file: PanelFile, _ kind: RecordKind) -> [String] {
      file.root.children(kind).map { $0.text(.name) ?? "" }
    }
    #expect(names(big, .page) == ["big", "main"] && names(small, .page) == ["main", "other"])
    #expect(names(big, .signal).prefix(3) == ["b", "a", "sail"] && names(small, .signal).prefix(2) == ["b", "a"])
    #expect(names(big, .alarm) == ["one"] && names(small, .alarm).isEmpty)
    #expect(
      big.pages(ofDisplay: 0)[1].child(0).childCount == 2 && small.pages(ofDisplay: 0)[0].child(0).childCount == 2)
    do {
      _ = try panel([:])
      Issue.record("a switch without a value is taken")
    } catch let error as DescriptionError {
      #expect(error.lines.contains { $0.contains("the switch 'boat' has no value") && $0.contains("--set boat=big") })
    }
    #expect(throws: DescriptionError.self) {
      try compilePanel(Array("panel: 1\npages: {main: {text: A, only: big}}".utf8), name: "p")
    }
  }
}
