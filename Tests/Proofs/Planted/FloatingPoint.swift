// Planted for scripts/prove: floating point inside a generic kernel. Its object must be refused by name.

import FixedRaster

private func plantedKernel<Pixel: FixedWidthInteger>(_ type: Pixel.Type, _ argb: UInt32, _ scale: Double) -> Pixel {
  scale * scale > 2 ? Pixel(truncatingIfNeeded: argb) : 0
}

public func plantedFloatingPoint(_ argb: UInt32, _ scale: Double) -> UInt16 {
  plantedKernel(UInt16.self, argb, scale)
}
