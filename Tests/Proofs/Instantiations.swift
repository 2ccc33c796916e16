// Every kernel × format × blend × paint of FixedRaster, so that scripts/prove compiles each one for the boards: a generic
// that nobody uses is never compiled and would prove nothing. This file is compiled together with Sources/FixedRaster as
// one module, hence no import; whatever it calls must be called from a public function, or it is removed unseen.

public func provePixelFormats(_ pixels: UnsafeMutablePointer<UInt32>) {
  unsafe proveFormat(XRGB8888.self, pixels)
  unsafe proveFormat(ARGB8888.self, pixels)
  unsafe proveFormat(RGB565.self, pixels)
}

private func proveFormat<Format: PixelFormat>(_ format: Format.Type, _ pixel: UnsafeMutablePointer<UInt32>) {
  unsafe pixel[0] = Format.unpack(Format.pack(pixel[0]))
}

public func proveNumbers(_ value: inout Fixed, _ number: Fixed) {
  value = value * number + (value - number)
}

public func proveGeometry(_ point: inout Point, _ transform: AffineTransform) {
  point = point.applying(transform)
}
