// What is drawn in perspective: paths in a plane of space, from a fuzzer's bytes.

import FixedRaster

/// A drawing call through a projective mapping.
enum Projected {
  case fill([PathElement], FillRule, Color)
  case stroke([PathElement], StrokeStyle, Color)
  /// A gradient in the plane, through a clip that is its path.
  case gradient([PathElement], FillRule, GradientCall)
}

extension Projected {
  init(_ reader: inout ByteReader, _ x: Int32, _ y: Int32) {
    switch reader.int(in: 0...3) {
    case 0:
      count(.projectedFill)
      self = .fill(reader.path(), reader.fillRule(), reader.color())
    case 1...2:
      count(.projectedStroke)
      self = .stroke(reader.path(), reader.strokeStyle(), reader.color())
    default:
      count(.projectedGradient)
      self = .gradient(reader.path(), reader.fillRule(), GradientCall(&reader, x, y))
    }
  }

  func draw(_ transform: Transform3D, bounds: PixelRect?, onto canvas: inout Canvas) {
    let mapping = Mapping(transform)
    if !mapping.showsPlane { return }
    count(.projection)
    if !transform.isFlat { count(.projective) }
    // At the horizon a side of the view is crossed to 62 digits of the two ends. Where the depth changes by more than
    // 65536 in a point these are too few, and without bounds something may be drawn where nothing of the path lies.
    let bounds = transform.isDeeper(than: 65536) ? nil : bounds
    if bounds != nil && !transform.isFlat { count(.unboundedFill) }
    switch self {
    case .fill(let path, let rule, let color):
      canvas.fill(path.span, mapping: mapping, rule: rule, paint: .color(color), bounds: bounds)
    case .stroke(let path, let style, let color):
      // A stroke is found in the plane, in parts of a point. Where the depth changes by more than 1 in a point these are
      // coarser than pixels, and without bounds something may be drawn where nothing of the stroke lies.
      let bounds = transform.isDeeper(than: 1) ? nil : bounds
      if bounds != nil && !transform.isFlat { count(.unboundedStroke) }
      canvas.stroke(path.span, style: style, mapping: mapping, paint: .color(color), bounds: bounds)
    case .gradient(let path, let rule, let gradient):
      let memory = UnsafeMutableRawPointer.allocate(byteCount: GradientRamp.byteCount, alignment: 4)
      defer { unsafe memory.deallocate() }
      let ramp = unsafe GradientRamp(gradient.stops.span, memory: memory)
      canvas.pushClip(path.span, mapping: mapping, rule: rule, bounds: bounds)
      canvas.fill(.unbounded, paint: gradient.paint(ramp, mapping))
      canvas.popClip()
    }
  }
}

extension Transform3D {
  /// Whether the depth of a plane is the same everywhere.
  fileprivate var isFlat: Bool { m14 == 0 && m24 == 0 }

  /// Whether the depth of a plane changes by more than `change` in a point.
  fileprivate func isDeeper(than change: Coefficient) -> Bool { m14.magnitude > change || m24.magnitude > change }
}
