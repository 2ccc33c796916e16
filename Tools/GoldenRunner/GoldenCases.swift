import FixedRaster

/// Draws every golden case and reports its name, which has no spaces, and the hash of its pixels. Returns how many
/// there were. The same source runs on the host and, under emulation, on every board family; the hashes must agree.
func runGoldenCases(_ report: (StaticString, UInt64) -> Void) -> Int {
  var count = 0
  func run(_ name: StaticString, _ draw: (inout Hash) -> Void) {
    var hash = Hash()
    draw(&hash)
    report(name, hash.value)
    count += 1
  }
  run("rgb565-pack-all-channel-values") { hash in
    for value in UInt32(0)...255 {
      for argb in [value << 16, value << 8, value, value &* 0x01_01_01] { hash.add(UInt32(RGB565.pack(argb))) }
    }
  }
  run("rgb565-unpack-all") { hash in
    for pixel in UInt16.min...UInt16.max { hash.add(RGB565.unpack(pixel)) }
  }
  run("sine-cosine-every-1/256-radian", hashSines)
  run("arctangent-grid", hashArctangents)
  run("transforms", hashTransforms)
  run("pictures-over-opaque") { hashPictures(.opaque, &$0) }
  run("pictures-over-translucent") { hashPictures(.translucent, &$0) }
  run("groups-over-opaque") { hashGroups(.opaque, &$0) }
  run("groups-over-translucent") { hashGroups(.translucent, &$0) }
  run("gradients-over-opaque") { hashGradients(.opaque, &$0) }
  run("gradients-over-translucent") { hashGradients(.translucent, &$0) }
  run("modes-over-opaque") { hashModes(.opaque, &$0) }
  run("modes-over-translucent") { hashModes(.translucent, &$0) }
  run("clips-over-opaque") { hashClips(.opaque, &$0) }
  run("clips-over-translucent") { hashClips(.translucent, &$0) }
  run("images-over-opaque") { hashImages(.opaque, &$0) }
  run("images-over-translucent") { hashImages(.translucent, &$0) }
  run("masks-over-opaque") { hashMasks(.opaque, &$0) }
  run("masks-over-translucent") { hashMasks(.translucent, &$0) }
  run("glyphs-over-opaque") { hashGlyphs(.opaque, &$0) }
  run("glyphs-over-translucent") { hashGlyphs(.translucent, &$0) }
  run("retained-over-opaque") { hashRetained(.opaque, &$0) }
  run("retained-over-translucent") { hashRetained(.translucent, &$0) }
  run("projections-over-opaque") { hashProjections(.opaque, &$0) }
  run("projections-over-translucent") { hashProjections(.translucent, &$0) }
  run("dashes-over-opaque") { hashDashes(.opaque, &$0) }
  run("group-stack", hashGroupStack)
  run("planes", hashPlanes)
  run("blurs", hashBlurs)
  runStoreCases(run)
  run("tinted-images-over-opaque") { hashTinted(.opaque, &$0) }
  run("tinted-images-over-translucent") { hashTinted(.translucent, &$0) }
  return count
}

private func hashSines(_ hash: inout Hash) {
  for step in Int32(-4000)...4000 {
    let turn = sineCosine(Fixed(rawValue: step &* 256))
    hash.add(turn.sine)
    hash.add(turn.cosine)
  }
  for raw in [Int32.min, Int32.max, 102_944, -102_944, 205_887, 411_775] {
    let turn = sineCosine(Fixed(rawValue: raw))
    hash.add(turn.sine)
    hash.add(turn.cosine)
  }
}

private func hashArctangents(_ hash: inout Hash) {
  for y in -40...40 { for x in -40...40 { hash.add(arctangent(y: Fixed(y), x: Fixed(x))) } }
}

private func hashTransforms(_ hash: inout Hash) {
  var transform = AffineTransform(rotationAngle: 0.3).translatedBy(x: 7.25, y: -3.5)
  for step in 1...20 {
    transform = transform.concatenating(AffineTransform(scaleX: 1.0625, y: 0.9375))
    transform = transform.concatenating(AffineTransform(rotationAngle: Fixed(step, over: 7)))
    let moved = Point(x: Fixed(step * 31), y: Fixed(-step * 17)).applying(transform)
    hash.add(moved.x)
    hash.add(moved.y)
    if let back = transform.inverse.map({ moved.applying($0) }) {
      hash.add(back.x)
      hash.add(back.y)
    }
  }
}
