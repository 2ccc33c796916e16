// Planted for scripts/prove: floating point inside a generic kernel. Its object must be refused by name.

import FixedRaster

private func plantedKernel<Format: PixelFormat>(_ format: Format.Type, _ argb: UInt32, _ scale: Double) -> UInt32 {
  scale * scale > 2 ? Format.unpack(Format.pack(argb)) : 0
}

public func plantedFloatingPoint(_ argb: UInt32, _ scale: Double) -> UInt32 {
  plantedKernel(RGB565.self, argb, scale)
}
