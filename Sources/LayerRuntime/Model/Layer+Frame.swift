// Stage: model. The frame: derived from bounds, position, anchor and transform, never stored.

import FixedRaster

extension Layer {
  /// The smallest upright rectangle in the superlayer's coordinates that holds the layer's transformed bounds. The
  /// superlayer's ``sublayerTransform`` has no part in it.
  ///
  /// Setting it sets the size of ``bounds`` and ``position``, so that reading it gives the same again, within 1/65536
  /// pt where there is a transform; the bounds' origin and the anchor stay. A negative size is standardised. Where a
  /// rotation by neither 0 nor 90 degrees leaves no size whose box is the one wanted, the layer becomes the largest
  /// that fits into it, in its middle; where the transform flattens the layer, the size stays and the middle moves. A
  /// transform that has perspective itself is taken for its effect about the anchor: the size is about right, the
  /// middle is.
  public final var frame: Rect {
    @inline(never) get {
      let mapping = ownMapping()
      return PreciseCorners(bounds).map { $0.applying(mapping) ?? PrecisePoint(position) }.box
    }
    set { fit(into: newValue.standardized) }
  }

  @inline(never)
  private func fit(into box: Rect) {
    if let size = sizeWithBox(box.size) { bounds = Rect(origin: bounds.origin, size: size) }
    // How far the middle of the bounds is from the middle of the box: that far goes the position. Halves are exact.
    let middle = ownMapping().affine.map { Layer.middle(of: bounds).applying($0) } ?? Layer.middle(of: frame)
    let target = Layer.middle(of: box)
    // Halves are rounded down here because the getter rounds them up: the set value comes back.
    let down = Coefficient(rawValue: 1)
    position = Point(
      x: (Coefficient(position.x) + (target.x - middle.x) - down).fixed,
      y: (Coefficient(position.y) + (target.y - middle.y) - down).fixed)
  }

  /// The size of bounds whose transformed box has the given size, or the largest that fits; `nil` for a flattening
  /// transform.
  private func sizeWithBox(_ box: Size) -> Size? {
    guard let turn = ownMapping().affine(near: anchor) else { return nil }
    let (a, b, c, d) = (turn.a.magnitude, turn.b.magnitude, turn.c.magnitude, turn.d.magnitude)
    let (width, height) = (Coefficient(box.width), Coefficient(box.height))
    // The box of w × h is (|a|·w + |c|·h) × (|b|·w + |d|·h): two equations for w and h.
    let equations = AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    if let size = PrecisePoint(x: width, y: height).unapplying(equations), size.x >= 0, size.y >= 0 {
      return Size(width: size.x.fixed, height: size.y.fixed)
    }
    if turn.inverse == nil { return nil }
    // No w, h ≥ 0 solve both: one of the two lines lies below the other, and w·h is greatest in the middle of that one.
    let (limit, p, q) = height * a <= width * b ? (height, b, d) : (width, a, c)
    return Size(width: (limit / p / 2).fixed, height: (limit / q / 2).fixed)
  }

  static func middle(of rect: Rect) -> PrecisePoint {
    // 2⁻¹⁷ is a step of 32.32: nothing is lost.
    PrecisePoint(
      x: Coefficient(rect.origin.x) + Coefficient(rawValue: Coefficient(rect.size.width).rawValue &>> 1),
      y: Coefficient(rect.origin.y) + Coefficient(rawValue: Coefficient(rect.size.height).rawValue &>> 1))
  }
}
