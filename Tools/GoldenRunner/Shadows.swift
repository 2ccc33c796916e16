import FixedRaster

/// Shadows of rounded rectangles, whole and around a box that covers them, and of paths.
func hashShadows(_ ground: Ground, _ hash: inout Hash) {
  hashRoundedShadows(ground, &hash)
  hashPathShadows(ground, &hash)
}

func hashRoundedShadows(_ ground: Ground, _ hash: inout Hash) {
  let workspace = RoundedShadowWorkspace(maximumRadius: 24, maximumSigma: 12)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: RoundedShadowWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var shadow = unsafe RoundedShadow(memory: memory, workspace: workspace)
  let radii = [
    CornerRadii(0), CornerRadii(10), CornerRadii(topLeft: 3, topRight: 17.5, bottomRight: 0, bottomLeft: 23.25),
  ]
  for sigma in [0, 0.75, 3.25, 9] as [Fixed] {
    for radii in radii {
      hashPicture(ground, &hash) {
        $0.clear(PixelRect(width: pictureWidth, height: pictureHeight), to: Color(argb: 0xFFC0_D0E0))
        if shadow.prepare(Rect(x: 14.5, y: 10, width: 60.25, height: 51), cornerRadii: radii, sigma: sigma) {
          $0.draw(shadow, color: Color(argb: 0x9000_1030))
        }
        if shadow.prepare(Rect(x: 60, y: 50, width: 5, height: 22), cornerRadii: radii, sigma: sigma) {
          let box = CoveringBox(PixelRect(minX: 58, minY: 46, maxX: 64, maxY: 60), cornerRadius: 2)
          $0.draw(shadow, color: Color(argb: 0xFFE0_2040), covering: box)
        }
      }
    }
  }
  hash.add(UInt32(truncatingIfNeeded: shadow.refused))
}

private func hashPathShadows(_ ground: Ground, _ hash: inout Hash) {
  let workspace = PathShadowWorkspace(width: 61, height: 33, maximumSigma: 8)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: PathShadowWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var shadow = unsafe PathShadow(memory: memory, workspace: workspace)
  let transform = Mapping(AffineTransform(rotationAngle: 0.2).translatedBy(x: 6, y: -12))
  for sigma in [0.5, 2.25, 7] as [Fixed] {
    for rule in [FillRule.nonZero, .evenOdd] {
      hashPicture(ground, &hash) {
        $0.drawShadow(
          of: ringPath().span, mapping: transform, rule: rule, sigma: sigma, color: Color(argb: 0xC010_0820),
          using: &shadow)
      }
    }
  }
}

/// The blur of a mask and of a group, byte by byte: every kind of kernel, in bands.
func hashBlurs(_ hash: inout Hash) {
  let workspace = BlurWorkspace(width: 50, height: 37, maximumSigma: 40, channels: 4)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: BlurWorkspace.alignment)
  let bytes = pictureWidth * pictureHeight
  let (source, target) = (
    UnsafeMutablePointer<UInt8>.allocate(capacity: bytes),
    UnsafeMutableRawPointer.allocate(byteCount: bytes * 4, alignment: 64)
  )
  defer {
    unsafe memory.deallocate()
    unsafe source.deallocate()
    unsafe target.deallocate()
  }
  for i in 0..<bytes {
    let (x, y) = (i % pictureWidth, i / pictureWidth)
    unsafe source[i] = (x / 9 + y / 7) % 3 == 0 ? UInt8(truncatingIfNeeded: 255 - x) : x == 40 || y == 31 ? 255 : 0
  }
  var blur = unsafe GaussianBlur(memory: memory, workspace: workspace)
  let bounds = PixelRect(width: pictureWidth, height: pictureHeight)
  let mask = unsafe Mask(base: source, bounds: bounds, bytesPerRow: pictureWidth)
  for sigma in [0, 0.3, 0.8, 1.5, 3.9, 4.6, 11.25, 27, 40] as [Fixed] {
    let moved = PixelRect(minX: -6, minY: 9, maxX: 90, maxY: 89)
    unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: bytes * 4)
    let result = unsafe Mask(
      base: target.assumingMemoryBound(to: UInt8.self), bounds: moved, bytesPerRow: pictureWidth)
    blur.blur(mask, sigma: sigma, into: result)
    for i in 0..<bytes { hash.add(byte: unsafe target.load(fromByteOffset: i, as: UInt8.self)) }
    withGoldenGroup { group in
      let picture = unsafe Surface(
        base: target, width: pictureWidth, height: pictureHeight, bytesPerRow: pictureWidth * 4)
      blur.blur(group, at: bounds, sigma: sigma, into: picture, at: moved)
      for i in 0..<bytes { hash.add(unsafe target.load(fromByteOffset: i * 4, as: UInt32.self)) }
    }
  }
}
