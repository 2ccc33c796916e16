import FixedRaster
import Testing

@testable import PanelDescription
@testable import PanelInstruments

/// The colours that a panel has without saying anything.
@Suite("Built-in themes")
struct ThemeColorTests {
  private static let themes: [(name: String, theme: Theme)] = [("dark", .dark), ("day", .day), ("night", .night)]

  private func linear(_ theme: Theme, _ role: Role) -> LinearColor { LinearColor(theme[role].rgb) }

  @Test("P50 the tool that checks has the colours of the device", arguments: themes.map(\.name))
  func sameColors(name: String) throws {
    let theme = try #require(Self.themes.first { $0.name == name }).theme
    let base = try #require(ThemeReader.baseThemes.first { $0.name == name })
    #expect(base.colors == Role.allCases.map { theme[$0].rgb })
  }

  @Test(
    "P50 text has a contrast of 4.5 on ground and surface, marks and states one of 3", arguments: themes.map(\.name))
  func contrast(name: String) throws {
    let theme = try #require(Self.themes.first { $0.name == name }).theme
    for role in Role.allCases where role != .ground && role != .surface {
      for ground in [Role.ground, .surface] {
        let contrast = linear(theme, role).contrast(linear(theme, ground))
        #expect(contrast >= (role == .ink || role == .dim ? 4.5 : 3), "\(role) on \(ground): \(contrast)")
      }
    }
  }

  @Test("P50 states are told apart with each kind of colour blindness", arguments: themes.map(\.name))
  func states(name: String) throws {
    let theme = try #require(Self.themes.first { $0.name == name }).theme
    let states: [Role] = [.normal, .advisory, .caution, .warning]
    for (number, first) in states.enumerated() {
      for second in states[(number + 1)...] {
        for blindness in LinearColor.Blindness.allCases {
          let difference = linear(theme, first).seen(with: blindness)
            .difference(linear(theme, second).seen(with: blindness))
          #expect(difference >= 0.05, "\(first) and \(second) with \(blindness): \(difference)")
        }
      }
    }
  }
}
