import Foundation
import PanelFile
import TestSupport
import Testing

@testable import PanelDescription
@testable import panel_ui

/// The documents' column "if not said" is true, and an option means the same from a signal as from a constant.
@Suite("Documented defaults")
struct DocumentedDefaultTests {
  /// An instrument, one of its keys, and a value for it.
  struct Case: CustomTestStringConvertible {
    let kind: KindSpec
    let key: String
    let value: String
    var testDescription: String { "\(kind.name) \(key): \(value)" }

    /// The instrument in braces.
    /// - Parameter value: of the key; `nil` for leaving it out.
    func element(_ value: String?) -> String {
      let image = goldens.appendingPathComponent("instrument-lamp-dark.png").path
      let main = (KeyEffectTests.mains[kind.name] ?? "zoned").replacing("IMAGE", with: image)
      return "{\(kind.name): \(main)" + (value.map { ", \(key): \($0)" } ?? "") + "}"
    }
  }

  private static var built: [KindSpec] { Vocabulary.instruments.filter { $0.isBuilt } }

  /// Defaults that can be written as they stand; the others are words for people, as "the signal's".
  private static var defaults: [Case] {
    built.flatMap { kind in
      kind.keys.compactMap { key in
        guard let standard = key.standard, canBeWritten(standard, key.type) else { return nil }
        return Case(kind: kind, key: key.name, value: standard)
      }
    }
  }

  private static func canBeWritten(_ standard: String, _ type: ValueType) -> Bool {
    switch type {
    case .flag, .condition: standard == "true" || standard == "false"
    case .choice(let words): words.contains(standard)
    case .count, .number, .duration, .value, .length: standard.first?.isNumber == true
    default: false
    }
  }

  @Test("P20 P21 each documented default gives the picture of leaving its key out", arguments: defaults)
  func standard(_ example: Case) throws {
    let (without, with) = (example.element(nil), example.element(example.value))
    let difference = try KeyEffectTests.picture(with).difference(from: KeyEffectTests.picture(without))
    #expect(difference == nil, "\(with)")
  }

  @Test("P20 most instruments have defaults that can be tried")
  func count() {
    #expect(Self.defaults.count >= 40, "\(Self.defaults.count)")
    #expect(Set(Self.defaults.map(\.kind.name)).count >= 12)
    #expect(Self.values.count >= 12, "\(Self.values.count)")
  }

  /// Options that may be a number or a signal.
  private static var values: [Case] {
    built.flatMap { kind in
      kind.keys.compactMap { key in
        guard case .value(let measure) = key.type else { return nil }
        return Case(kind: kind, key: key.name, value: measure == .angle ? "angle2" : "c")
      }
    }
  }

  @Test("P24 an option from a signal gives the picture of the same constant", arguments: values)
  func signal(_ example: Case) throws {
    // What the replay of KeyEffectTests gives these signals.
    let constant = example.value == "c" ? "12" : "200"
    let difference = try KeyEffectTests.picture(example.element(example.value))
      .difference(from: KeyEffectTests.picture(example.element(constant)))
    #expect(difference == nil, "\(example.element(example.value))")
  }

  @Test(
    "P32 P50 without its zones' marks an instrument shows the state of its value all the same",
    arguments: [
      ("gauge", "zoned", "a"), ("bar", "zoned", "a"), ("tank", "zoned", "a"), ("tape", "zoned", "a"),
      ("altimeter", "zonedHeight", "height"), ("trend", "zoned", "a"), ("bars", "[zoned, b]", "[a, b]"),
    ])
  func state(kind: String, zoned: String, calm: String) throws {
    // Both signals have the same value, title and unit: they differ in their zones alone.
    let hidden = try KeyEffectTests.picture("{\(kind): \(zoned), zones: false}")
    #expect(try hidden != KeyEffectTests.picture("{\(kind): \(calm), zones: false}"))
  }

  @Test("P21 an instrument without a scale has no zones to hide, and says so", arguments: ["number", "battery"])
  func noScale(kind: String) {
    let text = """
      panel: 1
      signals: {a: {initial: 1}}
      pages: {main: {stack: [{\(kind): a, zones: false}]}}
      """
    do throws(DescriptionError) {
      _ = try compilePanel(Array(text.utf8), name: "p", hasFonts: false)
      Issue.record("accepted")
    } catch { #expect(error.lines.contains { $0.contains("\(kind) has no key 'zones'") }, "\(error.lines)") }
  }
}
