import CBench
import FixedRaster

/// Draws the scenes into one surface. Each scene draws all that its words name, every frame.
struct Scenes<Format: PixelFormat>: ~Copyable {
  var canvas: Canvas<Format>
  let whole = PixelRect(width: SceneData.width, height: SceneData.height)
  let identity = DeviceTransform(.identity)

  init(_ surface: Surface<Format>) {
    let workspace = CoverageWorkspace(width: surface.width, rows: surface.height)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
    unsafe canvas = Canvas(surface, memory: memory, workspace: workspace)
  }

  /// Opaque fill of the whole surface.
  mutating func s1() { canvas.fill(whole, color: Color(argb: 0xFF33_6699)) }

  /// Half-transparent fill of the whole surface.
  mutating func s2() { canvas.fill(whole, color: Color(argb: 0x80CC_4411)) }

  /// 40 lines of 50 characters.
  mutating func s8(_ text: inout Text) {
    for line in 0..<40 {
      unsafe text.draw(
        scene_text_line(Int32(line)), x: 10, y: 12 + 12 * line, size: 16, color: Color(argb: 0xFFE0_E0E0), on: &canvas)
    }
  }

  /// A rounded rectangle with its shadow, blurred anew.
  mutating func s11(_ shadow: inout RoundedShadow, _ path: inout PathArray) {
    let box = Rect(x: 250, y: 140, width: 300, height: 200)
    _ = shadow.prepare(Rect(x: 256, y: 148, width: 300, height: 200), cornerRadii: CornerRadii(16), sigma: 10)
    canvas.draw(shadow, color: Color(argb: 0xB0FF_4040), covering: CoveringBox(pixels(box), cornerRadius: 16))
    path.removeAll()
    path.addRoundedRect(in: box, cornerRadius: 16)
    canvas.fill(path.span, transform: identity, color: .white, bounds: pixels(box))
  }
}
