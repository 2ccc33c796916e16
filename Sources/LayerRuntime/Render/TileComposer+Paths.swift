import FixedRaster

// Stage: render. Paths of a layer to the tile: through its transform or, where it is tilted, through its projection. Not
// inlined: they are many times as large as a call.

extension TileComposer {
  @inline(never)
  mutating func fill(
    _ path: Span<PathElement>, _ node: RenderNode, _ projection: PlaneProjection?, rule: FillRule = .nonZero,
    color: Color
  ) {
    if let projection {
      canvas.fill(path, projection: projection, rule: rule, color: color)
    } else {
      canvas.fill(path, transform: node.transform, rule: rule, color: color)
    }
  }

  @inline(never)
  mutating func fill(_ path: Span<PathElement>, _ node: RenderNode, _ projection: PlaneProjection?, paint: Paint) {
    if let projection {
      canvas.fill(path, projection: projection, paint: paint)
    } else {
      canvas.fill(path, transform: node.transform, paint: paint)
    }
  }

  @inline(never)
  mutating func fill(
    _ path: Span<PathElement>, _ node: RenderNode, _ projection: PlaneProjection?, paint: ImagePaint, opacity: UInt8
  ) {
    if let projection {
      canvas.fill(path, projection: projection, paint: paint, opacity: opacity)
    } else {
      canvas.fill(path, transform: node.transform, paint: paint, opacity: opacity)
    }
  }

  @inline(never)
  mutating func stroke(
    _ path: Span<PathElement>, _ node: RenderNode, _ projection: PlaneProjection?, style: StrokeStyle, color: Color
  ) {
    if let projection {
      canvas.stroke(path, style: style, projection: projection, color: color)
    } else {
      canvas.stroke(path, style: style, transform: node.transform, color: color)
    }
  }

  @inline(never)
  mutating func pushClip(_ path: Span<PathElement>, _ node: RenderNode, _ projection: PlaneProjection?) {
    if let projection {
      canvas.pushClip(path, projection: projection)
    } else {
      canvas.pushClip(path, transform: node.transform)
    }
  }
}
