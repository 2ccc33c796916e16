// Planted for scripts/prove: an allocation inside a generic kernel. Compiling this as FixedRaster is compiled must fail.

private func plantedKernel<Pixel: FixedWidthInteger>(_ type: Pixel.Type, _ argb: UInt32) -> Int {
  var pixels: [Pixel] = []
  for shift in 0..<(argb & 31) { pixels.append(Pixel(truncatingIfNeeded: argb &>> shift)) }
  return pixels.count
}

public func plantedAllocation(_ argb: UInt32) -> Int {
  plantedKernel(UInt16.self, argb) + plantedKernel(UInt32.self, argb)
}
