// Stage: coverage. How a rounded rectangle's shadow is computed: profiles of the edges, corners blurred along their
// rows, then down the columns while the patch is filled. Plain loops over 16-bit values; see GaussianBlur+Passes.swift
// for what they compile to.
//
// Rounding: a corner's sum loses up to 1/256 of 1/255 for each row of it within reach; half of that is given back. The
// rest is below 1/255 · rows/512: 0.03/255 for a radius of 16, 0.75/255 at the very largest.

extension RoundedShadow {
  /// The sampled gaussian, its sum exactly 1 but for the one entry of no blur at all.
  mutating func loadKernel(_ sigma: Fixed) {
    if sigma < 0.25 {
      reach = 0
      unsafe kernel[0] = .max
      return
    }
    let gaussian = Gaussian(variance: Gaussian.variance(of: sigma))
    reach = gaussian.reach
    var sum: UInt64 = 0
    for i in 0...reach { sum &+= UInt64(gaussian.value(at: i)) &* (i == 0 ? 1 : 2) }
    var rest: UInt64 = 65536
    for i in 0..<reach {
      let weight = (UInt64(gaussian.value(at: reach &- i)) &<< 16 &+ sum / 2) / sum
      unsafe kernel[i] = UInt16(truncatingIfNeeded: weight)
      unsafe kernel[2 &* reach &- i] = UInt16(truncatingIfNeeded: weight)
      rest &-= 2 &* weight
    }
    unsafe kernel[reach] = UInt16(truncatingIfNeeded: rest)
  }

  /// What an extent blurs to along an axis: the edge at its start, and the one at its end, less one.
  @_optimize(speed)
  func loadProfile(_ extent: Extent, _ axis: PatchAxis, into profile: UnsafeMutablePointer<UInt16>) {
    let one = RoundedShadow.one
    unsafe profile.update(repeating: one, count: axis.count)
    func lower(_ i: Int, to edge: UInt16) {
      unsafe profile[i] = unsafe profile[i] &- Swift.min(profile[i], one &- edge)
    }
    var sum: UInt32 = 0  // of the kernel so far, at most 2^16
    for i in 0...2 &* reach {
      let weight = unsafe UInt32(kernel[i])
      lower(i, to: RoundedShadow.edge(sum, weight, extent.lead))
      lower(axis.count &- 1 &- i, to: RoundedShadow.edge(sum, weight, extent.trail))
      sum &+= weight
    }
  }

  /// The blurred edge where weights of `sum` lie over full pixels and `weight` over the one it begins in, `inset`/256
  /// of which is not covered; in units of ``one``.
  private static func edge(_ sum: UInt32, _ weight: UInt32, _ inset: Int32) -> UInt16 {
    let covered = sum &+ (weight &* UInt32(bitPattern: 256 &- inset) &+ 128) &>> 8
    // At most 2^16 · 65280 + 2^15 < 2^32.
    return UInt16(truncatingIfNeeded: (covered &* UInt32(one) &+ 32768) &>> 16)
  }

  /// Blurs each kind of corner along its rows, once.
  mutating func blurCorners(_ corners: inout Corners) {
    blurCorner(corners.topLeft, slot: 0)
    if !corners.topRight.isAlike(corners.topLeft) {
      corners.topRight.slot = 1
      blurCorner(corners.topRight, slot: 1)
    }
    if corners.bottomLeft.isAlike(corners.topLeft) {
      corners.bottomLeft.slot = 0
    } else {
      corners.bottomLeft.slot = 2
      blurCorner(corners.bottomLeft, slot: 2)
    }
    if corners.bottomRight.isAlike(corners.topLeft) {
      corners.bottomRight.slot = 0
    } else if corners.bottomRight.isAlike(corners.topRight) {
      corners.bottomRight.slot = 1
    } else if corners.bottomRight.isAlike(corners.bottomLeft) {
      corners.bottomRight.slot = 2
    } else {
      corners.bottomRight.slot = 3
      blurCorner(corners.bottomRight, slot: 3)
    }
  }

  /// Rasterizes what a corner lacks and blurs its rows along themselves.
  @_optimize(speed)
  private mutating func blurCorner(_ corner: Corner, slot: Int) {
    if corner.size == 0 { return }
    rasterize(corner)
    let width = corner.size &+ 2 &* reach
    for y in 0..<corner.size {
      unsafe sums.update(repeating: 0, count: width)
      let row = unsafe piece + y &* corner.size
      for x in 0..<corner.size {
        let coverage = unsafe UInt32(row[x])
        if coverage != 0 { unsafe addKernel(coverage, sums + x) }
      }
      let target = unsafe cornerRow(slot, y)
      // Sums are at most 255 · 2^16.
      for x in 0..<width { unsafe target[x] = UInt16(truncatingIfNeeded: (sums[x] &+ 128) &>> 8) }
    }
  }

  @_optimize(speed)
  private func addKernel(_ coverage: UInt32, _ target: UnsafeMutablePointer<UInt32>) {
    var i = 0
    while i <= 2 &* reach {
      unsafe target[i] &+= UInt32(kernel[i]) &* coverage
      i &+= 1
    }
  }

  @inline(__always)
  private func cornerRow(_ slot: Int, _ y: Int) -> UnsafeMutablePointer<UInt16> {
    unsafe cornerRows + (slot &* (workspace.rowsBytes / 2) &+ y &* workspace.zone)
  }

