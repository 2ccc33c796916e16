// Stage: instruments. The fonts of a panel.
import LayerRuntime
import PanelFile

/// The fonts of a panel, by their uses.
public struct PanelFonts {
  public enum Use: Int, CaseIterable, Sendable { case text, mono, segments, icons }

  /// Words and digits. The measures of the instruments were found with B612.
  public var text: FontPack
  /// Digits and letters that are all equally wide.
  public var mono: FontPack
  /// Digits of seven segments.
  public var segments: FontPack
  /// Signs by the numbers of their characters.
  public var icons: FontPack

  /// The default font in place of `nil`.
  public init(text: FontPack? = nil, mono: FontPack? = nil, segments: FontPack? = nil, icons: FontPack? = nil) {
    self.text = text ?? .default
    self.mono = mono ?? .default
    self.segments = segments ?? .default
    self.icons = icons ?? .default
  }

  /// Those of a panel file; the default font for uses without one.
  /// - Throws: a font in the file is damaged.
  public init(_ file: PanelFile) throws(PackError) {
    self.init()
    for record in file.root.children(.font) {
      if let use = record.choice(.style).flatMap({ Use(rawValue: $0) }), let pack = record[.font]?.pack {
        self[use] = try file.font(pack)
      }
    }
  }

  public subscript(use: Use) -> FontPack {
    get {
      switch use {
      case .text: text
      case .mono: mono
      case .segments: segments
      case .icons: icons
      }
    }
    set {
      switch use {
      case .text: text = newValue
      case .mono: mono = newValue
      case .segments: segments = newValue
      case .icons: icons = newValue
      }
    }
  }
}
