// Stage: coverage. The two passes of a blur. Plain loops over values next to each other, which compilers turn into
// vectors: a product's upper half is pmulhuw on x86-64, umull and uzp2 on arm64.
//
// Units: a byte is 1/255; between the passes and in triangle sums a value is in 1/128 of that, 0...32640 and up to 16
// more, so that two of them add up to 16 bits.

extension GaussianBlur {
  /// Blurs a row of the source along itself, into `band.width` pixels.
  func blurRow(
    _ source: ByteImage, _ y: Int32, _ kernel: BlurKernel, _ band: PixelRect, _ channels: Int,
    into target: UnsafeMutablePointer<UInt16>
  ) {
    let margin = kernel.reach &+ kernel.step
    let count = band.width &* channels
    loadLine(source, y, band, margin, channels)
    let comb = kernel.taps &* kernel.step &* channels
    if kernel.step == 1 {
      let first = margin &* channels &- comb
      var i = 0
      while i < count &+ 2 &* comb {
        unsafe lineSums[i] = UInt16(line[first &+ i]) &<< 7
        i &+= 1
      }
    } else {
      sumTriangles(kernel, count &+ 2 &* comb, channels)
    }
    unsafe applyComb(kernel, count, into: target) { i in
      unsafe UnsafePointer(lineSums + (comb &+ i &* kernel.step &* channels))
    }
  }

  /// Copies the row into the line: the band's pixels and `margin` more on each side, zeros where the source has none.
  private func loadLine(_ source: ByteImage, _ y: Int32, _ band: PixelRect, _ margin: Int, _ channels: Int) {
    let (left, right) = (
      band.minX &- Int32(truncatingIfNeeded: margin), band.maxX &+ Int32(truncatingIfNeeded: margin)
    )
    unsafe line.update(repeating: 0, count: Int(right &- left) &* channels)
    let first = Swift.max(left, source.bounds.minX)
    let last = Swift.min(right, source.bounds.maxX)
    if first >= last { return }
    let row = unsafe source.base + Int(y &- source.bounds.minY) &* source.bytesPerRow
    unsafe (line + Int(first &- left) &* channels).copy(
      from: row + Int(first &- source.bounds.minX) &* channels, count: Int(last &- first) &* channels)
  }

  /// Triangle sums of the line into `count` values, the first `taps · step` pixels left of the band.
  ///
  /// A triangle's sum T at x changes by a slope U, and that by v(x + m) − 2 v(x) + v(x − m). Both start where
  /// everything before is taken as zero, 2 m − 1 pixels before the first sum that is kept, and T only looks m − 1 back.
  private func sumTriangles(_ kernel: BlurKernel, _ count: Int, _ channels: Int) {
    let reach = kernel.step &* channels
    let half: Int32 = 1 &<< (Int32(bitPattern: kernel.shift) &- 1)
    let shift = Int32(bitPattern: kernel.shift)
    // The line begins `step` pixels before the first that counts, and that lies `step − 1` before the first kept sum.
    let lead = 2 &* reach &- channels
    var channel = 0
    while channel < channels {
      var slope: Int32 = 0
      var sum: Int32 = 0
      // Before the line everything is zero, so the slope at its first pixels is that of the entering ones.
      var i = channel &- reach
      while i < lead {
        let entering = unsafe Int32(line[i &+ reach])
        let middle = i >= 0 ? unsafe Int32(line[i]) : 0
        let leaving = i >= reach ? unsafe Int32(line[i &- reach]) : 0
        sum &+= slope
        slope &+= entering &- 2 &* middle &+ leaving
        i &+= channels
      }
      while i < lead &+ count {
        sum &+= slope
        slope &+= unsafe Int32(line[i &+ reach]) &- 2 &* Int32(line[i]) &+ Int32(line[i &- reach])
        // At most 64² · 255 · 128 < 2^28.
        unsafe lineSums[i &- lead] = UInt16(truncatingIfNeeded: (sum &* 128 &+ half) &>> shift)
        i &+= channels
      }
      channel &+= 1
    }
  }

  /// Adds a row to the columns' running sums: of triangles down the columns, the last of which ends with the row that
  /// enters.
  func sumTriangles(
    _ entering: UnsafePointer<UInt16>, _ middle: UnsafePointer<UInt16>, _ leaving: UnsafePointer<UInt16>, _ count: Int,
    _ kernel: BlurKernel, into target: UnsafeMutablePointer<UInt16>
  ) {
    let half: Int32 = 1 &<< (Int32(bitPattern: kernel.shift) &- 1)
    let shift = Int32(bitPattern: kernel.shift)
    let slopes = unsafe sums
    let totals = unsafe sums + workspace.rowBytes
    var i = 0
    while i < count {
      // At most 64² · 32656 < 2^28.
      let sum = unsafe totals[i] &+ slopes[i]
      unsafe slopes[i] &+= Int32(entering[i]) &- 2 &* Int32(middle[i]) &+ Int32(leaving[i])
      unsafe totals[i] = sum
      unsafe target[i] = UInt16(truncatingIfNeeded: (sum &+ half) &>> shift)
      i &+= 1
    }
  }

  /// A row of the result from the triangle sums around it: those in the middle of the ring are its own.
  func applyComb(
    _ kernel: BlurKernel, _ triangles: RowRing, _ count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    unsafe applyComb(kernel, count, into: result) { i in
      unsafe UnsafePointer(triangles[(kernel.taps &- i) &* kernel.step])
    }
    var i = 0
    while i < count {
      unsafe target[i] = UInt8(truncatingIfNeeded: Swift.min(255, (result[i] &+ 64) &>> 7))
      i &+= 1
    }
  }

  /// `count` sums of `weights[|i|] · row(i)[x]` for i in −taps...taps, into `target`.
  ///
  /// - Parameter row: the values for the weight number i.
  @inline(__always)
  private func applyComb(
    _ kernel: BlurKernel, _ count: Int, into target: UnsafeMutablePointer<UInt16>,
    _ row: (Int) -> UnsafePointer<UInt16>
  ) {
    if kernel.taps == 0 {
      unsafe target.copy(from: row(0), count: count)
      return
    }
    // Each product's upper half is cut, which loses half a unit on the average.
    let bias = UInt16(truncatingIfNeeded: (kernel.taps &+ 1) / 2)
    unsafe applyMiddle(row(0), kernel.weights[0], bias, count, target)
    var i = 1
    while i <= kernel.taps {
      unsafe applyPair(row(0 &- i), row(i), kernel.weights[i], count, target)
      i &+= 1
    }
  }

  @inline(never)
  private func applyMiddle(
    _ values: UnsafePointer<UInt16>, _ weight: UInt16, _ bias: UInt16, _ count: Int,
    _ target: UnsafeMutablePointer<UInt16>
  ) {
    var x = 0
    while x < count {
      unsafe target[x] = bias &+ UInt16(truncatingIfNeeded: (UInt32(values[x]) &* UInt32(weight)) &>> 16)
      x &+= 1
    }
  }

  @inline(never)
  private func applyPair(
    _ left: UnsafePointer<UInt16>, _ right: UnsafePointer<UInt16>, _ weight: UInt16, _ count: Int,
    _ target: UnsafeMutablePointer<UInt16>
  ) {
    var x = 0
    while x < count {
      let pair = unsafe UInt32(left[x] &+ right[x])
      unsafe target[x] &+= UInt16(truncatingIfNeeded: (pair &* UInt32(weight)) &>> 16)
      x &+= 1
    }
  }
}
