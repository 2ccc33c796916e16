// Planted for scripts/prove: an allocation inside a generic kernel. Compiling this beside FixedRaster must fail.

import FixedRaster

private func plantedKernel<Format: PixelFormat>(_ format: Format.Type, _ argb: UInt32) -> Int {
  var pixels: [Format.Pixel] = []
  for shift in 0..<(argb & 31) { pixels.append(Format.pack(argb &>> shift)) }
  return pixels.count
}

public func plantedAllocation(_ argb: UInt32) -> Int {
  plantedKernel(RGB565.self, argb) + plantedKernel(XRGB8888.self, argb)
}
