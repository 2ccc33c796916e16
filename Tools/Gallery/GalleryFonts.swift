import LayerRuntime
import PanelInstruments

/// The fonts that the pictures are drawn with, as scripts/assets made them.
public enum GalleryFonts {
  /// - Returns: `nil` where one of them is missing or damaged.
  public static func load() -> PanelFonts? {
    func font(_ name: String) -> FontPack? {
      do throws(PackError) { return try FontPack(path: folder + "/" + name + ".pack") } catch { return nil }
    }
    guard let text = font("text"), let mono = font("mono"), let segments = font("segments"), let icons = font("icons")
    else { return nil }
    return PanelFonts(text: text, mono: mono, segments: segments, icons: icons)
  }

  private static var folder: String {
    var path = #filePath
    while let last = path.popLast(), last != "/" {}
    return path + "/Generated"
  }
}
