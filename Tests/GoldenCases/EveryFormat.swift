import FixedRaster

/// What is drawn on every format: each topic on the three with kernels of their own, and on all the others together.
func runEveryFormatCases(_ run: (StaticString, (inout Hash) -> Void) -> Void) {
  run("images-xrgb8888") { hashImages(XRGB8888.self, &$0) }
  run("images-argb8888") { hashImages(ARGB8888.self, &$0) }
  run("images-rgb565") { hashImages(RGB565.self, &$0) }
  run("masks-xrgb8888") { hashMasks(XRGB8888.self, &$0) }
  run("masks-argb8888") { hashMasks(ARGB8888.self, &$0) }
  run("masks-rgb565") { hashMasks(RGB565.self, &$0) }
  run("glyphs-xrgb8888") { hashGlyphs(XRGB8888.self, &$0) }
  run("glyphs-argb8888") { hashGlyphs(ARGB8888.self, &$0) }
  run("glyphs-rgb565") { hashGlyphs(RGB565.self, &$0) }
  run("shadows-xrgb8888") { hashShadows(XRGB8888.self, &$0) }
  run("shadows-argb8888") { hashShadows(ARGB8888.self, &$0) }
  run("shadows-rgb565") { hashShadows(RGB565.self, &$0) }
  run("blurs", hashBlurs)
  run("modes-xrgb8888") { hashModes(XRGB8888.self, &$0) }
  run("all-xbgr8888") { hashAll(XBGR8888.self, &$0) }
  run("all-rgbx8888") { hashAll(RGBX8888.self, &$0) }
  run("all-bgrx8888") { hashAll(BGRX8888.self, &$0) }
  run("all-rgb888") { hashAll(RGB888.self, &$0) }
  run("all-bgr888") { hashAll(BGR888.self, &$0) }
  run("all-bgr565") { hashAll(BGR565.self, &$0) }
  run("all-rgb332") { hashAll(RGB332.self, &$0) }
  run("all-gray8") { hashAll(Gray8.self, &$0) }
}

/// What a format without kernels of its own is drawn with besides pictures. Its modes and gradients are the same generic code,
/// proved to compile for it and tested on the host; drawn here they would take minutes to compile for each board.
private func hashAll<Format: PixelFormat>(_ format: Format.Type, _ hash: inout Hash) {
  hashFewImages(format, &hash)
  hashMasks(format, &hash)
  hashGlyphs(format, &hash)
  hashShadows(format, &hash)
}
