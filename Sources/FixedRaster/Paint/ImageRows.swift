// Stage: paint. Input: a row of places in an image, evenly spaced. Output: its pixels. The inner part of a row, whose
// pixels all lie inside the image, is made without a test of any; the ends go through ImageSampling.swift.

extension ImageLevel {
  /// The pixels of `count` places from `start` on, each a `step` from the one before.
  func fill(
    _ row: UnsafeMutablePointer<UInt32>, count: Int, from start: ImagePosition, step: ImagePosition, wrap: ImageWrap,
    isNearest: Bool
  ) {
    #if SCALAR
    switch format {
    case .argb8888: unsafe fill(ARGBTexels(self), row, count, start, step, wrap, isNearest)
    case .rgb565: unsafe fill(RGB565Texels(self), row, count, start, step, wrap, isNearest)
    default: unsafe fill(AnyTexels(self), row, count, start, step, wrap, isNearest)
    }
    #else
    switch format {
    case .alpha8: unsafe fill(Alpha8Texels(self), row, count, start, step, wrap, isNearest)
    case .rgb565: unsafe fill(RGB565Texels(self), row, count, start, step, wrap, isNearest)
    case .rgb565Alpha8: unsafe fill(RGB565Alpha8Texels(self), row, count, start, step, wrap, isNearest)
    case .argb8888: unsafe fill(ARGBTexels(self), row, count, start, step, wrap, isNearest)
    case .xrgb8888: unsafe fill(XRGBTexels(self), row, count, start, step, wrap, isNearest)
    case .palette8: unsafe fill(Palette8Texels(self), row, count, start, step, wrap, isNearest)
    case .palette4: unsafe fill(Palette4Texels(self), row, count, start, step, wrap, isNearest)
    }
    #endif
  }

  private func fill<T: Texels>(
    _ texels: T, _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ start: ImagePosition, _ step: ImagePosition,
    _ wrap: ImageWrap, _ isNearest: Bool
  ) {
    var place = start
    var done = 0
    while done < count {
      if wrap == .repeat { place = wrapped(place) }
      var blocks = innerBlocks(place, step, (count &- done) / 8, isNearest)
      if blocks == 0 && done > 0 && count &- done < 8 {
        // The last few pixels: a block over the end of the one before, as in fillSpan.
        let back = place + step * (count &- done &- 8)
        blocks = innerBlocks(back, step, 1, isNearest)
        if blocks == 1 { (place, done) = (back, count &- 8) }
      }
      let target = unsafe row + done
      let made = blocks == 0 ? Swift.min(8, count &- done) : blocks &* 8
      if blocks == 0 {
        let pixels = block(place.stepped(by: step), wrap, isNearest: isNearest)
        unsafe target.store(pixels, made)
      } else if !isNearest {
        unsafe bilinearBlocks(texels, target, blocks, place, step)
      } else if step.u == 1 &<< 32 && step.v == 0 {
        unsafe wholeBlocks(texels, target, blocks, place)
      } else {
        unsafe nearestBlocks(texels, target, blocks, place, step)
      }
      place = place + step * made
      done &+= made
    }
  }

  /// How many blocks of eight, from `start` on and at most `limit`, lie inside the image with all that they read.
  private func innerBlocks(_ start: ImagePosition, _ step: ImagePosition, _ limit: Int, _ isNearest: Bool) -> Int {
    let beyond: Int32 = isNearest ? 0 : 1
    // Unsigned, so that numbers below zero are above the end; none is inside an image without a second pixel.
    let (right, bottom) = (
      UInt64(bitPattern: Int64(width &- beyond) &<< 32), UInt64(bitPattern: Int64(height &- beyond) &<< 32)
    )
    func isInside(_ place: ImagePosition) -> Bool {
      UInt64(bitPattern: place.u) < right && UInt64(bitPattern: place.v) < bottom
    }
    if limit == 0 || !isInside(start) { return 0 }
    // Places between two that are inside are inside.
    if isInside(start + step * (limit &* 8 &- 1)) { return limit }
    var blocks = 0
    while isInside(start + step * (blocks &* 8 &+ 7)) { blocks &+= 1 }
    return blocks
  }