  /// The square corner less the round one, so that edges which both have cancel exactly.
  private mutating func rasterize(_ corner: Corner) {
    let radius = Fixed(rawValue: corner.radius &<< 8)
    let (x, y) = (Fixed(rawValue: corner.x &<< 8), Fixed(rawValue: corner.y &<< 8))
    // Large enough for its other corners to lie beyond the piece.
    let side = radius + radius + 4
    let rect = Rect(x: x, y: y, width: side, height: side)
    var path = PathBuffer<32>()
    path.addRoundedRect(in: rect, cornerRadius: radius)
    path.move(to: Point(x: rect.minX, y: rect.minY))
    path.addLine(to: Point(x: rect.minX, y: rect.maxY))
    path.addLine(to: Point(x: rect.maxX, y: rect.maxY))
    path.addLine(to: Point(x: rect.maxX, y: rect.minY))
    path.closeSubpath()
    let clip = PixelRect(width: corner.size, height: corner.size)
    unsafe piece.update(repeating: 0, count: corner.size &* corner.size)
    accumulator.begin(clip: clip)
    flatten(path.span, DeviceMatrix(.identity), clip, into: &accumulator)
    var writer = unsafe MaskWriter(base: piece, bytesPerRow: corner.size)
    accumulator.sweep(.nonZero, into: &writer)
  }
}

// MARK: - The patch

extension RoundedShadow {
  /// Fills the patch: by half where it is its own mirror image.
  @_optimize(speed)
  func fillPatch(_ corners: Corners) {
    let (isMirroredAcross, isMirroredDown) = (corners.isMirroredAcross, corners.isMirroredDown)
    let width = isMirroredAcross ? (columns.count &+ 1) / 2 : columns.count
    let height = isMirroredDown ? (rows.count &+ 1) / 2 : rows.count
    for y in 0..<height {
      loadRow(y, width)
      subtract(corners.topLeft, y, width, isRight: false)
      subtract(corners.topRight, y, width, isRight: true)
      subtract(corners.bottomLeft, rows.count &- 1 &- y, width, isRight: false)
      subtract(corners.bottomRight, rows.count &- 1 &- y, width, isRight: true)
      let row = unsafe patchRow(y)
      for x in 0..<width { unsafe row[x] = UInt8(truncatingIfNeeded: (line[x] &+ 128) &>> 8) }
      if isMirroredAcross { for x in width..<columns.count { unsafe row[x] = row[columns.count &- 1 &- x] } }
    }
    if isMirroredDown {
      for y in height..<rows.count {
        unsafe patchRow(y).update(from: patchRow(rows.count &- 1 &- y), count: columns.count)
      }
    }
  }

  @inline(__always)
  func patchRow(_ y: Int) -> UnsafeMutablePointer<UInt8> { unsafe patch + y &* columns.count }

  /// The row of the rectangle without rounding.
  @_optimize(speed)
  private func loadRow(_ y: Int, _ count: Int) {
    // From 1/65280 to 1/65536.
    let factor = unsafe (UInt32(down[y]) &* 257) &>> 8
    var x = 0
    while x < count {
      unsafe line[x] = UInt16(truncatingIfNeeded: (UInt32(across[x]) &* factor) &>> 16)
      x &+= 1
    }
  }

  /// Takes away what a corner lacks in the first `width` columns of its row `y`, counted from the patch's edge at which
  /// the corner lies.
  @_optimize(speed)
  private func subtract(_ corner: Corner, _ y: Int, _ width: Int, isRight: Bool) {
    let zone = corner.size &+ 2 &* reach
    // Columns from the corner's side on: a right one's lie beyond the first that are not asked for.
    let first = isRight ? columns.count &- width : 0
    let last = Swift.min(zone, isRight ? columns.count : width)
    if corner.size == 0 || y >= zone || first >= last { return }
    loadCornerLine(corner, y, first, last)
    if isRight {
      var x = first
      while x < last {
        let place = columns.count &- 1 &- x
        unsafe line[place] = line[place] &- Swift.min(line[place], cornerLine[x])
        x &+= 1
      }
    } else {
      var x = first
      while x < last {
        unsafe line[x] = line[x] &- Swift.min(line[x], cornerLine[x])
        x &+= 1
      }
    }
  }

  /// Row `y` of what a corner lacks, blurred both ways, from column `first` up to `last`.
  @_optimize(speed)
  private func loadCornerLine(_ corner: Corner, _ y: Int, _ first: Int, _ last: Int) {
    // Row j of the corner counts with the kernel's entry y − j.
    let top = Swift.max(0, y &- 2 &* reach)
    let bottom = Swift.min(corner.size &- 1, y)
    unsafe (cornerLine + first).update(
      repeating: UInt16(truncatingIfNeeded: (bottom &- top &+ 1) / 2), count: last &- first)
    var j = top
    while j <= bottom {
      let weight = unsafe UInt32(kernel[y &- j])
      unsafe addProducts(cornerRow(corner.slot, j) + first, weight, cornerLine + first, last &- first)
      j &+= 1
    }
  }

  @inline(never)
  @_optimize(speed)
  private func addProducts(
    _ values: UnsafePointer<UInt16>, _ weight: UInt32, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    var x = 0
    while x < count {
      unsafe target[x] &+= UInt16(truncatingIfNeeded: (UInt32(values[x]) &* weight) &>> 16)
      x &+= 1
    }
  }
}
