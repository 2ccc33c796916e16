// Planted for scripts/prove: floating point inside a generic kernel. Its object must be refused by name.

private func plantedKernel<Format: PixelFormat>(_ format: Format.Type, _ argb: UInt32, _ scale: Double) -> UInt32 {
  Format.unpack(Format.pack(UInt32(Double(argb & 0xFFFF) * scale)))
}

public func plantedFloatingPoint(_ argb: UInt32, _ scale: Double) -> UInt32 {
  plantedKernel(RGB565.self, argb, scale)
}
