// Planted: a kernel and a pixel format that no proof instantiates. scripts/prove must miss them.

import FixedRaster

extension Canvas {
  public func plantedKernel<Number: FixedPointNumber>(_ number: Number) -> Number { number + number }
}

public enum PlantedFormat: PixelFormat {
  public static var layout: PixelLayout { .gray8 }
  public static func pack(_ argb: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: argb) }
  public static func unpack(_ pixel: UInt8) -> UInt32 { UInt32(truncatingIfNeeded: pixel) }
}
