import CBench
import FixedRaster

/// What the scenes draw. Each draws all that its words name, every frame, on the canvas it is given.
struct Scenes {
  let whole = PixelRect(width: SceneData.width, height: SceneData.height)
  let identity = Mapping.identity

  /// Opaque fill of the whole surface.
  func s1(on canvas: inout Canvas) { canvas.fill(whole, color: Color(argb: 0xFF33_6699)) }

  /// Half-transparent fill of the whole surface.
  func s2(on canvas: inout Canvas) { canvas.fill(whole, color: Color(argb: 0x80CC_4411)) }

  /// 40 lines of 50 characters.
  func s8(_ text: inout Text, on canvas: inout Canvas) {
    for line in 0..<40 where isVisible(minY: 12 * line - 8, maxY: 12 * line + 20, on: canvas) {
      unsafe text.draw(
        scene_text_line(Int32(line)), x: 10, y: 12 + 12 * line, size: 16, color: Color(argb: 0xFFE0_E0E0), on: &canvas)
    }
  }

  /// Whether rows are in the clip: as a tree of layers leaves out what lies beside a tile.
  private func isVisible(minY: Int, maxY: Int, on canvas: borrowing Canvas) -> Bool {
    Int(canvas.clip.minY) < maxY && Int(canvas.clip.maxY) > minY
  }

  /// A rounded rectangle with its shadow, which is blurred in each frame.
  ///
  /// - Parameter shadow: made in the same frame.
  func s11(_ shadow: Mask, _ path: inout PathArray, on canvas: inout Canvas) {
    let box = Rect(x: 250, y: 140, width: 300, height: 200)
    canvas.draw(shadow, color: Color(argb: 0xB0FF_4040))
    path.removeAll()
    path.addRoundedRect(in: box, cornerRadius: 16)
    canvas.fill(path.span, mapping: identity, color: .white, bounds: pixels(box))
  }
}
