import FixedRaster

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
