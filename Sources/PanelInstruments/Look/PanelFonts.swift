// Stage: instruments. The fonts of a panel.
import LayerRuntime
import PanelFile

/// What a font is for: text, digits, seven segments, icons.
public struct PanelFonts {
  public enum Use: Int, CaseIterable, Sendable { case text, mono, segments, icons }

  private var fonts: [FontPack]

  /// The default font for everything.
  public init() { fonts = Array(repeating: .default, count: Use.allCases.count) }

  /// Those of a panel file; the default font for what it has none for.
  /// - Throws: a font in the file is damaged.
  public init(_ file: PanelFile) throws(PackError) {
    self.init()
    for record in file.root.children(.font) {
      if let use = record.choice(.style), fonts.indices.contains(use), let pack = record[.font]?.pack {
        fonts[use] = try file.font(pack)
      }
    }
  }

  public subscript(use: Use) -> FontPack {
    get { fonts[use.rawValue] }
    set { fonts[use.rawValue] = newValue }
  }
}
