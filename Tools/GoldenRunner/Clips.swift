import FixedRaster

/// Fills, strokes, groups and modes through clips of each kind, alone and nested.
func hashClips(_ ground: Ground, _ hash: inout Hash) {
  for kind in 0..<5 {
    hashPicture(ground, &hash) { canvas in
      pushClips(kind, &canvas)
      drawScene(&canvas)
    }
  }
  // Sixteen deep, a call at every second depth, and back out.
  hashPicture(ground, &hash) { canvas in
    for depth in 0..<16 {
      canvas.pushClip(
        Rect(
          x: Fixed(depth) + 0.25, y: Fixed(depth, over: 2), width: Fixed(92 - 2 * depth), height: Fixed(76 - 2 * depth)),
        cornerRadii: CornerRadii(Fixed(6 + depth)), mapping: .identity)
      if depth % 2 == 0 { canvas.clear(canvas.clip, to: Color(argb: 0xFF00_4020 &+ UInt32(depth) &* 0x000C_0608)) }
    }
    for _ in 0..<12 { canvas.popClip() }
    canvas.stroke(
      star().span, style: StrokeStyle(width: 2.5), mapping: .identity,
      color: Color(argb: 0xB0FF_FF80))
  }
}

private func pushClips(_ kind: Int, _ canvas: inout Canvas) {
  let turned = Mapping(AffineTransform(rotationAngle: 0.3).translatedBy(x: 10, y: -12))
  if kind == 0 || kind == 4 { canvas.pushClip(PixelRect(minX: 9, minY: 6, maxX: 88, maxY: 70)) }
  if kind == 1 || kind == 4 { canvas.pushClip(Rect(x: 8.5, y: 12.25, width: 70, height: 50.5), mapping: turned) }
  if kind == 2 || kind == 4 {
    let radii = CornerRadii(topLeft: 20, topRight: 4, bottomRight: 30, bottomLeft: 0)
    canvas.pushClip(
      Rect(x: 4, y: 5, width: 86.5, height: 70), cornerRadii: radii, mapping: .identity)
  }
  if kind == 3 || kind == 4 { canvas.pushClip(star().span, mapping: .identity, rule: .evenOdd) }
}

private func drawScene(_ canvas: inout Canvas) {
  let identity = Mapping.identity
  canvas.clear(PixelRect(minX: 0, minY: 0, maxX: 96, maxY: 60), to: Color(argb: 0xFF20_4070))
  canvas.fill(PixelRect(minX: 0, minY: 50, maxX: 60, maxY: 80), color: Color(argb: 0x90F0_8020))
  var oval = PathBuffer<16>()
  oval.addEllipse(in: Rect(x: 20, y: 10.5, width: 60, height: 55))
  canvas.fill(oval.span, mapping: identity, color: Color(argb: 0xFFE0_E0D0))
  canvas.fill(oval.span, mapping: identity, color: Color(argb: 0xC030_A0C0), mode: .multiply)
  canvas.stroke(star().span, style: StrokeStyle(width: 4), mapping: identity, color: Color(argb: 0xFFC0_2040))
}
