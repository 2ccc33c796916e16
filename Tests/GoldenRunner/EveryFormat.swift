import FixedRaster

/// What is drawn on every format: each topic on the three with kernels of their own, and on each of the others what its
/// kernels are made of.
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

/// What a format without kernels of its own is drawn with besides pictures: pixels stored, blended each by its own
/// alpha, by one for all, and through coverage; shadows. Gradients, images through transforms, masks with paints and
/// glyphs hand such pixels to the same kernels: they are drawn as ARGB8888 and stored, as for a display. Drawn straight
/// into each of eight formats they would take minutes to compile for each board; that they compile is proved by
/// scripts/prove, and the host's tests draw them.
private func hashAll<Format: PixelFormat>(_ format: Format.Type, _ hash: inout Hash) {
  for source in everyImageFormat { withGoldenImage(source) { hashPlaced(format, $0, &hash) } }
  withGoldenGroup { group in
    hashPicture(format, &hash) {
      $0.draw(group, opacity: 140)
      $0.setClip(PixelRect(minX: 10, minY: 6, maxX: 90, maxY: 70))
      $0.draw(group, opacity: 255, through: ringPath().span, transform: DeviceTransform(.identity), rule: .evenOdd)
    }
  }
  hashRoundedShadows(format, &hash)
  hash.storedLayout = Format.layout
  hashFewImages(ARGB8888.self, &hash)
  hashMasks(ARGB8888.self, &hash)
  hashGlyphs(ARGB8888.self, &hash)
  hashShadows(ARGB8888.self, &hash)
  hash.storedLayout = nil
}
