// Stage: blend. A mode over rows of premultiplied 0xAARRGGBB: the mode is looked at once a row, not once a pixel.

/// `result[i] = B(source[i], destination[i])` for `count` pixels of rows that do not overlap.
///
/// The Porter-Duff and the whole-numbered separable modes become four pixels a step; those that divide go pixel by
/// pixel.
func blendRow(
  _ mode: BlendMode, _ result: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>,
  _ destination: UnsafePointer<UInt32>, _ count: Int
) {
  switch mode {
  case .clear: unsafe row(BlendMode.Clear.self, result, source, destination, count)
  case .copy: unsafe row(BlendMode.Copy.self, result, source, destination, count)
  case .destination: unsafe row(BlendMode.Destination.self, result, source, destination, count)
  case .sourceOver: unsafe row(BlendMode.SourceOver.self, result, source, destination, count)
  case .destinationOver: unsafe row(BlendMode.DestinationOver.self, result, source, destination, count)
  case .sourceIn: unsafe row(BlendMode.SourceIn.self, result, source, destination, count)
  case .destinationIn: unsafe row(BlendMode.DestinationIn.self, result, source, destination, count)
  case .sourceOut: unsafe row(BlendMode.SourceOut.self, result, source, destination, count)
  case .destinationOut: unsafe row(BlendMode.DestinationOut.self, result, source, destination, count)
  case .sourceAtop: unsafe row(BlendMode.SourceAtop.self, result, source, destination, count)
  case .destinationAtop: unsafe row(BlendMode.DestinationAtop.self, result, source, destination, count)
  case .xor: unsafe row(BlendMode.Xor.self, result, source, destination, count)
  case .plusLighter: unsafe row(BlendMode.PlusLighter.self, result, source, destination, count)
  case .multiply: unsafe row(BlendMode.Multiply.self, result, source, destination, count)
  case .screen: unsafe row(BlendMode.Screen.self, result, source, destination, count)
  case .overlay: unsafe row(BlendMode.Overlay.self, result, source, destination, count)
  case .darken: unsafe row(BlendMode.Darken.self, result, source, destination, count)
  case .lighten: unsafe row(BlendMode.Lighten.self, result, source, destination, count)
  case .colorDodge: unsafe row(BlendMode.ColorDodge.self, result, source, destination, count)
  case .colorBurn: unsafe row(BlendMode.ColorBurn.self, result, source, destination, count)
  case .hardLight: unsafe row(BlendMode.HardLight.self, result, source, destination, count)
  case .softLight: unsafe row(BlendMode.SoftLight.self, result, source, destination, count)
  case .difference: unsafe row(BlendMode.Difference.self, result, source, destination, count)
  case .exclusion: unsafe row(BlendMode.Exclusion.self, result, source, destination, count)
  case .hue: unsafe row(BlendMode.Hue.self, result, source, destination, count)
  case .saturation: unsafe row(BlendMode.Saturation.self, result, source, destination, count)
  case .color: unsafe row(BlendMode.ColorOnly.self, result, source, destination, count)
  case .luminosity: unsafe row(BlendMode.Luminosity.self, result, source, destination, count)
  }
}

@inline(__always)
private func row<Blend: PixelBlend>(
  _: Blend.Type, _ result: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>,
  _ destination: UnsafePointer<UInt32>, _ count: Int
) {
  var i = 0
  while i < count {
    unsafe result[i] = Blend.blend(source[i], destination[i])
    i &+= 1
  }
}

/// `result · c + destination · (255 − c)`, divided by 255 and rounded, in each byte.
@inline(__always)
func interpolated(_ result: UInt32, _ destination: UInt32, _ c: UInt32) -> UInt32 {
  let rest = 255 &- c
  var even = (result & 0x00FF_00FF) &* c &+ (destination & 0x00FF_00FF) &* rest &+ 0x0080_0080
  even = ((even &+ ((even &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
  var odd = ((result &>> 8) & 0x00FF_00FF) &* c &+ ((destination &>> 8) & 0x00FF_00FF) &* rest &+ 0x0080_0080
  odd = (odd &+ ((odd &>> 8) & 0x00FF_00FF)) & 0xFF00_FF00
  return even | odd
}