  /// Returns the place in the image that begins at the origin.
  private func wrapped(_ place: ImagePosition) -> ImagePosition {
    func rest(_ value: Int64, _ size: Int32) -> Int64 {
      let period = Int64(size) &<< 32
      if UInt64(bitPattern: value) < UInt64(bitPattern: period) { return value }
      let rest = value % period
      return rest < 0 ? rest &+ period : rest
    }
    return ImagePosition(u: rest(place.u, width), v: rest(place.v, height))
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// The first `count` of eight pixels.
  @inline(__always)
  func store(_ pixels: Pixels8, _ count: Int) {
    if count == 8 {
      unsafe UnsafeMutableRawPointer(self).storeBytes(of: pixels, as: Pixels8.self)
    } else {
      for k in 0..<count { unsafe self[k] = pixels[k] }
    }
  }
}

// MARK: - Kernels

/// Blocks of bilinear pixels from places whose four pixels lie inside the image.
///
/// A pixel is fetched with two loads of 8 bytes, left and right neighbour at once; whole places are stepped in scalar
/// registers, fractions (the low 32 bits, whose sums wrap as the places' do) eight to a vector. On x86-64 the loads are
/// `movq` and `movhps`, taken apart by `shufps`; on arm64 `ld1` into lanes, `uzp1` and `uzp2`.
private func bilinearBlocks<T: Texels>(
  _ texels: T, _ row: UnsafeMutablePointer<UInt32>, _ blocks: Int, _ start: ImagePosition, _ step: ImagePosition
) {
  let lane = Pixels8(0, 1, 2, 3, 4, 5, 6, 7)
  let stepX = lane &* Pixels8(repeating: UInt32(truncatingIfNeeded: step.u))
  let stepY = lane &* Pixels8(repeating: UInt32(truncatingIfNeeded: step.v))
  var (u, v) = (start.u, start.v)
  for i in 0..<blocks {
    let x = (Pixels8(repeating: UInt32(truncatingIfNeeded: u)) &+ stepX) &>> 24
    let y = (Pixels8(repeating: UInt32(truncatingIfNeeded: v)) &+ stepY) &>> 24
    var (upper, lower) = (SIMD8<UInt64>(), SIMD8<UInt64>())
    for k in 0..<8 {
      (upper[k], lower[k]) = texels.corners(Int(truncatingIfNeeded: u &>> 32), Int(truncatingIfNeeded: v &>> 32))
      u &+= step.u
      v &+= step.v
    }
    let p = unsafe unsafeBitCast(upper, to: SIMD16<UInt32>.self)
    let q = unsafe unsafeBitCast(lower, to: SIMD16<UInt32>.self)
    let mean = texels.mean(
      ImageCorners(
        upperLeft: p.evenHalf, upperRight: p.oddHalf, lowerLeft: q.evenHalf, lowerRight: q.oddHalf, x: x, y: y))
    unsafe UnsafeMutableRawPointer(row + i &* 8).storeBytes(of: mean, as: Pixels8.self)
  }
}

/// Blocks of the nearest pixels of places inside the image.
private func nearestBlocks<T: Texels>(
  _ texels: T, _ row: UnsafeMutablePointer<UInt32>, _ blocks: Int, _ start: ImagePosition, _ step: ImagePosition
) {
  var (u, v) = (start.u, start.v)
  for i in 0..<blocks {
    var words = Pixels8()
    for k in 0..<8 {
      words[k] = texels.word(Int(truncatingIfNeeded: u &>> 32), Int(truncatingIfNeeded: v &>> 32))
      u &+= step.u
      v &+= step.v
    }
    unsafe UnsafeMutableRawPointer(row + i &* 8).storeBytes(of: texels.pixels(words), as: Pixels8.self)
  }
}

/// Blocks of pixels as they lie side by side.
private func wholeBlocks<T: Texels>(
  _ texels: T, _ row: UnsafeMutablePointer<UInt32>, _ blocks: Int, _ start: ImagePosition
) {
  let (x, y) = (Int(truncatingIfNeeded: start.u &>> 32), Int(truncatingIfNeeded: start.v &>> 32))
  for i in 0..<blocks {
    let pixels = texels.pixels(texels.words(x &+ i &* 8, y))
    unsafe UnsafeMutableRawPointer(row + i &* 8).storeBytes(of: pixels, as: Pixels8.self)
  }
}

/// `count` words of 0xXXRRGGBB with X made 255: as fast as memory is, loads, `por` and stores of whole registers.
func copyOpaquePixels(_ row: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ count: Int) {
  var i = 0
  // A processor without vector registers copies word by word: it would read blocks, which may begin anywhere, by bytes.
  #if !SCALAR
  let opaque = Pixels8(repeating: 0xFF00_0000)
  // Eight blocks a turn, so that counting and branching weigh little.
  while i &+ 64 <= count {
    unsafe copyBlocks(row + i &* 4, from + i &* 4, setting: opaque)
    unsafe copyBlocks(row + i &* 4 + 128, from + i &* 4 + 128, setting: opaque)
    i &+= 64
  }
  while i &+ 8 <= count {
    let words = unsafe (from + i &* 4).loadUnaligned(as: Pixels8.self)
    unsafe (row + i &* 4).storeBytes(of: words | opaque, as: Pixels8.self)
    i &+= 8
  }
  #endif
  while i < count {
    let word = unsafe (from + i &* 4).load(as: UInt32.self)
    unsafe (row + i &* 4).storeBytes(of: word | 0xFF00_0000, as: UInt32.self)
    i &+= 1
  }
}

/// `count` pixels of 16 bits.
func copyPixels16(_ row: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ count: Int) {
  var i = 0
  #if !SCALAR
  while i &+ 64 <= count {
    unsafe copyBlocks(row + i &* 2, from + i &* 2, setting: Pixels8())
    i &+= 64
  }
  #endif
  unsafe (row + i &* 2).copyMemory(from: from + i &* 2, byteCount: (count &- i) &* 2)
}

#if !SCALAR
/// 128 bytes with bits set in each word, all of them read before any is written.
@inline(__always)
private func copyBlocks(_ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, setting bits: Pixels8) {
  let first = unsafe source.loadUnaligned(as: Pixels8.self)
  let second = unsafe source.loadUnaligned(fromByteOffset: 32, as: Pixels8.self)
  let third = unsafe source.loadUnaligned(fromByteOffset: 64, as: Pixels8.self)
  let fourth = unsafe source.loadUnaligned(fromByteOffset: 96, as: Pixels8.self)
  unsafe place.storeBytes(of: first | bits, as: Pixels8.self)
  unsafe place.storeBytes(of: second | bits, toByteOffset: 32, as: Pixels8.self)
  unsafe place.storeBytes(of: third | bits, toByteOffset: 64, as: Pixels8.self)
  unsafe place.storeBytes(of: fourth | bits, toByteOffset: 96, as: Pixels8.self)
}
#endif

/// Pixels of RGB565 as opaque ones.
@inline(never)
func unpackPixels(_ row: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ count: Int) {
  var i = 0
  #if !SCALAR && !arch(x86_64)
  // Byte by byte: a register of vectors holds sixteen, which ld2 takes apart and st4 puts together.
  let (target, source) = unsafe (row.assumingMemoryBound(to: UInt8.self), from.assumingMemoryBound(to: UInt8.self))
  while i < count {
    let (low, high) = unsafe (source[2 &* i], source[2 &* i &+ 1])
    let green = high &<< 5 | low &>> 3 & 0x1C
    unsafe target[4 &* i] = low &<< 3 | low &>> 2 & 7
    unsafe target[4 &* i &+ 1] = green | green &>> 6
    unsafe target[4 &* i &+ 2] = high & 0xF8 | high &>> 5
    unsafe target[4 &* i &+ 3] = 255
    i &+= 1
  }
  #else
  let (target, source) = unsafe (row.assumingMemoryBound(to: UInt32.self), from.assumingMemoryBound(to: UInt16.self))
  while i < count {
    unsafe target[i] = RGB565.unpack(source[i])
    i &+= 1
  }
  #endif
}
