import FixedRaster
import Foundation
import LayerRuntime
import PanelAssets
import pack_fuzz

let dejaVuFolder = "/usr/share/fonts/truetype/dejavu/"
let dejaVuSans = dejaVuFolder + "DejaVuSans.ttf"

/// Why bytes are refused as a font; `nil` if they are not.
func fontRefusal(_ bytes: [UInt8]) -> PackError? {
  do throws(PackError) { _ = try FontPack(bytes: bytes, name: "a font") } catch { return error }
  return nil
}

func imageRefusal(_ bytes: [UInt8]) -> PackError? {
  do throws(PackError) { _ = try ImagePack(bytes: bytes, name: "an image") } catch { return error }
  return nil
}

func compiledFont(_ characters: String, path: String = dejaVuSans) throws -> FontPack {
  try FontPack(bytes: compileFont(path: path, characters: CharacterList(characters)).bytes, name: path)
}

func compiledImage(_ picture: Picture, _ format: ImageChoice, mipLevels: Bool = false, color: UInt32? = nil) throws
  -> ImagePack
{
  var options = ImageOptions()
  (options.format, options.hasMipLevels) = (format, mipLevels)
  if let color { options.color = color }
  return try ImagePack(bytes: compileImage(picture, options, name: "picture").bytes, name: "picture")
}

/// The elements of a glyph's outline, in ems.
func elements(_ font: FontPack, _ glyph: GlyphIndex) -> [PathElement] {
  var path = Path()
  font.appendOutline(of: glyph, to: &path)
  return path.withElements { span in span.indices.map { span[$0] } }
}

/// An image's pixels as they are drawn over nothing, 0xAARRGGBB, premultiplied.
func pixels(_ pack: ImagePack, color: Color? = nil) -> [UInt32] {
  let image = color.map { pack.image(color: $0) } ?? pack.image
  let workspace = CoverageWorkspace(width: max(1, image.width), rows: 8)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var words = [UInt32](repeating: 0, count: image.width * image.height)
  unsafe words.withUnsafeMutableBytes { bytes in
    let surface = unsafe Surface(
      base: bytes.baseAddress!, width: image.width, height: image.height, bytesPerRow: image.width * 4)
    var canvas = unsafe Canvas(surface, memory: memory, workspace: workspace)
    withExtendedLifetime(pack) { canvas.draw(image, x: 0, y: 0) }
  }
  return words
}

/// A colour's channels multiplied by alpha and rounded, by plain arithmetic.
func premultiplied(_ r: Int, _ g: Int, _ b: Int, _ a: Int) -> UInt32 {
  func part(_ value: Int) -> UInt32 { UInt32((Double(value * a) / 255).rounded()) }
  return UInt32(a) << 24 | part(r) << 16 | part(g) << 8 | part(b)
}

/// Letters and marks one by one, as Unicode decomposes them canonically.
func decomposed(_ text: String) -> String { text.decomposedStringWithCanonicalMapping }
